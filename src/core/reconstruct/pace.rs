//! The pace of a game: what its players have shown of their hands and of the clock.

use std::time::Duration;

/// What is learned of one game.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    /// The longest time that a piece lately rested on its way before it went on, fading move by move.
    longest_halt: Duration,
    /// How usual presses are, from 0.
    presses: u8,
    /// Plies told since the last press.
    unpressed: u8,
}

/// Presses are usual from here on, certain here; they count for no more.
const USUAL_PRESSES: u8 = 3;
const CERTAIN_PRESSES: u8 = 24;
/// A ply for which nobody pressed weighs as much as so many with a press.
const PRESSES_OF_MISSED_PLY: u8 = 12;
/// So does each ply that is told while nobody presses at all.
const PRESSES_OF_UNPRESSED_PLY: u8 = 2;
/// No halt is taken to be longer.
const MAX_HALT: Duration = Duration::from_secs(3);

impl Pace {
    pub(super) const fn new() -> Self {
        Self { longest_halt: Duration::ZERO, presses: 0, unpressed: 0 }
    }

    /// A piece rested so long and went on.
    pub(super) fn note_halt(&mut self, rest: Duration) {
        self.longest_halt = self.longest_halt.max(rest.min(MAX_HALT));
    }

    /// A player has pressed, the first for `plies` plies.
    pub(super) fn note_press(&mut self, plies: u32) {
        self.presses = match plies {
            1 => (self.presses + 1).min(CERTAIN_PRESSES),
            _ => self
                .presses
                .saturating_sub(PRESSES_OF_MISSED_PLY)
                .max(self.presses.min(USUAL_PRESSES)),
        };
        self.unpressed = 0;
    }

    /// Nobody presses any more.
    pub(super) fn forget_presses(&mut self) {
        self.presses = 0;
    }

    /// A ply was told.
    pub(super) fn note_told(&mut self) {
        self.longest_halt -= self.longest_halt / 20;
        self.unpressed = self.unpressed.saturating_add(1);
        if self.unpressed > 2 {
            self.presses = self.presses.saturating_sub(PRESSES_OF_UNPRESSED_PLY);
        }
    }

    /// Whether the players press for their moves.
    pub(super) fn presses_are_usual(&self) -> bool {
        self.presses >= USUAL_PRESSES
    }

    /// Whether the players never forget to.
    pub(super) fn presses_are_certain(&self) -> bool {
        self.presses == CERTAIN_PRESSES
    }

    /// The rest after which a piece that came to stand has made its move.
    pub(super) fn rest(&self, least: Duration) -> Duration {
        least.max(self.longest_halt + self.longest_halt / 4)
    }
}
