//! Pieces knocked over and set up again.

use shakmaty::{Bitboard, Board, Square, attacks};

use super::hand::{Hand, Held};
use super::rate::Rate;

/// A fallen piece comes to rest on a free square this often, else beside the board or so that no
/// square senses it.
const RESTS_ON_A_SQUARE: f64 = 0.3;

impl Hand {
    /// Now and then knocks some pieces over and sets them up again; returns whether it did.
    pub(super) fn knock_over(&mut self) -> bool {
        if !self.chance(Rate::Knock) {
            return false;
        }
        self.clear_late_victim();
        let stood = self.board().clone();
        let Some(middle) = self.any(stood.occupied()) else { return false };
        let mut pieces = attacks::king_attacks(middle) & stood.occupied();
        self.fall(middle);
        for _ in 0..self.rng().usize(0..=4) {
            let Some(square) = self.any(pieces) else { break };
            pieces.discard(square);
            self.wait(10..=120);
            self.fall(square);
        }
        self.wait(800..=4_000);
        if self.chance(Rate::KnockWrong) {
            self.set_up_wrongly(&stood);
            self.wait(800..=5_000);
        }
        self.restore(&stood);
        self.wait(500..=2_500);
        true
    }

    fn fall(&mut self, square: Square) {
        let held = self.lift(square);
        if self.rng().f64() < RESTS_ON_A_SQUARE
            && let Some(neighbour) = self.empty_neighbour(square)
        {
            self.wait(10..=80);
            self.place(held, neighbour);
        }
    }

    /// Puts two of the missing pieces in each other's places, or one on a square beside its own.
    fn set_up_wrongly(&mut self, stood: &Board) {
        // what lies on other squares is picked up first
        for square in self.board().occupied() {
            if self.board().piece_at(square) != stood.piece_at(square) {
                self.lift(square).lay_aside();
                self.wait(100..=500);
            }
        }
        let missing = stood.occupied() & !self.board().occupied();
        let Some(first) = self.any(missing) else { return };
        let others = differing(stood, missing, first);
        let (piece, goal) = match self.any(others) {
            Some(second) => {
                self.put(stood, second, first);
                (first, Some(second))
            }
            None => (first, self.empty_neighbour(first)),
        };
        if let Some(goal) = goal {
            self.wait(200..=900);
            self.put(stood, piece, goal);
        }
    }

    /// Puts the piece that stood on `home` on another square.
    fn put(&mut self, stood: &Board, home: Square, goal: Square) {
        if let Some(piece) = stood.piece_at(home) {
            self.place(Held::fetched(piece), goal);
        }
    }
}

/// Those of the squares on which another kind of piece stood than on `first`.
fn differing(stood: &Board, squares: Bitboard, first: Square) -> Bitboard {
    squares.into_iter().filter(|&square| stood.piece_at(square) != stood.piece_at(first)).collect()
}
