//! For tests: a process that another test has just started holds all files for a moment, and their locks.

use std::time::{Duration, Instant};

use super::JournalError;

/// What `open` opens, once nobody holds it any more.
pub(crate) fn unlocked<T>(open: impl Fn() -> Result<T, JournalError>) -> T {
    let began = Instant::now();
    loop {
        match open() {
            Err(JournalError::Locked { .. }) if began.elapsed() < Duration::from_secs(60) => {
                std::thread::yield_now();
            }
            opened => return opened.unwrap(),
        }
    }
}
