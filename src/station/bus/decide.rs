//! The way of clients' decisions about games to the boards that they are played on.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use touchmove_client::arbiters::ArbiterName;
use touchmove_client::call_error::{self, CallError, RefusalKind};
use touchmove_client::details::{Details, SentSighting, details};
use touchmove_client::sightings;
use touchmove_core::decision::{self, GameDecision};
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::view;
use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::Decision;
use zbus::message::Header;

use super::callers::Callers;
use super::desk::ask;
use super::moment::Moment;
use crate::hall::news::Anchor;
use crate::hall::orders::Order;
use crate::hall::orders::games::SwapOrder;
use crate::hall::orders::games::{Answer, DecideOrder, Decided};
use crate::hall::orders::lookback::LookBackOrder;

/// Carries decisions to the boards.
#[derive(Clone, Debug)]
pub(super) struct Decider {
    callers: Arc<Callers>,
    orders: mpsc::Sender<Order>,
}

/// What a client wants to be decided.
#[derive(Debug)]
pub(super) struct Wish {
    /// The verb of a decision.
    pub verb: String,
    /// Its particulars by key.
    pub particulars: HashMap<String, String>,
    /// Why; empty where nobody has said.
    pub reason: String,
    /// In whose name, where that is not the caller's own.
    pub on_behalf_of: Option<ArbiterName>,
}

/// That a game goes on on another board.
#[derive(Debug)]
pub(super) struct SwapWish {
    /// The board, as whoever calls names it.
    pub(super) to: String,
    /// Why; empty where nobody has said.
    pub(super) reason: String,
    /// The person for whom whoever calls wishes it.
    pub(super) on_behalf_of: Option<ArbiterName>,
}

impl Wish {
    /// One without particulars yet, and without a reason.
    pub(super) fn to(verb: &str) -> Self {
        let (verb, particulars) = (verb.to_owned(), HashMap::new());
        Self { verb, particulars, reason: String::new(), on_behalf_of: None }
    }

    /// With one more particular.
    pub(super) fn with(mut self, key: &str, value: impl ToString) -> Self {
        self.particulars.insert(key.to_owned(), value.to_string());
        self
    }
}

impl Decider {
    pub(super) const fn new(callers: Arc<Callers>, orders: mpsc::Sender<Order>) -> Self {
        Self { callers, orders }
    }

    /// Decides about a game, in the name of the sender of `call`; gives the number of the decision.
    ///
    /// # Errors
    /// [`CallError`]: why it is not taken.
    pub(super) async fn decide(
        &self,
        call: &Header<'_>,
        of: (BoardId, GameId),
        wish: Wish,
    ) -> call_error::Result<u64> {
        let (answer, answered) = oneshot::channel();
        let order = self.order(call, of, wish, Answer::Taken(answer))?;
        ask(&self.orders, order, answered).await?.map_err(Into::into)
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
    ) -> call_error::Result<Vec<Told>> {
        let (answer, answered) = oneshot::channel();
        let order = self.order(call, of, wish, Answer::Preview(answer))?;
        ask(&self.orders, order, answered).await?.map_err(Into::into)
    }

    /// What was seen of a board, from one moment to another, in microseconds since boot.
    ///
    /// # Errors
    /// [`CallError`]: why nobody knows.
    pub(super) async fn look_back(
        &self,
        board: BoardId,
        from: u64,
        to: u64,
    ) -> call_error::Result<Vec<SentSighting>> {
        if to < from {
            let why = "the second moment is before the first; give them in order";
            return Err(RefusalKind::InvalidArgs.because(why));
        }
        let [from, to] = [from, to].map(Instant::from_micros);
        let (answer, answered) = oneshot::channel();
        let order = Order::LookBack { board, order: LookBackOrder { from, to, answer } };
        let seen = ask(&self.orders, order, answered).await??;
        Ok(seen.iter().map(|(at, seen)| sightings::to_bus(at.as_micros(), seen)).collect())
    }

    fn order(
        &self,
        call: &Header<'_>,
        (board, game): (BoardId, GameId),
        wish: Wish,
        answer: Answer,
    ) -> call_error::Result<Order> {
        let by = self.decider_of(call, wish.on_behalf_of.as_ref());
        let particulars = wish.particulars.into_iter().collect();
        let words = Decision { by: by.clone(), verb: wish.verb, particulars };
        let decision = Decided::of_record(&words)
            .map_err(|error| RefusalKind::InvalidArgs.because(error))?
            .filter(|decision| !is_of_pairings(decision))
            .ok_or_else(|| unknown(&words.verb))?;
        let reason = Some(wish.reason).filter(|reason| !reason.is_empty());
        let order = DecideOrder { by, game: Some(game), decision, reason, answer };
        Ok(Order::Decide { board, order })
    }

    /// Lets a game go on on another board, in the name of the sender of `call`.
    ///
    /// # Errors
    /// [`CallError`]: why it does not.
    pub(super) async fn swap(
        &self,
        call: &Header<'_>,
        (from, game): (BoardId, GameId),
        SwapWish { to, reason, on_behalf_of }: SwapWish,
    ) -> call_error::Result<()> {
        let by = self.decider_of(call, on_behalf_of.as_ref());
        let (to, reason) = (BoardId(to.into()), Some(reason).filter(|reason| !reason.is_empty()));
        let (answer, answered) = oneshot::channel();
        let order = SwapOrder { by, game, from, to, reason, answer };
        let order = Order::Swap(order);
        ask(&self.orders, order, answered).await?.map_err(Into::into)
    }

    /// Who decides: whoever calls, before whom stands the person for whom he does.
    fn decider_of(&self, call: &Header<'_>, on_behalf_of: Option<&ArbiterName>) -> String {
        let caller = self.callers.name(call);
        on_behalf_of.map_or_else(|| caller.clone(), |name| format!("{name} ({caller})"))
    }
}

/// A decision by its particulars, where the times of its board lie so to the station's.
pub(super) fn of_decided(decided: &view::DecidedOfGame, anchor: &Anchor) -> Details {
    let mut all = details([
        ("number", decided.number.into()),
        ("at", decided.at.as_micros().into()),
        ("by", decided.decision.by.clone().into()),
        ("verb", decided.decision.verb.clone().into()),
        ("undone", decided.is_undone.into()),
    ]);
    all.extend(Moment::at_station(decided.at, anchor).details());
    for (key, value) in decision::particulars(&decided.decision) {
        all.extend(details([(key.as_str(), value.clone().into())]));
    }
    all
}

/// Where games begin and under which Laws is said by pairings and sections.
const fn is_of_pairings(decision: &Decided) -> bool {
    matches!(decision, Decided::Game(GameDecision::Start(_) | GameDecision::Laws(_)))
}

fn unknown(verb: &str) -> CallError {
    let verb: String = verb.chars().take(40).collect();
    RefusalKind::InvalidArgs.because(format!(
        "`{verb}` is no decision about a game; there are insert, replace, delete, position, turn, \
         clock, result, players, orientation, answer and undo, and what is said in a game, such as \
         offer_draw, resign, claim_draw, confirm, dismiss and reopen"
    ))
}
