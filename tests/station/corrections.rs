//! Games as an arbiter corrects them, with the real daemon, a board that the test plays on, and the
//! command.

use shakmaty::Position;
use zbus::OwnedObjectPath;

use crate::support::client::Client;
use crate::support::signals::Signals;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";
const SPARE: &str = "dgt_54321";

const PAIRINGS: &str = "\
round,board,white,black,time_control
3,1,\"Oro, Faustino\",\"Brkic, Ante\",90:00+0:30
";

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_is_told_survives_a_sudden_end_and_can_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    table.play(&["e2e4", "e7e5", "g1f3"]);
    client.until_moves(BOARD, &["e2e4", "e7e5", "g1f3"]).await;

    let unsaid = venue.touchmove("game", &["replace", "1", "3", "Nh3"]);
    assert!(!unsaid.status.success());
    let shown = String::from_utf8(unsaid.stdout).unwrap();
    assert_eq!(shown, "g000001: this would change\n  - 2. Nf3\n  + 2. Nh3\n    differs on f3 h3\n");
    let why = String::from_utf8(unsaid.stderr).unwrap();
    assert!(why.contains("nothing was changed; add --yes, and it is carried out"), "{why}");
    assert!(venue.game(&["show", "1"]).contains("2. Nf3"));
    let told = venue.game(&["replace", "1", "3", "Nh3", "--yes", "--reason", "seen by both"]);
    let number = told.lines().next().unwrap().strip_prefix("decision ").unwrap().to_owned();
    assert!(told.contains("g000001  taken back 2. Nf3\n"), "{told}");
    assert!(told.contains("g000001  2. Nh3"), "{told}");
    assert!(told.contains("differs on f3 h3"), "{told}");
    client.until_moves(BOARD, &["e2e4", "e7e5", "g1h3"]).await;
    let is_timed = |shown: &str| shown.contains("Nh3          0:04:58\n");
    let shown = venue.game_once(&["show", "g000001"], is_timed);
    assert!(
        shown.contains("another move in its place: ply 3, move g1h3 (seen by both)"),
        "{shown}"
    );

    let venue = venue.kill_and(|| table.free());
    let mut client = Client::on(&venue.bus).await;
    client.until_link(BOARD, "up").await;
    client.until_moves(BOARD, &["e2e4", "e7e5", "g1h3"]).await;
    assert_eq!(venue.game(&["show", "1"]), shown);
    assert!(venue.game(&["undo", "1", "--yes"]).contains("2. Nf3"));
    let game = client.until_moves(BOARD, &["e2e4", "e7e5", "g1f3"]).await;
    assert!(venue.game(&["show", "1"]).contains(&format!("decision {number} ")));
    table.play(&["b8c6"]);
    client.until_moves(BOARD, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;

    venue.game(&["clock", "1", "--black", "0:04:30"]);
    venue.game(&["result", "1", "0-1"]);
    let ended = client.game(game.path.clone()).await.unwrap();
    assert_eq!(ended.result, ("0-1".to_owned(), "decision".to_owned()));
    let pgn = client.pgn_on(BOARD).await.unwrap();
    assert!(pgn.contains("Nc6 {[%clk 0:04:30]} 0-1"), "{pgn}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_decided_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    let refused = |words: &[&str]| venue.game_refused(words);
    assert!(refused(&["show", "7"]).contains("there is no game 7; `touchmove game list` has"));
    assert!(refused(&["delete", "1", "1"]).contains("the game has no ply 1; its last one is 0"));
    assert!(refused(&["insert", "1", "1", "Qh9"]).contains("give it by its squares"));
    assert!(refused(&["replace", "1", "900", "e4"]).contains("no ply 900; its last one is 0"));
    assert!(refused(&["insert", "1", "1", "e4e5"]).contains("e4e5 moves no man in"));
    assert!(refused(&["position", "1", "8/8/8/8/8/8/8/8 w - - 0 1"]).contains("play cannot stand"));
    assert!(refused(&["undo", "1"]).contains("nothing was decided about g000001"));
    assert!(refused(&["undo", "1", "77"]).contains("decision 77 is none that can be undone"));
    assert!(refused(&["answer", "1", "2", "yes"]).contains("question 2 is not open"));
    assert!(venue.game(&["show", "1", "--json"]).contains("\"decisions\":[]"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_on_another_board_when_its_own_fails() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let mut spare = Table::with_serial(folder.path(), "54321", table.position());
    let venue = Venue::open(vec![table.port(), spare.port()]);
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    let mut client = Client::on(&venue.bus).await;
    let first = client.until(async |client| client.game_on(BOARD).await).await;
    client.until(async |client| client.game_on(SPARE).await).await;
    venue.done(&["assign", "1", BOARD]);
    table.play(&["e2e4", "e7e5", "g1f3"]);
    client.until_moves(BOARD, &["e2e4", "e7e5", "g1f3"]).await;
    spare.play(&["d2d4"]);
    client.until_moves(SPARE, &["d2d4"]).await;
    let name = first.path.as_str().rsplit('/').next().unwrap().to_owned();
    let refused = venue.game_refused(&["move", &name, "--to", SPARE]);
    assert!(refused.contains("is being played on dgt_54321"), "{refused}");
    assert!(venue.game_refused(&["move", &name, "--to", BOARD]).contains("is the board that"));
    let refused = venue.game_refused(&["move", &name, "--to", "dgt_99999"]);
    assert!(refused.contains("there is no board dgt_99999 on this station"), "{refused}");
    let answered = venue.game(&["claim-flag", &name, "white"]);
    assert!(
        answered.contains("The claim on the flag is refused\n    The opponent’s time"),
        "{answered}"
    );

    venue.game(&["result", &game_name(&client, SPARE).await, "1/2-1/2"]);
    let refused = venue.game_refused(&["move", &name, "--to", SPARE]);
    assert!(refused.contains("set them up first: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"), "{refused}");
    spare.unplug();
    client.until_link(SPARE, "lost").await;
    let mut spare = Table::with_serial(folder.path(), "54321", table.position());
    client.until_shown(SPARE, &table.position().board().board_fen().to_string()).await;
    table.unplug();
    let told = venue.game(&["move", &name, "--to", SPARE, "--reason", "battery"]);
    assert_eq!(told, format!("table 1, Oro, Faustino – Brkic, Ante goes on on {SPARE}\n"));
    spare.play(&["b8c6", "f1b5"]);
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"];
    let moved = client.until_moves(SPARE, &moves).await;
    assert_eq!(moved.path, first.path);
    assert_eq!(venue.status()["tables"][0]["board"], SPARE);
    venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains("3. Bb5"));
    venue.game(&["players", "3.1", "--black", "Brkić, Ante"]);
    venue.broadcasts("round-3/game-1.pgn", |pgn| pgn.contains("[Black \"Brkić, Ante\"]"));
    assert_eq!(venue.status()["tables"][0]["black"], "Brkić, Ante");

    let venue = venue.kill_and(|| spare.free());
    let mut client = Client::on(&venue.bus).await;
    client.until_link(SPARE, "up").await;
    let again = client.until_moves(SPARE, &moves).await;
    assert_eq!(again.path, first.path);
    let events = client.events(&first.path).await;
    assert!(events.iter().map(|(sequence, ..)| *sequence).eq(1..=events.len() as u64));
    spare.play(&["a7a6"]);
    client.until_moves(SPARE, &[&moves[..], &["a7a6"]].concat()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_corrected_after_its_board_was_set_up_again_until_that_plays_another_round() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let signals = Signals::on(&venue.bus).await;
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    venue.load(PAIRINGS);
    venue.done(&["assign", "1", BOARD]);
    venue.done(&["begin"]);
    table.play(&["e2e4", "e7e5", "g1f3"]);
    let first = client.until_moves(BOARD, &["e2e4", "e7e5", "g1f3"]).await.path;
    venue.game(&["result", "3.1", "1-0"]);
    table.set_up_again();
    let begun = async |client: &Client, last: &OwnedObjectPath| {
        let game = client.game_on(BOARD).await?;
        if game.path == *last { Err("it has not begun".to_owned()) } else { Ok(game) }
    };
    let next = client.until(async |client| begun(client, &first).await).await;

    let told = venue.game(&["replace", "3.1", "3", "Nh3", "--yes"]);
    assert!(told.contains("2. Nh3") && !told.contains("differs"), "{told}");
    venue.broadcasts("round-3/game-1.pgn", |pgn| is_with(pgn, "2. Nh3", "1-0"));
    assert_eq!(client.game_on(BOARD).await.unwrap().path, next.path);
    table.play(&["d2d4"]);
    client.until_moves(BOARD, &["d2d4"]).await;
    venue.done(&["end"]);
    assert!(venue.game(&["result", "3.1", "1/2-1/2"]).starts_with("decision "));
    venue.broadcasts("round-3/game-1.pgn", |pgn| is_with(pgn, "2. Nh3", "1/2-1/2"));
    assert!(venue.game_refused(&["answer", "3.1", "1", "yes"]).contains("was set up for another"));

    let shown = venue.game(&["show", "3.1"]);
    let events = client.events(&first).await;
    assert!(events.iter().map(|(sequence, ..)| *sequence).eq(1..=events.len() as u64));
    let venue = venue.kill_and(|| table.free());
    let mut client = Client::on(&venue.bus).await;
    client.until_link(BOARD, "up").await;
    client.until_moves(BOARD, &["d2d4"]).await;
    assert_eq!(venue.game(&["show", "3.1"]), shown);
    assert_eq!(client.events(&first).await, events);
    assert!(!venue.log().contains("is not understood"), "{}", venue.log());
    assert!(venue.game(&["undo", "3.1", "--yes"]).contains("1-0"));
    assert!(venue.game(&["undo", "3.1", "--yes"]).contains("2. Nf3"));
    venue.broadcasts("round-3/game-1.pgn", |pgn| is_with(pgn, "2. Nf3", "1-0"));
    table.play(&["d7d5"]);
    client.until_moves(BOARD, &["d2d4", "d7d5"]).await;

    venue.game(&["result", &game_name(&client, BOARD).await, "1/2-1/2"]);
    table.set_up_again();
    let pairings = venue.file("next", &PAIRINGS.replace("3,1,", "4,1,"));
    venue.done(&["load", &pairings]);
    client.until(async |client| begun(client, &next.path).await).await;
    venue.done(&["begin", "--anyway"]);
    let refused = |words: &[&str]| venue.game_refused(words);
    client
        .until(async |_| {
            let why = refused(&["delete", "3.1", "99"]);
            if why.contains("is archived by now") { Ok(()) } else { Err(why) }
        })
        .await;
    assert_eq!(signals.repeats(), []);
}

/// Whether this move is in a game that ended so.
fn is_with(pgn: &str, mv: &str, result: &str) -> bool {
    pgn.contains(mv) && pgn.trim_end().ends_with(result)
}

async fn game_name(client: &Client, board: &str) -> String {
    let game = client.game_on(board).await.unwrap();
    game.path.as_str().rsplit('/').next().unwrap().to_owned()
}
