//! The way of clients to the operator's desk.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use touchmove_core::tournament::rounds::RoundError;
use touchmove_core::tournament::rounds::wish::{RoundAnswer, RoundWish};
use zbus::fdo;
use zbus::message::Header;

use super::callers::Callers;
use crate::hall::orders::rounds::{NotTaken, RoundOrder, RoundRefusal};
use crate::hall::orders::{Order, PATIENCE};

/// Carries what clients want of the rounds to the desk.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    callers: Arc<Callers>,
    orders: mpsc::Sender<Order>,
}

impl Desk {
    pub(super) const fn new(callers: Arc<Callers>, orders: mpsc::Sender<Order>) -> Self {
        Self { callers, orders }
    }

    /// Asks the desk, in the name of the sender of `call`.
    ///
    /// # Errors
    /// `AccessDenied`; `InvalidArgs` for what makes no sense; `FileNotFound` for a round or board that
    /// is not there; `Failed` for what is refused now; `Timeout` when the daemon is too busy.
    pub(super) async fn ask(&self, call: &Header<'_>, wish: RoundWish) -> fdo::Result<RoundAnswer> {
        let by = self.callers.name(call);
        let (answer, answered) = oneshot::channel();
        let order = Order::Round(RoundOrder { by, wish, answer });
        ask(&self.orders, order, answered).await?.map_err(refusal)
    }
}

/// Asks the hall, and waits for the answer.
///
/// # Errors
/// `Timeout` when the daemon is too busy.
pub(super) async fn ask<A>(
    orders: &mpsc::Sender<Order>,
    order: Order,
    answered: oneshot::Receiver<A>,
) -> fdo::Result<A> {
    let carried_out = async {
        orders.send(order).await.ok()?;
        answered.await.ok()
    };
    let answer = tokio::time::timeout(PATIENCE, carried_out).await.ok().flatten();
    answer.ok_or_else(|| fdo::Error::Timeout("touchmoved is too busy; try again".into()))
}

fn refusal(refusal: RoundRefusal) -> fdo::Error {
    let message = refusal.to_string();
    match refusal {
        RoundRefusal::Pairings(_)
        | RoundRefusal::TooManyTables
        | RoundRefusal::NotTaken(NotTaken::Refused(RoundError::Section(_))) => {
            fdo::Error::InvalidArgs(message)
        }
        RoundRefusal::NoSuchBoard(_)
        | RoundRefusal::NotTaken(NotTaken::Refused(
            RoundError::NoSuchRound(_) | RoundError::NoSuchTable { .. },
        )) => fdo::Error::FileNotFound(message),
        RoundRefusal::Missing(_)
        | RoundRefusal::Open(_)
        | RoundRefusal::HoldsGames(_)
        | RoundRefusal::OtherPlies { .. }
        | RoundRefusal::NotTaken(_)
        | RoundRefusal::NotSafe(_) => fdo::Error::Failed(message),
    }
}
