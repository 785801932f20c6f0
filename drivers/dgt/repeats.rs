//! Questions that had to be asked again, told from time to time.

use std::time::Duration;

use crate::observation::{DeviceFact, Observation};
use crate::time::Instant;

/// From one report to the next: a bad line is to fill no journal.
const PAUSE: Duration = Duration::from_secs(5);

/// How many questions a board has left unanswered since that was told last.
#[derive(Debug)]
pub(super) struct Repeats {
    count: u32,
    told: Option<Instant>,
}

impl Repeats {
    pub(super) const fn new() -> Self {
        Self { count: 0, told: None }
    }

    /// A question was not answered.
    pub(super) fn note(&mut self) {
        self.count = self.count.saturating_add(1);
    }

    /// The board was silent altogether, which is told otherwise.
    pub(super) fn forget(&mut self) {
        self.count = 0;
    }

    /// What there is to tell, now that it has answered.
    pub(super) fn report(&mut self, now: Instant) -> Option<Observation> {
        let is_due = self.told.is_none_or(|told| now.since(told) >= PAUSE);
        if self.count == 0 || !is_due {
            return None;
        }
        self.told = Some(now);
        Some(Observation::Device(DeviceFact::Repeats(std::mem::take(&mut self.count))))
    }
}
