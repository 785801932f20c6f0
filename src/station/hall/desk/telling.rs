//! What pairings and sections tell boards: each board once, and again what it has not taken.

use std::collections::HashMap;

use tokio::sync::{mpsc, oneshot};
use touchmove_core::decision::GameDecision;
use touchmove_core::names::BoardId;

use crate::hall::orders::games::{Answer, DecideOrder, Decided, NotDecided};

/// What boards are told of one matter.
pub(super) struct Telling<T> {
    boards: mpsc::UnboundedSender<(BoardId, DecideOrder)>,
    /// What each was told last.
    told: HashMap<BoardId, T>,
    /// What each is being told.
    telling: HashMap<BoardId, (T, Taken)>,
}

/// What becomes of it.
type Taken = oneshot::Receiver<Result<u64, NotDecided>>;

/// Who tells them, for the record.
const BY: &str = "pairings";

impl<T: Clone + PartialEq> Telling<T> {
    pub(super) fn new(boards: mpsc::UnboundedSender<(BoardId, DecideOrder)>) -> Self {
        Self { boards, told: HashMap::new(), telling: HashMap::new() }
    }

    /// Whether an answer is awaited.
    pub(super) fn is_telling(&self) -> bool {
        !self.telling.is_empty()
    }

    /// A board that was read back may not have been reached before.
    pub(super) fn forget(&mut self, board: &BoardId) {
        self.told.remove(board);
    }

    /// What a board was told last, or is being told.
    pub(super) fn last(&self, board: &BoardId) -> Option<&T> {
        let telling = self.telling.get(board).map(|(telling, _)| telling);
        self.told.get(board).or(telling)
    }

    /// Tells a board, unless it was told the same last.
    pub(super) fn tell(&mut self, board: &BoardId, what: T, decide: fn(T) -> GameDecision) {
        self.hear_answer(board);
        if self.told.get(board) == Some(&what) || self.telling.contains_key(board) {
            return;
        }
        let decision = Decided::Game(decide(what.clone()));
        let (answer, answered) = oneshot::channel();
        self.telling.insert(board.clone(), (what, answered));
        let answer = Answer::Taken(answer);
        let order = DecideOrder { by: BY.to_owned(), game: None, decision, reason: None, answer };
        let _ = self.boards.send((board.clone(), order));
    }

    /// What was not taken is told again.
    fn hear_answer(&mut self, board: &BoardId) {
        let Some((what, mut answer)) = self.telling.remove(board) else { return };
        match answer.try_recv() {
            Ok(Ok(_)) => {
                self.told.insert(board.clone(), what);
            }
            Err(oneshot::error::TryRecvError::Empty) => {
                self.telling.insert(board.clone(), (what, answer));
            }
            Ok(Err(_)) | Err(oneshot::error::TryRecvError::Closed) => {}
        }
    }
}
