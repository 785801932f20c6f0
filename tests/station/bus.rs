//! The service on a real message bus, seen through its proxies and through other users' eyes.

use std::sync::Arc;

use futures_util::StreamExt;
use shakmaty::Square;
use tokio::sync::mpsc;
use touchmove_client::address::BusError;
use touchmove_client::call_error::{CallError, RefusalKind};
use touchmove_client::details::PastEvent;
use touchmove_client::mirror::{Mirror, MirrorError};
use touchmove_client::path::{LIVE, PUBLIC};
use touchmove_client::proxy::{BoardProxy, ClockProxy, GameProxy, PublicGameProxy, StationProxy};
use touchmove_client::service::{GUEST_NAME, LIVE_NAME, PUBLIC_NAME};
use touchmove_core::game::conclusion::ResultValue;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::tournament::rounds::{RoundView, Stage};
use touchmove_station::bus::Service;
use touchmove_station::hall::news::{BegunRound, BoardView, News, PublicNews};
use touchmove_station::hall::orders::{Order, OrderError};
use zbus::fdo::{IntrospectableProxy, ObjectManagerProxy};

use crate::support::script::{self, Script};
use crate::support::station::Station;
use crate::support::{PrivateBus, Stranger};

const BOARD: &str = "/org/touchmove/Hall1/boards/dgt_12345";
const CLOCK: &str = "/org/touchmove/Hall1/clocks/dgt_12345";
const GAME: &str = "/org/touchmove/Hall1/games/g000017";
const ROUND: &str = "/org/touchmove/Hall1/rounds/r003";
const PUBLIC_GAME: &str = "/org/touchmove/Public1/games/p000001";
const STRANGER: Stranger<'_> = Stranger { groups: "" };
/// A member of the group that stands for `touchmove` in [`policy`].
const MEMBER: Stranger<'_> = Stranger { groups: "games" };
const POLICY: &str = include_str!("../../systemd/org.touchmove.Hall1.conf");

#[tokio::test]
async fn boards_clocks_and_games_are_objects_with_properties() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    station.tell(script.make("e4")).await;
    station.tell(script.press(7)).await;
    let client = station.client().await;

    let version = StationProxy::new(&client).await.unwrap().version().await.unwrap();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));

    let board = BoardProxy::builder(&client).path(BOARD).build().await.unwrap();
    assert_eq!(board.serial().await.unwrap(), "12345");
    assert_eq!(board.link().await.unwrap(), "up");
    assert_eq!(board.game().await.unwrap().as_str(), GAME);

    let clock = ClockProxy::builder(&client).path(CLOCK).build().await.unwrap();
    assert_eq!(clock.board().await.unwrap().as_str(), BOARD);
    assert_eq!(clock.white().await.unwrap(), (5_400 - 7) * 1_000);
    assert_eq!(clock.running().await.unwrap(), "black");

    let game = GameProxy::builder(&client).path(GAME).build().await.unwrap();
    assert_eq!(game.moves().await.unwrap(), ["e2e4"]);
    assert_eq!(game.turn().await.unwrap(), "black");
    assert_eq!((game.status().await.unwrap(), game.result().await.unwrap()), playing());
    assert!(game.pgn().await.unwrap().ends_with("\n1. e4 {[%clk 1:29:53]} *\n"));
}

#[tokio::test]
async fn what_a_hostile_board_says_of_itself_does_no_harm() {
    let station = Station::start().await;
    let hostile = BoardView {
        id: BoardId("dgt_\0/../\u{1b}[2J".into()),
        serial: "\0/../\u{1b}[2J".into(),
        version: Some("1\u{7}.0".into()),
        port: "/dev/\n".into(),
        ..script::board(12345, None)
    };
    station.tell(News::Board(Box::new(hostile))).await;
    station.tell(News::Board(Box::new(script::board(12345, None)))).await;
    station.settled().await;
    let boards = station.mirror().await.boards();
    let shown = boards.iter().find(|board| board.id.contains("_1b")).unwrap();
    assert_eq!(shown.serial, "\u{fffd}/../\u{fffd}[2J");
    assert_eq!(shown.firmware.as_deref(), Some("1\u{fffd}.0"));
    assert!(boards.iter().any(|board| board.id == "dgt_12345"));
}

#[tokio::test]
async fn a_move_is_signalled_in_each_state_with_its_sequence_number() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(script.begin()).await;
    let client = station.client().await;
    let game = GameProxy::builder(&client).path(GAME).build().await.unwrap();
    let mut moved = game.receive_moved().await.unwrap();

    station.tell(script.see("Nf3")).await;
    station.tell(script.make("e4")).await;
    station.tell(script.press(7)).await;
    station.tell(script.take_back()).await;

    let mut seen = Vec::new();
    for _ in 0..3 {
        let signal = moved.next().await.unwrap();
        let args = signal.args().unwrap();
        assert_eq!((args.ply, args.uci, args.san), (1, "e2e4", "e4"));
        seen.push((args.sequence, args.state.to_owned(), args.more.contains_key("clk_ms")));
    }
    let expected = [(1, "made", false), (2, "completed", true), (3, "superseded", false)];
    assert_eq!(seen, expected.map(|(seq, state, clock)| (seq, state.to_owned(), clock)));
    assert_eq!(game.moves().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn a_client_that_hears_of_a_move_finds_the_properties_changed() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(script.begin()).await;
    let client = station.client().await;
    let game = GameProxy::builder(&client)
        .path(GAME)
        .cache_properties(zbus::proxy::CacheProperties::No)
        .build()
        .await
        .unwrap();
    let mut moved = game.receive_moved().await.unwrap();
    for (sequence, san) in (1..).zip(["e4", "e5", "Nf3", "Nc6"]) {
        station.tell(script.make(san)).await;
        moved.next().await.unwrap();
        assert_eq!(game.sequence().await.unwrap(), sequence);
    }
}

#[tokio::test]
async fn events_since_repairs_a_gap() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(script.begin()).await;
    for san in ["e4", "e5"] {
        station.tell(script.make(san)).await;
        station.tell(script.press(5)).await;
    }
    station.tell(script.differ(&[Square::G1])).await;
    station.tell(script.end(ResultValue::Draw)).await;
    let client = station.client().await;
    let game = GameProxy::builder(&client).path(GAME).build().await.unwrap();

    let events = game.events_since(3).await.unwrap();
    let names: Vec<_> = events.iter().map(|(seq, name, _)| (*seq, name.as_str())).collect();
    assert_eq!(names, [(4, "Moved"), (5, "Standing"), (6, "Ended")]);
    assert_eq!(<&str>::try_from(&events[0].2["san"]).unwrap(), "e5");
    assert_eq!(u32::try_from(&events[0].2["clk_ms"]).unwrap(), (5_400 - 5) * 1_000);
    assert_eq!(<&str>::try_from(&events[2].2["result"]).unwrap(), "1/2-1/2");
    assert_eq!(game.events_since(6).await.unwrap(), []);
    assert_eq!(game.events_since(u64::MAX).await.unwrap(), []);
}

#[tokio::test]
async fn what_was_told_is_not_signalled_again() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(script.make("e4")).await;
    let client = station.client().await;
    let game = GameProxy::builder(&client).path(GAME).build().await.unwrap();
    let mut moved = game.receive_moved().await.unwrap();

    station.tell(script.again()).await;
    station.tell(script.make("e5")).await;
    let signal = moved.next().await.unwrap();
    assert_eq!(signal.args().unwrap().sequence, 2);
}

#[tokio::test]
async fn a_restarted_service_gives_the_same_events_under_the_same_numbers() {
    let mut station = Station::start().await;
    let mut script = Script::new(17, 12345);
    for san in ["e4", "c5"] {
        station.tell(script.make(san)).await;
        station.tell(script.press(9)).await;
    }
    let before = events(&station).await;
    station.restart().await;
    station.tell(script.again()).await;
    assert_eq!(events(&station).await, before);
}

#[tokio::test]
async fn the_public_is_told_moves_and_results_under_numbers_of_its_own() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(script.begin()).await;
    let client = station.client().await;
    let game = PublicGameProxy::builder(&client).path(PUBLIC_GAME).build().await.unwrap();
    let mut moved = game.receive_moved().await.unwrap();
    let mut timed = game.receive_timed().await.unwrap();
    let mut taken_back = game.receive_taken_back().await.unwrap();
    let mut ended = game.receive_ended().await.unwrap();

    for news in [script.make("e4"), script.press(5), script.differ(&[Square::E7])] {
        station.tell(news).await;
    }
    station.tell(script.make("e5")).await;
    station.tell(script.take_back()).await;
    station.tell(script.end(ResultValue::WhiteWins)).await;

    assert_eq!(moved.next().await.unwrap().args().unwrap().sequence, 1);
    // The time of a move is told with the next one.
    let time = timed.next().await.unwrap();
    assert_eq!((time.args().unwrap().sequence, time.args().unwrap().ply), (2, 1));
    assert_eq!(moved.next().await.unwrap().args().unwrap().sequence, 3);
    assert_eq!(taken_back.next().await.unwrap().args().unwrap().sequence, 4);
    assert_eq!(ended.next().await.unwrap().args().unwrap().result, "1-0");
    assert_eq!(game.sans().await.unwrap(), ["e4"]);
    let pgn = game.pgn().await.unwrap();
    assert!(pgn.contains("\n1. e4 {[%clk ") && pgn.ends_with("]} 1-0\n"), "{pgn}");
    let events = game.events_since(0).await.unwrap();
    assert!(events.iter().map(|(seq, ..)| *seq).eq(1..=5));
}

#[tokio::test]
async fn the_public_tree_gives_nothing_of_the_live_one_away() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    station.tell(script.make("e4")).await;
    station.tell(script.press(7)).await;
    station.tell(script.see("c5")).await;
    let client = station.client().await;

    let tree = ObjectManagerProxy::new(&client, PUBLIC_NAME, PUBLIC).await.unwrap();
    let game = PublicGameProxy::builder(&client).path(PUBLIC_GAME).build().await.unwrap();
    let all = format!(
        "{:?} {:?}",
        tree.get_managed_objects().await.unwrap(),
        game.events_since(0).await.unwrap()
    );
    assert!(all.contains("e2e4"));
    for secret in ["dgt", "12345", "g000017", "c5", "completed", "clk", "Hall1", "confidence"] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }

    let behind = GameProxy::builder(&client).destination(PUBLIC_NAME).path(GAME);
    let error = behind.build().await.unwrap().pgn().await.unwrap_err();
    assert!(error.to_string().contains("UnknownObject"), "{error}");
}

#[tokio::test]
async fn an_order_reaches_the_hall_and_its_refusal_the_client() {
    let mut station = Station::start().await;
    station.tell(News::Board(Box::new(script::board(12345, None)))).await;
    let client = station.client().await;
    let board = BoardProxy::builder(&client).path(BOARD).build().await.unwrap();

    let (outcome, ()) = tokio::join!(board.read_board(), station.answer(Ok(())));
    outcome.unwrap();
    let refusal = Err(OrderError::NotConnected);
    let (outcome, ()) = tokio::join!(board.read_board(), station.answer(refusal));
    let error = outcome.unwrap_err();
    let CallError::Refused { refusal, why } = error else { panic!("{error}") };
    assert_eq!(refusal, RefusalKind::NotConnected);
    assert!(why.contains("plug it in"), "{why}");
}

#[tokio::test]
async fn a_board_waiting_for_the_hall_holds_nothing_up() {
    let mut station = Station::start().await;
    station.tell(News::Board(Box::new(script::board(12345, None)))).await;
    let client = station.client().await;
    let board = BoardProxy::builder(&client).path(BOARD).build().await.unwrap();

    let asked = tokio::spawn({
        let board = board.clone();
        async move { board.read_board().await }
    });
    let Some(Order::ReadBoard { answer, .. }) = station.orders.recv().await else { panic!() };
    let mut game = board.receive_game_changed().await;
    game.next().await;
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    assert_eq!(game.next().await.unwrap().get().await.unwrap().as_str(), GAME);
    answer.send(Ok(())).unwrap();
    asked.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_policy_file_closes_the_live_tree_and_opens_the_public_one() {
    if !Stranger::can_act() {
        return;
    }
    let station = Station::start_on(PrivateBus::like_the_system_bus(&policy())).await;
    station.tell(Script::new(17, 12345).make("e4")).await;
    station.settled().await;

    let all = "org.freedesktop.DBus.ObjectManager.GetManagedObjects";
    let live = ["--dest=org.touchmove.Hall1", LIVE, all];
    let public = ["--dest=org.touchmove.Public1", PUBLIC, all];
    assert!(denied(&STRANGER.dbus_send(&station.bus, &live)));
    assert!(STRANGER.dbus_send(&station.bus, &public).status.success());

    let owner = "org.freedesktop.DBus.GetNameOwner";
    let owner = ["--dest=org.freedesktop.DBus", "/", owner, "string:org.touchmove.Hall1"];
    let unique = String::from_utf8(STRANGER.dbus_send(&station.bus, &owner).stdout).unwrap();
    let around = format!("--dest={}", unique.split('"').nth(1).unwrap());
    assert!(denied(&STRANGER.dbus_send(&station.bus, &[&around, LIVE, all])), "by another name");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_policy_file_lets_no_member_pose_as_the_daemon() {
    if !Stranger::can_act() {
        return;
    }
    let bus = PrivateBus::like_the_system_bus(&policy());
    for name in [LIVE_NAME, GUEST_NAME, PUBLIC_NAME] {
        let (method, name) = ("org.freedesktop.DBus.RequestName", format!("string:{name}"));
        let own = ["--dest=org.freedesktop.DBus", "/", method, &name, "uint32:0"];
        assert!(denied(&MEMBER.dbus_send(&bus, &own)), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_policy_file_keeps_live_signals_from_strangers() {
    if !Stranger::can_act() {
        return;
    }
    let station = Station::start_on(PrivateBus::like_the_system_bus(&policy())).await;
    let mut script = Script::new(17, 12345);
    station.tell(script.begin()).await;

    let runtime = tokio::runtime::Handle::current();
    // Between two signals of the public tree there is one of the live tree.
    let mut overheard = |who: Stranger<'static>, mark: &'static str| {
        std::thread::scope(|scope| {
            let rule = "type='signal',path_namespace='/org/touchmove'";
            let heard = scope.spawn(|| who.overhears(&station.bus, rule, mark));
            while !heard.is_finished() {
                runtime.block_on(station.tell(script.make("e4")));
                runtime.block_on(station.tell(script.take_back()));
            }
            heard.join().unwrap()
        })
    };
    tokio::task::block_in_place(|| {
        let heard = overheard(STRANGER, "interface=org.touchmove.Public1.Game; member=Moved");
        assert!(!heard.contains("Hall1"), "{heard}");
        overheard(MEMBER, "interface=org.touchmove.Hall1.Game; member=Moved");
    });
}

#[tokio::test]
async fn a_second_daemon_is_told_who_has_the_name() {
    let station = Station::start().await;
    let Err(error) = Service::start(station.bus.bus(), mpsc::channel(1).0).await else {
        panic!("a name with two owners")
    };
    let owner = format!("process {} owns org.touchmove.Hall1", std::process::id());
    assert!(matches!(&error, BusError::NameTaken { .. }), "{error}");
    assert!(error.to_string().contains(&owner), "{error}");
    assert!(station.mirror().await.is_running());
}

#[tokio::test]
async fn a_policy_that_denies_the_name_is_named() {
    let bus = PrivateBus::like_the_system_bus("<busconfig/>");
    let Err(error) = Service::start(bus.bus(), mpsc::channel(1).0).await else {
        panic!("a name against the policy")
    };
    assert!(matches!(error, BusError::NameDenied { .. }), "{error}");
}

#[tokio::test]
async fn losing_the_bus_ends_the_service_with_an_error() {
    let mut station = Station::start().await;
    station.bus.stop();
    let outcome = station.running.await.unwrap();
    assert!(matches!(outcome, Err(BusError::Lost { .. })), "{outcome:?}");
}

#[tokio::test]
async fn the_service_ends_in_peace_when_the_news_end() {
    let station = Station::start().await;
    drop(station.news);
    station.running.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_mirror_follows_the_tree_and_outlives_the_daemon() {
    let mut station = Station::start().await;
    let mut mirror = station.mirror().await;
    assert_eq!(mirror.boards(), []);
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    station.tell(script.make("e4")).await;
    station.tell(script.press(7)).await;
    until(&mut mirror, |mirror| last_move(mirror).as_deref() == Some("e4")).await;
    until(&mut mirror, |mirror| mirror.boards()[0].clock.is_some()).await;

    station.stop().await;
    until(&mut mirror, |mirror| !mirror.is_running()).await;
    station.restart().await;
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    station.tell(script.again()).await;
    station.tell(script.make("c5")).await;
    until(&mut mirror, |mirror| last_move(mirror).as_deref() == Some("c5")).await;
}

#[tokio::test]
async fn a_client_is_told_what_to_do_where_no_daemon_runs() {
    let bus = PrivateBus::open_to_all();
    let error = Mirror::connect(&bus.bus()).await.unwrap_err();
    assert!(matches!(error, MirrorError::NotRunning { .. }), "{error}");
    assert!(error.to_string().contains("start `touchmoved`"), "{error}");
}

#[tokio::test]
async fn the_introspection_is_what_is_published() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, None)))).await;
    station.tell(script.make("e4")).await;
    station.tell(script.press(7)).await;
    let round = RoundView { stage: Stage::Running, ..script::round() };
    let public = BegunRound::of(&round).unwrap();
    station.tell(News::Public(PublicNews::Round(public))).await;
    station.tell(News::Round(Arc::new(round))).await;
    station.tell(News::Sections(script::sections())).await;
    let client = station.client().await;
    for (name, path) in [
        ("org.touchmove.Hall1.Station", LIVE),
        ("org.touchmove.Hall1.Board", BOARD),
        ("org.touchmove.Hall1.Clock", CLOCK),
        ("org.touchmove.Hall1.Game", GAME),
        ("org.touchmove.Hall1.Round", ROUND),
        ("org.touchmove.Hall1.Sections", "/org/touchmove/Hall1/sections"),
        ("org.touchmove.Public1.Game", PUBLIC_GAME),
        ("org.touchmove.Public1.Round", "/org/touchmove/Public1/rounds/r003"),
    ] {
        let service = if name.contains("Public1") { PUBLIC_NAME } else { LIVE_NAME };
        let object = IntrospectableProxy::builder(&client).destination(service).path(path);
        let xml = object.build().await.unwrap().introspect().await.unwrap();
        insta::assert_snapshot!(name, interface(&xml, name));
    }
}

/// The policy file, for a user and a group that every system has.
fn policy() -> String {
    POLICY
        .replace("group=\"touchmove\"", "group=\"games\"")
        .replace("user=\"touchmove\"", "user=\"daemon\"")
}

/// All events of the game.
async fn events(station: &Station) -> Vec<PastEvent> {
    let client = station.client().await;
    let game = GameProxy::builder(&client).path(GAME).build().await.unwrap();
    game.events_since(0).await.unwrap()
}

async fn until(mirror: &mut Mirror, condition: impl Fn(&Mirror) -> bool) {
    while !condition(mirror) {
        let signal = mirror.signal().await.unwrap();
        mirror.take(signal).await.unwrap();
    }
}

fn last_move(mirror: &Mirror) -> Option<String> {
    mirror.boards().first()?.game.as_ref()?.sans.last().cloned()
}

fn denied(output: &std::process::Output) -> bool {
    String::from_utf8_lossy(&output.stderr).contains("org.freedesktop.DBus.Error.AccessDenied")
}

fn playing() -> (String, String) {
    ("playing".to_owned(), "*".to_owned())
}

/// One interface of an introspection.
pub(crate) fn interface(xml: &str, name: &str) -> String {
    let start = xml.find(&format!("<interface name=\"{name}\">")).unwrap();
    let length = xml[start..].find("</interface>").unwrap();
    format!("{}</interface>", &xml[start..start + length])
}
