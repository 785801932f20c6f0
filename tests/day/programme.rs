//! What is played on the boards, and what was really played.

use std::fmt;
use std::fs::File;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use shakmaty::{Chess, Position};
use touchmove_drivers::device::Make;
use touchmove_drivers::family::SerialLine;
use touchmove_drivers::{Instant, dgt};
use touchmove_lab::simulate::{
    BoardTurn, Control, Cue, PgnGame, PgnGames, PlayStyle, PlayedTable, Sins, Style, Timeline,
    hands,
};
use touchmove_station::sys::boottime::TimeSource;

use crate::clock::DayClock;
use crate::players;

/// Games to be played until the evening, and by whose hands.
#[derive(Clone)]
pub(crate) struct Programme {
    games: Arc<[PgnGame]>,
    clock: DayClock,
    evening: Instant,
}

/// A game as it was played, or as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// The moves in UCI.
    pub(crate) moves: Vec<String>,
    /// The result as PGN writes it.
    pub(crate) result: Option<&'static str>,
}

/// What was played on one board so far, game after game.
pub(crate) type Truth = Arc<Mutex<Vec<Played>>>;

/// The host has asked for changes, and people sit down.
const SITTING_DOWN: Duration = Duration::from_secs(30);

/// Most plies of a game: a day is to hold many.
const PLIES: usize = 60;

impl Programme {
    /// The games that are shipped with the project.
    pub(crate) fn until(evening: Instant, clock: DayClock) -> Self {
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = ["tests/games/short.pgn", "demo/ghosh-bartel.pgn", "demo/oro-brkic.pgn"];
        let games = files.map(|file| project.join(file)).into_iter().flat_map(games_in);
        Self { games: games.collect(), clock, evening }
    }

    /// A board with people at it, and what they play.
    pub(crate) fn player(&self, serial: u32, line: Option<SerialLine>) -> (PlayedTable, Truth) {
        let control: Control = "15+10".parse().unwrap();
        let (make, lies) = board(serial, Some(control));
        let (truth, mut random) = (Truth::default(), Rng::with_seed(serial.into()));
        let (programme, played) = (self.clone(), Arc::clone(&truth));
        let mut standing = Chess::default().board().clone();
        let games = iter::from_fn(move || {
            if programme.clock.now() >= programme.evening {
                return None;
            }
            let game = &programme.games[random.usize(..programme.games.len())];
            let style = if random.bool() { Style::Clean } else { Style::Mixed };
            let rates = players::who_think(800.0..=8_000.0, style);
            let manner = PlayStyle { rates, sins: Sins::None, clock: Some(control) };
            let timeline = hands::play(game, &standing, &manner, random.u64(..));
            standing = timeline.last_board();
            played.lock().unwrap().push(Played::of(&timeline));
            Some(timeline)
        });
        let device = dgt::FAMILY.device(&make).unwrap();
        (PlayedTable::new(device, line, lies, Cue::Host(SITTING_DOWN), games), truth)
    }
}

/// A board that claims to be the one with this number, and on which nothing is played.
pub(crate) fn double(serial: u32) -> PlayedTable {
    let (make, lies) = board(serial, None);
    let device = dgt::FAMILY.device(&make).unwrap();
    PlayedTable::new(device, dgt::FAMILY.line(), lies, Cue::Now, iter::empty())
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.moves.join(" "), self.result.unwrap_or("*"))
    }
}

impl Played {
    fn of(timeline: &Timeline) -> Self {
        let truth = &timeline.truth;
        let moves = truth.moves.iter().map(|played| played.uci.to_string()).collect();
        Self { moves, result: truth.result.map(|result| result.as_str()) }
    }
}

fn board(serial: u32, control: Option<Control>) -> (Make, BoardTurn) {
    let clock = control.map(Control::setting);
    let lies = if serial.is_multiple_of(2) { BoardTurn::Usual } else { BoardTurn::Turned };
    (Make { serial, chance: serial.into(), scan: None, clock }, lies)
}

fn games_in(file: PathBuf) -> Vec<PgnGame> {
    let games = PgnGames::new(File::open(file).unwrap());
    let mut games: Vec<PgnGame> = games.map(|(_, game)| game.unwrap()).collect();
    games.iter_mut().for_each(|game| game.plies.truncate(PLIES));
    games
}
