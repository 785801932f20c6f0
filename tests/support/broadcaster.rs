//! What sends elsewhere, as a process of its own.

use std::path::Path;
use std::process::Command;

use rustix::process::Signal;
use tempfile::TempDir;

use super::PrivateBus;
use super::lichess::TOKEN;
use super::process::Process;
use super::venue::Venue;

/// The secret with which events are signed.
pub(crate) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// The running role, and its folders.
#[derive(Debug)]
pub(crate) struct Broadcaster {
    process: Process,
    keys: TempDir,
    state: TempDir,
}

impl Broadcaster {
    /// With a token for Lichess, which is at this address, and a secret for web addresses.
    pub(crate) fn on(bus: &PrivateBus, lichess: &str) -> Self {
        Self::of(bus.address(), lichess)
    }

    /// The same, on the bus with this address.
    pub(crate) fn of(bus: &str, lichess: &str) -> Self {
        let (keys, state) = folders();
        let process = Process::start(&mut command(bus, lichess, keys.path(), state.path()));
        Self { process, keys, state }
    }

    /// The same, with this in its environment.
    pub(crate) fn with(bus: &PrivateBus, lichess: &str, environment: &[(&str, String)]) -> Self {
        let (keys, state) = folders();
        let mut command = command(bus.address(), lichess, keys.path(), state.path());
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        Self { process: Process::start(&mut command), keys, state }
    }

    /// Asks it to end, waits until it has, and starts it again.
    pub(crate) fn restart(mut self, bus: &PrivateBus, lichess: &str) -> Self {
        self.process.signal(Signal::TERM);
        let (status, said) = self.process.ended();
        assert!(status.success(), "{status}: {said}");
        let mut command = command(bus.address(), lichess, self.keys.path(), self.state.path());
        let process = Process::start(&mut command);
        Self { process, ..self }
    }

    /// The folder with its keys.
    pub(crate) fn keys(&self) -> &Path {
        self.keys.path()
    }
}

/// Folders with its keys, and for what it keeps.
fn folders() -> (TempDir, TempDir) {
    let (keys, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(keys.path().join("touchmove.lichess"), format!("{TOKEN}\n")).unwrap();
    std::fs::write(keys.path().join("touchmove.webhook"), SECRET).unwrap();
    (keys, state)
}

fn command(bus: &str, lichess: &str, keys: &Path, state: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove-web"));
    command.args(["broadcast", "--bus", bus, "--lichess", lichess, "--state"]);
    command.arg(state).env("CREDENTIALS_DIRECTORY", keys);
    // Servers on this machine are reached without whatever proxy it has.
    for name in ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
        command.env_remove(name);
    }
    command
}

/// `touchmove broadcast …` with these words, again until it succeeds: what sends may not be on the bus yet.
pub(crate) fn broadcast(venue: &Venue, words: &[&str]) -> String {
    super::looking::until(|| {
        let done = venue.touchmove("broadcast", words);
        match done.status.success() {
            true => Ok(String::from_utf8(done.stdout).unwrap()),
            false => Err(String::from_utf8(done.stderr).unwrap()),
        }
    })
}
