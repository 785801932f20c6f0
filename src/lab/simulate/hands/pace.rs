//! How long players think.

use std::time::Duration;

use shakmaty::Color;

use super::hand::Hand;
use super::rate::Rate;
use crate::simulate::control::Control;

/// Shortest and longest time taken over from a recorded game: nothing stands still.
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(20);
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

    /// How long the mover thinks before he touches a piece; `took` is what the game says.
    pub(super) fn think(&self, mover: Color, took: Option<Duration>, hand: &mut Hand) -> Duration {
        let wanted = match took {
            Some(took) if hand.chance(Rate::ThinkRecorded) => took.clamp(SHORTEST, LONGEST),
            _ => hand.between(Rate::ThinkLeast, Rate::ThinkMost),
        };
        match self.left {
            Some(left) => wanted.min(left[mover as usize] / PART_OF_REST),
            None => wanted,
        }
    }

    /// Whether both players have at least `span` left.
    pub(super) fn has(&self, span: Duration) -> bool {
        self.left.is_none_or(|left| left.iter().all(|&left| left >= span))
    }

    /// The mover has spent `span` on his move.
    pub(super) fn spend(&mut self, mover: Color, span: Duration) {
        if let Some(left) = &mut self.left {
            let left = &mut left[mover as usize];
            *left = left.saturating_sub(span) + self.increment;
        }
    }
}
