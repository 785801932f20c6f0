//! How a piece gets from square to square: through the air, or touching squares on its way.

use shakmaty::{Bitboard, Square, attacks};

use super::hand::{Hand, Held};
use super::rate::Rate;

impl Hand {
    /// Lifts the piece on `from` and puts it on `to`.
    pub(super) fn carry(&mut self, from: Square, to: Square) {
        let held = self.lift(from);
        let held = self.travel(held, from, to);
        self.place(held, to);
    }

    /// Brings a lifted piece over `to`.
    pub(super) fn travel(&mut self, held: Held, from: Square, to: Square) -> Held {
        let line = attacks::between(from, to);
        if line.any() && self.chance(Rate::Slide) {
            return self.slide(held, from, line);
        }
        self.carry_through_air();
        if line.is_empty() && self.chance(Rate::Stray) {
            return self.stray(held, to);
        }
        held
    }

    /// An empty neighbour of `square`.
    pub(super) fn empty_neighbour(&mut self, square: Square) -> Option<Square> {
        self.any(attacks::king_attacks(square) & !self.board().occupied())
    }

    /// Slides the piece over the squares of the line, touching each that is empty.
    fn slide(&mut self, mut held: Held, from: Square, line: Bitboard) -> Held {
        self.wait(40..=150);
        for square in outward(from, line & !self.board().occupied()) {
            held = self.touch(held, square);
            self.wait(10..=60);
        }
        held
    }

    fn stray(&mut self, held: Held, to: Square) -> Held {
        let Some(square) = self.empty_neighbour(to) else { return held };
        let held = self.touch(held, square);
        self.wait(10..=60);
        held
    }
}

/// The squares of a line beside `from`, nearest first.
fn outward(from: Square, line: Bitboard) -> Vec<Square> {
    let mut squares: Vec<Square> = line.into_iter().collect();
    squares.sort_by_key(|square| square.distance(from));
    squares
}
