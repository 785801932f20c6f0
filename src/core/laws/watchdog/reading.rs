//! Readings that can be relied on, and the step from one to the next. Milliseconds.

use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::Instant;

use crate::account::{ClockState, Entry};

/// Readings further apart than this while a time runs leave room for what nobody saw.
const CLOSE_MS: i64 = 5_000;

/// What the clock showed.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClockReading {
    pub(super) at: Instant,
    pub(super) record: u64,
    pub(super) run: Option<Color>,
    pub(super) has_fallen: bool,
    left: [i64; 2],
}

/// By how much a time was corrected, if it was, and how far that may be off. Milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeChange {
    pub(super) by: i64,
    pub(super) slack: i64,
}

/// Two readings in sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadingStep {
    pub(super) before: ClockReading,
    pub(super) now: ClockReading,
}

impl ClockReading {
    pub(super) fn of(entry: &Entry, state: &ClockState) -> Self {
        Self {
            at: entry.at,
            record: entry.record,
            run: state.run,
            has_fallen: state.flags.contains(&true),
            left: state.times.map(|time| i64::from(time.as_millis())),
        }
    }

    pub(super) fn left(&self, side: Color) -> i64 {
        let [white, black] = self.left;
        side.fold_wb(white, black)
    }

    pub(super) fn since(&self, earlier: Instant) -> i64 {
        millis(self.at.since(earlier))
    }
}

impl ReadingStep {
    /// The time between them.
    pub(super) fn passed(&self) -> i64 {
        self.now.since(self.before.at)
    }

    /// By how much more `side` has now.
    pub(super) fn risen(&self, side: Color) -> i64 {
        self.now.left(side).saturating_sub(self.before.left(side))
    }

    /// Whether little can have happened unseen between them: a clock that stands need not be read.
    pub(super) fn is_close(&self) -> bool {
        self.passed() <= CLOSE_MS || self.before.run.is_none()
    }

    /// Whether a time ran in both: nobody has set the clock.
    pub(super) fn runs_on(&self) -> bool {
        self.before.run.is_some() && self.now.run.is_some()
    }

    /// The side that pressed between them.
    pub(super) fn pressed(&self) -> Option<Color> {
        let (before, now) = (self.before.run?, self.now.run?);
        (before != now && self.is_close()).then_some(before)
    }

    /// By how much `side` was corrected if it was, and how far that may be off.
    pub(super) fn changed_by(&self, side: Color) -> TimeChange {
        let risen = self.risen(side);
        let ran = [self.before.run, self.now.run].map(|run| run == Some(side));
        let (by, slack) = match ran {
            [false, false] => (risen, 0),
            [true, true] => (risen.saturating_add(self.passed()), 1_500),
            _ => {
                let half = self.passed().min(4_000) / 2;
                (risen.saturating_add(half), half.saturating_add(500))
            }
        };
        TimeChange { by, slack }
    }
}

pub(super) fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

pub(super) fn duration(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or_default())
}
