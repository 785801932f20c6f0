//! The bytes that go by at a board's port, beside its observations.

use touchmove_drivers::Instant;

use super::OpenBoard;
use crate::hall::keeping::wire::{Kept, Passed};

impl OpenBoard {
    /// Bytes went by.
    pub(super) fn hear_wire(&mut self, passed: Passed) {
        // What a faulty board says is left out, whole.
        if !self.gate.is_shut() {
            let kept = self.wire.hear(passed);
            self.keep_wire(kept);
        }
    }

    /// Something was observed: the bytes around it are kept.
    pub(super) fn keep_wire_around(&mut self, at: Instant) {
        let kept = self.wire.observed(at);
        self.keep_wire(kept);
    }

    fn keep_wire(&mut self, Kept { wire, is_full_now }: Kept) {
        wire.into_iter().for_each(|passed| self.evidence.append_wire(passed));
        if is_full_now {
            self.evidence.end_wire();
        }
    }
}
