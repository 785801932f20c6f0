//! The daemon's clock.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use rustix::time::{ClockId, clock_gettime};
use touchmove_drivers::Instant;

/// Where the shell takes the time from. Tests have clocks of their own.
pub trait TimeSource: Send + Sync + std::fmt::Debug {
    /// What time it is; never earlier than the answer before.
    fn now(&self) -> Instant;

    /// What the wall clock says, which may jump.
    fn wall(&self) -> Timestamp {
        Timestamp::now()
    }

    /// The boot of the machine since which it goes; `None` where nobody knows, or it has an epoch of its own.
    fn boot(&self) -> Option<BootId> {
        None
    }
}

/// What the kernel calls one boot of a machine (random(4), `boot_id`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BootId(u128);

/// It is no UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a boot is named by a UUID")]
pub struct NotABootId;

impl FromStr for BootId {
    type Err = NotABootId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits: String = text.chars().filter(|char| *char != '-').collect();
        let is_uuid = digits.len() == 32 && digits.chars().all(|char| char.is_ascii_hexdigit());
        let id = is_uuid.then(|| u128::from_str_radix(&digits, 16).ok()).flatten();
        id.map(Self).ok_or(NotABootId)
    }
}

impl fmt::Display for BootId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl<C: TimeSource + ?Sized> TimeSource for Arc<C> {
    fn now(&self) -> Instant {
        (**self).now()
    }

    fn wall(&self) -> Timestamp {
        (**self).wall()
    }

    fn boot(&self) -> Option<BootId> {
        (**self).boot()
    }
}

/// A clock that stands still.
#[cfg(test)]
impl TimeSource for Instant {
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

impl TimeSource for BootClock {
    fn now(&self) -> Instant {
        let micros = boot_micros().saturating_sub(self.epoch);
        Instant::from_micros(u64::try_from(micros).unwrap_or(0))
    }

    fn boot(&self) -> Option<BootId> {
        if self.epoch != 0 {
            return None;
        }
        std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?.trim().parse().ok()
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
    fn a_machine_knows_its_boot() {
        let boot = BootClock::since_boot().boot().unwrap();
        assert_eq!(boot.to_string().parse(), Ok(boot));
        assert_eq!(BootClock::since_boot().boot(), Some(boot));
        assert_eq!(BootClock::showing(Instant::from_millis(5_000)).boot(), None);
        for text in ["", "-", "+1", "6f9d0e1c-9a1b-4c0d-8e2f-00000000000g"] {
            assert_eq!(text.parse::<BootId>(), Err(NotABootId), "{text}");
        }
    }

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
