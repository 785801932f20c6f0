//! What boards say of games, made by the simulator.

use std::num::NonZeroUsize;
use std::time::Duration;

use fastrand::Rng;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};
use touchmove_lab::simulate::{BoardTurn, Control, PgnGame, PlayStyle, Recorder, Scanner, Sense};

pub(crate) use touchmove_lab::score::ObservedRecording;
pub(crate) use touchmove_lab::simulate::{Sins, Style};

/// The games of the demonstration, each played by hands of so many seeds.
pub(crate) fn demo_games(seeds: u64, style: Style, sins: Sins) -> Vec<ObservedRecording> {
    let games =
        [include_str!("../../demo/ghosh-bartel.pgn"), include_str!("../../demo/oro-brkic.pgn")];
    let games = games.map(|pgn| PgnGame::read(pgn.as_bytes(), NonZeroUsize::MIN).expect("a game"));
    games.iter().flat_map(|game| (1..=seeds).map(|seed| played(game, seed, style, sins))).collect()
}

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(150);

/// Games of so many plies, of random moves.
pub(crate) fn long_games(plies: usize) -> impl Iterator<Item = ObservedRecording> {
    (1..).filter_map(move |seed| random_game(seed, plies)).map(|pgn| {
        let game = PgnGame::read(pgn.as_bytes(), NonZeroUsize::MIN).expect("a game");
        played(&game, 1, Style::Mixed, Sins::Usual)
    })
}

/// The moves as PGN; `None` where the game ends too early.
fn random_game(seed: u64, plies: usize) -> Option<String> {
    let mut rng = Rng::with_seed(seed);
    let mut position = Chess::default();
    let mut pgn = String::new();
    for _ in 0..plies {
        let mv = *rng.choice(&position.legal_moves())?;
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv);
        pgn.push_str(&san.to_string());
        pgn.push(' ');
    }
    (!position.is_game_over()).then(|| format!("{pgn}*\n"))
}

fn played(game: &PgnGame, seed: u64, style: Style, sins: Sins) -> ObservedRecording {
    let clock = Some(Control::USUAL);
    let recorder = Recorder {
        scanner: Scanner {
            scan: SCAN,
            sense: Sense::Identity,
            orientation: BoardTurn::Usual,
            clock,
        },
        manner: PlayStyle { rates: style.rates(), sins, clock },
        hands: style.name().to_owned(),
        serial: 1,
    };
    let recording = recorder.record(game, seed).expect("a recording");
    ObservedRecording::read(recording.as_bytes()).expect("a recording")
}
