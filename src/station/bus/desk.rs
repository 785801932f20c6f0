//! The way of clients to the operator's desk.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use touchmove_client::call_error::{self, RefusalKind};
use touchmove_core::tournament::rounds::wish::{RoundAnswer, RoundWish};
use zbus::message::Header;

use super::callers::Callers;
use crate::hall::orders::joint::{JointOrder, NotJoined};
use crate::hall::orders::rounds::RoundOrder;
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
    /// [`CallError`](touchmove_client::call_error::CallError): why it is not done.
    pub(super) async fn ask(
        &self,
        call: &Header<'_>,
        wish: RoundWish,
    ) -> call_error::Result<RoundAnswer> {
        let by = self.callers.name(call);
        let (answer, answered) = oneshot::channel();
        let order = Order::Round(RoundOrder { by, wish, answer });
        ask(&self.orders, order, answered).await?.map_err(Into::into)
    }

    /// Asks the hall what a hall of several stations does; `order` gets where to answer.
    ///
    /// # Errors
    /// [`CallError`](touchmove_client::call_error::CallError): why it is not done.
    pub(super) async fn join<T>(
        &self,
        order: impl FnOnce(oneshot::Sender<Result<T, NotJoined>>) -> JointOrder,
    ) -> call_error::Result<T> {
        let (answer, answered) = oneshot::channel();
        let order = Order::Joint(order(answer));
        ask(&self.orders, order, answered).await?.map_err(Into::into)
    }
}

/// Asks the hall, and waits for the answer.
///
/// # Errors
/// [`CallError`](touchmove_client::call_error::CallError) when the daemon is too busy.
pub(super) async fn ask<A>(
    orders: &mpsc::Sender<Order>,
    order: Order,
    answered: oneshot::Receiver<A>,
) -> call_error::Result<A> {
    let carried_out = async {
        orders.send(order).await.ok()?;
        answered.await.ok()
    };
    let answer = tokio::time::timeout(PATIENCE, carried_out).await.ok().flatten();
    answer.ok_or_else(|| RefusalKind::Timeout.because("touchmoved is too busy; try again"))
}
