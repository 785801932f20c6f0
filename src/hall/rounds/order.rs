//! What a client can ask about rounds.

use tokio::sync::oneshot;

use super::{Missing, RoundError, Stage};
use crate::hall::news::BoardId;
use crate::journal::JournalError;
use crate::pairing::{BoardNumber, PairingError, Round};

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

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundWish {
    /// Load the pairings of a file.
    Load {
        /// Its bytes.
        file: Vec<u8>,
        /// Which round of it.
        round: Option<Round>,
    },
    /// Assign a board to a table.
    Assign {
        /// Which table.
        table: BoardNumber,
        /// Which board.
        board: BoardId,
    },
    /// Assign what is plugged in, by name, to the free tables.
    AssignPlugged,
    /// Take the board away from a table.
    Free {
        /// Which table.
        table: BoardNumber,
    },
    /// Begin a round, or go on with it after a pause.
    Begin {
        /// Which round.
        round: Round,
        /// Whether it may begin unready.
        readiness: Readiness,
    },
    /// Pause or end a round.
    Turn {
        /// Which round.
        round: Round,
        /// How far it is to get.
        stage: Stage,
    },
    /// What is missing before a round begins?
    Missing {
        /// Which round.
        round: Round,
    },
}

/// Whether a round may begin though something is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It may not.
    Required,
    /// It may.
    Waived,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundAnswer {
    /// It is done.
    Done,
    /// These rounds are loaded.
    Loaded(Vec<Round>),
    /// So many boards were assigned.
    Assigned(usize),
    /// This is missing.
    Missing(Vec<Missing>),
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
    /// The board was never there.
    #[error("there is no board {0} on this station; plug it in first")]
    NoSuchBoard(BoardId),
    /// Something is missing.
    #[error("{}begin it all the same with --anyway", lines(.0))]
    Missing(Vec<Missing>),
}

fn lines(missing: &[Missing]) -> String {
    missing.iter().map(|missing| format!("{missing}\n")).collect()
}
