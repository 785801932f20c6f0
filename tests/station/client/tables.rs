//! Tables and players before boards and numbers: what the command takes, and what it tells, on a real hall.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::support::client::Client;
use crate::support::daemon::TOUCHMOVE;
use crate::support::looking::until;
use crate::support::process::Process;
use crate::support::table::Table;
use crate::support::venue::Venue;

const PAIRINGS: &str = "\
round,board,white,black,time_control
3,1,Anna,Ben,5:00
3,2,Cleo,Dan,5:00
";

const BOARD: &str = "dgt_12345";

const NONE: [&str; 0] = [];

/// A board that stays until its test is over.
struct Spare(Child);

impl Drop for Spare {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One board, which is at table 2, and its game, which is the station's first.
async fn at_table_2(folder: &Path) -> (Venue, Table, Client) {
    let table = Table::new(folder);
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until_moves(BOARD, &NONE).await;
    venue.load(PAIRINGS);
    venue.done(&["assign", "2", BOARD]);
    venue.done(&["begin", "--anyway"]);
    (venue, table, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_take_table_game_and_board_alike_and_refuse_what_means_two_things() {
    let folder = tempfile::tempdir().unwrap();
    let (venue, mut table, mut client) = at_table_2(folder.path()).await;
    table.play(&["e2e4", "e7e5"]);
    client.until_moves(BOARD, &["e2e4", "e7e5"]).await;
    let is_timed = |shown: &str| shown.matches("0:04:59").count() == 2;
    let shown = venue.game_once(&["show", "t2"], is_timed);
    assert!(shown.starts_with("table 2, Cleo – Dan  (g000001)\n   1  1. e4 "), "{shown}");
    for name in ["2", "3.2", "g1", "g000001", BOARD] {
        assert_eq!(venue.game(&["show", name]), shown, "{name}");
    }
    let both = venue.game_refused(&["show", "1"]);
    let spellings = "1 is a table and a game: say t1 for table 1, Anna – Ben (its game has not begun), \
                     or g1 for g000001 (table 2, Cleo – Dan)";
    assert!(both.contains(spellings), "{both}");
    let json: Value = serde_json::from_str(&venue.game(&["show", "t2", "--json"])).unwrap();
    assert!(json["clk_ms"][0].as_u64().is_some_and(|left| left < 300_000), "{json}");
    let listed: Value = serde_json::from_str(&venue.game(&["list", "--json"])).unwrap();
    assert_eq!(listed[0]["table"], 2);
    assert_eq!((&listed[0]["game"], &listed[0]["plies"]), (&"g000001".into(), &2.into()));

    let entered = venue.done(&["enter", BOARD, "1-0"]);
    assert!(entered.starts_with("table 2, Cleo – Dan: 1-0 counts"), "{entered}");
    let undone = venue.done(&["enter", "g1", "*"]);
    assert!(undone.starts_with("table 2, Cleo – Dan: no result is entered"), "{undone}");
    let watched = venue.touchmove("watch", &["t2", "--for", "3"]);
    let watched = String::from_utf8(watched.stdout).unwrap();
    assert!(watched.starts_with("table 2, Cleo – Dan (dgt_12345)  1. e4 "), "{watched}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_told_first_by_table_and_players_and_apart_from_what_is_healthy() {
    let folder = tempfile::tempdir().unwrap();
    let (venue, mut table, _client) = at_table_2(folder.path()).await;
    let status = || {
        let output = venue.touchmove("status", &[]);
        String::from_utf8(output.stdout).unwrap()
    };
    let healthy = status();
    assert!(
        !healthy.contains("Waiting") && healthy.contains("\nHealthy: 1\nTABLE  WHITE "),
        "{healthy}"
    );
    table.play(&["e2e4"]);
    table.think();
    table.press();
    let waiting = until(|| match status() {
        status if status.contains("incident 1: Black: Clock pressed without a move\n") => {
            Ok(status)
        }
        status => Err(status),
    });
    let (_, told) = waiting.split_once("\nWaiting: 1\n").unwrap();
    let line = told.lines().next().unwrap();
    let (age, of) = line.split_at(10);
    assert_eq!(of, "table 2, Cleo – Dan (dgt_12345)", "{waiting}");
    assert!(age.trim() == "now" || age.trim().ends_with(" s"), "{waiting}");
    assert!(!waiting.contains("Healthy"), "{waiting}");
    let json = venue.touchmove("status", &["--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["waiting"][0]["of"], "table 2, Cleo – Dan");
    assert_eq!(json["waiting"][0]["urgency"], "arbiter");
    assert!(json["waiting"][0]["seconds"].as_u64().is_some_and(|age| age < 600), "{json}");
    assert_eq!(json["boards"][0]["seat"]["table"], 2);

    let watched = venue.done(&["status", "--watch", "--for", "1"]);
    let (problems, tables) = watched.split_once("\nTABLE ").unwrap();
    assert!(problems.contains("table 2: Black: Clock pressed"), "{watched}");
    assert!(problems.contains("table 1: no board is assigned\n"), "{watched}");
    assert!(tables.contains("\n1  ") && tables.contains("\n2  "), "{watched}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spare_is_practised_with_a_board_that_is_set_up_as_the_game_stands() {
    const AFTER: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let folder = tempfile::tempdir().unwrap();
    let (link, pgn) = (folder.path().join("spare"), folder.path().join("rest.pgn"));
    std::fs::write(&pgn, "1. e4 e5 2. Nf3 Nc6 *\n").unwrap();
    let mut command = Command::new(TOUCHMOVE);
    command.arg("simulate").arg(&pgn).args(["--from", AFTER, "--stay", "--serial", "77"]);
    command.args(["--speed", "8", "--rate", "think-most=1500", "--link"]).arg(&link);
    let spare = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut spare = Spare(spare.spawn().unwrap());
    until(|| if link.exists() { Ok(()) } else { Err("no link".to_owned()) });

    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port(), format!("dgt:{}", link.display())]);
    let mut client = Client::on(&venue.bus).await;
    client.until_moves(BOARD, &NONE).await;
    venue.load(PAIRINGS);
    venue.done(&["assign", "1", BOARD]);
    venue.done(&["begin", "--anyway"]);
    table.play(&["e2e4", "e7e5"]);
    client.until_moves(BOARD, &["e2e4", "e7e5"]).await;
    let moved = until(|| match venue.touchmove("game", &["move", "t1", "--to", "dgt_00077"]) {
        Output { status, stdout, .. } if status.success() => Ok(String::from_utf8(stdout).unwrap()),
        Output { stderr, .. } => Err(String::from_utf8(stderr).unwrap()),
    });
    assert_eq!(moved, "table 1, Anna – Ben goes on on dgt_00077\n");
    spare.0.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    client.until_moves("dgt_00077", &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    // All is played, and the board is there as before.
    assert!(spare.0.try_wait().unwrap().is_none() && link.exists());
}

#[test]
fn a_position_without_a_game_stands_still_on_a_board_that_stays() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("spare");
    let fen = "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1";
    let _: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let mut command = Command::new(TOUCHMOVE);
    command.args(["simulate", "--from", fen, "--link"]).arg(&link);
    let board = Process::start(&mut command);
    assert!(board.says("Connect to it: ").ends_with(&format!("dgt:{}", link.display())));
    let venue = Venue::open(vec![format!("dgt:{}", link.display())]);
    until(|| {
        let status = venue.touchmove("status", &["--json"]);
        let status: Value = serde_json::from_slice(&status.stdout).unwrap_or_default();
        let shown = status["boards"][0]["placement"].clone();
        if shown == "8/8/4k3/8/8/3K4/4P3/8" { Ok(()) } else { Err(status.to_string()) }
    });
    let other = Command::new(TOUCHMOVE).args(["simulate", "--from", "nonsense"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
}
