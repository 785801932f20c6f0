//! A game at one moment, for those who show it.
//!
//! A view is shared: whoever has seen it holds it by an `Arc`, and a game that changes goes on with another one. So a view
//! that is the same is known by its place, and its moves are copied by none. The clock, which changes each second, is beside it.

use std::sync::Arc;

use shakmaty::Color;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{ClockTime, Decision, Placement};

use super::number::MoveNumber;
use crate::account::ClockState;
use crate::game::conclusion::{AskedQuestion, GameResult, Incident, Instruction, MoveTold};
use crate::laws::adjournment::Adjourned;

/// A game at one moment.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GameView {
    /// Number of the game on its board, from 1; 0 before the first.
    pub game: u32,
    /// Who plays, White and Black, where somebody has decided it.
    pub players: [Option<String>; 2],
    /// The position it began from, as a FEN.
    pub start: String,
    /// The moves that stand, each in its latest state, with the mover's time after it.
    pub moves: Vec<Arc<ScoredMove>>,
    /// The best explanation of what was last seen, not a fact yet.
    pub provisional: Option<MoveTold>,
    /// Squares on which the board differs from the line, as names (`e4`).
    pub differs: Vec<String>,
    /// Where play went on from a position to which no move leads, in their order.
    pub breaks: Vec<Break>,
    /// What was decided about it, in order.
    pub decided: Vec<DecidedOfGame>,
    /// What waits for a person's answer.
    pub questions: Vec<AskedQuestion>,
    /// The incidents that stand.
    pub incidents: Vec<Incident>,
    /// The instructions that wait.
    pub instructions: Vec<Instruction>,
    /// How it was adjourned, until its envelope is opened.
    pub adjourned: Option<Adjourned>,
    /// How many moves were told as seen while the board was known to lose readings.
    pub doubted: u32,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// Sequence number of the last conclusion told.
    pub seq: u64,
}

/// What the clock at a game showed when it was last read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownClock {
    /// When it was read.
    pub at: Instant,
    /// What it showed.
    pub state: ClockState,
}

/// A decision about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedOfGame {
    /// The number by which it can be undone.
    pub number: u64,
    /// When.
    pub at: Instant,
    /// Who decided what, and why (`reason=`).
    pub decision: Decision,
    /// Whether it was undone.
    pub is_undone: bool,
}

/// A line of the scoresheet.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
    /// The move.
    pub told: MoveTold,
    /// The mover's time when he had pressed.
    pub left: Option<ClockTime>,
}

/// Play went on from another position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// After how many of the moves that stand.
    pub after: usize,
    /// The position, as a FEN.
    pub fen: String,
}

impl GameView {
    /// The position after all that stands, as a FEN.
    pub fn fen(&self) -> &str {
        let last = self.moves.last().map(|scored| scored.told.fen());
        let placed = self.breaks.last().filter(|placed| placed.after == self.moves.len());
        placed.map(|placed| placed.fen.as_str()).or(last).unwrap_or(&self.start)
    }

    /// Whether the board was known to lose readings for most of the game: what it shows fits many lines.
    pub fn loses_readings(&self) -> bool {
        let doubted = usize::try_from(self.doubted).unwrap_or(usize::MAX);
        !self.moves.is_empty() && doubted.saturating_mul(2) >= self.moves.len()
    }

    /// What stands on a board that lies so, in the board's own numbering; `None` once the game is over, and while a
    /// question about it is open.
    pub fn pieces(&self, is_turned: bool) -> Option<Placement> {
        if self.result.is_some() || !self.questions.is_empty() {
            return None;
        }
        let placement: Placement = self.fen().split(' ').next()?.parse().ok()?;
        Some(if is_turned { placement.turned() } else { placement })
    }

    /// The number of a ply, from 1, on the scoresheet; of one that is not there, counted on from the last.
    pub fn number_of(&self, ply: u32) -> MoveNumber {
        let numbers: Vec<_> = self.moves.iter().map(|scored| scored.told.number()).collect();
        MoveNumber::of_ply(ply, &numbers, &self.start)
    }

    /// Whose turn it is, by the position.
    pub fn turn(&self) -> Color {
        match self.fen().split(' ').nth(1) {
            Some("b") => Color::Black,
            _ => Color::White,
        }
    }
}
