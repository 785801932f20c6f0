//! What other readers make of the samples of broadcasts, where they are installed: python-chess and pgn-extract.

use std::process::{Command, Output};

use touchmove_needs::{python, skip};

const SAMPLES: [&str; 5] = ["paired", "set-up", "chess960", "illegal-move", "thinking-times"];

/// Prints of each game how many moves were read, and whatever was wrong.
const PYTHON: &str = "
import sys, chess.pgn
for path in sys.argv[1:]:
    game = chess.pgn.read_game(open(path, encoding='utf-8'))
    moves = list(game.mainline())
    times = sum(1 for move in moves if move.clock() is not None and move.emt() is not None)
    print(len(moves), times, game.errors)
";

fn paths() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broadcasts");
    SAMPLES.iter().map(|name| format!("{folder}/{name}.pgn")).collect()
}

fn run(command: &mut Command) -> Option<Output> {
    command.output().ok()
}

#[test]
fn python_chess_reads_every_sample_to_its_end() {
    let is_there = run(Command::new(python()).args(["-c", "import chess.pgn"]));
    if is_there.is_none_or(|output| !output.status.success()) {
        skip("python3 with the package `chess`");
        return;
    }
    let output = run(Command::new(python()).args(["-c", PYTHON]).args(paths())).unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(
        lines,
        ["18 18 []", "4 4 []", "10 0 []", "3 3 []", "12 12 []"],
        "{:?}",
        output.stderr
    );
}

#[test]
fn pgn_extract_reads_every_sample_to_its_end() {
    let program = ["pgn-extract", "/usr/games/pgn-extract"]
        .into_iter()
        .find(|program| run(Command::new(program).arg("--version")).is_some());
    let Some(program) = program else {
        skip("pgn-extract");
        return;
    };
    let output = run(Command::new(program).args(["-r"]).args(paths())).unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.ends_with("5 games matched out of 5.\n"), "{told}");
}
