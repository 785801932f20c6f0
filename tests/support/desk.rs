//! The arbiters' desk as a process of its own, and what a browser says to it.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;
use touchmove_client::desk_address::DeskAddress;

use super::PrivateBus;
use super::daemon::TOUCHMOVE;
use super::http::{Answer, Request};
use super::process::Process;

/// A running desk.
#[derive(Debug)]
pub(crate) struct Desk {
    process: Process,
    address: DeskAddress,
    at: SocketAddr,
    folder: tempfile::TempDir,
}

impl Desk {
    /// For browsers of this machine.
    pub(crate) fn open(bus: &PrivateBus) -> Self {
        Self::open_with(bus, &["--listen", "127.0.0.1:0"])
    }

    /// The same, on the bus with this address.
    pub(crate) fn of(bus: &str) -> Self {
        Self::start_at(bus, &["--listen", "127.0.0.1:0"], tempfile::tempdir().unwrap())
    }

    /// As these further words of the command line say.
    pub(crate) fn open_with(bus: &PrivateBus, words: &[&str]) -> Self {
        Self::start(bus, words, tempfile::tempdir().unwrap())
    }

    /// Kills it without warning, and starts another one, as these words say, that knows the same arbiters.
    pub(crate) fn reopen(self, bus: &PrivateBus, words: &[&str]) -> Self {
        Self::start(bus, words, self.kill())
    }

    /// Kills it without warning; its folder.
    pub(crate) fn kill(self) -> tempfile::TempDir {
        let Self { mut process, folder, .. } = self;
        process.signal(Signal::KILL);
        process.ended();
        folder
    }

    /// One that knows the arbiters of this folder.
    pub(crate) fn start(bus: &PrivateBus, words: &[&str], folder: tempfile::TempDir) -> Self {
        Self::start_at(bus.address(), words, folder)
    }

    fn start_at(bus: &str, words: &[&str], folder: tempfile::TempDir) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove-web"));
        command.args(["arbiter", "--bus", bus]).args(words);
        let process = Process::start(command.arg("--state").arg(folder.path()));
        process.says("the desk is at");
        let address = std::fs::read_to_string(folder.path().join("address")).unwrap();
        let address = DeskAddress::read(&address).unwrap();
        let (_, host) = address.url().split_once("://").unwrap();
        let at = host.replace("localhost", "127.0.0.1").parse().unwrap();
        Self { process, address, at, folder }
    }

    /// Where it is.
    pub(crate) const fn at(&self) -> SocketAddr {
        self.at
    }

    /// Where browsers find it.
    pub(crate) fn url(&self) -> &str {
        self.address.url()
    }

    /// Where it keeps what it must know.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Waits until it says a line that holds `what`, and returns it.
    pub(crate) fn says(&self, what: &str) -> String {
        self.process.says(what)
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn stop(mut self) {
        self.process.signal(Signal::TERM);
        let (status, said) = self.process.ended();
        assert!(status.success(), "{status}: {said}");
    }

    /// It stands still from now on, as if its machine had gone from the network.
    pub(crate) fn freeze(&self) {
        self.process.signal(Signal::STOP);
    }

    /// It goes on.
    pub(crate) fn thaw(&self) {
        self.process.signal(Signal::CONT);
    }

    /// What `touchmove arbiter` says.
    pub(crate) fn arbiter(&self, words: &[&str]) -> String {
        let mut command = Command::new(TOUCHMOVE);
        let output = command.arg("arbiter").args(words).arg("--folder").arg(self.folder.path());
        let output = output.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// A link for an arbiter, as it is printed.
    pub(crate) fn link(&self, name: &str) -> String {
        let said = self.arbiter(&["add", name]);
        let link = said.lines().map(str::trim).find(|line| line.starts_with(self.url()));
        link.unwrap_or_else(|| panic!("{said}")).to_owned()
    }

    /// Its path.
    pub(crate) fn path_of_link(&self, name: &str) -> String {
        self.link(name).strip_prefix(self.url()).unwrap().to_owned()
    }

    /// Asks for a page.
    pub(crate) fn get(&self, path: &str, fields: &[&str]) -> Answer {
        let fields = [fields, &["Connection: close"]].concat();
        Request::send(self.at, "GET", path, &fields).answer()
    }

    /// Sends a form.
    pub(crate) fn post(&self, path: &str, fields: &[&str], form: &str) -> Answer {
        let length = format!("Content-Length: {}", form.len());
        let kind = "Content-Type: application/x-www-form-urlencoded";
        let fields = [fields, &["Connection: close", kind, &length]].concat();
        let mut request = Request::send(self.at, "POST", path, &fields);
        request.0.write_all(form.as_bytes()).unwrap();
        request.answer()
    }

    /// The cookie of a device that has opened this link.
    pub(crate) fn enter(&self, path: &str) -> String {
        let answer = self.post(path, &[&self.origin()], "");
        assert_eq!(answer.status, 303, "{answer:?}");
        let set = answer.field("set-cookie").unwrap();
        assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
        format!("Cookie: {}", set.split(';').next().unwrap())
    }

    /// The field that says that a form comes from one of its pages.
    pub(crate) fn origin(&self) -> String {
        format!("Origin: {}", self.url())
    }
}
