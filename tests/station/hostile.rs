//! Slow, stalled and hostile clients: they delay no board and no other client.

use std::collections::HashMap;

use touchmove::bus::mirror::Mirror;
use touchmove::bus::{LIVE, LIVE_NAME, PUBLIC, PUBLIC_NAME};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::Daemon;
use crate::support::patience::PATIENCE;
use crate::support::raw::{Raw, call};
use crate::support::table::Table;

const GAME: &str = "org.touchmove.Hall1.Game";
const BOARD: &str = "dgt_12345";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const OPENING: [&str; 7] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"];
const REPLY: [&str; 4] = ["f6e4", "d2d4", "e4d6", "b5c6"];

/// What a bus of the tests takes of a sender until it is read.
const NARROW: usize = 300_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_lets_everything_pile_up_stops_nobody_else() {
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
