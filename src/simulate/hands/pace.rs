//! How long players think.

use std::ops::RangeInclusive;
use std::time::Duration;

use fastrand::Rng;
use shakmaty::Color;

use crate::simulate::control::Control;

/// Shortest and longest time taken over from a recorded game: nothing stands still.
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(20);
/// Thinking time in milliseconds where the game records none.
const USUAL_MS: RangeInclusive<u64> = 1_500..=8_000;
/// A player thinks for at most this part of the time that he has left.
const PART_OF_REST: u32 = 12;

/// The players' time: nobody plays so slowly that a flag falls.
pub(super) struct Pace {
    /// Time left for White and Black; `None` without a clock.
    left: Option<[Duration; 2]>,
    increment: Duration,
}

impl Pace {
    pub(super) fn new(clock: Option<Control>) -> Self {
        Self {
            left: clock.map(|control| [control.base() + control.increment(); 2]),
            increment: clock.map_or(Duration::ZERO, Control::increment),
        }
    }

    /// How long the mover thinks before he touches a man; `took` is what the game says.
    pub(super) fn think(&self, mover: Color, took: Option<Duration>, rng: &mut Rng) -> Duration {
        let wanted = match took {
            Some(took) => took.clamp(SHORTEST, LONGEST),
            None => Duration::from_millis(rng.u64(USUAL_MS)),
        };
        match self.left {
            Some(left) => wanted.min(left[mover as usize] / PART_OF_REST),
            None => wanted,
        }
    }

    /// The mover has spent `span` on his move.
    pub(super) fn spend(&mut self, mover: Color, span: Duration) {
        if let Some(left) = &mut self.left {
            let left = &mut left[mover as usize];
            *left = left.saturating_sub(span) + self.increment;
        }
    }
}
