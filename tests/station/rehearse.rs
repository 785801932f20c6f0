//! A rehearsal: the real command starts a bus, a daemon and virtual boards, and plays a round.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support::daemon::TOUCHMOVE;

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
