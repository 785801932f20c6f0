//! How soon presses are told beside hostile clients. What is measured here is time, so this is a program of its own, which
//! has the machine for itself while it runs.

#![cfg(test)]

#[allow(dead_code, reason = "a small part of what tests share")]
mod support {
    pub(crate) mod patience;
    pub(crate) mod process;
    pub(crate) mod raw;
}

use std::fs;
use std::io::Read;
use std::iter;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;
use support::process::Process;
use support::raw::{Raw, call};
use touchmove_client::path::{LIVE, PUBLIC};
use touchmove_client::service::{LIVE_NAME, PUBLIC_NAME};
use zbus::Message;
use zbus::message::Flags;

const TOUCHMOVE: &str = env!("CARGO_BIN_EXE_touchmove");

const MANAGER: &str = "org.freedesktop.DBus.ObjectManager";
const GAME: &str = "org.touchmove.Hall1.Game";

/// What the daemon says of a call that is too long; the bus itself refuses others.
const TOO_MUCH: &[u8] = b"make sense here";

/// How long a press may take until it is told, in 99 of 100.
const IN_TIME_US: u64 = 50_000;

/// Somebody else's work on this machine makes one attempt slow, a daemon that lets calls go first each.
const ATTEMPTS: usize = 3;

#[test]
fn presses_are_told_in_time_beside_a_stalled_subscriber_and_a_flood_of_calls() {
    let mut attempts = iter::repeat_with(told_beside_hostile_clients).take(ATTEMPTS);
    assert!(attempts.any(|took_us| took_us < IN_TIME_US), "see above what each took");
}

/// Rehearses a round beside clients that do what they can against it: in how many µs 99 of 100 presses were told.
fn told_beside_hostile_clients() -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let pairings = folder.path().join("round.csv");
    let games = (1..=4).map(|table| format!("1,{table},White {table},Black {table}\n"));
    fs::write(&pairings, format!("round,board,white,black\n{}", games.collect::<String>()))
        .unwrap();
    let words = ["--games", "tests/games/short.pgn", "--hands", "clean", "--speed", "4", "--json"];
    let audience = ["--subscribers", "20", "--stalled", "1"];
    let mut rehearsal = Process::start(
        Command::new(TOUCHMOVE).arg("rehearse").arg(&pairings).args(words).args(audience),
    );
    let said = rehearsal.says("touchmove watch --bus ");
    let address = said.rsplit(' ').next().unwrap();
    let flood = flood(address);
    let mut mutes: Vec<_> = (0..60).map(|_| Raw::on(address)).collect();
    let all = call(LIVE_NAME, LIVE, MANAGER, "GetManagedObjects").build(&()).unwrap();
    for mute in &mut mutes {
        for _ in 0..300 {
            mute.send(&all);
        }
    }

    let (status, said) = rehearsal.ended();
    assert!(status.success(), "{said}");
    let report = said.lines().find(|line| line.starts_with('{')).unwrap();
    let report: Value = serde_json::from_str(report).unwrap();
    eprintln!("{}", report["presses"]);
    assert_eq!((&report["right"], &report["subscribers"]), (&4.into(), &19.into()), "{said}");
    let tables = report["tables"].as_array().unwrap();
    let plies: u64 = tables.iter().map(|table| table["plies"].as_u64().unwrap()).sum();
    assert!(report["presses"]["count"].as_u64().unwrap() >= 19 * plies, "{report}");
    let (sent, refused) = flood.join().unwrap();
    eprintln!("{sent} calls, {refused} of them refused");
    assert!(refused > 0, "of {sent} calls none was too much");
    report["presses"]["p99_us"].as_u64().unwrap()
}

/// Calls all that it can think of, thousands of times a second, until the bus is gone: how many calls were sent, and
/// how many refused.
fn flood(address: &str) -> JoinHandle<(usize, usize)> {
    let mut raw = Raw::on(address);
    let refused = count(raw.stream.try_clone().unwrap(), TOO_MUCH);
    let names = [(LIVE_NAME, LIVE), (PUBLIC_NAME, PUBLIC)];
    let calls: Vec<Message> =
        names.into_iter().flat_map(|(name, root)| calls(name, root)).collect();
    thread::spawn(move || {
        let (_never, pace) = mpsc::channel::<()>();
        let mut sent = 0;
        while raw.send(&calls[sent % calls.len()]) {
            sent += 1;
            if sent.is_multiple_of(calls.len()) {
                let _ = pace.recv_timeout(Duration::from_millis(5));
            }
        }
        let _ = raw.stream.shutdown(Shutdown::Both);
        (sent, refused.join().unwrap())
    })
}

fn calls(name: &'static str, root: &'static str) -> Vec<Message> {
    let of = |path, interface, method| call(name, path, interface, method);
    let game = "/org/touchmove/Hall1/games/g000001";
    let calls = [
        of(root, MANAGER, "GetManagedObjects").build(&()),
        of(root, "org.freedesktop.DBus.Introspectable", "Introspect").build(&()),
        of(game, GAME, "EventsSince").build(&0_u64),
        of(game, GAME, "Pgn").build(&()),
        of("/nowhere", GAME, "Pgn").build(&()),
        of(root, "org.touchmove.Hall1.Station", "LoadRound").build(&(vec![b'x'; 20_000], 1_u16)),
        of(root, GAME, "Decide").build(&"x".repeat(100_000)),
        of(root, MANAGER, "GetManagedObjects").with_flags(Flags::NO_REPLY_EXPECTED).build(&()),
        Message::signal(root, GAME, "Moved").destination(name).build(&()),
    ];
    calls.into_iter().map(Result::unwrap).collect()
}

/// Reads in a thread from now on, as fast as it can; how often `what` came, in the end.
fn count(mut stream: UnixStream, what: &'static [u8]) -> JoinHandle<usize> {
    thread::spawn(move || {
        let (mut buffer, mut kept, mut count) = (vec![0; 1 << 16], Vec::new(), 0);
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            kept.extend_from_slice(&buffer[..read]);
            count += kept.windows(what.len()).filter(|window| *window == what).count();
            kept.drain(..kept.len().saturating_sub(what.len() - 1));
        }
        count
    })
}
