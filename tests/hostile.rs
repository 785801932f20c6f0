//! Slow, stalled and hostile clients: they delay no board and no other client.

#![cfg(test)]

mod support;

use std::collections::HashMap;
use std::fs;
use std::process::Command;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;
use support::PrivateBus;
use support::client::Client;
use support::daemon::{Daemon, TOUCHMOVE};
use support::process::{PATIENCE, Process};
use support::raw::{Raw, call, order};
use support::table::Table;
use tokio::sync::Mutex;
use touchmove::bus::mirror::Mirror;
use touchmove::bus::{LIVE, LIVE_NAME, PUBLIC, PUBLIC_NAME};

use zbus::Message;

const MANAGER: &str = "org.freedesktop.DBus.ObjectManager";
const GAME: &str = "org.touchmove.Hall1.Game";
/// What the daemon says of a call that is too long; the bus itself refuses others.
const TOO_MUCH: &[u8] = b"make sense here";
const BOARD: &str = "dgt_12345";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const OPENING: [&str; 7] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"];
const REPLY: [&str; 4] = ["f6e4", "d2d4", "e4d6", "b5c6"];

/// What a bus of the tests takes of a sender until it is read.
const NARROW: usize = 300_000;

/// Each test has the machine for itself: what they measure is time.
static ALONE: Mutex<()> = Mutex::const_new(());

#[test]
fn presses_are_told_in_time_beside_a_stalled_subscriber_and_a_flood_of_calls() {
    let _alone = ALONE.blocking_lock();
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
    let mut mute = Raw::on(address);
    for _ in 0..300 {
        mute.send(&call(LIVE_NAME, LIVE, MANAGER, "GetManagedObjects").build(&()).unwrap());
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
    assert!(report["presses"]["p99_us"].as_u64().unwrap() < 100_000, "{report}");
    let (sent, refused) = flood.join().unwrap();
    eprintln!("{sent} calls, {refused} of them refused");
    assert!(refused > 0, "of {sent} calls none was too much");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_lets_everything_pile_up_stops_nobody_else() {
    let _alone = ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let (bus, mut table) = (PrivateBus::narrow(NARROW), Table::new(folder.path()));
    let daemon = Daemon::start(&bus, &folder.path().join("state"), &[table.port()]);
    let mut client = Client::on(&bus).await;
    client.until_shown(BOARD, START).await;
    table.play(&OPENING);
    client.until_moves(BOARD, &OPENING).await;

    let mut mutes = Vec::new();
    for (name, game) in [(LIVE_NAME, "games/g000001"), (PUBLIC_NAME, "games/p000001")] {
        let (root, tree) = if name == LIVE_NAME { (LIVE, "live") } else { (PUBLIC, "public") };
        let path = format!("{root}/{game}");
        let long = call(name, &path, "org.freedesktop.DBus.Introspectable", "Introspect");
        let long = long.build(&()).unwrap();
        // A bus answers for more than 128 calls of one client that wait.
        for _ in 0..10 {
            let mut mute = Raw::on(bus.address());
            mute.subscribe(name);
            for _ in 0..100 {
                assert!(mute.send(&long));
            }
            mutes.push(mute);
        }
        daemon.logs(&format!("took nothing more of the {tree} tree"));
    }
    table.play(&REPLY);
    let all = [&OPENING[..], &REPLY].concat();
    client.until_moves(BOARD, &all).await;
    let mirror = Mirror::connect(&bus.bus()).await.unwrap();
    let game = mirror.games().pop().unwrap();
    assert_eq!(game.moves, all);
    let events = mirror.events_since(&game.path, 0).await.unwrap();
    assert!(events.iter().map(|(sequence, ..)| *sequence).eq(1..=game.sequence));
    daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused_with_a_word() {
    let _alone = ALONE.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let (bus, mut table) = (PrivateBus::open_to_all(), Table::new(folder.path()));
    let daemon = Daemon::start(&bus, &folder.path().join("state"), &[table.port()]);
    let mut client = Client::on(&bus).await;
    client.until_shown(BOARD, START).await;
    table.play(&OPENING[..2]);
    let path = client.until_moves(BOARD, &OPENING[..2]).await.path;

    let words: HashMap<String, String> =
        (0..100_000).map(|n| (n.to_string(), n.to_string())).collect();
    let long = "x".repeat(10_000_000);
    let decide = || call(LIVE_NAME, path.as_str(), GAME, "Decide");
    let no = "org.freedesktop.DBus.Error.";
    let nowhere = call(LIVE_NAME, "/org/touchmove/Hall1/games/g999999", GAME, "Pgn");
    for (call, error) in [
        (decide().build(&("resign", &words, "")), "LimitsExceeded"),
        (decide().build(&(&long, HashMap::<&str, &str>::new(), "")), "LimitsExceeded"),
        (call(LIVE_NAME, LIVE, "org.touchmove.Hall1.Station", "Free").build(&"7"), "InvalidArgs"),
        (call(LIVE_NAME, LIVE, "org.touchmove.Hall1.Station", "Fre").build(&()), "UnknownMethod"),
        (call(LIVE_NAME, LIVE, "org.touchmove.Hall1.None", "Free").build(&()), "UnknownInterface"),
        (nowhere.build(&()), "UnknownObject"),
    ] {
        let mut raw = Raw::on(bus.address());
        assert!(raw.send(&call.unwrap()));
        assert!(raw.reads(format!("{no}{error}").as_bytes(), PATIENCE), "{error}");
    }
    table.play(&OPENING[2..]);
    client.until_moves(BOARD, &OPENING).await;
    daemon.stop();
}

/// Calls all that it can think of, thousands of times a second, until the bus is gone: how many calls were sent, and
/// how many refused.
fn flood(address: &str) -> JoinHandle<(usize, usize)> {
    let mut raw = Raw::on(address);
    let refused = raw.count(TOO_MUCH);
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
        raw.hang_up();
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
        order(name, root, MANAGER, "GetManagedObjects").build(&()),
        Message::signal(root, GAME, "Moved").destination(name).build(&()),
    ];
    calls.into_iter().map(Result::unwrap).collect()
}
