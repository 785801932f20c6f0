//! How far it is, for who waits at a terminal.

use std::io::{self, IsTerminal as _, Write};
use std::time::{Duration, Instant};

use touchmove_core::words::phrases::Score;

use crate::decimal::percent;
use crate::notices::Notices;

/// A line on standard error that is written over; nothing where that is no terminal.
pub(super) struct Progress<'a> {
    notices: &'a Notices,
    shown: Option<Instant>,
    wanted: bool,
}

/// From one look of it to the next.
const EVERY: Duration = Duration::from_millis(100);
/// Signs of the whole bar.
const WIDTH: u64 = 40;

impl<'a> Progress<'a> {
    /// One that speaks in these words.
    pub(super) fn new(notices: &'a Notices) -> Self {
        Self { notices, shown: None, wanted: io::stderr().is_terminal() }
    }

    /// Shows that `read` bytes of `size` are read, and so many recordings.
    pub(super) fn show(&mut self, read: u64, size: u64, recordings: usize) {
        if !self.wanted || self.shown.is_some_and(|shown| shown.elapsed() < EVERY) {
            return;
        }
        self.shown = Some(Instant::now());
        let _ = write!(io::stderr(), "\r\x1b[K{}", line(self.notices, read, size, recordings));
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Standard input has no size: then only the recordings are counted.
fn line(notices: &Notices, read: u64, size: u64, recordings: usize) -> String {
    let recordings = notices.say(Score::Recordings { count: recordings.into() });
    if size < read || size == 0 {
        return recordings;
    }
    let done = usize::try_from(read * WIDTH / size).unwrap_or_default();
    let left = WIDTH as usize - done;
    let percent = notices.say(percent(read * 100 / size));
    format!("[{}{}] {percent}, {recordings}", "#".repeat(done), "-".repeat(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_bytes() {
        let (english, turkish) = (Notices::default(), Notices::in_turkish());
        let bar = format!("[{}{}]", "#".repeat(20), "-".repeat(20));
        assert_eq!(line(&english, 50, 100, 3), format!("{bar} 50 %, 3 recordings"));
        assert_eq!(line(&turkish, 50, 100, 3), format!("{bar} %50, 3 kayıt"));
        assert_eq!(line(&english, 7, 0, 3), "3 recordings");
    }
}
