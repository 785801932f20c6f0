//! Boards, games and outlets as a mirror shows them, for the tests of whoever draws them.

use std::time::Duration;

use touchmove_core::names::GameId;
use touchmove_drivers::family::Knowledge;
use touchmove_drivers::observation::{ClockPresence, LinkState};
use zbus::OwnedObjectPath;

use super::{ClockFace, ShownBoard, ShownGame, ShownHealth, ShownOutlet, State};
use crate::calibration::CalibrationStage;
use crate::path;

/// A board that is connected, without clock and game.
pub fn a_board() -> ShownBoard {
    ShownBoard {
        id: "dgt_12345".into(),
        family: "dgt".into(),
        title: "DGT board".into(),
        serial: "12345".into(),
        firmware: Some("1.8".into()),
        port: "/dev/ttyUSB0".into(),
        link: LinkState::Up,
        state: State { word: "in-step".into(), ..State::default() },
        since: None,
        battery: Some(87),
        sensing: "identity".into(),
        knowledge: Some(Knowledge::Recorded),
        placement: None,
        calibration: Some(CalibrationStage::Unneeded),
        calibration_squares: Vec::new(),
        calibrated_pieces: String::new(),
        turned: Some(false),
        clock_presence: Some(ClockPresence::Present),
        health: ShownHealth::default(),
        trouble: None,
        clock: None,
        game: None,
    }
}

/// An outlet with 42 games, none of which was written since the start.
pub fn a_relay(kind: &str, place: &str) -> ShownOutlet {
    ShownOutlet {
        path: path::relay(kind),
        kind: kind.into(),
        place: place.into(),
        games: 42,
        behind: 0,
        last: None,
        trouble: None,
    }
}

/// A clock with a minute and a minute and a half, read 100 s after boot.
pub fn a_clock() -> ClockFace {
    ClockFace {
        times: [60, 90].map(Duration::from_secs),
        running: None,
        read_at: Duration::from_secs(100),
        flags: [false; 2],
        doubtful: false,
    }
}

/// The object of the game of this number.
pub fn a_game_path(number: u64) -> OwnedObjectPath {
    path::game(GameId(number))
}

/// A game with these moves: UCI, SAN.
pub fn a_game(moves: &[(&str, &str)]) -> ShownGame {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    ShownGame {
        path: path::game(GameId(17)),
        id: "g000017".into(),
        round: String::new(),
        white: String::new(),
        black: String::new(),
        questions: Vec::new(),
        open_questions: Vec::new(),
        incidents: Vec::new(),
        instructions: Vec::new(),
        start: start.into(),
        fen: start.into(),
        moves: moves.iter().map(|(uci, _)| (*uci).into()).collect(),
        sans: moves.iter().map(|(_, san)| (*san).into()).collect(),
        numbers: Vec::new(),
        result: None,
        adjourned: None,
        differs: vec![],
        provisional: None,
        sequence: 0,
    }
}
