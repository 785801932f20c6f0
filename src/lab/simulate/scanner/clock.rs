//! The clock beside a scanning board: two times, a lever, a start/stop button.

use std::time::Duration;

use touchmove_drivers::Instant;
use touchmove_drivers::observation::{ClockReading, ClockTime, Hand, Side, Times};

use crate::simulate::control::Control;

/// A clock that was set and not started.
pub(super) struct Clock {
    /// Time left, left side first.
    left: [Duration; 2],
    increment: Duration,
    is_running: bool,
    /// The side whose button is up.
    lever: Hand,
    now: Instant,
    readings: u64,
}

impl Clock {
    pub(super) fn new(control: Control) -> Self {
        Self {
            left: [control.base().saturating_add(control.increment()); 2],
            increment: control.increment(),
            is_running: false,
            lever: Hand::Left,
            now: Instant::ZERO,
            readings: 0,
        }
    }

    /// Presses one side's button; returns whether it was up.
    pub(super) fn press(&mut self, now: Instant, side: Hand) -> bool {
        self.run_to(now);
        if self.lever != side {
            return false;
        }
        if self.is_running {
            self.left[side.index()] += self.increment;
        }
        self.lever = side.other();
        true
    }

    /// Starts the clock, or stops it.
    pub(super) fn start_stop(&mut self, now: Instant) {
        self.run_to(now);
        self.is_running = !self.is_running;
    }

    /// What it shows now.
    pub(super) fn read(&mut self, now: Instant) -> ClockReading {
        self.run_to(now);
        let flags = self.left.map(|left| left.is_zero());
        ClockReading::Hands(Times {
            times: self.left.map(displayed),
            run: self.is_running.then_some(self.lever),
            flags,
            lever: Some(self.lever),
            doubtful: false,
        })
    }

    /// Counts a reading that is told; returns its number.
    pub(super) const fn count_reading(&mut self) -> u64 {
        self.readings += 1;
        self.readings
    }

    /// How many readings were told.
    pub(super) const fn readings(&self) -> u64 {
        self.readings
    }

    fn run_to(&mut self, now: Instant) {
        let passed = now.since(self.now);
        self.now = self.now.max(now);
        if self.is_running {
            let time = &mut self.left[self.lever.index()];
            *time = time.saturating_sub(passed);
        }
    }
}

/// A begun second is shown as a whole one.
fn displayed(time: Duration) -> ClockTime {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let millis = u32::try_from(seconds.saturating_mul(1_000)).unwrap_or(u32::MAX);
    ClockTime::from_millis(millis.min(ClockTime::MAX_MS - 1)).unwrap_or_default()
}
