//! The bytes that go by at a board's port, beside its observations.

use touchmove_drivers::Instant;
use touchmove_drivers::recording::Body;

use super::OpenBoard;
use crate::hall::wire::Kept;

impl OpenBoard {
    /// Bytes went by at a moment of the station's time.
    pub(super) fn hear_wire(&mut self, at: Instant, bytes: Body) {
        let kept = self.wire.hear(at, bytes);
        self.keep_wire(kept);
    }

    /// Something was observed: the bytes around it are kept.
    pub(super) fn keep_wire_around(&mut self, at: Instant) {
        let kept = self.wire.observed(at);
        self.keep_wire(kept);
    }

    fn keep_wire(&mut self, Kept { wire, is_full_now }: Kept) {
        wire.into_iter().for_each(|(at, bytes)| self.evidence.append_wire(at, bytes));
        if is_full_now {
            self.evidence.end_wire();
        }
    }
}
