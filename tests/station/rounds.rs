//! A round as an operator runs it: pairings loaded, boards assigned, begun, and killed in between; with
//! the real daemon, simulated boards and the command.

use std::num::NonZeroUsize;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use touchmove_lab::simulate::PgnGame;

use crate::support::client::Client;
use crate::support::games::Scored;
use crate::support::looking::until;
use crate::support::simulation::{HASTY, Simulation};
use crate::support::table::Table;
use crate::support::venue::Venue;

const PAIRINGS: &str = "\
round,board,white,black,time_control,event
3,1,\"Oro, Faustino\",\"Brkic, Ante\",90:00+0:30,Bled Open
3,2,\"Ghosh, Diptayan\",\"Bartel, Mateusz\",90:00+0:30,Bled Open
";

#[test]
fn a_round_survives_the_daemons_sudden_end() {
    let venue = Venue::open(Vec::new());
    assert!(venue.refused(&["status"], 1).contains("no round is loaded"));
    venue.load(PAIRINGS);
    let before = venue.status();
    let venue = venue.kill();
    assert_eq!(venue.status(), before);
    assert_eq!(before["event"], "Bled Open");
    assert_eq!(before["tables"][1]["white"], "Ghosh, Diptayan");
    venue.done(&["begin", "--anyway"]);
    let venue = venue.kill();
    assert_eq!(venue.status()["stage"], "running");
    venue.done(&["pause"]);
    venue.done(&["begin"]);
    venue.done(&["end", "--anyway"]);
    assert_eq!(venue.kill().status()["stage"], "ended");
}

#[test]
fn what_is_missing_is_listed_before_the_round_begins() {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    let missing = venue.refused(&["begin"], 1);
    assert!(missing.contains("table 2: no board is assigned"), "{missing}");
    assert_eq!(venue.status()["stage"], "loaded");
    assert_eq!(venue.status()["missing"].as_array().unwrap().len(), 2);
}

#[test]
fn what_a_file_does_not_say_of_the_tournament_is_told_at_loading() {
    let venue = Venue::open(Vec::new());
    let told = ["--event", "=Open", "--site", "Ankara", "--date", "2026-11-21"];
    let load = |text: &str| venue.done(&[&["load", &venue.file("file", text)][..], &told].concat());
    let tags = |words: &[&str]| {
        for word in words {
            assert!(venue.done(&["results", "--pgn"]).contains(word), "{word}");
        }
    };
    assert_eq!(load("round,table,white,black\n3,7,Anna,Ben\n"), "loaded round 3: 1 pairing\n");
    venue.done(&["enter", "7", "1-0"]);
    tags(&["[Event \"=Open\"]", "[Site \"Ankara\"]", "[Date \"2026.11.21\"]", "[White \"Anna\"]"]);
    load("round,table,white,black,event\n3,7,Anna,Ben,League\n");
    venue.done(&["enter", "7", "1-0"]);
    tags(&["[Event \"League\"]", "[Site \"Ankara\"]"]);
    let refused = venue.refused(&["load", "nowhere", "--date", "yesterday"], 2);
    assert!(refused.contains("--date"), "{refused}");
}

#[test]
fn a_malformed_file_loads_nothing_and_names_its_line() {
    let venue = Venue::open(Vec::new());
    let twice = PAIRINGS.replace("3,2,", "3,1,");
    let file = venue.file("pairings.csv", &twice);
    let said = venue.refused(&["load", &file], 2);
    assert!(said.contains("pairings.csv: line 3: "), "{said}");
    assert!(venue.refused(&["status"], 1).contains("no round is loaded"));
}

#[test]
fn a_round_that_has_begun_is_not_loaded_again() {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    venue.load(&PAIRINGS.replace("Oro", "Ora"));
    assert_eq!(venue.status()["tables"][0]["white"], "Ora, Faustino");
    venue.done(&["begin", "--anyway"]);
    let file = venue.file("pairings.csv", PAIRINGS);
    assert!(venue.refused(&["load", &file], 1).contains("round 3 has begun"));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_at_the_tables_of_a_running_round_bear_the_names_of_their_players() {
    let folder = tempfile::tempdir().unwrap();
    let plugged = |serial| Table::with_serial(folder.path(), serial, Chess::default());
    // Games that are played before the round begins are none of it: nobody moves until then.
    let (idle, mut table) = (plugged("00011"), plugged("00022"));
    let venue = Venue::open(vec![idle.port(), table.port()]);
    venue.load(PAIRINGS);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_00022").await).await;
    assert!(venue.refused(&["assign", "1", "dgt_99999"], 1).contains("no board dgt_99999"));
    venue.done(&["assign", "2", "dgt_00011"]);
    assert!(venue.refused(&["assign", "1", "dgt_00011"], 1).contains("is at table 2"));
    venue.done(&["assign", "1", "dgt_00022"]);
    venue.done(&["begin", "--anyway"]);

    table.play(&["g1f3", "c7c5", "c2c4"]);
    let pgn = client
        .until(async |client| {
            let pgn = client.pgn_on("dgt_00022").await?;
            if pgn.contains("2. ") { Ok(pgn) } else { Err(pgn) }
        })
        .await;
    assert!(pgn.contains("[Event \"Bled Open\"]\n"), "{pgn}");
    assert!(pgn.contains("[Round \"3.1\"]\n[White \"Oro, Faustino\"]\n"), "{pgn}");
    let tables = venue.status()["tables"].clone();
    assert_eq!((&tables[1]["board"], &tables[1]["link"]), (&"dgt_00011".into(), &"up".into()));

    let before = tables[0]["game"].clone();
    let venue = venue.kill_and(|| [&idle, &table].into_iter().for_each(Table::free));
    until(|| match venue.status() {
        status if status["tables"][0]["game"] == before => Ok(()),
        status => Err(status.to_string()),
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_broadcast_as_it_was_played_with_the_times_that_were_shown() {
    let game = Scored::demo("ghosh-bartel.pgn");
    let board = Simulation::start(&game, &[&HASTY[..], &["--serial", "11"]].concat());
    let venue = Venue::open(vec![board.port()]);
    venue.load(&PAIRINGS.replace("90:00+0:30", "15 min + 10 sec/move"));
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_00011").await).await;
    venue.done(&["assign", "--plugged"]);
    venue.done(&["begin", "--anyway"]);
    board.finish();
    client
        .until(async |client| {
            let game = client.game_on("dgt_00011").await?;
            if game.result.0 == "*" { Err(format!("{game:?}")) } else { Ok(()) }
        })
        .await;
    let pgn = venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains("[Result \"1-0\"]"));
    let read = PgnGame::read(pgn.as_bytes(), NonZeroUsize::MIN).unwrap();
    let moves = read.plies.iter().map(|ply| ply.play.to_uci(read.castling).to_string());
    assert_eq!(moves.collect::<Vec<_>>(), game.moves, "{pgn}");
    assert!(pgn.contains("[White \"Oro, Faustino\"]") && pgn.contains("[%clk "), "{pgn}");
    assert!(pgn.contains("[TimeControl \"900+10\"]") && pgn.contains("[%emt "), "{pgn}");
    let unplayed =
        |pgn: &str| pgn.contains("[Black \"Bartel, Mateusz\"]") && pgn.ends_with("\n*\n");
    venue.broadcasts("round-3/game-2.pgn", unplayed);
    venue.broadcasts("round-3/games.pgn", |all| all.starts_with(&pgn) && unplayed(all));

    std::fs::remove_file(venue.folder.path().join("round-3/game-1.pgn")).unwrap();
    let venue = venue.kill();
    venue.broadcasts("round-3/game-1.pgn", |again| again == pgn);
    assert_eq!(venue.status()["tables"][0]["result"], "1-0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_where_its_pairing_says() {
    const START: &str = "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1";
    let start: Fen = START.parse().unwrap();
    let position = start.into_position(CastlingMode::Chess960).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::with_serial(folder.path(), "12345", position);
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until_link("dgt_12345", "up").await;
    venue.load(&format!(
        "round,board,white,black,time_control,fen,variant\n3,1,Oro,Brkic,15+10,{START},chess960\n"
    ));
    venue.done(&["assign", "--plugged"]);
    client.until(async |client| client.game_on("dgt_12345").await).await;
    venue.done(&["begin", "--anyway"]);
    table.play(&["a2a3", "h7h6", "b1a1"]);
    client.until_moves("dgt_12345", &["a2a3", "h7h6", "b1a1"]).await;
    let pgn = venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains("2. O-O-O"));
    assert!(pgn.contains("[Variant \"Chess960\"]") && pgn.contains("[FEN \"rk5r/"), "{pgn}");

    let venue = venue.kill_and(|| table.free());
    let mut client = Client::on(&venue.bus).await;
    client.until_moves("dgt_12345", &["a2a3", "h7h6", "b1a1"]).await;
}
