//! Squares that are looked at from time to time.

use std::time::Duration;

use crate::observation::{Placement, Reading, Square};
use crate::time::Instant;

/// A board that looks at all its squares again and again, and finds then what has changed.
#[derive(Debug)]
pub(crate) struct Scan {
    every: Duration,
    stands: Placement,
    scanned: Placement,
    /// When the next scan finds what has changed; `None` where nothing has.
    due: Option<Instant>,
}

impl Scan {
    /// An empty board that is scanned so often.
    pub(crate) const fn every(every: Duration) -> Self {
        Self { every, stands: Placement::EMPTY, scanned: Placement::EMPTY, due: None }
    }

    /// Puts a reading on a square.
    pub(crate) fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.stands.set(square, reading);
        self.due.get_or_insert(now + self.every);
    }

    /// Puts a reading on a square of a board that senses only whether something stands there.
    pub(crate) fn set_occupancy(&mut self, now: Instant, square: Square, reading: Reading) {
        let sensed = if reading.is_occupied() { Reading::Occupied } else { Reading::Empty };
        self.set(now, square, sensed);
    }

    /// The squares that the scan finds changed which is due by `now`; `None` where none is due.
    pub(crate) fn advance(&mut self, now: Instant) -> Option<Vec<Square>> {
        self.due.take_if(|due| *due <= now)?;
        let changed = self.scanned.differences(&self.stands).collect();
        self.scanned = self.stands.clone();
        Some(changed)
    }

    /// What the last scan has found.
    pub(crate) const fn scanned(&self) -> &Placement {
        &self.scanned
    }

    /// When the next scan finds something.
    pub(crate) const fn deadline(&self) -> Option<Instant> {
        self.due
    }
}
