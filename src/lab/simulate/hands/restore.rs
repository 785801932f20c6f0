//! Making the table look as it should: after a takeback, or when pieces were knocked over.

use shakmaty::{Board, Piece, Square};

use super::hand::{Hand, Held};

impl Hand {
    /// Brings every piece that stands wrong to where `target` has it, and the rest from beside the
    /// board or to there.
    pub(super) fn restore(&mut self, target: &Board) {
        while let Some((square, piece)) = self.misplaced(target) {
            match self.home(target, square, piece) {
                Some(home) => {
                    self.lift_stranger(home);
                    self.carry(square, home);
                }
                None => self.lift(square).lay_aside(),
            }
            self.wait(150..=700);
        }
        for square in Square::ALL {
            if let (None, Some(piece)) = (self.board().piece_at(square), target.piece_at(square)) {
                self.place(Held::fetched(piece), square);
                self.wait(150..=700);
            }
        }
    }

    /// A piece that stands where `target` has another one or none.
    fn misplaced(&self, target: &Board) -> Option<(Square, Piece)> {
        let wrong = |&(square, piece): &(Square, Piece)| target.piece_at(square) != Some(piece);
        self.board().clone().into_iter().find(wrong)
    }

    /// The nearest square on which `target` has such a piece and the table has not.
    fn home(&self, target: &Board, from: Square, piece: Piece) -> Option<Square> {
        let homes = target.by_piece(piece) & !self.board().by_piece(piece);
        homes.into_iter().min_by_key(|&home| home.distance(from))
    }

    fn lift_stranger(&mut self, square: Square) {
        if self.board().piece_at(square).is_some() {
            self.lift(square).lay_aside();
            self.wait(150..=500);
        }
    }
}
