//! Whether a time that runs keeps up with the time that passes.

use shakmaty::Color;

use super::alert::{Alert, ToldAlert};
use super::expected::ExpectedClock;
use super::reading::{ClockReading, ReadingStep, duration};
use crate::laws::says::Certainty;

/// How far a running time may be off before a fault is thought of, and by how many hundredths of what
/// has passed besides. Milliseconds.
const OFF_MS: i64 = 5_000;
const HUNDREDTHS: i64 = 2;

/// A time must have run for so long before it is judged.
const MIN_STRETCH_MS: i64 = 30_000;

/// The reading that confirms comes so much later.
const LATER_MS: i64 = 5_000;

/// Follows a time as long as it runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RateCheck {
    stretch: Option<(Color, ClockReading)>,
    /// The first reading that was off.
    suspect: Option<ClockReading>,
    is_told: bool,
}

impl RateCheck {
    /// Begins again with this reading.
    pub(super) fn begin(&mut self, now: ClockReading) {
        self.stretch = now.run.map(|side| (side, now));
        self.suspect = None;
    }

    /// Takes a step that nothing but time and presses explains.
    pub(super) fn follow(
        &mut self,
        step: ReadingStep,
        expected: &ExpectedClock,
    ) -> Option<ToldAlert> {
        let now = step.now;
        let stays = |side: &Color| now.run == Some(*side) && step.risen(*side) <= 1_000;
        let Some((side, from)) = self.stretch.filter(|(side, _)| stays(side)) else {
            self.begin(now);
            return None;
        };
        let passed = now.since(from.at);
        let fallen = from.left(side).saturating_sub(now.left(side));
        if passed < MIN_STRETCH_MS
            || now.left(side) == 0
            || is_right(passed, fallen, expected.waits)
        {
            self.suspect = None;
            return None;
        }
        let first = *self.suspect.get_or_insert(now);
        if self.is_told || now.since(first.at) < LATER_MS {
            return None;
        }
        self.is_told = true;
        let (passed, fallen) = (duration(passed), duration(fallen));
        let alert = Alert::ClockFault { side, passed, fallen };
        Some(ToldAlert::of(alert, Certainty::Medium, from, now))
    }
}

fn is_right(passed: i64, fallen: i64, waits: i64) -> bool {
    let off = OFF_MS.saturating_add(passed / 100 * HUNDREDTHS);
    let least = passed.saturating_sub(waits).saturating_sub(off);
    (least..=passed.saturating_add(off)).contains(&fallen)
}
