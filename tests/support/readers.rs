//! Games of a PGN file, as three readers find them: our own, python-chess and pgn-extract.

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Output};

use touchmove_lab::simulate::PgnGame;
use touchmove_needs::{python, skip};

/// A game that was played, or was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    /// White and Black.
    pub(crate) names: [String; 2],
    /// The moves in UCI.
    pub(crate) moves: Vec<String>,
    /// The result as PGN writes it.
    pub(crate) result: String,
}

/// Prints the games one after the other: a line for each name, for the moves and for the result, and
/// one for what was wrong.
const PYTHON: &str = "
import sys, chess.pgn
file = open(sys.argv[1], encoding='utf-8')
while (game := chess.pgn.read_game(file)) is not None:
    print(game.headers['White'])
    print(game.headers['Black'])
    print(' '.join(move.uci() for move in game.mainline_moves()))
    print(game.headers['Result'])
    for error in game.errors:
        print('wrong:', error)
";

/// Every game as pgn-reader and shakmaty read it.
pub(crate) fn ours(pgn: &str) -> Vec<Read> {
    (1..)
        .map_while(|number| PgnGame::read(pgn.as_bytes(), NonZeroUsize::new(number)?).ok())
        .map(|game| Read {
            moves: moves(&game),
            result: game.outcome.map_or("*", |outcome| outcome.as_str()).to_owned(),
            names: [game.white, game.black],
        })
        .collect()
}

/// Its moves in UCI.
pub(crate) fn moves(game: &PgnGame) -> Vec<String> {
    game.plies.iter().map(|ply| ply.play.to_uci(game.castling).to_string()).collect()
}

/// Every game as python-chess reads it; `None` where it is not installed.
pub(crate) fn python_chess(file: &Path) -> Option<Vec<Read>> {
    let is_there = run(Command::new(python()).args(["-c", "import chess.pgn"]));
    if is_there.is_none_or(|output| !output.status.success()) {
        skip("python3 with the package `chess`");
        return None;
    }
    let printed = run(Command::new(python()).args(["-c", PYTHON]).arg(file)).unwrap();
    let printed = String::from_utf8(printed.stdout).unwrap();
    let lines: Vec<_> = printed.lines().collect();
    let game = |lines: &[&str]| Read {
        names: [lines[0].to_owned(), lines[1].to_owned()],
        moves: words(lines[2]),
        result: lines[3].to_owned(),
    };
    Some(lines.chunks(4).map(game).collect())
}

/// Every game as pgn-extract reads it; `None` where it is not installed.
pub(crate) fn pgn_extract(file: &Path) -> Option<Vec<Read>> {
    let printed = ["pgn-extract", "/usr/games/pgn-extract"].iter().find_map(|program| {
        run(Command::new(program).args(["-s", "-C", "-w", "10000", "-Wuci"]).arg(file))
    });
    let Some(printed) = printed else {
        skip("pgn-extract");
        return None;
    };
    let printed = String::from_utf8(printed.stdout).unwrap();
    let mut paragraphs = printed.trim_end().split("\n\n");
    let mut games = Vec::new();
    while let (Some(tags), Some(line)) = (paragraphs.next(), paragraphs.next()) {
        // It writes f2g1N.
        let mut moves: Vec<_> = words(line).iter().map(|word| word.to_lowercase()).collect();
        let result = moves.pop().unwrap();
        games.push(Read { names: ["White", "Black"].map(|name| tag(tags, name)), moves, result });
    }
    Some(games)
}

/// The value of a tag.
fn tag(tags: &str, name: &str) -> String {
    let value = tags.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
    value.and_then(|value| value.strip_suffix("\"]")).unwrap().to_owned()
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(ToOwned::to_owned).collect()
}

fn run(command: &mut Command) -> Option<Output> {
    command.output().ok()
}
