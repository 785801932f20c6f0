//! The bytes of the wire are kept with what was made of them, so that a driver's mistake can be put right later.

use std::fs;
use std::path::Path;
use std::process::Command;

use touchmove_drivers::recording::Body;
use touchmove_station::journal::{PastEntry, look};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::table::Table;

const BOARD: &str = "dgt_12345";

const NONE: [&str; 0] = [];

const MOVES: [&str; 8] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6"];

fn touchmove(words: &[&str]) -> String {
    let output = Command::new(TOUCHMOVE).args(words).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What is played, by an export of the board, decoded anew from this.
fn played(state: &Path, from: &str) -> String {
    let recording = state.join("game.rec");
    let (file, folder) = (recording.to_str().unwrap(), state.to_str().unwrap());
    touchmove(&["export", BOARD, "--state", folder, "--output", file]);
    touchmove(&["adjudicate", "--format", "uci", "--from", from, file])
}

/// How many bytes of the journal are bytes of the wire, and how many are records of observations.
fn sizes(state: &Path) -> (usize, usize) {
    let path = state.join(format!("boards/{BOARD}.journal"));
    let entries = look(&fs::read(&path).unwrap(), &path).unwrap().entries;
    let records = entries.iter().filter_map(|entry| match entry {
        PastEntry::Record { record, .. } => Some(record),
        _ => None,
    });
    records.fold((0, 0), |(wire, observed), record| {
        let size = 28 + record.to_string().len();
        match record.body {
            Body::Received(_) | Body::Sent(_) => (wire + size, observed),
            _ => (wire, observed + size),
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_driver_can_be_run_again_over_what_went_by() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let bus = PrivateBus::open_to_all();
    let mut table = Table::new(folder.path());
    let daemon = Daemon::start(&bus, &state, &[table.port()]);
    let mut client = Client::on(&bus).await;
    client.until_moves(BOARD, &NONE).await;
    let (wire, observed) = sizes(&state);
    table.play(&MOVES);
    client.until_moves(BOARD, &MOVES).await;
    daemon.stop();
    let (all_wire, all_observed) = sizes(&state);
    let pairs = MOVES.len() / 2;
    eprintln!("{} bytes of wire a move of both players", (all_wire - wire) / pairs);
    eprintln!("{} bytes observed", (all_observed - observed) / pairs);
    let from_wire = played(&state, "wire");
    assert_eq!(from_wire, played(&state, "observations"));
    assert!(from_wire.starts_with(&MOVES.join(" ")), "{from_wire}");
    let folder = state.to_str().unwrap();
    let judged = touchmove(&["readjudicate", "--from", "wire", "--state", folder]);
    assert!(judged.contains("all concluded as they were told"), "{judged}");
    assert!(judged.contains(" made anew from the wire, 4 as they were recorded"), "{judged}");
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_what_is_allowed_no_wire_is_kept_and_observations_are() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let config = folder.path().join("touchmove.toml");
    fs::write(&config, "[journal]\nwire_kib = 1\n").unwrap();
    let bus = PrivateBus::open_to_all();
    let mut table = Table::new(folder.path());
    let daemon = Daemon::configured(&bus, &state, &[table.port()], &config);
    let mut client = Client::on(&bus).await;
    client.until_moves(BOARD, &NONE).await;
    table.play(&MOVES);
    client.until_moves(BOARD, &MOVES).await;
    assert!(daemon.logs("no more bytes of the wire are kept").contains(BOARD));
    daemon.stop();
    let (wire, _) = sizes(&state);
    assert!(wire > 0 && wire <= 1_024, "{wire}");
    assert!(played(&state, "observations").starts_with(&MOVES.join(" ")));
    // what was used before the restart still counts
    let daemon = Daemon::configured(&bus, &state, &[table.port()], &config);
    client.until_moves(BOARD, &MOVES).await;
    client.until_link(BOARD, "up").await;
    table.play(&["e1g1"]);
    client.until_moves(BOARD, &[&MOVES[..], &["e1g1"]].concat()).await;
    daemon.stop();
    assert!(sizes(&state).0 <= 1_024);
}
