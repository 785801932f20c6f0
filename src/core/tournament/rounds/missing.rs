//! What is missing before a round begins.

use std::fmt;

use touchmove_drivers::observation::{ClockPresence, LinkState};

use super::view::{RoundView, Stage};
use crate::laws::control::{TimeControl, UnreadableControl};
use crate::names::BoardId;
use crate::pairing::{BoardNumber, Pairing};

/// Something that a table lacks when its round is to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Which table.
    pub table: BoardNumber,
    /// What it lacks.
    pub what: Lacking,
}

/// What a table can lack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// There is no electronic board.
    Board,
    /// The board was never there, or is gone.
    Link(BoardId),
    /// No clock is connected to the board.
    Clock(BoardId),
    /// The pieces do not stand where the game starts.
    Pieces(BoardId),
    /// The game on the board began before its pairing, and has so many plies.
    OlderGame(BoardId, usize),
    /// The pairing names no time control.
    TimeControl,
    /// What the pairing has for a time control cannot be read.
    ReadableTimeControl(String),
}

impl RoundView {
    /// What is missing, by table. `board` knows the boards of the station.
    pub fn missing(&self, board: impl Fn(&BoardId) -> Option<AssignedBoard>) -> Vec<Missing> {
        let mut missing = Vec::new();
        if self.stage == Stage::Ended {
            return missing;
        }
        for seat in self.seats.iter().filter(|seat| seat.game.is_none()) {
            let lacks = |what| Missing { table: seat.pairing.board, what };
            missing.extend(no_time_control(&seat.pairing).map(lacks));
            let Some(id) = &seat.board else {
                missing.push(lacks(Lacking::Board));
                continue;
            };
            let Some(found) = board(id).filter(|found| found.link == LinkState::Up) else {
                missing.push(lacks(Lacking::Link(id.clone())));
                continue;
            };
            if found.clock != Some(ClockPresence::Present) {
                missing.push(lacks(Lacking::Clock(id.clone())));
            }
            match found.stands {
                Stands::Ready => {}
                Stands::Elsewhere => missing.push(lacks(Lacking::Pieces(id.clone()))),
                Stands::InGame(plies) => {
                    missing.push(lacks(Lacking::OlderGame(id.clone(), plies)));
                }
            }
        }
        missing
    }
}

/// A board of the station before the round at its table begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssignedBoard {
    /// State of its link.
    pub link: LinkState,
    /// Whether a clock is connected; `None` while unknown.
    pub clock: Option<ClockPresence>,
    /// How the pieces on it stand.
    pub stands: Stands,
}

/// How the pieces on a board stand before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Where the game starts.
    Ready,
    /// Elsewhere.
    Elsewhere,
    /// In a game that is no pairing's, after so many plies.
    InGame(usize),
}

/// What is wrong with the time control of a pairing.
fn no_time_control(pairing: &Pairing) -> Option<Lacking> {
    match pairing.time_control.as_deref().map(str::parse) {
        None | Some(Ok(TimeControl::Unknown)) => Some(Lacking::TimeControl),
        Some(Ok(_)) => None,
        Some(Err(UnreadableControl)) => {
            pairing.time_control.clone().map(Lacking::ReadableTimeControl)
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, what } = self;
        match what {
            Lacking::Board => write!(f, "table {table}: no board is assigned"),
            Lacking::Link(board) => write!(f, "table {table}: {board} is not connected"),
            Lacking::Clock(board) => write!(f, "table {table}: no clock at {board}"),
            Lacking::Pieces(board) => {
                write!(f, "table {table}: the men on {board} do not stand at the start")
            }
            Lacking::OlderGame(board, plies) => write!(
                f,
                "table {table}: the game on {board} began before its pairing and is after {plies} plies: set the men up \
                 for a new one, or take it for this table's with `touchmove round adopt {table} {plies}`"
            ),
            Lacking::TimeControl => write!(f, "table {table}: the pairing has no time control"),
            Lacking::ReadableTimeControl(text) => {
                write!(f, "table {table}: `{text}` {UnreadableControl}")
            }
        }
    }
}
