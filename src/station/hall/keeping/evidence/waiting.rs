//! What waits in memory while a journal takes nothing.

use std::collections::VecDeque;

use touchmove_drivers::recording::Body;
use touchmove_drivers::{Instant, Observation};

use crate::hall::keeping::wire::Passed;
use crate::journal::{Journal, JournalError};

/// So much waits at most for one board, as a journal would have it: some hours of play.
pub(super) const MAX_BYTES: usize = 1024 * 1024;

/// What a frame adds to a line, and a time to an observation, in bytes.
const FRAME: usize = 40;

/// Something to be appended.
#[derive(Clone, Debug)]
pub(super) enum Line {
    /// An observation, and the moment after which it happened, where it was told late.
    Observed { at: Instant, since: Option<Instant>, observation: Observation },
    /// Bytes that went by, in the board's time.
    Wire(Passed),
    /// What was told.
    Told(String),
}

/// Lines in their order. Once there are too many none is taken any more, until all that wait are appended: a part in the
/// middle is missing then, not the beginning.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    lines: VecDeque<(Line, usize)>,
    bytes: usize,
    /// How many have been appended, and how many were not taken.
    pub(super) appended: u64,
    pub(super) lost: u64,
    is_full: bool,
}

impl Line {
    pub(super) fn append(&self, journal: &mut Journal) -> Result<(), JournalError> {
        match self {
            Self::Observed { at, since, observation } => {
                journal.append_told_late(*at, *since, observation).map(drop)
            }
            Self::Wire(passed) => journal.append_wire(passed.at, &passed.record()).map(drop),
            Self::Told(line) => journal.append_told(line),
        }
    }

    fn bytes(&self) -> usize {
        FRAME
            + match self {
                Self::Observed { observation, .. } => observation.to_string().len(),
                Self::Wire(passed) => match &passed.bytes {
                    Body::Received(packet) | Body::Sent(packet) => 3 * packet.bytes.len(),
                    _ => 0,
                },
                Self::Told(line) => line.len(),
            }
    }
}

impl Waiting {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// How many wait.
    pub(super) fn count(&self) -> usize {
        self.lines.len()
    }

    /// Has a line wait; whether there is room.
    pub(super) fn push(&mut self, line: Line) -> bool {
        let bytes = line.bytes();
        self.is_full |= self.bytes + bytes > MAX_BYTES;
        if self.is_full {
            self.lost += 1;
            return false;
        }
        self.bytes += bytes;
        self.lines.push_back((line, bytes));
        true
    }

    /// The line whose turn it is.
    pub(super) fn next(&self) -> Option<&Line> {
        self.lines.front().map(|(line, _)| line)
    }

    /// Drops the oldest: it has been appended.
    pub(super) fn drop_appended(&mut self) {
        if let Some((_, bytes)) = self.lines.pop_front() {
            self.bytes -= bytes;
            self.appended += 1;
            self.is_full &= !self.lines.is_empty();
        }
    }
}
