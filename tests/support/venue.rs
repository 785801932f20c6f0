//! A hall in which rounds are run: the real daemon, and the command as its operator uses it.

use std::process::{Command, Output};

use serde_json::Value;

use super::PrivateBus;
use super::daemon::{self, Daemon, TOUCHMOVE};
use super::looking::until;
use super::machine::Machine;

/// A hall with a daemon on a bus of its own.
pub(crate) struct Venue {
    /// Its bus.
    pub(crate) bus: PrivateBus,
    /// Where the daemon keeps its evidence.
    pub(crate) state: tempfile::TempDir,
    /// Where games are broadcast.
    pub(crate) folder: tempfile::TempDir,
    ports: Vec<String>,
    daemon: Daemon,
}

/// A hall whose machine has died.
pub(crate) struct DeadVenue {
    bus: PrivateBus,
    state: tempfile::TempDir,
    folder: tempfile::TempDir,
    ports: Vec<String>,
}

impl DeadVenue {
    /// The machine is started again.
    pub(crate) fn come_back(self) -> Venue {
        let Self { bus, state, folder, ports } = self;
        let daemon = Daemon::broadcasting(&bus, state.path(), &ports, folder.path());
        Venue { bus, state, folder, ports, daemon }
    }
}

impl Venue {
    /// Starts the daemon with these ports.
    pub(crate) fn open(ports: Vec<String>) -> Self {
        Self::open_by(ports, |mut command| Daemon::of(&mut command))
    }

    /// The same, on another machine.
    pub(crate) fn open_on(machine: &Machine, ports: Vec<String>) -> Self {
        Self::open_by(ports, |command| Daemon::of(&mut machine.runs(&command)))
    }

    fn open_by(ports: Vec<String>, start: impl FnOnce(Command) -> Daemon) -> Self {
        let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let mut command = daemon::command(&bus, state.path(), &ports);
        command.arg("--relay").arg(folder.path());
        let daemon = start(command);
        Self { bus, state, folder, ports, daemon }
    }

    /// Tells the daemon to end, and starts another one.
    pub(crate) fn stop(self) -> Self {
        let Self { bus, state, folder, ports, daemon } = self;
        daemon.stop();
        let daemon = Daemon::broadcasting(&bus, state.path(), &ports, folder.path());
        Self { bus, state, folder, ports, daemon }
    }

    /// Kills the daemon without warning and starts another one.
    pub(crate) fn kill(self) -> Self {
        let ports = self.ports.clone();
        self.plug_in_and(ports, || {})
    }

    /// The same, and does something before it starts another one.
    pub(crate) fn kill_and(self, meanwhile: impl FnOnce()) -> Self {
        let ports = self.ports.clone();
        self.plug_in_and(ports, meanwhile)
    }

    /// Kills the daemon and starts another one with these ports.
    pub(crate) fn plug_in(self, ports: Vec<String>) -> Self {
        self.plug_in_and(ports, || {})
    }

    fn plug_in_and(self, ports: Vec<String>, meanwhile: impl FnOnce()) -> Self {
        let Self { bus, state, folder, daemon, .. } = self;
        daemon.kill();
        meanwhile();
        let daemon = Daemon::broadcasting(&bus, state.path(), &ports, folder.path());
        Self { bus, state, folder, ports, daemon }
    }

    /// The machine dies: nothing of it runs any more. What is kept there is kept.
    pub(crate) fn die(self) -> DeadVenue {
        let Self { bus, state, folder, ports, daemon } = self;
        daemon.kill();
        DeadVenue { bus, state, folder, ports }
    }

    /// What the daemon has logged since it started.
    pub(crate) fn log(&self) -> String {
        self.daemon.log()
    }

    /// Waits until this stands in a file of the broadcast; what then stands there.
    pub(crate) fn broadcasts(&self, file: &str, what: impl Fn(&str) -> bool) -> String {
        until(|| {
            let text = std::fs::read_to_string(self.folder.path().join(file)).unwrap_or_default();
            if what(&text) { Ok(text) } else { Err(format!("{file}: {text}")) }
        })
    }

    /// `touchmove round …` with these words.
    pub(crate) fn round(&self, words: &[&str]) -> Output {
        self.touchmove("round", words)
    }

    /// `touchmove section …` with these words, which must succeed; what it prints.
    pub(crate) fn section(&self, words: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.touchmove("section", words);
        assert!(status.success(), "{words:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    }

    /// The same, where the words make no sense; what it says.
    pub(crate) fn section_refused(&self, words: &[&str]) -> String {
        let Output { status, stderr, .. } = self.touchmove("section", words);
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{words:?}: {said}");
        said
    }

    /// `touchmove game …` with these words, which must succeed; what it prints.
    pub(crate) fn game(&self, words: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.touchmove("game", words);
        assert!(status.success(), "{words:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    }

    /// The same, again and again until it prints what is waited for: what a clock says after a press comes later than the move.
    pub(crate) fn game_once(&self, words: &[&str], is_there: impl Fn(&str) -> bool) -> String {
        until(|| {
            let said = self.game(words);
            if is_there(&said) { Ok(said) } else { Err(said) }
        })
    }

    /// The same, where it must fail; what it says.
    pub(crate) fn game_refused(&self, words: &[&str]) -> String {
        let Output { status, stderr, .. } = self.touchmove("game", words);
        assert!(!status.success(), "{words:?}");
        String::from_utf8(stderr).unwrap()
    }

    /// `touchmove` with this verb and these words.
    pub(crate) fn touchmove(&self, verb: &str, words: &[&str]) -> Output {
        let mut command = Command::new(TOUCHMOVE);
        command.arg(verb).args(words).args(["--bus", self.bus.address()]);
        command.output().unwrap()
    }

    /// The same, where it must succeed; what it prints.
    pub(crate) fn done(&self, words: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.round(words);
        assert!(status.success(), "{words:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    }

    /// The same, where it must fail with this exit code; what it says.
    pub(crate) fn refused(&self, words: &[&str], code: i32) -> String {
        let Output { status, stderr, .. } = self.round(words);
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(code), "{words:?}: {said}");
        said
    }

    /// What `touchmove round status --json` prints.
    pub(crate) fn status(&self) -> Value {
        serde_json::from_str(&self.done(&["status", "--json"])).unwrap()
    }

    /// Loads round 3 from these pairings.
    pub(crate) fn load(&self, pairings: &str) {
        let file = self.file("pairings", pairings);
        let said = self.done(&["load", &file]);
        assert!(said.starts_with("loaded round 3: "), "{said}");
    }

    /// A file of this name that holds `text`.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let file = self.state.path().join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    }
}
