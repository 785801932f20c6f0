//! The result told by the kings in the centre.

use shakmaty::{Color, KnownOutcome, Square};

use super::hand::Hand;

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
        for square in [white, black] {
            self.clear(square);
        }
        self.show_kings(white, black);
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
        self.place(black_held, black);
        self.wait(100..=900);
        self.place(white_held, white);
    }
}
