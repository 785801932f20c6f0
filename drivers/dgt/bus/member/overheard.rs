//! A board that somebody else asks: only its answers are heard, and from wherever one begins to listen.

use super::reading::FirstReading;
use super::{Changes, Member, Stage, Word};
use crate::dgt::bus::frame::Address;
use crate::time::Instant;

impl Member {
    /// A board that somebody else asks, and may have asked for long.
    pub(in crate::dgt::bus) fn overheard(now: Instant, address: Address) -> Self {
        let changes = Changes::Unseen;
        Self { stage: Stage::Open, changes, ..Self::new(now, address, Word::NotAwaited) }
    }

    /// Its version is what a host asks for first.
    pub(super) fn overhear_version(&mut self) {
        if self.changes == Changes::Unseen {
            self.stage = Stage::Reading(FirstReading::of(None));
        }
    }
}
