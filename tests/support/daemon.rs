//! The daemon as a process of its own.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;

use super::PrivateBus;
use super::process::Process;

/// The daemon's program.
pub(crate) const TOUCHMOVED: &str = env!("CARGO_BIN_EXE_touchmoved");

/// The command's program.
pub(crate) const TOUCHMOVE: &str = env!("CARGO_BIN_EXE_touchmove");

/// A running daemon. When a test fails, its log is printed.
#[derive(Debug)]
pub(crate) struct Daemon(Process);

impl Daemon {
    /// Starts the daemon on `bus`, its evidence in `state`, with `ports` alone, and waits until it
    /// serves.
    pub(crate) fn start(bus: &PrivateBus, state: &Path, ports: &[String]) -> Self {
        Self::run(&mut command(bus, state, ports))
    }

    /// Starts a daemon by this command line and waits until it serves.
    pub(crate) fn of(command: &mut Command) -> Self {
        Self::run(command)
    }

    /// The same, without waiting for anything.
    pub(crate) fn launch(bus: &PrivateBus, state: &Path, ports: &[String]) -> Self {
        Self(Process::start(&mut command(bus, state, ports)))
    }

    /// The same, with a broadcast into `folder`.
    pub(crate) fn broadcasting(
        bus: &PrivateBus,
        state: &Path,
        ports: &[String],
        folder: &Path,
    ) -> Self {
        Self::run(command(bus, state, ports).arg("--relay").arg(folder))
    }

    /// The same as [`Daemon::start`], with a configuration.
    pub(crate) fn configured(
        bus: &PrivateBus,
        state: &Path,
        ports: &[String],
        config: &Path,
    ) -> Self {
        Self::run(command(bus, state, ports).arg("--config").arg(config))
    }

    fn run(command: &mut Command) -> Self {
        let process = Process::start(command);
        process.says("ready on");
        Self(process)
    }

    /// Waits until it logs a line that holds `what`, and returns it.
    pub(crate) fn logs(&self, what: &str) -> String {
        self.0.says(what)
    }

    /// Everything logged so far.
    pub(crate) fn log(&self) -> String {
        self.0.said()
    }

    /// Its process number.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Ends it at once and without warning, as SIGKILL does. Returns what it logged.
    pub(crate) fn kill(mut self) -> String {
        self.0.signal(Signal::KILL);
        self.0.ended().1
    }

    /// Waits until somebody else's SIGKILL has ended it. Returns what it logged.
    pub(crate) fn killed(mut self) -> String {
        let (status, log) = self.0.ended();
        assert_eq!(status.signal(), Some(Signal::KILL.as_raw()), "{status}: {log}");
        log
    }

    /// Asks it to end, and waits until it has. Returns what it logged.
    pub(crate) fn stop(mut self) -> String {
        self.0.signal(Signal::TERM);
        let (status, log) = self.0.ended();
        assert!(status.success(), "{status}: {log}");
        log
    }
}

/// The command line of a daemon that looks for boards in the air: the radio's service is on the same bus.
pub(crate) fn beside_radio(bus: &PrivateBus, state: &Path, ports: &[&str]) -> Command {
    let mut command = Command::new(TOUCHMOVED);
    command.args(["--bus", bus.address(), "--state"]).arg(state);
    for port in ports {
        command.args(["--port", port]);
    }
    command.env("DBUS_SYSTEM_BUS_ADDRESS", bus.address());
    command
}

/// The command line of a daemon that [`Daemon::start`] starts.
pub(crate) fn command(bus: &PrivateBus, state: &Path, ports: &[String]) -> Command {
    let mut command = Command::new(TOUCHMOVED);
    command.args(["--bus", bus.address(), "--no-discovery", "--state"]).arg(state);
    for port in ports {
        command.args(["--port", port]);
    }
    command
}
