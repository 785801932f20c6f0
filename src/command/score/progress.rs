//! How far it is, for who waits at a terminal.

use std::io::{self, IsTerminal as _, Write};
use std::time::{Duration, Instant};

/// A line on standard error that is written over; nothing where that is no terminal.
pub(super) struct Progress {
    shown: Option<Instant>,
    wanted: bool,
}

/// From one look of it to the next.
const EVERY: Duration = Duration::from_millis(100);
/// Signs of the whole bar.
const WIDTH: u64 = 40;

impl Progress {
    pub(super) fn new() -> Self {
        Self { shown: None, wanted: io::stderr().is_terminal() }
    }

    /// Shows that `read` bytes of `size` are read, and so many recordings.
    pub(super) fn show(&mut self, read: u64, size: u64, recordings: usize) {
        if !self.wanted || self.shown.is_some_and(|shown| shown.elapsed() < EVERY) {
            return;
        }
        self.shown = Some(Instant::now());
        let _ = write!(io::stderr(), "\r\x1b[K{}", line(read, size, recordings));
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Standard input has no size: then only the recordings are counted.
fn line(read: u64, size: u64, recordings: usize) -> String {
    if size < read || size == 0 {
        return format!("{recordings} recordings");
    }
    let done = usize::try_from(read * WIDTH / size).unwrap_or_default();
    let left = WIDTH as usize - done;
    let percent = read * 100 / size;
    format!("[{}{}] {percent} %, {recordings} recordings", "#".repeat(done), "-".repeat(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_bytes() {
        let half = format!("[{}{}] 50 %, 3 recordings", "#".repeat(20), "-".repeat(20));
        assert_eq!(line(50, 100, 3), half);
        assert_eq!(line(7, 0, 3), "3 recordings");
    }
}
