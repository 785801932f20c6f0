//! A game at one moment, for those who show it.

use shakmaty::Color;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use crate::account::ClockState;
use crate::game::conclusion::{GameResult, MoveTold};

/// A game at one moment.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GameView {
    /// Number of the game on its board, from 1; 0 before the first.
    pub game: u32,
    /// The position it began from, as a FEN.
    pub start: String,
    /// The moves that stand, each in its latest state, with the mover's time after it.
    pub moves: Vec<ScoredMove>,
    /// The best explanation of what was last seen, not a fact yet.
    pub provisional: Option<MoveTold>,
    /// The position after the last move that stands, as a FEN.
    pub fen: String,
    /// Squares on which the board differs from the line, as names (`e4`).
    pub differs: Vec<String>,
    /// The clock as last read, and when.
    pub clock: Option<(Instant, ClockState)>,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// Sequence number of the last conclusion told.
    pub seq: u64,
}

/// A line of the scoresheet.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move.
    pub told: MoveTold,
    /// The mover's time when he had pressed.
    pub left: Option<ClockTime>,
}

impl GameView {
    /// Whose turn it is, by the position.
    pub fn turn(&self) -> Color {
        match self.fen.split(' ').nth(1) {
            Some("b") => Color::Black,
            _ => Color::White,
        }
    }
}
