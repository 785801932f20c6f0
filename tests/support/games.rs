//! Games that are played by simulated hands.

use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use touchmove_lab::simulate::PgnGame;
use touchmove_needs::data;

/// Games by their place in a file. Among them are castlings on both sides, captures en passant,
/// promotions, mates and a stalemate; all have a result.
const GAMES: &[(&str, &[usize])] = &[
    ("livechess_victoria_2024", &[24, 29, 35, 70, 80, 83]),
    ("fide_world_cup_2025_half", &[1, 3, 24]),
    ("fischer", &[5, 19, 32, 60]),
    ("k4_classical_league", &[25, 54, 58]),
    ("fide_world_cup_2011", &[7, 39]),
    ("fide_world_cup_2013", &[9, 58]),
    ("livechess_148_pigeon_r7", &[1]),
    ("scalachess_fixture_dgt", &[3]),
];

/// A game of a PGN file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scored {
    /// The file.
    pub(crate) pgn: PathBuf,
    /// Its place in the file, from 1.
    pub(crate) number: NonZeroUsize,
    /// The moves in UCI.
    pub(crate) moves: Vec<String>,
    /// The result as PGN writes it.
    pub(crate) result: &'static str,
}

impl Scored {
    /// Reads game `number` of `pgn`.
    pub(crate) fn read(pgn: &Path, number: usize) -> Self {
        let number = NonZeroUsize::new(number).unwrap();
        let game = PgnGame::read(File::open(pgn).unwrap(), number).unwrap();
        let moves = game.plies.iter().map(|ply| ply.play.to_uci(game.castling).to_string());
        let result = game.outcome.map_or("*", |outcome| outcome.as_str());
        Self { pgn: pgn.to_owned(), number, moves: moves.collect(), result }
    }

    /// One of the games that are shipped with the demonstration.
    pub(crate) fn demo(name: &str) -> Self {
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo");
        Self::read(&demo.join(name), 1)
    }

    /// The game, to be played.
    pub(crate) fn game(&self) -> PgnGame {
        PgnGame::read(File::open(&self.pgn).unwrap(), self.number).unwrap()
    }
}

/// Real games: of every collection that `TOUCHMOVE_DATA` has, otherwise those of the demonstration.
pub(crate) fn real() -> Vec<Scored> {
    let Some(data) = data() else {
        return ["ghosh-bartel.pgn", "oro-brkic.pgn"].map(Scored::demo).to_vec();
    };
    let games: Vec<_> = GAMES.iter().flat_map(|file| games_of(&data, file)).collect();
    assert!(games.len() >= 20);
    games
}

fn games_of(data: &Path, (file, numbers): &(&str, &[usize])) -> Vec<Scored> {
    let pgn = data.join("games").join(file).with_extension("pgn");
    numbers.iter().map(|&number| Scored::read(&pgn, number)).collect()
}
