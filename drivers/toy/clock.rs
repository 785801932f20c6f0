//! The toy's clock: two times, a lever, a start/stop button.

use std::time::Duration;

use crate::device::ClockSetting;
use crate::driver::ClockOrder;
use crate::observation::{ClockTime, Hand, Side, Times};
use crate::time::Instant;

/// A clock that stands on a side of the toy.
#[derive(Debug)]
pub(super) struct Clock {
    /// Time left, left side first.
    left: [Duration; 2],
    increment: Duration,
    motion: Motion,
    /// The side whose button is up.
    lever: Hand,
    now: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    Stopped,
    Running,
}

impl Clock {
    /// A clock with these times, the first increment already in them, its left button up.
    pub(super) fn new(setting: &ClockSetting) -> Self {
        let first = |base: ClockTime| duration(base).saturating_add(setting.increment);
        Self {
            left: setting.base.map(first),
            increment: setting.increment,
            motion: Motion::Stopped,
            lever: Hand::Left,
            now: Instant::ZERO,
        }
    }

    /// Counts the time up to `now`.
    pub(super) fn run_to(&mut self, now: Instant) {
        let passed = now.since(self.now);
        self.now = self.now.max(now);
        if self.motion == Motion::Running {
            let time = &mut self.left[self.lever.index()];
            *time = time.saturating_sub(passed);
        }
    }

    /// Presses one side's button.
    pub(super) fn press(&mut self, side: Hand) {
        if self.lever != side {
            return;
        }
        self.lever = side.other();
        if self.motion == Motion::Running {
            let time = &mut self.left[side.index()];
            *time = time.saturating_add(self.increment);
        }
    }

    /// Starts the clock, or stops it.
    pub(super) fn start_stop(&mut self) {
        self.motion = match self.motion {
            Motion::Stopped => Motion::Running,
            Motion::Running => Motion::Stopped,
        };
    }

    /// Sets it as the host says.
    pub(super) fn set(&mut self, order: ClockOrder) {
        self.left = order.times.map(duration);
        self.lever = order.run.unwrap_or(self.lever);
        self.motion = order.run.map_or(Motion::Stopped, |_| Motion::Running);
    }

    /// What the display and the lever show.
    pub(super) fn shows(&self) -> Times<Hand> {
        Times {
            times: self.left.map(displayed),
            run: (self.motion == Motion::Running).then_some(self.lever),
            flags: [false; 2],
            lever: Some(self.lever),
            doubtful: false,
        }
    }

    /// When the display changes by itself.
    pub(super) fn next_change(&self) -> Option<Instant> {
        let time = self.left[self.lever.index()];
        if self.motion == Motion::Stopped || time.is_zero() {
            return None;
        }
        let part = Duration::from_micros(u64::from(time.subsec_micros()));
        Some(self.now + if part.is_zero() { Duration::from_secs(1) } else { part })
    }
}

fn duration(time: ClockTime) -> Duration {
    Duration::from_millis(time.as_millis().into())
}

/// The display shows a begun second as a whole one.
fn displayed(time: Duration) -> ClockTime {
    let seconds = time.as_secs().saturating_add(u64::from(time.subsec_micros() > 0));
    let millis = u32::try_from(seconds.saturating_mul(1_000)).unwrap_or(u32::MAX);
    ClockTime::from_millis(millis.min(ClockTime::MAX_MS - 1)).unwrap_or_default()
}
