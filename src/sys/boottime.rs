//! The daemon's clock.

use std::sync::Arc;

use jiff::Timestamp;
use rustix::time::{ClockId, clock_gettime};
use touchmove_drivers::Instant;

/// Where the shell takes the time from. Tests have clocks of their own.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// What time it is; never earlier than the answer before.
    fn now(&self) -> Instant;

    /// What the wall clock says, which may jump.
    fn wall(&self) -> Timestamp {
        Timestamp::now()
    }
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Instant {
        (**self).now()
    }

    fn wall(&self) -> Timestamp {
        (**self).wall()
    }
}

/// A clock that stands still.
#[cfg(test)]
impl Clock for Instant {
    fn now(&self) -> Instant {
        *self
    }
}

/// Boot time: it never jumps, and it counts while the machine sleeps (`CLOCK_BOOTTIME`,
/// clock_gettime(2)).
#[derive(Clone, Copy, Debug)]
pub struct BootClock {
    /// From the boot to the epoch, in microseconds; negative where the epoch lies before the boot.
    epoch: i64,
}

impl BootClock {
    /// A clock whose epoch is the boot of this machine.
    pub const fn since_boot() -> Self {
        Self { epoch: 0 }
    }

    /// A clock that shows `now` at this moment and goes on from there.
    pub fn showing(now: Instant) -> Self {
        Self { epoch: boot_micros().saturating_sub(now.as_micros().cast_signed()) }
    }
}

impl Clock for BootClock {
    fn now(&self) -> Instant {
        let micros = boot_micros().saturating_sub(self.epoch);
        Instant::from_micros(u64::try_from(micros).unwrap_or(0))
    }
}

/// Microseconds since the boot.
fn boot_micros() -> i64 {
    let time = clock_gettime(ClockId::Boottime);
    time.tv_sec.saturating_mul(1_000_000).saturating_add(time.tv_nsec / 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_from_what_the_clock_was_set_to() {
        let set = Instant::from_millis(5_000);
        let clock = BootClock::showing(set);
        let first = clock.now();
        assert!(first >= set && first.since(set).as_secs() < 5, "{first:?}");
        assert!(clock.now() >= first);
    }

    #[test]
    fn an_epoch_before_the_boot_is_allowed() {
        let far = Instant::from_micros(u64::MAX / 4);
        assert!(BootClock::showing(far).now() >= far);
        assert!(BootClock::since_boot().now() < far);
    }
}
