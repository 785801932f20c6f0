//! Setting the pieces up for a game.

use shakmaty::{Board, Square};

use super::hand::{Hand, Held};

impl Hand {
    /// Makes the table look like `start`: pieces that stand wrong are taken off, then missing ones put
    /// on. Does nothing, at once, where all stand right.
    pub(super) fn set_up(&mut self, start: &Board) {
        if self.board() == start {
            return;
        }
        self.wait(4_000..=8_000);
        for square in Square::ALL {
            if self.board().piece_at(square) != start.piece_at(square) {
                self.lift(square).lay_aside();
                self.wait(100..=400);
            }
        }
        for square in Square::ALL {
            if let (None, Some(piece)) = (self.board().piece_at(square), start.piece_at(square)) {
                self.place(Held::fetched(piece), square);
                self.wait(150..=500);
            }
        }
        self.wait(3_000..=6_000);
    }
}
