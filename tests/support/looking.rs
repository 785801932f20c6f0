//! Waiting for what does not tell when it changes.

use std::thread;
use std::time::{Duration, Instant};

use super::patience::PATIENCE;

/// How long to look away between two looks: who looks all the time keeps a processor from those he waits for.
const AWAY: Duration = Duration::from_millis(20);

/// Looks again and again until it finds what it is to find. What it finds instead is told when time is up.
pub(crate) fn until<T>(mut look: impl FnMut() -> Result<T, String>) -> T {
    let since = Instant::now();
    loop {
        match look() {
            Ok(found) => return found,
            Err(other) => assert!(since.elapsed() < PATIENCE, "after {PATIENCE:?}: {other}"),
        }
        thread::sleep(AWAY);
    }
}
