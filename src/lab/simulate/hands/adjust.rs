//! Pieces touched on their squares: adjusted, nudged, lifted and put back.

use shakmaty::{Chess, Move, Position, Square};

use super::hand::Hand;
use super::rate::Rate;

impl Hand {
    /// Now and then adjusts or nudges one of the pieces of the player to move.
    pub(super) fn adjust(&mut self, position: &Chess) {
        // of the other player's pieces too
        let pieces = if self.rng().u8(0..4) == 0 { position.them() } else { position.us() };
        if self.chance(Rate::Adjust)
            && let Some(square) = self.any(pieces)
        {
            let held = self.lift(square);
            self.wait(150..=600);
            self.place(held, square);
            self.wait(500..=2_000);
        }
        if self.chance(Rate::Nudge)
            && let Some(square) = self.any(position.us())
        {
            self.nudge(square);
        }
    }

    /// Now and then lifts a piece that could move, another than `play` moves, and puts it back;
    /// returns whether it did.
    pub(super) fn put_back(&mut self, legal: &[Move], play: Move) -> bool {
        if !self.chance(Rate::PutBack) {
            return false;
        }
        let pieces =
            legal.iter().filter_map(|m| m.from()).filter(|&from| Some(from) != play.from());
        let pieces: Vec<_> = pieces.collect();
        let Some(square) = self.rng().choice(pieces) else { return false };
        let held = self.lift(square);
        self.wait(300..=3_000);
        self.place(held, square);
        self.wait(300..=1_500);
        true
    }

    /// Pushes a piece off its square for an instant, onto a neighbour if there is room.
    fn nudge(&mut self, square: Square) {
        let held = self.lift(square);
        self.wait(20..=80);
        let held = match self.empty_neighbour(square) {
            Some(neighbour) if self.rng().bool() => self.touch(held, neighbour),
            _ => held,
        };
        self.wait(20..=80);
        self.place(held, square);
        self.wait(200..=800);
    }
}
