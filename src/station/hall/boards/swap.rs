//! Games that are moved from one board to another in mid-game: a board or a clock that failed is swapped.
//!
//! A game is a list of spans of board journals. The station's journal says where one span ends and the next
//! one begins; a board that is read back hands the game over where it left, and the next one waits for it.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};
use touchmove_core::game::handover::Handover;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::tournament::rounds::wish::RoundWish;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::Decision;

use crate::hall::boards::board::{OpenBoard, ToBoard};
use crate::hall::keeping::decisions::{BoardDecision, Coming};
use crate::hall::orders::games::{NotDecided, SwapOrder};
use crate::hall::orders::rounds::RoundOrder;
use crate::sys::boottime::TimeSource;

/// A game that its board has handed over. The board waits until it hears what became of it.
#[derive(Debug)]
pub(in crate::hall) struct HandedOver {
    game: Box<Handover>,
    /// After which of the board's records, and when by its time.
    left: (u64, Instant),
    /// Its number there, where it was not the game that was played.
    number: Option<u32>,
    /// To be told once the game goes on elsewhere; dropped, the game stays.
    taken: oneshot::Sender<()>,
}

/// What a board is asked to take over.
#[derive(Debug)]
pub(in crate::hall) struct Takeover {
    by: String,
    game: GameId,
    from: BoardId,
    reason: Option<String>,
    handed_over: HandedOver,
    answer: oneshot::Sender<Result<(), NotDecided>>,
}

/// The games that boards have handed over since the daemon started, by the numbers of the decisions: a
/// board that is read back takes them from here.
#[derive(Clone, Debug, Default)]
pub(in crate::hall) struct Exchange(Arc<(Mutex<Counter>, Condvar)>);

#[derive(Debug, Default)]
struct Counter {
    games: HashMap<u64, Handover>,
    /// Boards that are still being read back: they may hand games over.
    reading: Vec<BoardId>,
}

/// A board that is being read back, for as long as this is held.
#[derive(Debug)]
pub(in crate::hall) struct Reading {
    exchange: Exchange,
    board: BoardId,
}

/// The way of a game that is handed over.
pub(in crate::hall) type Given = oneshot::Sender<Result<HandedOver, NotDecided>>;

/// The verb of a decision that moves a game.
const MOVE: &str = "move";

/// The number of the game on the board that it leaves, where it was adjourned there.
const NUMBER_THERE: &str = "left-game";

/// Moves games from board to board, one at a time: two that crossed would wait for each other.
#[derive(Clone, Debug)]
pub(in crate::hall) struct Mover {
    one_at_a_time: Arc<tokio::sync::Mutex<()>>,
    rounds: mpsc::Sender<RoundOrder>,
}

impl Mover {
    pub(in crate::hall) fn new(rounds: mpsc::Sender<RoundOrder>) -> Self {
        Self { one_at_a_time: Arc::default(), rounds }
    }

    /// Moves a game. Where it is of a round, its board goes to its table.
    pub(in crate::hall) async fn swap(
        self,
        from: mpsc::Sender<ToBoard>,
        to: mpsc::Sender<ToBoard>,
        order: SwapOrder,
    ) {
        let _alone = self.one_at_a_time.lock().await;
        let SwapOrder { by, game, from: left, to: board, reason, answer } = order;
        // Who has gone was told to try again.
        if answer.is_closed() {
            return;
        }
        let moved = moved(game, from, to, |handed_over, answer| {
            let (by, from) = (by.clone(), left.clone());
            Takeover { by, game, from, reason, handed_over, answer }
        });
        let moved = moved.await.unwrap_or(Err(NotDecided::NoSuchBoard));
        if moved.is_ok() {
            let (answer, answered) = oneshot::channel();
            let order = RoundOrder { by, wish: RoundWish::Reseat { game, board }, answer };
            if self.rounds.send(order).await.is_ok() {
                let _ = answered.await;
            }
        }
        let _ = answer.send(moved);
    }
}

/// What comes of it; `None` where a board is gone: the game stays where it is then.
async fn moved(
    game: GameId,
    from: mpsc::Sender<ToBoard>,
    to: mpsc::Sender<ToBoard>,
    takeover: impl FnOnce(HandedOver, oneshot::Sender<Result<(), NotDecided>>) -> Takeover,
) -> Option<Result<(), NotDecided>> {
    let (answer, handed_over) = oneshot::channel();
    from.send(ToBoard::HandOver { game, answer }).await.ok()?;
    let handed_over = match handed_over.await.ok()? {
        Ok(handed_over) => handed_over,
        Err(refused) => return Some(Err(refused)),
    };
    let (answer, taken) = oneshot::channel();
    to.send(ToBoard::TakeOver(takeover(handed_over, answer))).await.ok()?;
    taken.await.ok()
}

impl OpenBoard {
    /// Hands the game over, and waits until it goes on elsewhere: nothing more is concluded of it here.
    pub(in crate::hall) async fn give(&mut self, game: GameId, answer: Given) {
        let at = self.evidence.pass(self.clock.now());
        self.sitting.advance(at);
        self.conclude().await;
        self.sync();
        let number = self.number_of(game).filter(|number| self.number() != Some(*number));
        let is_here = number.is_some() || self.view.game == Some(game);
        let Some(handover) = self.sitting.hand_over(number).filter(|_| is_here) else {
            let _ = answer.send(Err(NotDecided::NotPlayed { game }));
            return;
        };
        let (taken, is_taken) = oneshot::channel();
        let left = (self.evidence.records(), at);
        let _ = answer.send(Ok(HandedOver { game: Box::new(handover), left, number, taken }));
        if is_taken.await.is_ok() {
            self.let_go(number);
        }
    }

    /// Takes a game over: once it is answered that survives a loss of power.
    pub(in crate::hall) async fn take(&mut self, takeover: Takeover) {
        let Takeover { by, game, from, reason, handed_over, answer } = takeover;
        let HandedOver { game: handover, left, number, taken } = handed_over;
        let outcome = self
            .check_takeover(game, &handover)
            .and_then(|()| self.keep_swap(Coming { game, from, left, number }.record(&by, reason)));
        if let Ok(decided) = &outcome {
            self.exchange.give(decided.number, *handover);
            let _ = taken.send(());
            self.follow_decision(decided);
            self.conclude().await;
        }
        let _ = answer.send(outcome.map(drop));
    }

    /// The game goes on on another board, which takes it from here.
    pub(in crate::hall) fn leave(&mut self, decision: u64, number: Option<u32>) {
        if let Some(handover) = self.sitting.hand_over(number) {
            self.exchange.give(decision, handover);
        }
        self.let_go(number);
    }

    /// A game comes here, once the other board has handed it over.
    pub(in crate::hall) fn come(
        &mut self,
        decided: &BoardDecision,
        Coming { game, from, .. }: &Coming,
    ) {
        match self.exchange.wait_for(decided.number, from) {
            Some(handover) => {
                self.sitting.take_over(handover, decided.at, decided.after);
                if let Some(number) = self.number() {
                    self.keep_game_id(number, *game);
                }
            }
            None => tracing::error!(
                "{}: the journal of {from}, which {game} comes from, cannot be read",
                self.view.id
            ),
        }
    }

    fn check_takeover(&self, game: GameId, handover: &Handover) -> Result<(), NotDecided> {
        let board = self.view.id.clone();
        if !self.sitting.is_free() {
            return Err(NotDecided::Busy { board, game: self.view.game.unwrap_or(game) });
        }
        let stands = self.sitting.stands_like(handover);
        stands.map_err(|fen| NotDecided::NotSetUp { board, fen })
    }

    fn keep_swap(&mut self, decision: Decision) -> Result<BoardDecision, NotDecided> {
        let now = self.clock.now();
        let at = self.evidence.pass(now);
        self.sitting.advance(at);
        self.sync();
        let place = (self.evidence.records(), at);
        Ok(self.station.decide_on_board(now, &self.view.id, place, decision)?)
    }
}

impl Coming {
    /// What a record says of a game that comes from another board; `None` where it says something else.
    pub(in crate::hall) fn of_record(record: &Decision) -> Option<Self> {
        if record.verb != MOVE {
            return None;
        }
        let given = |key| record.particular(key)?.parse().ok();
        Some(Self {
            game: GameId(given("game")?),
            from: BoardId(record.particular("from")?.into()),
            left: (given("left")?, Instant::from_micros(given("left-at")?)),
            number: record.particular(NUMBER_THERE).and_then(|number| number.parse().ok()),
        })
    }

    /// The record of it, decided by this person, and why.
    fn record(&self, by: &str, reason: Option<String>) -> Decision {
        let (left, at) = self.left;
        let mut particulars = vec![
            ("game".to_owned(), self.game.0.to_string()),
            ("from".to_owned(), self.from.to_string()),
            ("left".to_owned(), left.to_string()),
            ("left-at".to_owned(), at.as_micros().to_string()),
        ];
        let number = self.number.map(|number| (NUMBER_THERE.to_owned(), number.to_string()));
        particulars.extend(number);
        particulars.extend(reason.map(|reason| ("reason".to_owned(), reason)));
        Decision { by: by.to_owned(), verb: MOVE.to_owned(), particulars }
    }
}

impl Exchange {
    /// Says that a board is being read back.
    pub(in crate::hall) fn reading(&self, board: BoardId) -> Reading {
        self.counter().reading.push(board.clone());
        Reading { exchange: self.clone(), board }
    }

    fn give(&self, number: u64, game: Handover) {
        self.counter().games.insert(number, game);
        self.0.1.notify_all();
    }

    /// The game of this decision, once its board has handed it over; `None` where it never will.
    fn wait_for(&self, number: u64, from: &BoardId) -> Option<Handover> {
        let waits = |counter: &mut Counter| {
            !counter.games.contains_key(&number) && counter.reading.contains(from)
        };
        let counter = self.0.1.wait_while(self.counter(), waits);
        let counter = counter.unwrap_or_else(PoisonError::into_inner);
        counter.games.get(&number).cloned()
    }

    fn counter(&self) -> MutexGuard<'_, Counter> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reading {
    /// Which board.
    pub(in crate::hall) const fn board(&self) -> &BoardId {
        &self.board
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let mut counter = self.exchange.counter();
        // A board has several journals.
        if let Some(one) = counter.reading.iter().position(|board| *board == self.board) {
            counter.reading.swap_remove(one);
        }
        drop(counter);
        self.exchange.0.1.notify_all();
    }
}
