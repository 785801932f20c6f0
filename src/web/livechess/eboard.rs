//! A board as LiveChess tells it.

use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use shakmaty::Color;
use touchmove_client::mirror::since_boot;
use touchmove_client::shown::{ClockFace, ShownBoard, ShownGame};
use touchmove_drivers::observation::{ClockPresence, LinkState, Placement};

use super::orientation::Orientation;
use super::placement;
use super::released::ReleasedGame;

/// A board, as far as clients may know it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Eboard {
    /// What clients call it.
    pub(super) serial: String,
    /// Its name in the hall.
    pub(super) id: String,
    /// Where it is attached; `None` while it is not there.
    pub(super) source: Option<String>,
    /// How it is with it; `None` while it was not read out yet.
    pub(super) state: Option<EboardState>,
    /// The charge of its battery, in per cent.
    battery: Option<u8>,
    /// What stands on it, White below; under a delay what the released moves lead to.
    pub(super) placement: Option<Placement>,
    /// How it lies.
    pub(super) orientation: Orientation,
    /// What its clock shows.
    pub(super) clock: Option<ClockTimes>,
    /// What is played on it; `None` where nothing is.
    pub(super) line: Option<Line>,
    listed: Listed,
}

/// How `eboards` lists a board, once somebody has asked.
#[derive(Clone, Debug, Default)]
struct Listed(OnceLock<Box<str>>);

impl PartialEq for Listed {
    /// It is written of the rest of the board, so by itself it makes no difference.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// How it is with a board, in LiveChess' words. What it calls `DELAYED` are boards behind a radio of its own maker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum EboardState {
    Active,
    NotResponding,
    Inactive,
}

/// What a clock shows, in whole seconds as LiveChess has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockTimes {
    /// What White has left.
    pub(super) white: u64,
    /// What Black has left.
    pub(super) black: u64,
    /// Whose time runs.
    pub(super) running: Option<Color>,
    /// When it was read, since boot.
    pub(super) read_at: Duration,
}

/// The moves of a game from where it began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Another game has another one.
    pub(super) game: String,
    /// The position it began from, as a FEN.
    pub(super) start: String,
    /// Its moves in UCI.
    pub(super) moves: Vec<String>,
    /// The same in SAN; empty where a move is illegal.
    pub(super) sans: Vec<String>,
    /// The position now, as a FEN.
    pub(super) fen: String,
}

impl Eboard {
    /// A board, under this name, of which nothing is held back.
    pub(super) fn open(board: &ShownBoard, serial: String) -> Self {
        let is_there = board.link != LinkState::Lost;
        let has_clock = is_there && board.clock_presence != Some(ClockPresence::Absent);
        let clock = board.clock.as_ref().filter(|_| has_clock);
        Self {
            placement: placement::of_board(board),
            clock: clock.map(|clock| ClockTimes::of_face(clock, board.link)),
            line: board.game.as_ref().map(Line::of_game),
            ..Self::held_back(board, serial)
        }
    }

    /// The same, of which clients know what is released of its game.
    pub(super) fn released(board: &ShownBoard, serial: String, game: &ReleasedGame) -> Self {
        Self {
            placement: placement::of_fen(&game.line.fen),
            clock: game.clock(),
            line: Some(game.line.clone()),
            ..Self::held_back(board, serial)
        }
    }

    /// The same, of which clients know nothing but that it is there.
    pub(super) fn held_back(board: &ShownBoard, serial: String) -> Self {
        let is_there = board.link != LinkState::Lost;
        let state = match board.link {
            LinkState::Up if board.placement.is_none() => None,
            LinkState::Up => Some(EboardState::Active),
            LinkState::Stale => Some(EboardState::NotResponding),
            LinkState::Lost => Some(EboardState::Inactive),
        };
        Self {
            serial,
            id: board.id.clone(),
            source: is_there.then(|| source_of(&board.port)),
            state,
            battery: board.battery,
            placement: None,
            orientation: Orientation::of_flag(board.turned == Some(true)),
            clock: None,
            line: None,
            listed: Listed::default(),
        }
    }

    /// What stands on it for a client who says how it lies.
    pub(super) fn placement_as(&self, orientation: Orientation) -> Option<Placement> {
        let placement = self.placement.as_ref()?;
        Some(if orientation == self.orientation { placement.clone() } else { placement.turned() })
    }

    /// As `eboards` lists it on a WebSocket: written once for all clients, and as long as the board is as it is.
    pub(super) fn listed(&self) -> &str {
        // Nothing of ours fails to be written as JSON.
        let write = || serde_json::to_string(&self.form()).unwrap_or_default();
        self.listed.0.get_or_init(|| write().into())
    }

    /// In the form in which `eboards` lists it.
    pub(super) fn form(&self) -> EboardForm<'_> {
        EboardForm {
            serialnr: &self.serial,
            source: self.source.as_deref(),
            state: self.state,
            battery: self.battery.map(|charge| format!("{charge}%")),
            comment: None,
            board: self.placement.as_ref().map(ToString::to_string),
            flipped: self.orientation.is_turned(),
            clock: self.clock.map(ClockTimes::form),
        }
    }
}

impl ClockTimes {
    fn of_face(face: &ClockFace, link: LinkState) -> Self {
        let [white, black] = face.times.map(|time| time.as_secs());
        let running = face.running.filter(|_| link == LinkState::Up);
        Self { white, black, running, read_at: face.read_at }
    }

    /// Whether a client would be told the same, but for the moment at which it was read.
    pub(super) fn shows_the_same(&self, other: &Self) -> bool {
        (self.white, self.black, self.running) == (other.white, other.black, other.running)
    }

    /// In LiveChess' form.
    pub(super) fn form(self) -> ClockForm {
        let Self { white, black, running, read_at } = self;
        let ago = since_boot().saturating_sub(read_at);
        ClockForm {
            white,
            black,
            run: running.map(Color::is_white),
            time: now_ms().saturating_sub(millis(ago)),
        }
    }
}

impl Line {
    fn of_game(game: &ShownGame) -> Self {
        Self {
            game: game.id.clone(),
            start: game.start.clone(),
            moves: game.moves.clone(),
            sans: game.sans.clone(),
            fen: game.fen.clone(),
        }
    }
}

/// A board in the form of `eboards`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct EboardForm<'a> {
    serialnr: &'a str,
    source: Option<&'a str>,
    state: Option<EboardState>,
    battery: Option<String>,
    comment: Option<&'a str>,
    board: Option<String>,
    flipped: bool,
    clock: Option<ClockForm>,
}

/// A clock in LiveChess' form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ClockForm {
    white: u64,
    black: u64,
    /// Whether White's time runs, or Black's; null where neither does.
    run: Option<bool>,
    time: u64,
}

/// The wall clock, in milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map(millis).unwrap_or_default()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// What LiveChess calls a port: the name of the device without its folder.
pub(super) fn source_of(port: &str) -> String {
    port.rsplit('/').next().unwrap_or(port).to_owned()
}
