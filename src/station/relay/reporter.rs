//! The way of a report to whoever looks at it: the newest one, and nobody waits for anybody.

use tokio::sync::watch;
use touchmove_drivers::Instant;

use super::report::{Outlet, OutletReport, Readers};
use super::{PgnPath, RelayError};
use crate::sys::boottime::{BootClock, TimeSource};

/// Keeps the report of an outlet.
#[derive(Clone, Debug)]
pub(super) struct Reporter {
    report: watch::Sender<OutletReport>,
    clock: BootClock,
}

/// A reader who counts until this is dropped.
#[derive(Debug)]
pub(super) struct Counted {
    reporter: Reporter,
    count: Count,
}

/// One of the counts of readers.
pub(super) type Count = fn(&mut Readers) -> &mut u32;

impl Reporter {
    /// Of an outlet at which nothing is published yet.
    pub(super) fn new(outlet: Outlet) -> Self {
        Self {
            report: watch::Sender::new(OutletReport::new(outlet)),
            clock: BootClock::since_boot(),
        }
    }

    /// The report as it is and will be.
    pub(super) fn watch(&self) -> watch::Receiver<OutletReport> {
        self.report.subscribe()
    }

    /// Something of these texts was released at this moment.
    pub(super) fn release(&self, paths: &[PgnPath], at: Instant) {
        self.report.send_modify(|report| paths.iter().for_each(|path| report.release(*path, at)));
    }

    /// These texts were tried, if there was a need.
    pub(super) fn settle(&self, paths: &[PgnPath]) {
        self.report.send_modify(|report| paths.iter().for_each(|path| report.settle(*path)));
    }

    /// A text is there now.
    pub(super) fn put(&self, path: PgnPath) {
        let now = self.clock.now();
        self.report.send_modify(|report| report.put(path, now));
    }

    /// A text cannot be put there.
    pub(super) fn refuse(&self, path: PgnPath, error: &RelayError) {
        let (why, now) = (error.to_string(), self.clock.now());
        self.report.send_modify(|report| report.refuse(path, why, now));
    }

    /// Counts a reader.
    pub(super) fn count(&self, count: Count) -> Counted {
        self.readers(|readers| *count(readers) += 1);
        Counted { reporter: self.clone(), count }
    }

    /// A reader is refused.
    pub(super) fn turn_away(&self) {
        self.readers(|readers| readers.refused += 1);
    }

    /// No reader can be let in.
    pub(super) fn shut(&self, why: String) {
        let now = self.clock.now();
        self.readers(|readers| readers.refuse(why, now));
    }

    /// Readers are let in again.
    pub(super) fn open(&self) {
        self.report.send_if_modified(|report| {
            report.readers().is_some_and(|readers| readers.trouble.take().is_some())
        });
    }

    fn readers(&self, change: impl FnOnce(&mut Readers)) {
        self.report.send_if_modified(|report| report.readers().map(change).is_some());
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let count = self.count;
        self.reporter.readers(|readers| *count(readers) = count(readers).saturating_sub(1));
    }
}
