//! A rehearsal: the real command starts a bus, a daemon and virtual boards, and plays a round.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support::daemon::TOUCHMOVE;
use crate::support::looking::until;
use crate::support::process::Process;

fn rehearse(words: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let pairings = folder.path().join("round.csv");
    let games = (1..=6).map(|table| format!("1,{table},White {table},Black {table}\n"));
    let list = format!("round,board,white,black\n{}", games.collect::<String>());
    fs::write(&pairings, list).unwrap();
    Command::new(TOUCHMOVE).arg("rehearse").arg(pairings).args(words).output().unwrap()
}

#[test]
fn a_round_is_told_as_it_was_played() {
    let boards = ["--boards", "5", "--shared", "2", "--games", "tests/games/short.pgn"];
    let words = ["--hands", "clean", "--speed", "4", "--quiet", "1", "--json"];
    let Output { status, stdout, stderr } = rehearse(&[&boards[..], &words].concat());
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{said}{}", String::from_utf8_lossy(&stdout));
    assert!(said.contains("touchmove watch --bus unix:path="), "{said}");
    let report: Value = serde_json::from_slice(&stdout).unwrap();
    assert_eq!((&report["games"], &report["right"]), (&5.into(), &5.into()));
    assert_eq!(report["as_adjudicated"], 5, "{report}");
    let plies: u64 =
        report["tables"].as_array().unwrap().iter().map(|t| t["plies"].as_u64().unwrap()).sum();
    assert!(report["moves"].as_u64().unwrap() >= plies, "{report}");
    for share in ["quiet_percent", "core_percent"] {
        assert!(report[share].as_f64().is_some_and(|core| core >= 0.0), "{share}: {report}");
    }
    assert!(report["presses"]["count"].as_u64().unwrap() >= plies, "{report}");
}

#[test]
fn a_round_that_is_played_ten_times_as_fast_has_no_incidents() {
    let words = ["--boards", "4", "--clock", "3+2", "--hands", "clean", "--speed", "10", "--json"];
    let Output { status, stdout, stderr } = rehearse(&words);
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let report: Value = serde_json::from_slice(&stdout).unwrap();
    let tables = report["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 4, "{report}");
    for table in tables {
        assert_eq!(table["incidents"], Value::Array(Vec::new()), "{report}");
    }
}

#[test]
fn what_cannot_be_rehearsed_is_said_before_anything_starts() {
    for (words, why) in [
        (["--boards", "7"], "the round has 6 tables, not 7"),
        (["--shared", "7"], "--shared: there are 6 boards"),
        (["--hands", "worn"], "faults of the board"),
        (["--round", "2"], "round 2"),
    ] {
        let Output { status, stderr, .. } = rehearse(&words);
        let said = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn by_hand_a_person_begins_the_round_and_what_he_decides_is_counted_as_his() {
    let folder = tempfile::tempdir().unwrap();
    let pairings = folder.path().join("round.csv");
    fs::write(&pairings, "round,board,white,black\n1,1,Anna,Ben\n1,2,Cleo,Dan\n").unwrap();
    let mut command = Command::new(TOUCHMOVE);
    command.arg("rehearse").arg(&pairings).args(["--by-hand", "--relay", "--json"]);
    command.args(["--games", "tests/games/short.pgn", "--hands", "clean", "--speed", "4"]);
    let mut rehearsal = Process::start(&mut command);
    let broadcast = rehearsal.says("its broadcast: /");
    let bus = rehearsal.says("touchmove round begin --bus ");
    let bus = bus.split_whitespace().last().unwrap();
    let touchmove = |words: &[&str]| {
        let output = Command::new(TOUCHMOVE).args(words).args(["--bus", bus]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {said}");
    };
    // Each board at the other's table: it is what a person may do.
    touchmove(&["round", "assign", "2", "dgt_10001"]);
    touchmove(&["round", "assign", "1", "dgt_10002"]);
    touchmove(&["round", "begin", "--anyway"]);
    let (_, folder) = broadcast.split_once("its broadcast: ").unwrap();
    until(|| {
        let pgn = fs::read_to_string(Path::new(folder.trim()).join("round-1/game-1.pgn"));
        let pgn = pgn.unwrap_or_default();
        if pgn.contains("[White \"Anna\"]") { Ok(()) } else { Err(pgn) }
    });
    until(|| {
        let words = ["game", "players", "t1", "--white", "Anne", "--bus", bus];
        let output = Command::new(TOUCHMOVE).args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(said) }
    });
    let (status, said) = rehearsal.ended();
    assert!(status.success(), "{said}");
    let report = said.lines().find(|line| line.starts_with('{')).unwrap();
    let report: Value = serde_json::from_str(report).unwrap();
    assert_eq!((&report["right"], &report["decided"]), (&2.into(), &1.into()), "{report}");
    let decided = report["tables"].as_array().unwrap().iter().find(|table| table["decided"] == 1);
    assert_eq!(decided.unwrap()["board"], "dgt_10002", "{report}");
    assert_eq!(decided.unwrap()["table"], 1, "{report}");
}
