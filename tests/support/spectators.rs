//! What is public as a process of its own, and what spectators and programs ask of it.

use std::net::{SocketAddr, TcpListener};
use std::process::Command;

use rustix::process::Signal;
use serde_json::Value;

use super::PrivateBus;
use super::http::{Answer, Request};
use super::looking::until;
use super::process::Process;

/// The running role.
#[derive(Debug)]
pub(crate) struct Spectators {
    process: Process,
    at: SocketAddr,
}

impl Spectators {
    /// For programs of this machine.
    pub(crate) fn on(bus: &PrivateBus) -> Self {
        Self::listening(bus.address(), "127.0.0.1:0")
    }

    /// The same, on the bus with this address.
    pub(crate) fn of(bus: &str) -> Self {
        Self::listening(bus, "127.0.0.1:0")
    }

    /// Kills it without warning, does something, and starts another one at the same place.
    pub(crate) fn kill_and(self, bus: &PrivateBus, meanwhile: impl FnOnce()) -> Self {
        let Self { mut process, at } = self;
        process.signal(Signal::KILL);
        process.ended();
        meanwhile();
        // Whoever asked for any port meanwhile may have got this one, for as long as he needs it.
        until(|| TcpListener::bind(at).map(drop).map_err(|error| format!("{at}: {error}")));
        Self::listening(bus.address(), &at.to_string())
    }

    fn listening(bus: &str, at: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove-web"));
        command.args(["public", "--bus", bus, "--listen", at]);
        let process = Process::start(&mut command);
        let said = process.says("the games are at");
        let (_, address) = said.split_once("http://").unwrap();
        let at = address.trim_end_matches('/').parse().unwrap();
        Self { process, at }
    }

    /// Where it is.
    pub(crate) const fn at(&self) -> SocketAddr {
        self.at
    }

    /// Asks for something.
    pub(crate) fn ask(&self, method: &str, path: &str, fields: &[&str]) -> Answer {
        let fields = [fields, &["Connection: close"]].concat();
        Request::send(self.at, method, path, &fields).answer()
    }

    /// Asks for a text; `None` where there is none.
    pub(crate) fn get(&self, path: &str) -> Option<String> {
        let answer = self.ask("GET", path, &[]);
        (answer.status == 200).then_some(answer.body)
    }

    /// Asks for JSON until it is what is waited for.
    pub(crate) fn json_once(&self, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        until(|| {
            let text = self.get(path).unwrap_or_default();
            let json: Value = serde_json::from_str(&text).unwrap_or_default();
            if is_there(&json) { Ok(json) } else { Err(format!("{path}: {text}")) }
        })
    }

    /// The same of a page or a PGN.
    pub(crate) fn text_once(&self, path: &str, is_there: impl Fn(&str) -> bool) -> String {
        until(|| {
            let text = self.get(path).unwrap_or_default();
            if is_there(&text) { Ok(text) } else { Err(format!("{path}: {text}")) }
        })
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn stop(mut self) {
        self.process.signal(Signal::TERM);
        let (status, said) = self.process.ended();
        assert!(status.success(), "{status}: {said}");
    }
}
