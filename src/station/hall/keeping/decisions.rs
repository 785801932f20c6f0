//! Decisions about what is played on boards, as the station's journal keeps them.

use touchmove_core::names::{BoardId, GameId};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::Decision;

/// A decision about what is played on a board, and after which of the board's records it was made.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::hall) struct BoardDecision {
    /// The number of its record, by which it can be undone.
    pub(in crate::hall) number: u64,
    /// So many records the board's journal had.
    pub(in crate::hall) after: u64,
    /// When, in the board's time.
    pub(in crate::hall) at: Instant,
    /// What was decided.
    pub(in crate::hall) what: What,
}

/// What was decided about what is played on a board.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::hall) enum What {
    /// Something about the game there, or the next one; the number is among its particulars.
    Game(Decision),
    /// A game comes there from another board.
    Comes(Coming),
    /// A game goes on on another board: that of this number there; the one that is played, where none is named.
    Leaves(Option<u32>),
}

/// A game that comes from another board.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::hall) struct Coming {
    /// Which game.
    pub(in crate::hall) game: GameId,
    /// The board that it leaves.
    pub(in crate::hall) from: BoardId,
    /// After which of that board's records, and when in its time.
    pub(in crate::hall) left: (u64, Instant),
    /// Its number there, where it was not the game that was played.
    pub(in crate::hall) number: Option<u32>,
}
