//! The result told by the kings in the centre.

use shakmaty::{Bitboard, Color, KnownOutcome, Square, attacks};

use super::hand::{Hand, Held};
use super::rate::Rate;

/// The sixteen squares from c3 to f6.
const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);

impl Hand {
    /// Clears two squares of the centre, lifts both kings and puts them there: on e4 and d5 when
    /// White won, on d4 and e5 when Black won, on one light and one dark square for a draw.
    pub(super) fn show_result(&mut self, outcome: KnownOutcome) {
        let (white, black) = match outcome {
            KnownOutcome::Decisive { winner: Color::White } => (Square::E4, Square::D5),
            KnownOutcome::Decisive { winner: Color::Black } => (Square::D4, Square::E5),
            KnownOutcome::Draw if self.rng().bool() => (Square::E4, Square::E5),
            KnownOutcome::Draw => (Square::D4, Square::D5),
        };
        self.wait(1_000..=3_000);
        if self.chance(Rate::KingsClear) {
            self.clear_around();
        }
        for square in [white, black] {
            self.clear(square);
        }
        self.show_kings(white, black);
    }

    /// Takes some pieces around the centre off.
    fn clear_around(&mut self) {
        for _ in 0..self.rng().usize(1..=8) {
            let pieces = CENTRE & self.board().occupied();
            if let Some(square) = self.any(pieces) {
                self.clear(square);
            }
        }
    }

    fn clear(&mut self, square: Square) {
        if self.board().occupied().contains(square) && !self.board().kings().contains(square) {
            self.lift(square).lay_aside();
            self.wait(200..=700);
        }
    }

    fn show_kings(&mut self, white: Square, black: Square) {
        let (white_king, black_king) =
            (self.board().king_of(Color::White), self.board().king_of(Color::Black));
        let (Some(white_king), Some(black_king)) = (white_king, black_king) else { return };
        let white_held = self.lift(white_king);
        self.wait(200..=800);
        let black_held = self.lift(black_king);
        self.wait(1_000..=5_000);
        let black_held = self.step(black_held, black_king, black);
        self.place(black_held, black);
        self.wait(100..=900);
        let white_held = self.step(white_held, white_king, white);
        self.place(white_held, white);
    }

    /// Now and then steps over the squares between.
    fn step(&mut self, mut held: Held, from: Square, to: Square) -> Held {
        if !self.chance(Rate::KingsStep) {
            return held;
        }
        let mut at = from;
        while at.distance(to) > 1 {
            let near = |square: &Square| square.distance(to) < at.distance(to);
            let ways = attacks::king_attacks(at) & !self.board().occupied();
            let ways: Vec<Square> = ways.into_iter().filter(near).collect();
            let Some(next) = self.rng().choice(ways) else { break };
            held = self.touch(held, next);
            self.wait(10..=60);
            at = next;
        }
        held
    }
}
