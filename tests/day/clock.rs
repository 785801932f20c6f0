//! The clock of a simulated day: it goes as the runtime's does, which jumps to whatever comes next.

use jiff::{SignedDuration, Timestamp};
use tokio::time;
use touchmove_drivers::Instant;
use touchmove_station::sys::boottime::TimeSource;

/// Boot and wall time of the simulated machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DayClock {
    began: time::Instant,
}

/// What the wall clock says when the day begins: 2026-01-01 08:00 UTC.
const MORNING: i64 = 1_767_254_400;

impl DayClock {
    /// The day begins.
    pub(crate) fn start() -> Self {
        Self { began: time::Instant::now() }
    }
}

impl TimeSource for DayClock {
    fn now(&self) -> Instant {
        Instant::ZERO + self.began.elapsed()
    }

    fn wall(&self) -> Timestamp {
        let passed = SignedDuration::try_from(self.began.elapsed()).unwrap();
        Timestamp::from_second(MORNING).unwrap() + passed
    }
}
