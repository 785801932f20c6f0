//! How fast is sent: never faster than a server is to bear, and slower while it takes nothing.

use std::time::Duration;

use tokio::time::Instant;

/// From one push to the next.
const BETWEEN_PUSHES: Duration = Duration::from_secs(2);

/// The longest wait after a failure, and the longest that a server may ask for.
const LONGEST: Duration = Duration::from_secs(60);
const LONGEST_ASKED: Duration = Duration::from_secs(600);

/// When something may be sent next.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    between: Duration,
    next: Instant,
    failures: u32,
}

impl Pace {
    /// Of pushes that each have all that has changed.
    pub(super) const fn of_pushes(now: Instant) -> Self {
        Self { between: BETWEEN_PUSHES, next: now, failures: 0 }
    }

    /// Of single events, which are sent as they come.
    pub(super) const fn of_events(now: Instant) -> Self {
        Self { between: Duration::ZERO, next: now, failures: 0 }
    }

    /// From when on something may be sent.
    pub(super) const fn next(&self) -> Instant {
        self.next
    }

    /// Something is being sent, or will be in a moment.
    pub(super) fn begin(&mut self, now: Instant) {
        self.next = self.next.max(now + self.between);
    }

    /// It was taken.
    pub(super) const fn succeed(&mut self) {
        self.failures = 0;
    }

    /// It was not; the server may have `asked` for a pause.
    pub(super) fn fail(&mut self, now: Instant, asked: Option<Duration>) {
        self.failures = self.failures.saturating_add(1);
        let doubled = BETWEEN_PUSHES.saturating_mul(1 << (self.failures - 1).min(10)).min(LONGEST);
        let wait = asked.map_or(doubled, |asked| asked.clamp(BETWEEN_PUSHES, LONGEST_ASKED));
        self.next = now + wait;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_that_takes_nothing_is_asked_ever_more_rarely() {
        let now = Instant::now();
        let mut pace = Pace::of_pushes(now);
        assert_eq!(pace.next(), now);
        pace.begin(now);
        assert_eq!(pace.next() - now, Duration::from_secs(2));
        let waits = [2, 4, 8, 16, 32, 60, 60].map(Duration::from_secs);
        for wait in waits {
            pace.fail(now, None);
            assert_eq!(pace.next() - now, wait);
        }
        for (asked, wait) in [(0, 2), (90, 90), (86_400, 600)] {
            pace.fail(now, Some(Duration::from_secs(asked)));
            assert_eq!(pace.next() - now, Duration::from_secs(wait));
        }
        pace.succeed();
        pace.fail(now, None);
        assert_eq!(pace.next() - now, Duration::from_secs(2));
    }
}
