//! How fast a port is read: no device has the time of all others.

use std::time::Duration;

use touchmove_drivers::Instant;

/// A line at 9600 baud carries 960 bytes in a second; this is much faster than any board.
const BYTES_A_SECOND: u64 = 64 << 10;

/// So much is read at once: a board's log, many times.
const AT_ONCE: u64 = 256 << 10;

const MICROS: u64 = 1_000_000;

/// When a port may be read again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Until when all that was read would take, at that speed.
    taken: Instant,
}

impl Pace {
    pub(super) const fn new(now: Instant) -> Self {
        Self { taken: now }
    }

    /// So many bytes were read.
    pub(super) fn read(&mut self, now: Instant, count: usize) {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let takes = Duration::from_micros(count.saturating_mul(MICROS) / BYTES_A_SECOND);
        self.taken = self.taken.max(now) + takes;
    }

    /// When it may be read again; `None` for at once.
    pub(super) fn waits_until(&self, now: Instant) -> Option<Instant> {
        let ahead = self.taken.since(now);
        let most = Duration::from_micros(AT_ONCE * MICROS / BYTES_A_SECOND);
        let rest = ahead.checked_sub(most).filter(|rest| !rest.is_zero())?;
        Some(now + rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_at_once_and_a_device_that_never_stops_at_its_pace() {
        let now = Instant::from_millis(1_000);
        let mut pace = Pace::new(now);
        for _ in 0..30 {
            pace.read(now, 7_939);
        }
        assert_eq!(pace.waits_until(now), None);
        let (mut now, mut read) = (now, 0);
        let end = now + Duration::from_secs(100);
        while now < end {
            pace.read(now, 4_096);
            read += 4_096;
            now = pace.waits_until(now).unwrap_or(now);
        }
        assert!((100 * BYTES_A_SECOND..100 * BYTES_A_SECOND + AT_ONCE).contains(&read), "{read}");
        let later = now + Duration::from_secs(60);
        assert_eq!(pace.waits_until(later), None);
    }
}
