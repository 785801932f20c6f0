//! What was not written by us reads what is public: python-chess plays the moves of Cloud JSON and reads PGN, over HTTP.

use std::process::Command;

use serde_json::{Value, json};
use touchmove_needs::{python, skip};

use super::begun;

/// Prints the games of round 3 as JSON, as Cloud JSON has them and as PGN has them: White, the result, the moves in UCI.
const READ: &str = r#"
import io, json, sys, urllib.request
import chess, chess.pgn

straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))

def get(path):
    return straight.open(f"http://{sys.argv[1]}{path}").read().decode()

def of_cloud(at, number, pairing):
    board = chess.Board()
    for move in json.loads(get(f"{at}/game-{number}.json?poll"))["moves"]:
        board.push_san(move.split(" ")[0])
    return pairing["white"]["lname"], pairing["result"], [move.uci() for move in board.move_stack]

def of_pgn(text):
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors, game.errors
        white = game.headers["White"].split(",")[0]
        yield white, game.headers["Result"], [move.uci() for move in game.mainline_moves()]

id = json.loads(get("/tournament.json"))["id"]
at = f"/get/{id}/round-3"
pairings = json.loads(get(f"{at}/index.json"))["pairings"]
cloud = [of_cloud(at, number, pairing) for number, pairing in enumerate(pairings, 1)]
print(json.dumps([cloud, list(of_pgn(get("/round-3/games.pgn")))]))
"#;

#[tokio::test(flavor = "multi_thread")]
async fn python_chess_reads_the_same_games_from_cloud_json_as_from_pgn() {
    let is_there = Command::new(python()).args(["-c", "import chess.pgn"]).output();
    if !is_there.is_ok_and(|done| done.status.success()) {
        return skip("python3 with the package `chess`");
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut table, venue, spectators) = begun(folder.path()).await;
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1", "f7f6"];
    table.play(&moves);
    let has_all = |game: &Value| game["moves"].as_array().is_some_and(|it| it.len() == moves.len());
    spectators.json_once("/round-3/game-1.json", has_all);
    venue.done(&["enter", "1", "1/2-1/2"]);
    spectators.text_once("/round-3/games.pgn", |pgn| pgn.contains("1/2-1/2"));
    let at = spectators.at().to_string();
    let read = Command::new(python()).args(["-c", READ, &at]).output().unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    let games = json!([["Oro", "1/2-1/2", moves], ["Ghosh", "*", []]]);
    assert_eq!(serde_json::from_slice::<Value>(&read.stdout).unwrap(), json!([games, games]));
}
