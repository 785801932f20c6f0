//! What an operator cannot do by mistake: wipe a round, end it unawares, publish an older game under new names, or enter a
//! result that the broadcast never has; with the real daemon and the command.

use crate::support::client::Client;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";

const PAIRINGS: &str = "\
round,board,white,black
3,1,Anna,Ben
3,2,Cleo,Dan
";

const NONE: [&str; 0] = [];

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

/// Waits until the file of a table's game says this result, in its tag and at its end.
fn until_broadcast(venue: &Venue, table: u16, result: &str) -> String {
    let (file, tag) = (format!("round-3/game-{table}.pgn"), format!("[Result \"{result}\"]"));
    let end = format!("{result}\n");
    venue.broadcasts(&file, |pgn| pgn.contains(&tag) && pgn.ends_with(&end))
}

#[test]
fn a_round_that_began_is_never_replaced_and_one_loaded_by_mistake_can_be_removed() {
    let venue = Venue::open(Vec::new());
    let file = venue.file("pairings", PAIRINGS);
    assert_eq!(venue.done(&["load", &file]), "loaded round 3: 2 pairings\n");
    assert_eq!(venue.done(&["load", &file]), "loaded round 3: 2 pairings; 2 pairings replaced\n");
    assert_eq!(venue.done(&["remove", "3"]), "round 3 is taken away\n");
    assert!(venue.refused(&["status"], 1).contains("no round is loaded"));
    assert!(venue.kill().refused(&["remove", "3"], 1).contains("round 3 is not loaded"));

    let venue = Venue::open(Vec::new());
    let file = venue.file("pairings", PAIRINGS);
    venue.done(&["load", &file]);
    venue.done(&["begin", "--anyway"]);
    assert!(venue.refused(&["remove", "3"], 1).contains("round 3 has begun"));
    venue.done(&["enter", "1", "1-0"]);
    venue.done(&["enter", "2", "0-1"]);
    venue.done(&["end"]);
    let results = venue.done(&["results"]);
    let said = venue.refused(&["load", &file], 1);
    assert!(said.contains("round 3 is over, and stays as it is"), "{said}");
    assert_eq!(venue.done(&["results"]), results, "nothing is wiped");
    let said = venue.refused(&["begin", "3"], 1);
    assert!(said.contains("touchmove round reopen 3"), "{said}");
    assert!(venue.refused(&["remove", "3"], 1).contains("--ended"));
    venue.done(&["remove", "3", "--ended"]);
    venue.done(&["load", &file]);
}

#[test]
fn loading_says_from_what_nothing_is_read_and_what_cannot_be_read() {
    let venue = Venue::open(Vec::new());
    let csv =
        "round,table,white,black,colour,time_control\n3,1,Anna,Ben,x,soon\n3,2,Cleo,Dan,x,soon\n";
    let said = venue.done(&["load", &venue.file("pairings", csv)]);
    let says = [
        "loaded round 3: 2 pairings\n",
        "nothing is read from these columns: colour\n",
        "tables 1, 2: `soon` cannot be read as a time control",
    ];
    assert!(says.iter().all(|part| said.contains(part)), "{said}");
    assert_eq!(venue.status()["tables"][1]["white"], "Cleo");
}

#[test]
fn a_round_ends_with_open_games_only_where_that_is_said_and_can_be_reopened() {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    venue.done(&["enter", "1", "1-0"]);
    let said = venue.refused(&["end"], 1);
    assert!(said.contains("table 2, Cleo – Dan: no game has begun"), "{said}");
    assert!(!said.contains("table 1,") && said.contains("--anyway"), "{said}");
    assert_eq!(venue.status()["stage"], "running");
    let said = venue.done(&["end", "--anyway"]);
    assert_eq!(said, "round 3 is over; `touchmove round reopen 3` takes that back\n");
    let venue = venue.kill();
    assert_eq!(venue.status()["stage"], "ended");
    assert_eq!(venue.done(&["reopen"]), "round 3 runs again\n");
    assert_eq!(venue.kill().status()["stage"], "running");
}

#[test]
fn every_result_that_people_decide_reaches_the_broadcast_whether_anything_was_played_or_not() {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    until_broadcast(&venue, 1, "*");
    let said = venue.done(&["enter", "1", "1/2-1/2"]);
    assert!(said.starts_with("table 1, Anna – Ben: 1/2-1/2 counts (entered by "), "{said}");
    venue.done(&["enter", "2", "-:+"]);
    until_broadcast(&venue, 1, "1/2-1/2");
    until_broadcast(&venue, 2, "0-1");
    venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.ends_with("1/2-1/2\n"));

    venue.done(&["end"]);
    let file = venue.folder.path().join("round-3/game-1.pgn");
    let venue = venue.kill_and(|| std::fs::remove_file(file).unwrap());
    until_broadcast(&venue, 1, "1/2-1/2");
    venue.done(&["enter", "1", "0-1"]);
    until_broadcast(&venue, 1, "0-1");
    venue.done(&["enter", "1", "*"]);
    until_broadcast(&venue, 1, "*");
}

#[test]
fn a_decided_result_is_held_back_like_what_is_played() {
    let venue = Venue::open(Vec::new());
    venue.section(&["set", "--delay", "1h"]);
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    venue.done(&["enter", "1", "1-0"]);
    let station = venue.state.path().join("station.journal");
    let is_logged =
        || String::from_utf8_lossy(&std::fs::read(&station).unwrap()).contains("decided");
    let venue = venue.kill();
    until_broadcast(&venue, 1, "*");
    assert!(!is_logged());
    venue.section(&["set", "--no-delay"]);
    until_broadcast(&venue, 1, "1-0");
    assert!(is_logged());
    venue.section(&["set", "--delay", "1h"]);
    let venue = venue.kill();
    until_broadcast(&venue, 1, "1-0");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_two_results_differ_the_broadcast_has_the_one_that_was_settled() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until_moves(BOARD, &NONE).await;
    venue.load(PAIRINGS);
    assert_eq!(venue.done(&["assign", "1", BOARD]), "table 1, Anna – Ben: dgt_12345\n");
    venue.done(&["begin", "--anyway"]);
    table.play(&MATE);
    until_broadcast(&venue, 1, "0-1");
    let said = venue.done(&["enter", "1", "1-0"]);
    assert!(said.contains("two results differ") && said.contains("round settle 1 board"), "{said}");
    let said = venue.done(&["settle", "1", "entered"]);
    assert_eq!(said, "table 1, Anna – Ben: 1-0 counts (settled)\n");
    let pgn = until_broadcast(&venue, 1, "1-0");
    assert!(pgn.contains("Qh4#"), "{pgn}");
    venue.done(&["settle", "1", "board"]);
    until_broadcast(&venue, 1, "0-1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_began_before_its_pairing_is_adopted_only_by_a_word_that_names_its_plies() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until_moves(BOARD, &NONE).await;
    table.play(&["e2e4", "e7e5"]);
    client.until_moves(BOARD, &["e2e4", "e7e5"]).await;
    venue.load(PAIRINGS);
    venue.done(&["assign", "1", BOARD]);
    let said = venue.refused(&["begin"], 1);
    let waits = "table 1: the game on dgt_12345 began before its pairing and is after 2 plies";
    assert!(said.contains(waits) && said.contains("round adopt 1 2"), "{said}");
    venue.done(&["begin", "--anyway"]);
    table.play(&["g1f3"]);
    client.until_moves(BOARD, &["e2e4", "e7e5", "g1f3"]).await;
    let pgn = until_broadcast(&venue, 1, "*");
    assert!(!pgn.contains("e4"), "{pgn}");
    let missing = venue.status()["missing"].to_string();
    assert!(missing.contains("round adopt 1 3"), "{missing}");

    // Assigned in the running round, it is none of the other table's either.
    venue.done(&["free", "1"]);
    venue.done(&["assign", "2", BOARD]);
    table.play(&["b8c6"]);
    client.until_moves(BOARD, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let pgn = until_broadcast(&venue, 2, "*");
    assert!(!pgn.contains("e4"), "{pgn}");
    let said = venue.refused(&["adopt", "2", "3"], 1);
    assert!(said.contains("has 4 plies by now"), "{said}");
    assert!(venue.refused(&["adopt", "1", "4"], 1).contains("no game that began before"));
    venue.done(&["adopt", "2", "4"]);
    venue.broadcasts("round-3/game-2.pgn", |pgn| pgn.contains("\nNc6 "));

    let venue = venue.kill();
    table.free();
    venue.broadcasts("round-3/game-2.pgn", |pgn| pgn.contains("\nNc6 "));
}
