//! How often a client may ask: as often as one that asks ten times a second for each of a hundred boards, and no oftener.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// From one answer to the next, in the long run.
const EACH: Duration = Duration::from_millis(1);

/// Who has been silent may ask so much at once.
const AT_ONCE: Duration = Duration::from_millis(500);

/// When a client may be answered next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    next: Instant,
}

impl Default for Pace {
    fn default() -> Self {
        Self { next: Instant::now() }
    }
}

impl Pace {
    /// Waits until it is the client's turn.
    pub(super) async fn wait(&mut self) {
        let now = Instant::now();
        self.next = self.next.max(now) + EACH;
        if self.next > now + AT_ONCE {
            sleep_until(self.next - AT_ONCE).await;
        }
    }
}
