//! How fast readings come: in evidence that is played faster than in life, or all at once, only their
//! order tells.

use std::time::Duration;

/// The times between the last changes of the readings.
#[derive(Clone, Debug)]
pub(super) struct Tempo {
    gaps: [Duration; MAX_GAPS],
    count: usize,
}

/// So many changes are looked at.
const MAX_GAPS: usize = 16;
/// With fewer nothing is known.
const MIN_GAPS: usize = 4;
/// No hands change the board faster than this on the average.
const MIN_HUMAN_GAP: Duration = Duration::from_millis(80);
/// Changes that come so many times faster come all at once: each counts the same.
const FACTOR_OF_ALL_AT_ONCE: u32 = 8;
/// A longer time between two changes counts as this.
const MAX_GAP: Duration = Duration::from_millis(1_500);

impl Tempo {
    pub(super) const fn new() -> Self {
        Self { gaps: [Duration::ZERO; MAX_GAPS], count: 0 }
    }

    /// What comes next comes all at once.
    pub(super) fn expect_all_at_once(&mut self) {
        *self = Self { gaps: [Duration::ZERO; MAX_GAPS], count: MAX_GAPS };
    }

    /// A change came so long after the one before; returns how long it would have been at a pace of
    /// human hands.
    pub(super) fn slow_down(&mut self, gap: Duration) -> Duration {
        self.gaps[self.count % MAX_GAPS] = gap.min(MAX_GAP);
        self.count += 1;
        let known = self.count.min(MAX_GAPS);
        let total: Duration = self.gaps[..known].iter().sum();
        let human = MIN_HUMAN_GAP * u32::try_from(known).unwrap_or(1);
        if known < MIN_GAPS || total >= human {
            return gap;
        }
        if total * FACTOR_OF_ALL_AT_ONCE < human {
            return MIN_HUMAN_GAP;
        }
        let share = gap.as_micros() * human.as_micros() / total.as_micros().max(1);
        Duration::from_micros(u64::try_from(share).unwrap_or(u64::MAX))
    }
}
