//! Looking back: what a daemon has kept is exported, shown and verified, while it runs and afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;
use touchmove_drivers::recording::{BoardName, Body, Headers, Record};
use touchmove_station::journal::{self, Journal, PastEntry};

use crate::support::PrivateBus;
use crate::support::client::{Client, scoresheet};
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::table::Table;

const BOARD: &str = "dgt_12345";

const MOVES: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

fn touchmove(words: &[&str], state: &Path) -> Output {
    let mut command = Command::new(TOUCHMOVE);
    command.args(words).env("TZ", "UTC").arg("--state").arg(state).output().unwrap()
}

fn printed(words: &[&str], state: &Path) -> String {
    let output = touchmove(words, state);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn adjudicated(recording: &Path) -> Vec<Value> {
    let output = Command::new(TOUCHMOVE).arg("adjudicate").arg(recording).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the daemon has told, as it stands in the journal.
fn told(journal: &Path) -> Vec<Value> {
    let look = journal::look(&fs::read(journal).unwrap(), journal).unwrap();
    let told = look.entries.into_iter().filter_map(|entry| match entry {
        PastEntry::Told(line) => serde_json::from_str::<Value>(&line).ok(),
        _ => None,
    });
    let concluded = |mut line: Value| {
        line.as_object_mut()?.remove("passed_us"); // when it was told is no part of it
        line.get("seq").is_some().then_some(line)
    };
    told.filter_map(concluded).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_exported_while_it_is_played_is_what_the_daemon_concludes() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let journal = state.join(format!("boards/{BOARD}.journal"));
    let bus = PrivateBus::open_to_all();
    let mut table = Table::new(folder.path());
    let daemon = Daemon::start(&bus, &state, &[table.port()]);
    let mut client = Client::on(&bus).await;
    client.until_moves(BOARD, &[] as &[&str]).await;
    table.play(&MOVES);
    let game = client.until_moves(BOARD, &MOVES).await;
    client
        .until(async |client| {
            let completed = scoresheet(&client.events(&game.path).await);
            if completed.iter().all(|(_, time)| time.is_some()) {
                Ok(())
            } else {
                Err("no press".into())
            }
        })
        .await;

    let pgn = printed(&["export", BOARD, "--pgn"], &state);
    assert!(pgn.contains("1. e4 {[%clk 0:04:59]} 1... e5 {"), "{pgn}");
    assert_eq!(pgn.matches("[Event ").count(), 1, "{pgn}");
    let none = printed(&["export", BOARD, "--pgn", "--to", "0"], &state);
    assert_eq!(none, "", "nothing had begun");

    daemon.stop();
    let recording = folder.path().join("game.rec");
    let output = recording.to_str().unwrap();
    printed(&["export", BOARD, "--recording", "--output", output], &state);
    let told = told(&journal);
    let adjudicated = adjudicated(&recording);
    assert!(told.len() >= 2 * MOVES.len(), "{told:?}");
    assert_eq!(adjudicated[..told.len()], told);

    let pack = folder.path().join("pack");
    let output = pack.to_str().unwrap();
    printed(&["export", BOARD, "--evidence", "--game", "1", "--output", output], &state);
    let seal = journal::look(&fs::read(&journal).unwrap(), &journal).unwrap().seal.to_string();
    for file in [&pack, &journal] {
        let (code, said) = verified(file, &["--seal", &seal]);
        assert!(code == Some(0) && said.contains(&format!("up to the seal {seal};")), "{said}");
    }
}

/// The exit code of `touchmove verify`, and what it says.
fn verified(file: &Path, options: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(TOUCHMOVE).arg("verify").arg(file).args(options).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// What a board said in the first moves of a game, and what was told.
const RECORDS: &str = "\
0.000 link up
0.200 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
0.300 clock left=0:05:00 right=0:05:00 run=left lever=left
8.000 square e2 .
8.600 square e4 P
9.200 clock left=0:04:52 right=0:05:00 run=right lever=right
300.000 square b8 .
300.700 square b8 n
302.000 square e7 .
302.500 square e5 p
303.100 clock left=0:04:52 right=0:00:07 run=left lever=left
";

const INCIDENT: &str = r#"{"v":1,"seq":9,"recording":0,"game":1,"at_ms":302500,"type":"incident","id":1,"state":"raised","kind":"touch-move-violation","article":"4.3.1","side":"black","certainty":"medium","ply":2,"squares":["b8"],"from":7,"to":10}"#;

/// A folder of evidence with the journal of a board, and the journal.
fn kept() -> (TempDir, PathBuf) {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join("boards")).unwrap();
    let path = state.path().join(format!("boards/{BOARD}.journal"));
    let mut headers = Headers::default();
    headers.board = Some(BoardName { family: "dgt".to_owned(), serial: Some("12345".to_owned()) });
    headers.began = Some("2026-01-22T13:05:00Z".to_owned());
    let (mut journal, _) = Journal::open(&path, &headers).unwrap();
    for line in RECORDS.lines() {
        let record: Record = line.parse().unwrap();
        let Body::Observed(observation) = record.body else { panic!("{line}") };
        journal.append_record(record.at.unwrap(), None, &observation).unwrap();
        if line.contains("e4 P") {
            journal.append_told(r#"{"game":1,"station":17}"#).unwrap();
        }
    }
    journal.append_told(INCIDENT).unwrap();
    (state, path)
}

#[test]
fn an_evidence_pack_says_what_it_is_about_and_is_verified() {
    let (state, _) = kept();
    let words = ["export", BOARD, "--evidence", "--incident", "1", "--game", "g000017"];
    let pack = printed(&words, state.path());
    assert!(pack.contains("\n# Game g000017, number 1 on this board.\n"), "{pack}");
    assert!(pack.contains("(article 4.3.1, certainty medium)"), "{pack}");
    assert!(pack.contains("\n#   at 2026-01-22 13:10:02 (302.500 s)\n"), "{pack}");
    assert!(pack.contains("300.000 square b8 .") && pack.contains(INCIDENT), "{pack}");
    let file = state.path().join("pack");
    fs::write(&file, &pack).unwrap();
    let (code, said) = verified(&file, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("consistent: each link follows from the one before; its seal is "));
    assert!(said.contains("only a seal that was kept elsewhere shows"), "{said}");
    assert!(!said.contains("unaltered"), "{said}");
    let seal = said.lines().next().unwrap().rsplit(' ').next().unwrap();
    let (code, said) = verified(&file, &["--seal", seal]);
    let verdict = format!("whole and unaltered up to the seal {seal}; its last link is {seal}");
    assert!(code == Some(0) && said.starts_with(&verdict), "{said}");
    let (_, said) = verified(&file, &[]);
    assert!(said.contains("records 2 to 11 of the board dgt 12345"), "{said}");
    let (code, said) = verified(&file, &["--seal", "00112233445566778899aabbccddeeff"]);
    assert!(code == Some(1) && said.contains("none of its links"), "{said}");
    assert!(!said.contains("whole") && !said.contains("consistent"), "{said}");

    fs::write(&file, pack.replace("300.000 square b8", "300.000 square b7")).unwrap();
    let line = 1 + pack.lines().position(|line| line.contains("300.000 square b8")).unwrap();
    let (code, said) = verified(&file, &["--json"]);
    assert!(code == Some(1) && said.contains(&format!("altered at line {line},")), "{said}");
    fs::write(&file, "[Event \"?\"]\n").unwrap();
    assert_eq!(verified(&file, &[]).0, Some(2));

    let words = ["export", BOARD, "--evidence", "--incident", "2"];
    let output = touchmove(&words, state.path());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("there are: 1 (touch-move-violation)"), "{said}");
}

#[test]
fn of_a_damaged_journal_the_rest_is_exported_and_what_is_missing_is_said() {
    let (state, path) = kept();
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.windows(9).position(|bytes| bytes == b"square b8").unwrap();
    bytes[at + 8] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let output = touchmove(&["export", BOARD], state.path());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("record 7 is lost"), "{said}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("\n300.700 square b8 n\n") && text.contains("record 7 is lost"),
        "{text}"
    );
    let (code, said) = verified(&path, &[]);
    assert!(code == Some(1) && said.contains("record 7 is lost"), "{said}");
    let output = touchmove(&["export", BOARD, "--evidence"], state.path());
    fs::write(state.path().join("pack"), &output.stdout).unwrap();
    let (code, said) = verified(&state.path().join("pack"), &[]);
    assert!(code == Some(0) && said.contains("from the stated link"), "{said}");
}

#[test]
fn history_tells_what_was_touched_when_and_shows_the_board() {
    let (state, _) = kept();
    insta::assert_snapshot!(
        "history",
        printed(&["history", BOARD, "--boards", "--to", "400"], state.path())
    );
    let late = printed(&["history", BOARD, "--from", "13:10:01", "--to", "303"], state.path());
    assert!(late.starts_with("13:10:02     302.000  e7  p lifted\n"), "{late}");
}

#[test]
fn history_draws_the_touches_of_a_stretch_as_boards_in_one_file() {
    let (state, _) = kept();
    let page = state.path().join("touches.html");
    let words =
        ["history", BOARD, "--from", "302", "--to", "303", "--html", page.to_str().unwrap()];
    assert_eq!(printed(&words, state.path()), "");
    let drawn = fs::read_to_string(&page).unwrap();
    assert!(drawn.starts_with("<!DOCTYPE html>") && drawn.ends_with("</html>\n"), "{drawn}");
    let line = "<time>13:10:02     302.000</time>e7  p lifted<br><figure>";
    assert!(drawn.contains(line), "{drawn}");
    assert!(drawn.contains("<figcaption>e7</figcaption>"), "{drawn}");
    let touches = printed(&["history", BOARD, "--from", "302", "--to", "303"], state.path());
    let changes =
        touches.lines().filter(|line| line.contains("lifted") || line.contains("put down"));
    assert_eq!(drawn.matches("<figure>").count(), changes.count(), "{touches}");
}

#[test]
fn what_cannot_be_exported_is_said_with_what_to_do() {
    let state = tempfile::tempdir().unwrap();
    let boards = state.path().join("boards");
    let said = |words: &[&str]| {
        let output = touchmove(words, state.path());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, text) = said(&["export", BOARD]);
    assert!(code == Some(1) && text.contains("--state"), "{text}");
    fs::create_dir(&boards).unwrap();
    fs::write(boards.join("dgt_7.journal"), "[Event \"?\"]\n").unwrap();
    let (code, text) = said(&["export", BOARD]);
    assert!(code == Some(1) && text.contains("there are: dgt_7"), "{text}");
    let (code, text) = said(&["export", "dgt_7"]);
    assert!(code == Some(2) && text.contains("no journal of a board"), "{text}");
    let (code, text) = said(&["export", "dgt_7", "--from", "noon"]);
    assert!(code == Some(2) && text.contains("14:05"), "{text}");
}
