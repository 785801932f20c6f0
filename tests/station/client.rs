//! `touchmove status` and `touchmove watch`, run as a user runs them, on a real message bus.

mod tables;

use std::process::{Command, Output};

use serde_json::Value;
use touchmove_client::proxy::StationProxy;
use touchmove_core::game::conclusion::ResultValue;
use touchmove_core::names::GameId;
use touchmove_drivers::observation::LinkState;
use touchmove_station::hall::boards::condition::{Condition, Loss};
use touchmove_station::hall::news::{BoardView, News};
use touchmove_station::hall::ports::port_view::{PortPlace, PortState, PortView};
use zbus::proxy::CacheProperties;

use crate::support::PrivateBus;
use crate::support::daemon::TOUCHMOVE;
use crate::support::script::{self, Script};
use crate::support::station::Station;

#[tokio::test(flavor = "multi_thread")]
async fn status_shows_each_board_within_80_columns() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    station.tell(script.make("Nf3")).await;
    station.tell(script.press(7)).await;
    let condition = Condition::Lost(Loss::Unplugged);
    let lost = BoardView { link: LinkState::Lost, condition, ..script::board(54321, None) };
    station.tell(News::Board(Box::new(lost))).await;
    station.tell(silent_port()).await;
    station.settled().await;

    let status = text(&touchmove(&station.bus, &["status"]));
    let row = |board: &str| status.lines().find(|line| line.starts_with(board)).unwrap();
    let cells: Vec<_> = row("dgt_12345 ").split_whitespace().collect();
    assert_eq!(cells[..6], ["dgt_12345", "in-step", "1.8", "87", "%", "1:29:53"]);
    assert_eq!(cells[7..], ["g000017", "1.", "Nf3"]);
    assert!(status.contains("dgt_54321: unplugged; it was at /dev/ttyUSB0\n"), "{status}");
    assert!(status.contains("dgt:/dev/ttyS0: searching: asked as DGT e-Board: "), "{status}");
    let (waiting, healthy) = status.split_once("\nHealthy: 2\n").unwrap();
    assert!(waiting.contains("\n\nWaiting: 2\n"), "{status}");
    assert!(waiting.contains("\ndgt_54321  lost "), "{status}");
    assert_eq!(healthy.lines().count(), 3, "{status}");
    let rows = status.lines().filter(|line| line.starts_with("dgt_") || line.starts_with("BOARD"));
    assert!(rows.clone().count() == 5, "{status}");
    assert!(rows.clone().all(|line| line.chars().count() <= 80), "{status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn status_gives_programs_the_same_as_json() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    station.tell(script.make("e4")).await;
    station.tell(script.press(7)).await;
    station.tell(silent_port()).await;
    station.settled().await;

    let json = text(&touchmove(&station.bus, &["status", "--json"]));
    let report: Value = serde_json::from_str(&json).unwrap();
    let boards = report["boards"].as_array().unwrap();
    let board = boards.iter().find(|board| board["id"] == "dgt_12345").unwrap();
    assert_eq!(board["battery"], 87);
    assert_eq!((&board["state"], &board["why"]), (&"in-step".into(), &"".into()));
    let port = &report["ports"][0];
    assert_eq!((&port["state"], &port["why"]), (&"searching".into(), &"no-answer".into()));
    assert_eq!(port["boards"], serde_json::json!([]));
    assert_eq!(board["clock"]["white_ms"], 5_393_000);
    assert_eq!(board["game"]["moves"], serde_json::json!(["e2e4"]));
    assert_eq!(board["game"]["result"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn watch_writes_a_line_a_move_where_there_is_no_terminal() {
    let station = Station::start().await;
    let mut script = Script::new(17, 12345);
    station.tell(News::Board(Box::new(script::board(12345, Some(GameId(17)))))).await;
    station.tell(script.begin()).await;
    let bus = station.bus.address().to_owned();
    let watch = tokio::task::spawn_blocking(move || {
        Command::new(TOUCHMOVE)
            .args(["watch", "--until-ended", "1", "--for", "60", "--bus", &bus])
            .output()
            .unwrap()
    });
    station.tell(script.make("e4")).await;
    station.tell(script.press(7)).await;
    station.tell(script.make("e5")).await;
    station.tell(script.press(65)).await;
    station.tell(script.take_back()).await;
    station.tell(script.make("c5")).await;
    station.tell(script.end(ResultValue::WhiteWins)).await;

    let lines = [
        "dgt_12345  1. e4             1:29:53",
        "dgt_12345  1... e5           1:28:55",
        "dgt_12345  taken back 1... e5",
        "dgt_12345  1... c5",
        "dgt_12345  result 1-0 (kings)",
    ];
    assert_eq!(text(&watch.await.unwrap()).lines().collect::<Vec<_>>(), lines);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_waits_until_a_started_daemon_shows_what_it_kept() {
    let station = Station::start_unread().await;
    let client = station.bus.bus().connect().await.unwrap();
    let root = StationProxy::builder(&client).cache_properties(CacheProperties::No);
    let root = root.build().await.unwrap();
    let mut asking = tokio::spawn(station.mirror_to_be());
    let reading = async {
        // Far more calls than a command needs that does not wait.
        for _ in 0..100 {
            assert!(!root.ready().await.unwrap());
        }
        station.tell(News::Board(Box::new(script::board(12345, None)))).await;
        station.settled().await;
    };
    tokio::select! {
        _ = &mut asking => panic!("it did not wait"),
        () = reading => {}
    }
    station.tell(News::Ready).await;
    let boards = asking.await.unwrap().boards();
    assert!(boards.iter().any(|board| board.id == "dgt_12345"));
    assert!(root.ready().await.unwrap());
}

#[test]
fn both_say_what_to_do_where_no_daemon_runs() {
    let bus = PrivateBus::open_to_all();
    for verb in ["status", "watch"] {
        let output = touchmove(&bus, &[verb]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(error.starts_with("touchmove: touchmoved is not running on the bus at"), "{error}");
    }
}

/// A port at which nobody answers.
fn silent_port() -> News {
    let tried = vec!["DGT e-Board"];
    let state = PortState::Searching { tried, why: Some("nobody answers".into()) };
    let view = PortView { port: "dgt:/dev/ttyS0".into(), state, boards: Vec::new() };
    News::Port { place: PortPlace(1), view: Some(view) }
}

fn touchmove(bus: &PrivateBus, arguments: &[&str]) -> Output {
    Command::new(TOUCHMOVE).args(arguments).args(["--bus", bus.address()]).output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}
