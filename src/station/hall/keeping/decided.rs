//! What was decided about a board, for those who look back: it stands in the station's journal, and what the
//! board has shown in its own.

use touchmove_core::names::BoardId;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::Decision;

use crate::hall::keeping::decisions::{BoardDecision, What};
use crate::hall::keeping::station_journal::{of_past, unfold};
use crate::journal::PastEntry;

/// Something that was decided about what is played on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct OnBoard {
    /// The number of the station's record.
    pub number: u64,
    /// So many records the board's journal had.
    pub after: u64,
    /// When, in the board's time.
    pub at: Instant,
    /// What.
    pub what: DecidedChange,
}

/// What was decided.
#[derive(Clone, Debug, PartialEq)]
pub enum DecidedChange {
    /// Something about the game there, or the next one.
    Game(Decision),
    /// A game came from another board.
    Came(BoardId),
    /// A game went on on another board: that of this number here; the one that was played, where none is named.
    Left(Option<u32>),
}

/// What the station's live journal says about a board, in its order.
pub fn on_board(station: Vec<PastEntry>, board: &BoardId) -> Vec<OnBoard> {
    let decided = of_past(&unfold(station)).remove(board).unwrap_or_default();
    let change = |what| match what {
        What::Game(decision) => DecidedChange::Game(decision),
        What::Comes(coming) => DecidedChange::Came(coming.from),
        What::Leaves(number) => DecidedChange::Left(number),
    };
    let on_board = |one: BoardDecision| {
        let BoardDecision { number, after, at, what } = one;
        OnBoard { number, after, at, what: change(what) }
    };
    decided.into_iter().map(on_board).collect()
}
