//! What hands do at the table, and when.

use shakmaty::{Board, Color, Piece, Square};
use touchmove_drivers::Instant;

use super::truth::Truth;

/// One thing that a hand does. Squares are those of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Lifts the piece that stands there.
    Lift(Square),
    /// Puts a piece on an empty square.
    Place(Square, Piece),
    /// Presses the clock's button of this colour.
    Press(Color),
    /// Presses the clock's start/stop button.
    StartStop,
}

/// An action with its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    /// When, counted from the start of the play.
    pub at: Instant,
    /// What.
    pub action: Action,
}

/// All that hands do in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// What stands on the table before the first deed.
    pub start: Board,
    /// In the order in which they are done; times never fall.
    pub deeds: Vec<Deed>,
    /// When each ply was complete on the board; a victim of en passant that is lifted late may still
    /// stand.
    pub landings: Vec<Instant>,
    /// What was really played.
    pub truth: Truth,
}

impl Timeline {
    /// What stands on the table after the last deed.
    pub fn last_board(&self) -> Board {
        let mut board = self.start.clone();
        for deed in &self.deeds {
            deed.action.apply(&mut board);
        }
        board
    }
}

impl Action {
    /// Does it to the pieces on the table.
    pub fn apply(self, board: &mut Board) {
        match self {
            Self::Lift(square) => board.discard_piece_at(square),
            Self::Place(square, piece) => board.set_piece_at(square, piece),
            Self::Press(_) | Self::StartStop => {}
        }
    }
}
