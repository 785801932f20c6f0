//! The way of a report to whoever looks at it: the newest one, and nobody waits for anybody.

use std::path::PathBuf;

use tokio::sync::watch;
use touchmove_drivers::Instant;

use super::report::FolderReport;
use super::{PgnPath, RelayError};
use crate::sys::boottime::{BootClock, TimeSource};

/// Keeps the report of a folder.
#[derive(Clone, Debug)]
pub(super) struct Reporter {
    report: watch::Sender<FolderReport>,
    clock: BootClock,
}

impl Reporter {
    /// Of a folder in which nothing is published yet.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            report: watch::Sender::new(FolderReport::new(folder)),
            clock: BootClock::since_boot(),
        }
    }

    /// The report as it is and will be.
    pub(super) fn watch(&self) -> watch::Receiver<FolderReport> {
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
}
