//! What is held back from the public is held back here.

use std::time::Instant;

use serde_json::{Value, json};

use super::{START, sans, serving, set_up, subscribe};
use crate::support::livechess::{LiveChess, Socket};
use crate::support::looking::until;
use crate::support::patience::PATIENCE;
use crate::support::table::Table;
use crate::support::venue::Venue;

const PAIRINGS: &str =
    "round,board,section,white,black,event\n3,1,U16,\"Oro, Faustino\",\"Brkic, Ante\",Bled Open\n";

/// Round 3 runs, and its only table has the board.
fn begin(venue: &Venue) {
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    venue.done(&["assign", "1", "dgt_12345"]);
}

/// The game of the only table over HTTP, and its pairing.
fn game(livechess: &LiveChess) -> (Value, Value) {
    let tournaments = livechess.value("/api/v1.0/tournaments");
    let uuid = tournaments[0]["uuid"].as_str().unwrap();
    let pairing = livechess.value(&format!("/api/v1.0/round/{uuid}/2"))["pairings"][0].clone();
    let game = livechess.value(&format!("/api/v1.0/game/{}", pairing["uuid"].as_str().unwrap()));
    (game, pairing)
}

/// Reads until the board is listed without its clock, and as it was released or not at all.
async fn until_held_back(socket: &mut Socket) {
    let since = Instant::now();
    loop {
        socket.say(r#"{"id":1,"call":"eboards"}"#).await;
        let answer = socket.until(|message| message["response"] == "call").await;
        let board = &answer["param"][0];
        if board["clock"].is_null() {
            assert!(board["board"].is_null() || board["board"] == json!(START), "{board}");
            return;
        }
        assert!(since.elapsed() < PATIENCE, "{board}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn under_a_delay_in_moves_clients_see_what_is_released_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (venue, mut client, livechess, mut socket) = serving(&table).await;
    begin(&venue);
    venue.section(&["set", "U16", "--delay-moves", "2"]);
    until_held_back(&mut socket).await;
    subscribe(&mut socket).await;
    set_up(&mut socket, &format!("{START} w KQkq - 0 1")).await;
    table.play(&["e2e4", "e7e5", "g1f3", "b8c6"]);
    client.until_moves("dgt_12345", &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let after_two = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    let mut seen = Vec::new();
    let last = socket.until(|message| {
        seen.push(message.to_string());
        message["param"]["board"] == json!(after_two)
    });
    assert_eq!(sans(&last.await), ["e4", "e5"]);
    let played = ["Nf3", "Nc6", "PPPP1PPP/RNBQKB1R", "r1bqkbnr"];
    let is_early = |text: &String| played.iter().any(|what| text.contains(what));
    assert!(!seen.iter().any(is_early), "{seen:?}");
    let (told, pairing) = game(&livechess);
    assert_eq!(told["moves"].as_array().unwrap().len(), 2, "{told}");
    assert_eq!((&pairing["live"], &pairing["result"]), (&json!(true), &json!(null)));
    assert!(!livechess.get("/api/v1.0/eboards", &[]).body.contains("RNBQKB1R"));

    venue.section(&["set", "U16", "--no-delay"]);
    let now = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    socket.until(|message| message["param"]["board"] == json!(now)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn under_a_delay_in_time_nothing_is_told_before_its_time_and_neither_is_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (venue, mut client, livechess, mut socket) = serving(&table).await;
    begin(&venue);
    venue.section(&["set", "--delay", "1h"]);
    until_held_back(&mut socket).await;
    subscribe(&mut socket).await;
    set_up(&mut socket, &format!("{START} w KQkq - 0 1")).await;
    table.play(&["e2e4", "e7e5"]);
    client.until_moves("dgt_12345", &["e2e4", "e7e5"]).await;
    venue.done(&["enter", "1", "1-0"]);
    let (told, pairing) = game(&livechess);
    assert_eq!(
        (&told["moves"], &told["result"], &told["clock"]),
        (&json!([]), &json!(null), &json!(null))
    );
    assert_eq!(pairing["result"], json!(null), "{pairing}");
    socket.say(r#"{"id":7,"call":"sources"}"#).await;
    let mut before = Vec::new();
    socket
        .until(|message| {
            before.push(message.clone());
            message["id"] == json!(7)
        })
        .await;
    before.pop();
    // That the game has begun is public: its start may come late, and is all that comes.
    let is_start =
        |told: &Value| told["param"]["board"] == json!(START) && told["param"]["san"] == json!([]);
    assert!(before.iter().all(is_start), "the feed has told something: {before:?}");

    venue.section(&["set", "--no-delay"]);
    let whole = until(|| match game(&livechess) {
        (game, pairing)
            if pairing["result"] == "WHITEWIN"
                && game["moves"].as_array().is_some_and(|moves| moves.len() == 2) =>
        {
            Ok(game)
        }
        other => Err(format!("{other:?}")),
    });
    let moves: Vec<_> =
        whole["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(moves.iter().all(|one| one.matches(' ').count() == 1), "{moves:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_files_are_held_back_for_longer_nothing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (venue, mut client, livechess, mut socket) = serving(&table).await;
    begin(&venue);
    venue.section(&["set", "U16", "--delay", "1h", "--output", "files"]);
    until_held_back(&mut socket).await;
    table.play(&["e2e4"]);
    client.until_moves("dgt_12345", &["e2e4"]).await;
    let (told, _) = game(&livechess);
    assert_eq!(told["moves"], json!([]), "{told}");
    let board = livechess.value("/api/v1.0/eboards")[0].clone();
    assert_eq!(
        (&board["board"], &board["clock"], &board["state"]),
        (&json!(null), &json!(null), &json!("ACTIVE"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delay_that_is_set_takes_no_move_back_that_was_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let (venue, _client, _livechess, mut socket) = serving(&table).await;
    subscribe(&mut socket).await;
    set_up(&mut socket, &format!("{START} w KQkq - 0 1")).await;
    table.play(&["e2e4"]);
    socket.until(|message| sans(message) == ["e4"]).await;
    venue.section(&["set", "--delay", "1h"]);
    let held_back = socket.until(|message| message["param"].get("clock") == Some(&json!(null)));
    let held_back = held_back.await;
    assert_eq!(sans(&held_back), ["e4"], "{held_back}");
}
