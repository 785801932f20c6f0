//! What is said of one entry of the account, in order.

use touchmove_drivers::Instant;

use super::says::{Ruling, Says};

/// What is said of one entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Rulings {
    at: Instant,
    record: u64,
    list: Vec<Ruling>,
}

impl Rulings {
    /// Nothing yet, of this moment and record.
    pub(super) const fn at(at: Instant, record: u64) -> Self {
        Self { at, record, list: Vec::new() }
    }

    pub(super) const fn moment(&self) -> Instant {
        self.at
    }

    pub(super) const fn record(&self) -> u64 {
        self.record
    }

    pub(super) fn list(&self) -> &[Ruling] {
        &self.list
    }

    pub(super) fn take(&mut self) -> Vec<Ruling> {
        std::mem::take(&mut self.list)
    }

    pub(super) fn say(&mut self, what: Says) {
        self.say_at(self.at, what);
    }

    pub(super) fn say_at(&mut self, at: Instant, what: Says) {
        self.list.push(Ruling { at, what });
    }
}
