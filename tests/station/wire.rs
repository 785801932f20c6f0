//! The bytes of the wire are kept with what was made of them, so that a driver's mistake can be put right later.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use touchmove_drivers::FAMILIES;
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

/// Recordings of the packets of each family by each of its transports, in which an opening is played.
fn openings() -> Vec<PathBuf> {
    let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers");
    let folders = fs::read_dir(drivers).unwrap().map(|entry| entry.unwrap().path());
    let recordings = folders.filter_map(|folder| fs::read_dir(folder.join("recordings")).ok());
    let files = recordings.flatten().map(|entry| entry.unwrap().path());
    let is_opening = |file: &PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy();
        name.starts_with("opening-") && name.ends_with(".rec")
    };
    files.filter(is_opening).collect()
}

/// What a board said in a recording, packet by packet.
fn heard(recording: &Path) -> Vec<String> {
    let text = fs::read_to_string(recording).unwrap();
    text.lines().filter_map(|line| Some(line.split_once(" <")?.1.to_owned())).collect()
}

#[test]
fn what_is_recorded_of_a_board_of_any_family_is_concluded_as_that_which_it_played() {
    let folder = tempfile::tempdir().unwrap();
    let openings = openings();
    // Lines with many boards and replays have none.
    assert!(openings.len() + 2 >= FAMILIES.len(), "{openings:?}");
    let begin = |(number, opening): (usize, &PathBuf)| -> (PathBuf, Child) {
        let [ended, copy] =
            ["ended", "copy"].map(|name| folder.path().join(format!("{name}-{number}.rec")));
        // The board would be silent after it for ever.
        let text = fs::read_to_string(opening).unwrap();
        fs::write(&ended, text + "- end cut\n").unwrap();
        let replay = format!("replay:{}", ended.display());
        let recording = Command::new(TOUCHMOVE).arg("record").arg(replay).arg(&copy).spawn();
        (copy, recording.unwrap())
    };
    let copies: Vec<_> = openings.iter().enumerate().map(begin).collect();
    for (opening, (copy, mut recording)) in openings.iter().zip(copies) {
        assert!(recording.wait().unwrap().success(), "{}", opening.display());
        assert_eq!(heard(&copy), heard(opening), "{}", opening.display());
        let concluded = |file: &Path| {
            let file = file.to_str().unwrap();
            touchmove(&["adjudicate", "--format", "uci", "--from", "wire", file])
        };
        // The link is lost with the end of a replay, before the last move has rested.
        let (told, played) = (concluded(&copy), concluded(opening));
        assert!(played.starts_with(told.trim_end()), "{}: {told}", opening.display());
        assert!(told.starts_with("e2e4 e7e5"), "{}: {told}", opening.display());
    }
}
