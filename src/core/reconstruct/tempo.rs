//! How fast readings come: in evidence that is played faster than in life, or all at once, only their
//! order tells.

use std::time::Duration;

/// The times between the last changes of the readings.
#[derive(Clone, Debug)]
pub(super) struct Tempo {
    gaps: [Duration; LAST],
    count: usize,
}

/// So many changes are looked at.
const LAST: usize = 16;
/// With fewer nothing is known.
const LEAST: usize = 4;
/// No hands change the board faster than this on the average.
const HUMAN: Duration = Duration::from_millis(80);
/// Changes that come so many times faster come all at once: each counts the same.
const ALL_AT_ONCE: u32 = 8;
/// A longer time between two changes counts as this.
const LONGEST: Duration = Duration::from_millis(1_500);

impl Tempo {
    pub(super) const fn new() -> Self {
        Self { gaps: [Duration::ZERO; LAST], count: 0 }
    }

    /// What comes next comes all at once.
    pub(super) fn comes_at_once(&mut self) {
        *self = Self { gaps: [Duration::ZERO; LAST], count: LAST };
    }

    /// A change came so long after the one before; returns how long it would have been at a pace of
    /// human hands.
    pub(super) fn slowed(&mut self, gap: Duration) -> Duration {
        self.gaps[self.count % LAST] = gap.min(LONGEST);
        self.count += 1;
        let known = self.count.min(LAST);
        let total: Duration = self.gaps[..known].iter().sum();
        let human = HUMAN * u32::try_from(known).unwrap_or(1);
        if known < LEAST || total >= human {
            return gap;
        }
        if total * ALL_AT_ONCE < human {
            return HUMAN;
        }
        let share = gap.as_micros() * human.as_micros() / total.as_micros().max(1);
        Duration::from_micros(u64::try_from(share).unwrap_or(u64::MAX))
    }
}
