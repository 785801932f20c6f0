//! Slow, stalled and hostile clients: they delay no board and no other client.

mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use tempfile::TempDir;
use tokio::sync::oneshot::{self, error::TryRecvError};
use touchmove_client::mirror::Mirror;
use touchmove_client::path::{LIVE, PUBLIC};
use touchmove_client::proxy::{BoardProxy, GameProxy};
use touchmove_client::service::{GUEST_NAME, LIVE_NAME, PUBLIC_NAME};
use touchmove_station::hall::news::News;
use touchmove_station::hall::orders::Order;
use zbus::Connection;

use crate::support::client::{Client, START};
use crate::support::daemon::Daemon;
use crate::support::patience::PATIENCE;
use crate::support::raw::{Raw, call};
use crate::support::script::{self, Script};
use crate::support::signals::Signals;
use crate::support::station::Station;
use crate::support::system::{System, Who};
use crate::support::table::Table;
use crate::support::{PrivateBus, Stranger};

const GAME: &str = "org.touchmove.Hall1.Game";
const BOARD: &str = "dgt_12345";
const OPENING: [&str; 7] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"];
const REPLY: [&str; 4] = ["f6e4", "d2d4", "e4d6", "b5c6"];

/// What a bus of the tests takes of a sender until it is read.
const NARROW: usize = 300_000;

/// Half of what a real bus takes.
const WIDE: usize = 64_000_000;

/// A daemon on a bus that takes so much of it, with a game under way, and what was signalled since it began.
struct Hall {
    bus: PrivateBus,
    table: Table,
    daemon: Daemon,
    client: Client,
    signals: Signals,
    _folder: TempDir,
}

impl Hall {
    async fn under_way(bytes: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (bus, mut table) = (PrivateBus::narrow(bytes), Table::new(folder.path()));
        let daemon = Daemon::start(&bus, &folder.path().join("state"), &[table.port()]);
        let mut client = Client::on(&bus).await;
        client.until_shown(BOARD, START).await;
        let signals = Signals::on(&bus).await;
        table.play(&OPENING);
        client.until_moves(BOARD, &OPENING).await;
        Self { bus, table, daemon, client, signals, _folder: folder }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_lets_everything_pile_up_stops_nobody_else() {
    let Hall { bus, mut table, daemon, mut client, signals, _folder } =
        Hall::under_way(NARROW).await;

    let mut mutes = Vec::new();
    for (name, path, of_what) in [
        (LIVE_NAME, format!("{LIVE}/games/g000001"), "of the live tree"),
        (GUEST_NAME, format!("{LIVE}/games/g000001"), "for guests"),
        (PUBLIC_NAME, format!("{PUBLIC}/games/p000001"), "of the public tree"),
    ] {
        let subscribe = |mute: &mut Raw| mute.subscribe(name);
        mutes.extend(clog(|| Raw::on(bus.address()), &introspect(name, &path), subscribe));
        daemon.logs(&format!("took nothing more {of_what}"));
    }
    table.play(&REPLY);
    let all = [&OPENING[..], &REPLY].concat();
    client.until_moves(BOARD, &all).await;
    let mirror = Mirror::connect(&bus.bus()).await.unwrap();
    let game = mirror.games().pop().unwrap();
    assert_eq!(game.moves, all);
    let events = mirror.events_since(&game.path, 0).await.unwrap();
    assert!(events.iter().map(|(sequence, ..)| *sequence).eq(1..=game.sequence));
    let guest = bus.bus().connect().await.unwrap();
    let as_guest = GameProxy::builder(&guest).destination(GUEST_NAME);
    let as_guest = as_guest.path(game.path.clone()).build().await.unwrap();
    assert_eq!(as_guest.pgn().await.unwrap(), mirror.pgn(&game.path).await.unwrap());
    daemon.stop();
    assert_none_missed(&signals);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_clogs_the_guests_connection_does_not_touch_the_members_one() {
    let Some(system) = System::narrow(NARROW) else { return };
    let mut table = Table::new(system.folder.path());
    let daemon = system.daemon(&table);
    let mut client = Client::on(&system.bus).await;
    client.until_shown(BOARD, START).await;
    let signals = Signals::on(&system.bus).await;
    table.play(&OPENING);
    let path = client.until_moves(BOARD, &OPENING).await.path;

    let long = introspect(GUEST_NAME, path.as_str());
    let mutes = clog(|| Raw::on(system.bus.address()), &long, |_| {});
    daemon.logs("took nothing more for guests");
    table.play(&REPLY);
    client.until_moves(BOARD, &[&OPENING[..], &REPLY].concat()).await;
    tokio::task::block_in_place(|| {
        let words = [&format!("--dest={GUEST_NAME}"), path.as_str(), &format!("{GAME}.Pgn")];
        let refused = system.sends(Who::Stranger, &words);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(said.contains("usermod -aG touchmove"), "{said}");
    });
    let log = daemon.stop();
    assert!(!log.contains("of the live tree"), "{log}");
    assert_none_missed(&signals);
    drop(mutes);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_told_where_his_call_was_lost_with_the_members_connection() {
    let mut station = Station::start_on(PrivateBus::narrow(NARROW)).await;
    station.tell(News::Board(Box::new(script::board(12345, None)))).await;
    let guest = station.client().await;
    let path = format!("{LIVE}/boards/{BOARD}");
    let board = BoardProxy::builder(&guest).destination(GUEST_NAME);
    let board = board.path(path.clone()).build().await.unwrap();
    let asked = tokio::spawn(async move { board.read_board().await });
    let Some(Order::ReadBoard { answer, .. }) = station.orders.recv().await else { panic!() };
    let (stop, stopped) = oneshot::channel();
    let others = tokio::spawn(call_until(stopped, guest.clone()));

    let mutes = clog(|| Raw::on(station.bus.address()), &introspect(LIVE_NAME, &path), |_| {});
    let error = asked.await.unwrap().unwrap_err();
    assert!(error.to_string().contains("look before you call again"), "{error}");
    drop((answer, mutes, stop));
    let (answered, refused) = others.await.unwrap();
    assert!(answered > 0, "{refused} refused");
    ping(&guest).await.unwrap();
}

/// Calls as a guest without a pause until told to stop: how many calls were answered, and how many refused.
async fn call_until(mut stop: oneshot::Receiver<()>, guest: Connection) -> (usize, usize) {
    let (mut answered, mut refused) = (0, 0);
    while stop.try_recv() == Err(TryRecvError::Empty) {
        match ping(&guest).await {
            Ok(_) => answered += 1,
            Err(error) => {
                let why = error.to_string();
                assert!(why.contains("try again") || why.contains("look before"), "{why}");
                refused += 1;
            }
        }
    }
    (answered, refused)
}

async fn ping(guest: &Connection) -> zbus::Result<zbus::Message> {
    let peer = Some("org.freedesktop.DBus.Peer");
    guest.call_method(Some(GUEST_NAME), LIVE, peer, "Ping", &()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_read_his_answers_takes_nobody_off_the_tree() {
    let Hall { bus, mut table, daemon, mut client, signals, _folder } = Hall::under_way(WIDE).await;

    let far = format!("{LIVE}/{}", "x".repeat(60_000));
    let far = call(GUEST_NAME, &far, GAME, "Pgn").build(&()).unwrap();
    let all = call(LIVE_NAME, LIVE, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
    let all = all.build(&()).unwrap();
    let strangers = (0..40).map(|_| (Raw::as_stranger(bus.address()), &far));
    let members = (0..60).map(|_| (Raw::on(bus.address()), &all));
    let mut mutes: Vec<_> = strangers.chain(members).collect();
    for uci in REPLY {
        for (mute, call) in &mut mutes {
            for _ in 0..40 {
                assert!(mute.send(call));
            }
        }
        table.play(&[uci]);
    }
    let moves = [&OPENING[..], &REPLY].concat();
    client.until_moves(BOARD, &moves).await;
    let log = daemon.stop();
    assert!(!log.contains("took nothing more"), "{log}");
    assert_none_missed(&signals);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_hears_the_same_of_what_is_there_and_of_what_is_not() {
    if !Stranger::can_act() {
        return;
    }
    let game = format!("{LIVE}/games/g000017");
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, None)))).await;
    station.tell(script.make("e4")).await;
    station.tell(News::Round(Arc::new(script::round()))).await;
    station.settled().await;
    let mut answers = BTreeSet::new();
    let calls = [
        ("/org/touchmove/Hall1/boards/dgt_12345", "Board.ReadBoard", &[][..]),
        (&game, "Game.Pgn", &[]),
        (LIVE, "Station.LoadRound", &["array:byte:0", "uint16:1"]),
        (LIVE, "Station.Assign", &["uint16:1", "string:dgt_12345"]),
        (LIVE, "Station.AssignPlugged", &[]),
        (LIVE, "Station.Free", &["uint16:1"]),
        ("/org/touchmove/Hall1/rounds/r003", "Round.Enter", &["uint16:1", "string:1-0"]),
        ("/org/touchmove/Hall1/rounds/r003", "Round.Settle", &["uint16:1", "string:board"]),
        ("/org/touchmove/Hall1/rounds/r003", "Round.Results", &[]),
        ("/org/touchmove/Hall1/games/g000018", "Game.Pgn", &[]),
        ("/nowhere", "Game.Pgn", &[]),
        (&game, "Game.NoSuchMethod", &[]),
        (&game, "NoSuchInterface.Pgn", &[]),
        (&game, "Game.EventsSince", &["string:no number"]),
        (&game, "DBus.Properties.GetAll", &["string:org.touchmove.Hall1.Game"]),
        (LIVE, "DBus.Introspectable.Introspect", &[]),
        (LIVE, "DBus.ObjectManager.GetManagedObjects", &[]),
        (LIVE, "DBus.Peer.Ping", &[]),
    ];
    let names = [LIVE_NAME, GUEST_NAME];
    for (name, (path, method, arguments)) in
        names.into_iter().flat_map(|name| calls.map(|call| (name, call)))
    {
        let to = format!("--dest={name}");
        let own = format!("{LIVE_NAME}.{method}");
        let method = method
            .strip_prefix("DBus.")
            .map_or(own, |method| format!("org.freedesktop.DBus.{method}"));
        let output = Stranger { groups: "" }
            .dbus_send(&station.bus, &[&[&to, path, &method], arguments].concat());
        answers.insert(String::from_utf8(output.stderr).unwrap());
    }
    let answers = Vec::from_iter(answers);
    let [error] = &answers[..] else { panic!("{answers:?}") };
    assert!(error.contains("org.freedesktop.DBus.Error.AccessDenied"), "{error}");
    assert!(error.contains("usermod -aG touchmove"), "{error}");
}

/// Calls so much on ten connections without reading that a narrow bus takes nothing more of whoever answers. `first` is
/// done to each connection before.
fn clog(connect: impl Fn() -> Raw, call: &zbus::Message, first: impl Fn(&mut Raw)) -> Vec<Raw> {
    let clogging = (0..10).map(|_| {
        let mut mute = connect();
        first(&mut mute);
        // A bus answers for more than 128 calls of one client that wait.
        for _ in 0..100 {
            assert!(mute.send(call));
        }
        mute
    });
    clogging.collect()
}

/// A call with a long answer.
fn introspect(name: &str, path: &str) -> zbus::Message {
    call(name, path, "org.freedesktop.DBus.Introspectable", "Introspect").build(&()).unwrap()
}

/// Of the numbers of each game none is left out between the first and the last that were signalled.
fn assert_none_missed(signals: &Signals) {
    let mut heard: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for (game, number) in signals.names().into_keys() {
        heard.entry(game).or_default().insert(number);
    }
    assert!(!heard.is_empty());
    for (game, numbers) in heard {
        let all = *numbers.first().unwrap()..=*numbers.last().unwrap();
        assert!(numbers.iter().copied().eq(all), "{game}: {numbers:?}");
    }
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
