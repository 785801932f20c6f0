//! The account as it is written: what is said now, by the last record, until somebody takes it.

use std::collections::VecDeque;

use touchmove_drivers::Instant;

use crate::account::{Entry, What};

/// Entries that wait to be taken, and the moment at which the next ones are written.
#[derive(Clone, Debug)]
pub(super) struct AccountWriter {
    now: Instant,
    record: u64,
    entries: VecDeque<Entry>,
}

impl AccountWriter {
    pub(super) fn new() -> Self {
        Self { now: Instant::ZERO, record: 0, entries: VecDeque::new() }
    }

    /// The moment until which time has passed.
    pub(super) fn now(&self) -> Instant {
        self.now
    }

    /// Number of the last record.
    pub(super) fn record(&self) -> u64 {
        self.record
    }

    /// Time has passed until `at`. It never falls.
    pub(super) fn pass_time_until(&mut self, at: Instant) {
        self.now = self.now.max(at);
    }

    /// What is written from now on is written of this record.
    pub(super) fn begin_record(&mut self, record: u64) {
        self.record = record;
    }

    /// The same moment and record, and nothing written.
    pub(super) fn blank(&self) -> Self {
        Self { now: self.now, record: self.record, entries: VecDeque::new() }
    }

    /// An entry that is written now.
    pub(super) fn entry(&self, what: What) -> Entry {
        Entry { at: self.now, record: self.record, what }
    }

    /// Writes something.
    pub(super) fn write(&mut self, what: What) {
        let entry = self.entry(what);
        self.entries.push_back(entry);
    }

    /// Writes entries of other moments or records.
    pub(super) fn write_entries(&mut self, entries: impl IntoIterator<Item = Entry>) {
        self.entries.extend(entries);
    }

    /// The entries that nobody has taken yet.
    pub(super) fn untaken(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.entries.iter_mut()
    }

    /// Strikes out what nobody need know any more.
    pub(super) fn keep_only(&mut self, is_kept: impl Fn(&What) -> bool) {
        self.entries.retain(|entry| is_kept(&entry.what));
    }

    /// Takes the next entry.
    pub(super) fn take(&mut self) -> Option<Entry> {
        self.entries.pop_front()
    }
}
