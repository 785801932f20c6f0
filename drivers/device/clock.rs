//! A simulated clock at any family's board: two times, a lever, a start/stop button.

use std::time::Duration;

use crate::device::ClockSetting;
use crate::driver::ClockOrder;
use crate::observation::{ClockTime, Hand, Side, Times};
use crate::time::Instant;

const SECOND: Duration = Duration::from_secs(1);

/// A clock that was set and not started.
#[derive(Debug)]
pub(crate) struct Clock {
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
    /// One side has no time left: nothing moves any more.
    Fallen,
}

impl Clock {
    /// A clock with these times, the first increment already in them, its left button up.
    pub(crate) fn new(setting: &ClockSetting) -> Self {
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
    pub(crate) fn run_to(&mut self, now: Instant) {
        let passed = now.since(self.now);
        self.now = self.now.max(now);
        if self.motion == Motion::Running {
            let time = &mut self.left[self.lever.index()];
            *time = time.saturating_sub(passed);
            if time.is_zero() {
                self.motion = Motion::Fallen;
            }
        }
    }

    /// Presses one side's button; completes a move if that side's time was running, and returns what it
    /// shows since.
    pub(crate) fn press(&mut self, side: Hand) -> Option<ClockTime> {
        if self.lever != side {
            return None;
        }
        self.lever = side.other();
        if self.motion != Motion::Running {
            return None;
        }
        let time = &mut self.left[side.index()];
        *time = time.saturating_add(self.increment);
        Some(displayed(*time))
    }

    /// Starts the clock, or stops it.
    pub(crate) fn start_stop(&mut self) {
        self.motion = match self.motion {
            Motion::Stopped => Motion::Running,
            Motion::Running => Motion::Stopped,
            Motion::Fallen => Motion::Fallen,
        };
    }

    /// Sets it as the host says.
    pub(crate) fn set(&mut self, order: ClockOrder) {
        self.left = order.times.map(duration);
        self.lever = order.run.unwrap_or(self.lever);
        self.motion = order.run.map_or(Motion::Stopped, |_| Motion::Running);
    }

    /// Whether either time runs.
    pub(crate) fn is_running(&self) -> bool {
        self.motion == Motion::Running
    }

    /// What the display and the lever show.
    pub(crate) fn times(&self) -> Times<Hand> {
        Times {
            times: self.left.map(displayed),
            run: (self.motion == Motion::Running).then_some(self.lever),
            flags: self.left.map(|time| self.motion == Motion::Fallen && time.is_zero()),
            lever: Some(self.lever),
            doubtful: false,
        }
    }

    /// Whether each move adds time.
    pub(crate) const fn has_increment(&self) -> bool {
        !self.increment.is_zero()
    }

    /// When the display changes by itself.
    pub(crate) fn next_change(&self) -> Option<Instant> {
        if self.motion != Motion::Running {
            return None;
        }
        let time = self.left[self.lever.index()];
        let part = Duration::from_micros(u64::from(time.subsec_micros()));
        Some(self.now + if part.is_zero() { SECOND } else { part })
    }
}

fn duration(time: ClockTime) -> Duration {
    Duration::from_millis(time.as_millis().into())
}

/// The display shows a begun second as a whole one, and zero when no time is left.
fn displayed(time: Duration) -> ClockTime {
    let begun = u64::from(time.subsec_micros() > 0);
    let seconds = time.as_secs().saturating_add(begun);
    let millis = u32::try_from(seconds.saturating_mul(1_000)).unwrap_or(u32::MAX);
    ClockTime::from_millis(millis.min(ClockTime::MAX_MS - 1)).unwrap_or_default()
}
