//! What boards say of games, made by the simulator.

use std::num::NonZeroUsize;
use std::time::Duration;

use fastrand::Rng;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};
use touchmove::simulate::{Control, Game, Manner, Orientation, Recorder, Scanner, Sense, Style};

pub(crate) use touchmove::score::Evidence;

/// The games of the demonstration, each played by hands of so many seeds.
pub(crate) fn demo_games(seeds: u64) -> Vec<Evidence> {
    let games =
        [include_str!("../../demo/ghosh-bartel.pgn"), include_str!("../../demo/oro-brkic.pgn")];
    let games = games.map(|pgn| Game::read(pgn.as_bytes(), NonZeroUsize::MIN).expect("a game"));
    games.iter().flat_map(|game| (1..=seeds).map(|seed| played(game, seed))).collect()
}

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(150);

/// Plies of the long game.
const LONG: usize = 300;

/// A game of three hundred plies, of random moves.
pub(crate) fn long_game() -> Evidence {
    let pgn = (1..).find_map(random_game).expect("one of the seeds");
    played(&Game::read(pgn.as_bytes(), NonZeroUsize::MIN).expect("a game"), 1)
}

/// The moves as PGN; `None` where the game ends too early.
fn random_game(seed: u64) -> Option<String> {
    let mut rng = Rng::with_seed(seed);
    let mut position = Chess::default();
    let mut pgn = String::new();
    for _ in 0..LONG {
        let mv = *rng.choice(&position.legal_moves())?;
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv);
        pgn.push_str(&san.to_string());
        pgn.push(' ');
    }
    (!position.is_game_over()).then(|| format!("{pgn}*\n"))
}

fn played(game: &Game, seed: u64) -> Evidence {
    let clock = Some(Control::USUAL);
    let recorder = Recorder {
        scanner: Scanner {
            scan: SCAN,
            sense: Sense::Identity,
            orientation: Orientation::Usual,
            clock,
        },
        manner: Manner { rates: Style::Mixed.rates(), clock },
        hands: Style::Mixed.name().to_owned(),
        serial: 1,
    };
    let recording = recorder.record(game, seed).expect("a recording");
    Evidence::read(recording.as_bytes()).expect("a recording")
}
