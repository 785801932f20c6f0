//! What the players get of games that did not simply end: entered, penalised on a board, not played; on the bus, in public,
//! in every file, and after a restart.

use serde_json::{Value, json};
use touchmove_client::path::PUBLIC;
use touchmove_client::proxy::PublicGameProxy;
use touchmove_client::service::PUBLIC_NAME;
use touchmove_core::pairing::{self, Outcome, Round};
use zbus::fdo::ObjectManagerProxy;
use zbus::proxy::CacheProperties;

use crate::support::begun::{Begun, REPORT};
use crate::support::client::text;
use crate::support::looking::until;
use crate::support::table::Table;
use crate::support::venue::Venue;

/// Moves of the game at the first table.
const MOVES: [&str; 2] = ["g1f3", "g8f6"];

/// The results of the round: the first penalised on the board, the others entered.
const RESULTS: [&str; 3] = ["0-1/2", "0-0", "-:+"];

/// What the games of the public tree say: the result as PGN has it, and what the players get.
async fn public(venue: &Venue) -> zbus::fdo::Result<Vec<(String, String)>> {
    let connection = venue.bus.bus().connect().await.unwrap();
    let tree = ObjectManagerProxy::new(&connection, PUBLIC_NAME, PUBLIC).await.unwrap();
    let mut games = Vec::new();
    for path in tree.get_managed_objects().await?.into_keys() {
        let game = PublicGameProxy::builder(&connection).cache_properties(CacheProperties::No);
        let game = game.path(path).build().await.unwrap();
        // There are objects that are no games.
        if let (Ok(result), Ok(points)) = (game.result().await, game.points().await) {
            games.push((result, points));
        }
    }
    Ok(games)
}

/// The results that count, by table.
fn results(venue: &Venue) -> Vec<Option<String>> {
    let results: Value = serde_json::from_str(&venue.done(&["results", "--json"])).unwrap();
    let tables = results["tables"].as_array().unwrap();
    tables.iter().map(|table| table["result"].as_str().map(ToOwned::to_owned)).collect()
}

fn until_results(venue: &Venue, wanted: &[Option<&str>]) {
    until(|| match results(venue) {
        results if results.iter().map(Option::as_deref).eq(wanted.iter().copied()) => Ok(()),
        results => Err(format!("{results:?}")),
    });
}

/// The outcomes of round 3 that pairings in a file have.
fn outcomes(file: &str) -> Vec<Option<&'static str>> {
    let list = pairing::read(file.as_bytes(), Round::new(3)).unwrap();
    list.pairings.iter().map(|pairing| pairing.outcome.map(Outcome::word)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn halves_and_zeros_come_whole_through_a_round() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let Begun { venue, mut client, game } = Begun::at(&mut board, &MOVES).await;

    let said = venue.game(&["penalty", "3.1", "white", "--lose", "1/2"]);
    assert!(said.contains("result 0-1/2 (arbiter-penalty)"), "{said}");
    until_results(&venue, &[Some("0-1/2"), None, None]);
    let shown: Value = serde_json::from_str(&venue.game(&["show", "3.1", "--json"])).unwrap();
    assert_eq!((&shown["result"], &shown["reason"]), (&json!("0-1/2"), &json!("arbiter-penalty")));
    assert!(shown["board"].as_str().is_some_and(|board| board.starts_with("dgt_")), "{shown}");
    let events = client.events(&game.path).await;
    let (_, _, ended) = events.iter().find(|(_, name, _)| name == "Ended").unwrap();
    assert_eq!((text(ended, "result"), text(ended, "points")), ("*", "0-1/2"));
    client
        .until(async |_| match public(&venue).await {
            Ok(games) if games == [("*".to_owned(), "0-1/2".to_owned())] => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
    let penalised =
        ["[Result \"*\"]\n", "[Points \"0-1/2\"]\n", "[Termination \"adjudication\"]\n"];
    venue.broadcasts("round-3/game-1.pgn", |pgn| penalised.iter().all(|tag| pgn.contains(tag)));

    for (table, result) in [("2", RESULTS[1]), ("3", RESULTS[2])] {
        venue.done(&["enter", table, result]);
    }
    assert!(venue.refused(&["enter", "2", "3/4-1/4"], 2).contains("`3/4-1/4` is no result"));
    assert!(venue.refused(&["enter", "2", "1-1/2"], 2).contains("`1-1/2` is no result"));
    let all = RESULTS.map(Some);
    until_results(&venue, &all);
    venue.broadcasts("round-3/game-2.pgn", |pgn| pgn.contains("[Points \"0-0\"]\n"));
    let forfeit = ["[Result \"0-1\"]\n", "[Points \"-:+\"]\n"];
    venue.broadcasts("round-3/game-3.pgn", |pgn| forfeit.iter().all(|tag| pgn.contains(tag)));

    venue.done(&["end"]);
    let csv = venue.done(&["results", "--csv"]);
    assert_eq!(outcomes(&csv), all[..2], "{csv}");
    assert!(csv.contains(",-:+,"), "{csv}");
    let pgn = venue.done(&["results", "--pgn"]);
    assert_eq!(outcomes(&pgn), all[..2], "{pgn}");
    let report = venue.file("report.trf", REPORT);
    let trf = venue.done(&["results", "--trf", &report]);
    assert_eq!(outcomes(&trf), all[..2], "{trf}");
    let marks: Vec<_> = trf.lines().filter(|line| line.starts_with("001")).collect();
    // By starting rank: the first has Black against the third, who is penalised.
    let marks: Vec<_> = marks.iter().filter_map(|line| line.chars().nth(118)).collect();
    assert_eq!(marks, ['=', '0', '0', '0', '+', '-'], "{trf}");

    let venue = venue.kill();
    until_results(&venue, &all);
    assert_eq!(venue.done(&["results", "--trf", &report]), trf);
    until(|| match venue.done(&["results", "--pgn", "--anyway"]) {
        again if again == pgn => Ok(()),
        again => Err(again),
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_on_the_board_and_an_entered_one_of_other_points_are_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut board, &MOVES).await;
    venue.game(&["result", "3.1", "1/2-0"]);
    until_results(&venue, &[Some("1/2-0"), None, None]);
    venue.done(&["enter", "1", "1/2-1/2"]);
    let question = "table 1: the game ended 1/2-0, entered is 1/2-1/2";
    assert!(venue.done(&["status"]).contains(question));
    venue.done(&["settle", "1", "board"]);
    until_results(&venue, &[Some("1/2-0"), None, None]);
    venue.game(&["result", "3.1", "*"]);
    until_results(&venue, &[Some("1/2-1/2"), None, None]);
}
