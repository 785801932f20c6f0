//! What is over goes to the archive: compressed, sealed, and all of it can still be had.

use std::fs;
use std::path::Path;
use std::process::Command;

use touchmove_station::journal::archive;
use touchmove_station::journal::{Look, look};
use zbus::OwnedObjectPath;

use crate::support::client::Client;
use crate::support::daemon::TOUCHMOVE;
use crate::support::looking;
use crate::support::signals::Signals;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";

const NONE: [&str; 0] = [];

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

const NEXT: [&str; 2] = ["d2d4", "d7d5"];

fn touchmove(words: &[&str], state: &Path) -> String {
    let output = Command::new(TOUCHMOVE).args(words).arg("--state").arg(state).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{words:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// Waits until this holds.
fn until(what: &str, holds: impl Fn() -> bool) {
    looking::until(|| if holds() { Ok(()) } else { Err(what.to_owned()) });
}

fn read(path: &Path) -> Look {
    look(&archive::read(path).unwrap(), path).unwrap()
}

/// A game that is archived.
struct Archived {
    path: OwnedObjectPath,
    pgn: String,
}

/// The pieces are set up again, and the next round begins: until then nothing is archived.
async fn next_round(
    round: u16,
    table: &mut Table,
    (venue, client): (&Venue, &mut Client),
    last: &OwnedObjectPath,
) {
    let archived = venue.log().matches("archived up to").count();
    table.set_up_again();
    let begun = async |client: &Client| {
        let game = client.game_on(BOARD).await?;
        if game.path == *last { Err("it has not begun".to_owned()) } else { Ok(()) }
    };
    client.until(begun).await;
    let pairings = venue.file("next", &format!("round,board,white,black\n{round},1,Ben,Anna\n"));
    venue.done(&["load", &pairings]);
    assert_eq!(venue.log().matches("archived up to").count(), archived);
    venue.done(&["begin", "--anyway"]);
}

/// A game of round 3 that ended in mate, archived, and the next one on the same board begun.
async fn archived() -> (Table, tempfile::TempDir, Venue, Client, Archived) {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until_moves(BOARD, &NONE).await;
    venue.load("round,board,white,black\n3,1,Anna,Ben\n");
    venue.done(&["assign", "1", BOARD]);
    venue.done(&["begin", "--anyway"]);
    table.play(&MATE);
    let path = client.until_moves(BOARD, &MATE).await.path;
    until("the mate is a result", || venue.done(&["results"]).contains("0-1"));
    let pgn = touchmove(&["export", BOARD, "--pgn"], venue.state.path());
    venue.done(&["end"]);
    next_round(4, &mut table, (&venue, &mut client), &path).await;
    let compressed = venue.state.path().join("archive/dgt_12345.0.journal.gz");
    until("it is archived", || compressed.is_file());
    (table, folder, venue, client, Archived { path, pgn })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_is_over_is_archived_and_all_of_it_can_still_be_had() {
    let (mut table, _folder, venue, mut client, Archived { path: first, pgn: before }) =
        archived().await;
    let state = venue.state.path().to_owned();
    let events = client.events(&first).await;
    assert!(events.len() >= MATE.len());
    table.play(&NEXT);
    let next = client.until_moves(BOARD, &NEXT).await;
    assert_ne!(next.path, first);

    let over = state.join("archive/dgt_12345.0.journal.gz");
    let live = state.join("boards/dgt_12345.journal");
    let continues = read(&live).headers.continues.unwrap();
    assert_eq!(continues.seal, read(&over).seal.to_string());
    let station = fs::read(state.join("station.journal")).unwrap();
    let station = String::from_utf8_lossy(&station).into_owned();
    assert!(station.contains(&continues.seal), "the station has the seal");
    let verified = |file: &Path| {
        let output = Command::new(TOUCHMOVE).arg("verify").arg(file).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(verified(&over).contains(&format!("its seal is {}", continues.seal)));
    let said = verified(&live);
    let first_record = format!("records {} to ", continues.after + 1);
    assert!(said.contains(&continues.seal) && said.contains(&first_record), "{said}");

    let venue = venue.kill();
    table.free();
    let mut client = Client::on(&venue.bus).await;
    assert_eq!(client.until_moves(BOARD, &NEXT).await.path, next.path);
    assert_eq!(client.events(&first).await[..events.len()], events);
    assert!(venue.done(&["results", "3", "--pgn"]).contains("Qh4#"));

    let pgn = touchmove(&["export", BOARD, "--pgn"], &state);
    assert!(pgn.starts_with(before.trim_end()) && pgn.contains("1. d4 "), "{pgn}");
    let history = touchmove(&["history", BOARD], &state);
    assert!(history.contains("Qh4# made") && history.contains("1... d5 made"), "{history}");
    let recordings = touchmove(&["export", BOARD], &state);
    assert_eq!(recordings.matches("touchmove-recording 1").count(), 2);
    let pack = touchmove(&["export", BOARD, "--evidence", "--game", "1"], &state);
    assert!(pack.contains("number 1 on this board") && pack.contains(&continues.seal), "{pack}");
    let judged = touchmove(&["readjudicate"], &state);
    assert!(judged.contains("dgt_12345, archived after record 0: 1 game(s), all"), "{judged}");
    assert_eq!(judged.lines().count(), 2, "{judged}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_archived_no_start_signals_again_what_was_told_before() {
    let (mut table, _folder, venue, mut client, _) = archived().await;
    let signals = Signals::on(&venue.bus).await;
    table.play(&MATE);
    let second = client.until_moves(BOARD, &MATE).await.path;
    venue.done(&["end"]);
    next_round(5, &mut table, (&venue, &mut client), &second).await;
    let archive = venue.state.path().join("archive");
    until("two journals are archived", || fs::read_dir(&archive).unwrap().count() == 2);
    table.play(&NEXT);
    client.until_moves(BOARD, &NEXT).await;
    until("the running game is public", || has_public_moves(&signals, 3));
    let told = signals.count();
    assert_eq!(signals.repeats(), []);

    let venue = venue.kill();
    table.free();
    Client::on(&venue.bus).await.until_moves(BOARD, &NEXT).await;
    let venue = venue.stop();
    table.free();
    let mut client = Client::on(&venue.bus).await;
    client.until_moves(BOARD, &NEXT).await;
    client.until_link(BOARD, "up").await;
    table.play(&["g1f3"]);
    client.until_moves(BOARD, &["d2d4", "d7d5", "g1f3"]).await;
    until("what is new is signalled", || signals.count() > told);
    assert_eq!(signals.repeats(), []);
}

/// Whether moves of the game with this number in public were signalled.
fn has_public_moves(signals: &Signals, number: u32) -> bool {
    let game = format!("/games/p{number:06}");
    signals.names().iter().any(|((path, _), name)| path.ends_with(&game) && name == "Moved")
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_archive_a_station_goes_on_and_says_what_is_missing() {
    let (mut table, _folder, venue, mut client, Archived { path: first, .. }) = archived().await;
    table.play(&MATE);
    let next = client.until_moves(BOARD, &MATE).await;
    let archive = venue.state.path().join("archive");
    let elsewhere = venue.state.path().join("elsewhere");
    let venue = venue.kill_and(|| fs::rename(&archive, &elsewhere).unwrap());
    table.free();
    let mut client = Client::on(&venue.bus).await;
    assert_eq!(client.until_moves(BOARD, &MATE).await.path, next.path);
    client.until_link(BOARD, "up").await;
    assert!(venue.log().contains("dgt_12345: its archived journal after record 0 is not in "));
    assert!(client.game(first).await.is_err(), "it is not there");
    // one that is archived later does not get the number of one that is away
    table.set_up_again();
    let path = client.until_moves(BOARD, &NONE).await.path;
    assert!(path.as_str().ends_with("g000003"), "{path:?}");
}
