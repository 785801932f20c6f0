//! What a client can want of the rounds.

use std::fmt;

use tokio::sync::oneshot;
use touchmove_core::names::BoardId;
use touchmove_core::pairing::{BoardNumber, PairingError, Round};
use touchmove_core::tournament::rounds::wish::{OpenGame, RoundAnswer, RoundWish};
use touchmove_core::tournament::rounds::{Missing, RoundError};

use crate::journal::JournalError;

/// What somebody wants of the rounds.
#[derive(Debug)]
pub struct RoundOrder {
    /// Who.
    pub by: String,
    /// What.
    pub wish: RoundWish,
    /// The answer.
    pub answer: oneshot::Sender<Result<RoundAnswer, RoundRefusal>>,
}

/// Why a decision was not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// It cannot be carried out.
    #[error(transparent)]
    Refused(#[from] RoundError),
    /// The journal takes nothing.
    #[error("it cannot be kept, so it was not taken: {0}")]
    NotKept(#[from] JournalError),
}

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum RoundRefusal {
    /// The file holds no pairings that can be used.
    #[error(transparent)]
    Pairings(#[from] PairingError),
    /// It cannot be decided so, or not be kept.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// It holds, but is not safe.
    #[error("it holds, but a loss of power may undo it: {0}")]
    NotSafe(JournalError),
    /// The tables would get numbers that no table has.
    #[error("the tables would get numbers above 9999; begin with a lower one")]
    TooManyTables,
    /// The board was never there.
    #[error("there is no board {0} on this station; plug it in first")]
    NoSuchBoard(BoardId),
    /// Something is missing.
    #[error("{}begin it all the same with --anyway", lines(.0))]
    Missing(Vec<Missing>),
    /// Games are open.
    #[error("{}end it all the same with --anyway", lines(.0))]
    Open(Vec<OpenGame>),
    /// The round is over: it holds games and results.
    #[error(
        "round {0} is over; with --ended it is taken away all the same, and its games stay in the evidence"
    )]
    HoldsGames(Round),
    /// The game has another number of plies.
    #[error(
        "the game at table {table} has {plies} plies by now; `touchmove round adopt {table} {plies}` takes it for the table's"
    )]
    OtherPlies {
        /// Which table.
        table: BoardNumber,
        /// How many it has.
        plies: usize,
    },
}

fn lines<T: fmt::Display>(all: &[T]) -> String {
    all.iter().map(|one| format!("{one}\n")).collect()
}
