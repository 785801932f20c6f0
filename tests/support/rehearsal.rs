//! A whole round on virtual boards, with a bus and a daemon of its own (`touchmove rehearse`).

use std::process::Command;

use rustix::process::Signal;

use super::daemon::TOUCHMOVE;
use super::process::Process;

/// A rehearsal, which ends with the value, and with it the bus and the daemon that it has started.
#[derive(Debug)]
pub(crate) struct Rehearsal {
    process: Process,
    bus: String,
    _folder: tempfile::TempDir,
}

impl Rehearsal {
    /// Of these pairings (CSV), as these further words of the command line say.
    pub(crate) fn of(pairings: &str, words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("round.csv");
        std::fs::write(&file, pairings).unwrap();
        let process = Process::start(Command::new(TOUCHMOVE).arg("rehearse").arg(file).args(words));
        let said = process.says("touchmove watch --bus ");
        let bus = said.split_whitespace().last().unwrap().to_owned();
        Self { process, bus, _folder: folder }
    }

    /// The address of its bus.
    pub(crate) fn bus(&self) -> &str {
        &self.bus
    }
}

impl Drop for Rehearsal {
    fn drop(&mut self) {
        self.process.signal(Signal::INT);
        self.process.ended();
    }
}
