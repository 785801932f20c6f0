//! What an arbiter or operator decides about a game: the verbs of a recording's decisions, parsed.

mod form;
mod reader;
mod record;
pub mod regulations;

use shakmaty::Color;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use touchmove_drivers::observation::{ClockTime, Decision};
use touchmove_drivers::recording::{Policy, RulebookChoice, Variant};

use self::reader::Reader;
use self::regulations::Regulations;
use crate::points::ResultValue;

/// A decision about a game.
#[derive(Clone, Debug, PartialEq)]
pub enum GameDecision {
    /// A move was played that is missing: it gets this ply, and what followed is one ply later.
    Insert {
        /// Ply in the game, from 1.
        ply: u32,
        /// The move.
        mv: UciMove,
    },
    /// Another move was played.
    Replace {
        /// Ply in the game, from 1.
        ply: u32,
        /// The move that was played.
        mv: UciMove,
    },
    /// The move was not played.
    Delete {
        /// Ply in the game, from 1.
        ply: u32,
    },
    /// Play stands at this position now.
    Position(Fen),
    /// It is this side's turn now.
    Turn(Color),
    /// The times after the last moves: White's, then Black's.
    Clock([Option<ClockTime>; 2]),
    /// The result; `None` reopens the game.
    Result(Option<ResultValue>),
    /// Who plays: White, then Black.
    Players([Option<String>; 2]),
    /// Which way the board lies.
    Orientation(Lies),
    /// A question is answered.
    Answer {
        /// Its number.
        question: u32,
        /// The word of the answer.
        choice: String,
    },
    /// Games that begin from now on begin here; `None` is the usual start.
    Start(Option<(Fen, Variant)>),
    /// Games that begin from now on are held against these Laws, and the present one if no move was made in
    /// it.
    Laws(Box<Regime>),
    /// Whether other moves were played than were told: somebody is asked.
    Propose(Proposal),
    /// An earlier decision is undone.
    Undo {
        /// The number of its record.
        record: u64,
    },
}

/// Moves that were told, and others that may have been played in their place.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The first ply that differs, from 1.
    pub ply: u32,
    /// The moves that were told.
    pub told: Vec<UciMove>,
    /// Those that may have been played.
    pub instead: Vec<UciMove>,
    /// How sure they are, 0–1.
    pub confidence: f32,
}

/// The Laws under which games are played, and what may be done without a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regime {
    /// The rulebook; nobody has checked that its edition exists.
    pub rulebook: RulebookChoice,
    /// What may be done without a person.
    pub policy: Policy,
    /// The time control as PGN or a recording writes it; `None` where nobody has said.
    pub control: Option<String>,
    /// What the event decides for itself; what is not said here is as the board's journal began.
    pub regulations: Regulations,
}

/// Which way a board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// As it is numbered.
    Straight,
    /// The other way round.
    Turned,
}

/// Why a decision's words make no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionError {
    /// A particular is missing.
    #[error("{verb} needs {key}=…")]
    Missing {
        /// Of which verb.
        verb: String,
        /// Which one.
        key: &'static str,
    },
    /// Particulars of what was said are missing, or cannot be read.
    #[error("{verb} needs {needs}")]
    Incomplete {
        /// Which verb.
        verb: String,
        /// What it needs.
        needs: &'static str,
    },
    /// A particular cannot be read.
    #[error("{key}={value} is not {expected}")]
    Malformed {
        /// Which one.
        key: &'static str,
        /// What was given.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
}

/// The number by which a decision can be undone: its own, where a station has given it one, or else that
/// of its record, `record`.
pub fn number(decision: &Decision, record: u64) -> u64 {
    let own = decision.particular("number").and_then(|number| number.parse().ok());
    own.unwrap_or(record)
}

/// The particular that says about which game a decision is.
const OF_GAME: &str = "of";

/// About which game of its board a decision is, by the game's number there; `None`: about the one that is played.
///
/// # Errors
/// [`DecisionError::Malformed`] where that is no number.
pub fn game_of(decision: &Decision) -> Result<Option<u32>, DecisionError> {
    Reader::of(decision).if_given(OF_GAME, "the number of a game of this board")
}

/// What was decided, without the numbers by which records are told apart.
pub fn particulars(decision: &Decision) -> impl Iterator<Item = &(String, String)> {
    decision.particulars.iter().filter(|(key, _)| !["number", OF_GAME].contains(&key.as_str()))
}

/// The same decision, about this game of its board.
#[must_use]
pub fn about_game(mut decision: Decision, game: u32) -> Decision {
    decision.particulars.push((OF_GAME.to_owned(), game.to_string()));
    decision
}

#[cfg(test)]
mod tests;
