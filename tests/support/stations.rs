//! Several stations of one hall: the real server between them, their hubs, and the hall, each a process of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;

use rustix::process::Signal;
use tempfile::TempDir;

use super::PrivateBus;
use super::looking::until;
use super::machine::Machine;
use super::process::Process;

const HUB: &str = env!("CARGO_BIN_EXE_touchmove-hub");

/// A running `nats-server` that keeps what it is given.
#[derive(Debug)]
pub(crate) struct EventServer {
    process: Process,
    at: SocketAddr,
    folder: TempDir,
    /// What each member has who is let in; `None` where everybody is.
    members: Option<PathBuf>,
}

impl EventServer {
    /// Starts it; `None` where there is none, which is said.
    pub(crate) fn start() -> Option<Self> {
        let there = Command::new("nats-server").arg("--version").output();
        if there.is_err() {
            touchmove_needs::skip("nats-server (apt-get install nats-server)");
            return None;
        }
        Some(Self::keeping_in(tempfile::tempdir().unwrap(), "-1"))
    }

    /// The same, with room for so many bytes.
    pub(crate) fn start_with_room(bytes: usize) -> Option<Self> {
        let Self { mut process, at, folder, .. } = Self::start()?;
        process.signal(Signal::KILL);
        process.ended();
        let file = folder.path().join("small.conf");
        let kept = folder.path().display();
        std::fs::write(
            &file,
            format!("jetstream {{ store_dir: \"{kept}\", max_file_store: {bytes} }}"),
        )
        .unwrap();
        let mut command = Command::new("nats-server");
        command.args(["--addr", "127.0.0.1", "--port", &at.port().to_string(), "-c"]).arg(file);
        let process = Process::start(&mut command);
        process.says("Server is ready");
        Some(Self { process, at, folder, members: None })
    }

    /// The same, as `touchmove-hub init` has it for these stations: nobody is let in without a certificate.
    pub(crate) fn start_guarded(stations: &[&str]) -> Option<Self> {
        let open = Self::start()?;
        let Self { mut process, at, folder, .. } = open;
        process.signal(Signal::KILL);
        process.ended();
        // Nobody has the port any more; whoever took it in between would be seen.
        let free = TcpListener::bind(at).unwrap();
        let members = folder.path().join("event");
        let mut command = Command::new(HUB);
        command.arg("init").arg(&members).args(["--host", "localhost", "--port"]);
        command.arg(at.port().to_string()).arg("--kept-in").arg(folder.path().join("kept"));
        command.args(stations.iter().flat_map(|station| ["--station", station]));
        let written = command.output().unwrap();
        assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
        drop(free);
        let mut command = Command::new("nats-server");
        command.args(["-c", "nats-server.conf"]).current_dir(members.join("server"));
        let process = Process::start(&mut command);
        process.says("Server is ready");
        Some(Self { process, at, folder, members: Some(members) })
    }

    /// Kills it without warning, and starts another one that has nothing of what the first one kept.
    pub(crate) fn lose_everything(self) -> Self {
        let Self { mut process, at, .. } = self;
        process.signal(Signal::KILL);
        process.ended();
        Self::keeping_in(tempfile::tempdir().unwrap(), &at.port().to_string())
    }

    /// Publishes something as anybody could who is let in, by NATS' own text protocol.
    pub(crate) fn publish(&self, subject: &str, payload: &str) {
        let mut server = TcpStream::connect(self.at).unwrap();
        let length = payload.len();
        write!(
            server,
            "CONNECT {{\"verbose\":false}}\r\nPUB {subject} {length}\r\n{payload}\r\nPING\r\n"
        )
        .unwrap();
        let mut answers = BufReader::new(server).lines().map(Result::unwrap);
        let answer = answers.find(|line| !line.starts_with("INFO"));
        assert_eq!(answer.as_deref(), Some("PONG"), "{subject}");
    }

    /// The options by which this member of the event reaches the server.
    fn reached_by(&self, member: &str) -> Vec<String> {
        let Some(members) = &self.members else {
            return vec!["--server".to_owned(), format!("nats://{}", self.at)];
        };
        let file = |name: &str| members.join(member).join(name).to_str().unwrap().to_owned();
        let server = format!("nats://localhost:{}", self.at.port());
        let files = ["authority", "certificate", "key"];
        let files = files.map(|name| [format!("--{name}"), file(&format!("{name}.pem"))]);
        [vec!["--server".to_owned(), server], files.concat()].concat()
    }

    fn keeping_in(folder: TempDir, port: &str) -> Self {
        let mut command = Command::new("nats-server");
        command.args(["--addr", "127.0.0.1", "--port", port, "--jetstream", "--store_dir"]);
        let process = Process::start(command.arg(folder.path()));
        let said = process.says("Listening for client connections on");
        process.says("Server is ready");
        let at = said.rsplit(' ').next().unwrap().parse().unwrap();
        Self { process, at, folder, members: None }
    }

    /// Kills it without warning, does something, and starts another one that has what the first one kept.
    pub(crate) fn kill_and(self, meanwhile: impl FnOnce()) -> Self {
        let Self { mut process, at, folder, .. } = self;
        process.signal(Signal::KILL);
        process.ended();
        meanwhile();
        Self::keeping_in(folder, &at.port().to_string())
    }
}

/// The hub of a station.
#[derive(Debug)]
pub(crate) struct StationHub(Process);

impl StationHub {
    /// Joins the station on `bus` by this name.
    pub(crate) fn join(name: &str, bus: &PrivateBus, server: &EventServer) -> Self {
        Self::join_with(name, bus, server, &[])
    }

    /// The same, as these further words of the command line say.
    pub(crate) fn join_with(
        name: &str,
        bus: &PrivateBus,
        server: &EventServer,
        words: &[&str],
    ) -> Self {
        let mut command = station(name, bus);
        command.args(server.reached_by(name)).args(words);
        Self::start(command)
    }

    /// The same, on another machine.
    pub(crate) fn join_on(
        machine: &Machine,
        name: &str,
        bus: &PrivateBus,
        server: &EventServer,
    ) -> Self {
        let mut command = station(name, bus);
        Self::start(machine.runs(command.args(server.reached_by(name))))
    }

    /// The same, with what another member of the event has.
    pub(crate) fn join_as(
        member: &str,
        name: &str,
        bus: &PrivateBus,
        server: &EventServer,
    ) -> Self {
        let mut command = station(name, bus);
        command.args(server.reached_by(member));
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        let process = Process::start(&mut command);
        process.says("connected to the server");
        Self(process)
    }

    /// Waits for a line that holds `what`.
    pub(crate) fn says(&self, what: &str) -> String {
        self.0.says(what)
    }

    /// Kills it without warning.
    pub(crate) fn kill(mut self) {
        self.0.signal(Signal::KILL);
        self.0.ended();
    }
}

fn station(name: &str, bus: &PrivateBus) -> Command {
    let mut command = Command::new(HUB);
    command.args(["station", "--name", name, "--bus", bus.address()]);
    command
}

/// All stations as one on a bus.
pub(crate) struct JointHall {
    /// Its bus.
    pub(crate) bus: PrivateBus,
    process: Process,
}

impl JointHall {
    /// Shows the hall of the stations at this server.
    pub(crate) fn open(server: &EventServer) -> Self {
        Self::open_with(server, &[])
    }

    /// The same, as these further words of the command line say.
    pub(crate) fn open_with(server: &EventServer, words: &[&str]) -> Self {
        Self::open_on(PrivateBus::open_to_all(), server, words)
    }

    fn open_on(bus: PrivateBus, server: &EventServer, words: &[&str]) -> Self {
        let process = Self::launch("hall", &bus, server, words);
        process.says("org.touchmove.Hall1 is on the bus");
        process.says("org.touchmove.Public1 is on the bus");
        Self { bus, process }
    }

    /// Shows what is released, and nothing else, with what the event has for that.
    pub(crate) fn of_what_is_released(server: &EventServer) -> Self {
        let bus = PrivateBus::open_to_all();
        let process = Self::launch("public", &bus, server, &["--public"]);
        process.says("org.touchmove.Public1 is on the bus");
        Self { bus, process }
    }

    /// What is said where somebody tries to show everything with that; nothing is shown.
    pub(crate) fn refused_to_public(server: &EventServer) -> String {
        let bus = PrivateBus::open_to_all();
        let process = Self::launch("public", &bus, server, &[]);
        process.says("touchmove-live-objects is not there");
        process.said()
    }

    fn launch(member: &str, bus: &PrivateBus, server: &EventServer, words: &[&str]) -> Process {
        let mut command = Command::new(HUB);
        command.args(["hall", "--bus", bus.address()]).args(server.reached_by(member));
        Process::start(command.args(words))
    }

    /// Kills it without warning, and starts another one.
    pub(crate) fn reopen(self, server: &EventServer) -> Self {
        let Self { bus, mut process } = self;
        process.signal(Signal::KILL);
        process.ended();
        Self::open_on(bus, server, &[])
    }

    /// Waits for a line that holds `what`.
    pub(crate) fn says(&self, what: &str) -> String {
        self.process.says(what)
    }

    /// `touchmove` with these words, which must succeed; what it prints.
    pub(crate) fn touchmove(&self, words: &[&str]) -> String {
        let mut command = Command::new(super::daemon::TOUCHMOVE);
        let output = command.args(words).args(["--bus", self.bus.address()]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Begins a round as soon as the hall shows it: it comes from the stations.
    pub(crate) fn begin_round(&self, round: &str) {
        let words = ["round", "begin"].map(ToOwned::to_owned);
        until(|| match Self::tries(self.bus.address(), &words, round) {
            true => Ok(()),
            false => Err(format!("round {round} does not begin")),
        });
    }

    /// `touchmove` with these words about this table or round of the hall on a bus, which may fail; whether it says that it is done.
    pub(crate) fn tries(bus: &str, words: &[String], table: &str) -> bool {
        let mut command = Command::new(super::daemon::TOUCHMOVE);
        let output = command.args(words).arg(table).args(["--bus", bus]).output().unwrap();
        output.status.success()
    }

    /// The same, where it must fail; what it says.
    pub(crate) fn refuses(&self, words: &[&str]) -> String {
        let mut command = Command::new(super::daemon::TOUCHMOVE);
        let output = command.args(words).args(["--bus", self.bus.address()]).output().unwrap();
        assert!(!output.status.success(), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}
