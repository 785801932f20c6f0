//! The simulated clock: two times, a lever, a start/stop button.

use std::time::Duration;

use crate::device::ClockSetting;
use crate::dgt::clock::State;
use crate::observation::{BatteryState, ClockTime, Hand, Side, Times};
use crate::time::Instant;

const SECOND: Duration = Duration::from_secs(1);

/// A clock that was set and not started.
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
    /// One side has no time left: nothing moves any more.
    Fallen,
}

impl Clock {
    /// A clock with these times, the first increment already in them, its left button up.
    pub(super) fn new(setting: &ClockSetting) -> Self {
        let first = |base: ClockTime| {
            Duration::from_millis(base.as_millis().into()).saturating_add(setting.increment)
        };
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
            if time.is_zero() {
                self.motion = Motion::Fallen;
            }
        }
    }

    /// Presses one side's button; completes a move if that side's time was running, and returns what it
    /// shows since.
    pub(super) fn press(&mut self, side: Hand) -> Option<ClockTime> {
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
    pub(super) fn start_stop(&mut self) {
        self.motion = match self.motion {
            Motion::Stopped => Motion::Running,
            Motion::Running => Motion::Stopped,
            Motion::Fallen => Motion::Fallen,
        };
    }

    /// What the display and the lever show.
    pub(super) fn state(&self) -> State {
        State {
            times: Times {
                times: self.left.map(displayed),
                run: (self.motion == Motion::Running).then_some(self.lever),
                flags: self.left.map(|time| self.motion == Motion::Fallen && time.is_zero()),
                lever: Some(self.lever),
                doubtful: false,
            },
            per_move: [!self.increment.is_zero(); 2],
            battery: BatteryState::Good,
        }
    }

    /// When the display changes by itself.
    pub(super) fn next_change(&self) -> Option<Instant> {
        if self.motion != Motion::Running {
            return None;
        }
        let time = self.left[self.lever.index()];
        let part = Duration::from_micros(u64::from(time.subsec_micros()));
        Some(self.now + if part.is_zero() { SECOND } else { part })
    }
}

/// The display shows a begun second as a whole one, and zero when no time is left.
fn displayed(time: Duration) -> ClockTime {
    let begun = u64::from(time.subsec_micros() > 0);
    let seconds = time.as_secs().saturating_add(begun);
    let millis = u32::try_from(seconds.saturating_mul(1_000)).unwrap_or(u32::MAX);
    ClockTime::from_millis(millis.min(ClockTime::MAX_MS - 1)).unwrap_or_default()
}
