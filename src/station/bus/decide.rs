//! The way of clients' decisions about games to the boards that they are played on.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use touchmove_client::details::{Details, details};
use touchmove_core::decision::{self, GameDecision};
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::view;
use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::observation::Decision;
use zbus::fdo;
use zbus::message::Header;

use super::callers::Callers;
use super::desk::ask;
use crate::hall::orders::Order;
use crate::hall::orders::games::SwapOrder;
use crate::hall::orders::games::{Answer, DecideOrder, Decided, NotDecided};

/// Carries decisions to the boards.
#[derive(Clone, Debug)]
pub(super) struct Decider {
    callers: Arc<Callers>,
    orders: mpsc::Sender<Order>,
}

/// What a client wants to be decided.
pub(super) struct Wish {
    /// The verb of a decision.
    pub verb: String,
    /// Its particulars by key.
    pub particulars: HashMap<String, String>,
    /// Why; empty where nobody has said.
    pub reason: String,
}

impl Decider {
    pub(super) const fn new(callers: Arc<Callers>, orders: mpsc::Sender<Order>) -> Self {
        Self { callers, orders }
    }

    /// Decides about a game, in the name of the sender of `call`; gives the number of the decision.
    ///
    /// # Errors
    /// `AccessDenied`; `InvalidArgs` for what makes no sense; `Failed` for what is refused now; `Timeout`
    /// when the daemon is too busy.
    pub(super) async fn decide(
        &self,
        call: &Header<'_>,
        of: (BoardId, GameId),
        wish: Wish,
    ) -> fdo::Result<u64> {
        let (answer, answered) = oneshot::channel();
        let order = self.order(call, of, wish, Answer::Taken(answer))?;
        ask(&self.orders, order, answered).await?.map_err(|refused| refusal(&refused))
    }

    /// What would be told of a game if this were decided.
    ///
    /// # Errors
    /// Those of [`Decider::decide`].
    pub(super) async fn preview(
        &self,
        call: &Header<'_>,
        of: (BoardId, GameId),
        wish: Wish,
    ) -> fdo::Result<Vec<Told>> {
        let (answer, answered) = oneshot::channel();
        let order = self.order(call, of, wish, Answer::Preview(answer))?;
        ask(&self.orders, order, answered).await?.map_err(|refused| refusal(&refused))
    }

    fn order(
        &self,
        call: &Header<'_>,
        (board, game): (BoardId, GameId),
        wish: Wish,
        answer: Answer,
    ) -> fdo::Result<Order> {
        let by = self.callers.name(call);
        let particulars = wish.particulars.into_iter().collect();
        let words = Decision { by: by.clone(), verb: wish.verb, particulars };
        let decision = Decided::of_record(&words)
            .map_err(|error| fdo::Error::InvalidArgs(error.to_string()))?
            .filter(|decision| !is_of_pairings(decision))
            .ok_or_else(|| unknown(&words.verb))?;
        let reason = Some(wish.reason).filter(|reason| !reason.is_empty());
        let order = DecideOrder { by, game: Some(game), decision, reason, answer };
        Ok(Order::Decide { board, order })
    }

    /// Lets a game go on on another board, in the name of the sender of `call`.
    ///
    /// # Errors
    /// `AccessDenied`; `FileNotFound` where there is no such board; `Failed` for what is refused now;
    /// `Timeout` when the daemon is too busy.
    pub(super) async fn swap(
        &self,
        call: &Header<'_>,
        (from, game): (BoardId, GameId),
        (to, reason): (String, String),
    ) -> fdo::Result<()> {
        let by = self.callers.name(call);
        let (to, reason) = (BoardId(to.into()), Some(reason).filter(|reason| !reason.is_empty()));
        let (answer, answered) = oneshot::channel();
        let order = SwapOrder { by, game, from, to, reason, answer };
        let order = Order::Swap(order);
        ask(&self.orders, order, answered).await?.map_err(|refused| refusal(&refused))
    }
}

/// A decision by its particulars.
pub(super) fn of_decided(decided: &view::DecidedOfGame) -> Details {
    let mut all = details([
        ("number", decided.number.into()),
        ("at", decided.at.as_micros().into()),
        ("by", decided.decision.by.clone().into()),
        ("verb", decided.decision.verb.clone().into()),
        ("undone", decided.is_undone.into()),
    ]);
    for (key, value) in decision::particulars(&decided.decision) {
        all.extend(details([(key.as_str(), value.clone().into())]));
    }
    all
}

/// Where games begin and under which Laws is said by pairings and sections.
const fn is_of_pairings(decision: &Decided) -> bool {
    matches!(decision, Decided::Game(GameDecision::Start(_) | GameDecision::Laws(_)))
}

fn unknown(verb: &str) -> fdo::Error {
    let verb: String = verb.chars().take(40).collect();
    fdo::Error::InvalidArgs(format!(
        "`{verb}` is no decision about a game; there are insert, replace, delete, position, turn, \
         clock, result, players, orientation, answer and undo, and what is said in a game, such as \
         offer_draw, resign, claim_draw, confirm, dismiss and reopen"
    ))
}

fn refusal(refused: &NotDecided) -> fdo::Error {
    let message = refused.to_string();
    match refused {
        NotDecided::Words(_) => fdo::Error::InvalidArgs(message),
        NotDecided::NoSuchBoard | NotDecided::NoTarget(_) => fdo::Error::FileNotFound(message),
        NotDecided::Refused(_)
        | NotDecided::NotPlayed { .. }
        | NotDecided::LongAgo { .. }
        | NotDecided::BeingRead(_)
        | NotDecided::Busy { .. }
        | NotDecided::NotSetUp { .. }
        | NotDecided::SameBoard(_)
        | NotDecided::NotKept(_) => fdo::Error::Failed(message),
    }
}
