//! Adjusting a man on its square.

use shakmaty::{Chess, Position};

use super::hand::Hand;

impl Hand {
    /// Now and then adjusts one of the men of the player to move.
    pub(super) fn adjust(&mut self, position: &Chess) {
        if !self.chance(self.habits().adjust) {
            return;
        }
        if let Some(square) = self.any(position.us()) {
            let held = self.lift(square);
            self.wait(150..=600);
            self.place(held, square);
            self.wait(500..=2_000);
        }
    }
}
