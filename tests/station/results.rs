//! The results of a round: what the boards show, what is entered from the scoresheets, which counts, and
//! the files that they are written as; with the real daemon, simulated boards and the command.

use std::num::NonZeroUsize;

use serde_json::Value;
use shakmaty::Square;
use touchmove_core::pairing::{self, Outcome, Round};
use touchmove_lab::simulate::PgnGame;

use crate::support::client::Client;
use crate::support::games::Scored;
use crate::support::looking::until;
use crate::support::simulation::{HASTY, Simulation};
use crate::support::table::Table;
use crate::support::venue::Venue;

/// Three games in round 3, the last.
const REPORT: &str = include_str!("../pairings/swiss-6-players.trf");

/// A round with a result in it already.
const PAIRINGS: &str = "\
round,board,white,black,result
3,1,Anna,Ben,1/2-1/2
3,2,Cleo,Dan,
";

const TWO_SECTIONS: &str = "\
round,board,section,white,black
3,1,Open,Anna,Ben
3,2,Open,Cleo,Dan
3,3,U12,Eva,Finn
";

/// What `touchmove round results --json` says of the tables.
fn tables(venue: &Venue) -> Vec<Value> {
    let results: Value = serde_json::from_str(&venue.done(&["results", "--json"])).unwrap();
    results["tables"].as_array().unwrap().clone()
}

/// The results that count, by table.
fn results(venue: &Venue) -> Vec<Option<String>> {
    tables(venue).iter().map(|table| table["result"].as_str().map(ToOwned::to_owned)).collect()
}

/// Waits until the results are these.
fn until_results(venue: &Venue, wanted: &[Option<&str>]) {
    until(|| match results(venue) {
        results if results.iter().map(Option::as_deref).eq(wanted.iter().copied()) => Ok(()),
        results => Err(format!("{results:?}")),
    });
}

/// The outcomes that a file of pairings has for round 3.
fn outcomes(file: &[u8]) -> Vec<Option<&'static str>> {
    let list = pairing::read(file, Round::new(3)).unwrap();
    list.pairings.iter().map(|pairing| pairing.outcome.map(Outcome::word)).collect()
}

/// The games of a PGN file that have moves, as far as the first that has none: the moves in UCI, and the
/// result.
fn games(pgn: &str) -> Vec<(Vec<String>, &'static str)> {
    let game = |number| PgnGame::read(pgn.as_bytes(), NonZeroUsize::new(number)?).ok();
    let moves = |game: &PgnGame| {
        game.plies.iter().map(|ply| ply.play.to_uci(game.castling).to_string()).collect()
    };
    let read = |game: PgnGame| (moves(&game), game.outcome.map_or("*", |outcome| outcome.as_str()));
    (1..).map_while(game).map(read).collect()
}

#[test]
fn a_result_is_entered_taken_back_and_kept() {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    assert_eq!(results(&venue), [Some("1/2-1/2".to_owned()), None]);
    assert!(venue.done(&["results"]).contains("pairing file"));
    venue.done(&["enter", "1", "1-0"]);
    venue.done(&["enter", "2", "-:+"]);
    let before = tables(&venue);
    assert_eq!((&before[0]["result"], &before[1]["result"]), (&"1-0".into(), &"-:+".into()));
    assert!(before[0]["entered_by"].is_string() && before[0]["entered_at"].is_string());
    let venue = venue.kill();
    assert_eq!(tables(&venue), before);
    venue.done(&["enter", "1", "*"]);
    assert_eq!(results(&venue), [None, Some("-:+".to_owned())]);
    assert_eq!(venue.kill().status()["tables"][0]["result"], Value::Null);
}

#[test]
fn what_cannot_be_entered_is_refused() {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    assert!(venue.refused(&["enter", "2", "2-0"], 2).contains("`2-0` is no result"));
    assert!(venue.refused(&["enter", "3", "1-0"], 1).contains("round 3 has no table 3"));
    assert!(venue.refused(&["enter", "2", "*"], 1).contains("nothing is entered for table 2"));
    assert!(venue.refused(&["settle", "1", "board"], 1).contains("no two results differ"));
    assert!(venue.refused(&["settle", "1", "coin"], 2).contains("possible values"));
    let unread = venue.refused(&["enter", "2", "1-0", "--round", "4"], 1);
    assert!(unread.contains("round 4 is not loaded"), "{unread}");
}

#[test]
fn a_report_of_other_players_is_left_as_it_is() {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    let report = venue.file("report.trf", REPORT);
    let said = venue.refused(&["results", "--trf", &report, "-o", &report], 2);
    assert!(said.contains("Anna (White) and Ben have no game in round 3"), "{said}");
    assert_eq!(std::fs::read_to_string(&report).unwrap(), REPORT);
}

#[test]
fn the_results_of_one_section_are_written_alone() {
    let venue = Venue::open(Vec::new());
    venue.load(TWO_SECTIONS);
    for (table, result) in [("1", "1-0"), ("2", "+:-"), ("3", "1/2-1/2")] {
        venue.done(&["enter", table, result]);
    }
    let csv = venue.done(&["results", "--section", "U12", "--csv"]);
    assert_eq!(outcomes(csv.as_bytes()), [Some("1/2-1/2")]);
    let csv = venue.done(&["results", "--section", "Open", "--csv"]);
    assert!(csv.contains(",+:-,"), "{csv}");
    assert_eq!(outcomes(csv.as_bytes()), [Some("1-0")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_ends_with_files_that_equal_what_was_played() {
    let played = ["oro-brkic.pgn", "ghosh-bartel.pgn"].map(Scored::demo);
    let boards: Vec<_> = ["11", "22"]
        .iter()
        .zip(&played)
        .map(|(serial, game)| {
            Simulation::start(game, &[&HASTY[..], &["--serial", serial]].concat())
        })
        .collect();
    let venue = Venue::open(boards.iter().map(Simulation::port).collect());
    venue.load(REPORT);
    let mut client = Client::on(&venue.bus).await;
    for board in ["dgt_00011", "dgt_00022"] {
        client.until(async |client| client.game_on(board).await).await;
    }
    venue.done(&["assign", "--plugged"]);
    venue.done(&["begin", "--anyway"]);
    boards.into_iter().for_each(Simulation::finish);
    until_results(&venue, &[Some("1-0"), Some("1-0"), None]);
    venue.done(&["end", "--anyway"]);

    let said = venue.done(&["enter", "1", "1-0"]);
    assert!(said.contains(": 1-0 counts (board, entered by "), "{said}");
    let said = venue.done(&["enter", "2", "1/2-1/2"]);
    let question = said.lines().last().unwrap();
    assert!(question.contains("table 2: the game ended 1-0, entered is 1/2-1/2"), "{question}");
    assert_eq!(venue.status()["tables"][1]["question"], "result-differs");
    assert!(venue.done(&["status"]).contains(question));
    let refused = venue.refused(&["results", "--csv"], 1);
    assert!(refused.contains(question), "{refused}");
    let csv = venue.done(&["results", "--csv", "--anyway"]);
    assert_eq!(outcomes(csv.as_bytes()), [Some("1-0"), None, None]);
    let open = games(&venue.done(&["results", "--pgn", "--anyway"]));
    assert_eq!((open[0].1, open[1].1), ("1-0", "*"));

    venue.done(&["settle", "2", "board"]);
    venue.done(&["enter", "3", "0-1"]);
    let csv = venue.done(&["results", "--csv"]);
    assert_eq!(outcomes(csv.as_bytes()), [Some("1-0"), Some("1-0"), Some("0-1")]);

    let pgn = venue.done(&["results", "--pgn"]);
    let on_boards: Vec<_> = played.iter().map(|game| (game.moves.clone(), game.result)).collect();
    assert_eq!(games(&pgn), on_boards);
    assert!(pgn.contains("[White \"Quill, Oskar\"]") && pgn.ends_with("\n\n0-1\n"), "{pgn}");
    assert!(pgn.contains("[Round \"3.2\"]\n[White \"Lindqvist, Åsa-Maria\"]"), "{pgn}");
    assert!(pgn.contains("[WhiteTitle \"WIM\"]") && pgn.contains("[%clk "), "{pgn}");

    let report = venue.file("report.trf", REPORT);
    venue.done(&["results", "--trf", &report, "-o", &report]);
    let written = std::fs::read_to_string(&report).unwrap();
    assert_eq!(outcomes(written.as_bytes()), [Some("1-0"), Some("1-0"), Some("0-1")]);
    let unmarked = |line: &str| line.trim_end().trim_end_matches([' ', '1', '0', '=']).to_owned();
    assert!(written.lines().map(unmarked).eq(REPORT.lines().map(unmarked)), "{written}");

    let venue = venue.kill();
    until_results(&venue, &[Some("1-0"), Some("1-0"), Some("0-1")]);
    assert_eq!(tables(&venue)[1]["source"], "settled");
    venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains("[Result \"1-0\"]"));
    assert_eq!(venue.done(&["results", "--pgn"]), pgn);
}

#[tokio::test(flavor = "multi_thread")]
async fn kings_put_right_withdraw_the_question_that_they_raised() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Table::new(folder.path());
    let venue = Venue::open(vec![board.port()]);
    venue.load(PAIRINGS);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on("dgt_12345").await).await;
    venue.done(&["assign", "2", "dgt_12345"]);
    venue.done(&["begin", "--anyway"]);
    venue.done(&["enter", "2", "1-0"]);
    board.play(&["g1f3", "g8f6"]);
    client.until_moves("dgt_12345", &["g1f3", "g8f6"]).await;

    board.carry(Square::E1, Square::E4);
    board.carry(Square::E8, Square::E5);
    until_results(&venue, &[Some("1/2-1/2"), None]);
    let table = tables(&venue)[1].clone();
    assert_eq!(
        (&table["question"], &table["board_result"]),
        (&"result-differs".into(), &"1/2-1/2".into())
    );

    board.carry(Square::E5, Square::D5);
    until_results(&venue, &[Some("1/2-1/2"), Some("1-0")]);
    let table = tables(&venue)[1].clone();
    assert_eq!((&table["question"], &table["source"]), (&Value::Null, &"both".into()));
}
