//! What a client can ask about rounds.

use tokio::sync::oneshot;

use super::dispute::Choice;
use super::results::TableResult;
use super::section::{SectionChange, SectionName};
use super::{Missing, RoundError, Stage};
use crate::hall::news::{BoardId, GameId};
use crate::journal::JournalError;
use crate::pairing::{BoardNumber, Outcome, PairingError, PairingList, Round};

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
        /// Where its pairings belong.
        among: Among,
    },
    /// Set what holds in a section.
    Set(Box<SectionChange>),
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
    /// Enter a result.
    Enter {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// Which result; `None` takes back what was entered.
        outcome: Option<Outcome>,
    },
    /// Answer which of two results counts.
    Settle {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
        /// Which of the two.
        choice: Choice,
    },
    /// Put the board at the table whose game has come to it.
    Reseat {
        /// Which game.
        game: GameId,
        /// Which board.
        board: BoardId,
    },
    /// What is missing before a round begins?
    Missing {
        /// Which round.
        round: Round,
    },
}

/// Where the pairings of a file belong among those of other sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Among {
    /// The section of pairings that the file gives none.
    pub section: Option<SectionName>,
    /// The number that the first table is to have; that of the file, if not given.
    pub tables_from: Option<BoardNumber>,
    /// What becomes of the pairings that other sections have in the round.
    pub others: Others,
}

/// What becomes of the pairings of other sections when some are loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// They stay.
    #[default]
    Kept,
    /// They go.
    Dropped,
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
    /// This is known of the result now.
    Result(TableResult),
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

impl Among {
    /// The pairings of a file where they belong; `None` where tables would get numbers that are too high.
    pub(in crate::hall) fn place(&self, list: PairingList) -> Option<PairingList> {
        let list = match &self.section {
            Some(section) if *section != SectionName::unnamed() => {
                list.in_section(section.as_str())
            }
            _ => list,
        };
        match self.tables_from {
            Some(from) => list.with_tables_from(from),
            None => Some(list),
        }
    }
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
}

fn lines(missing: &[Missing]) -> String {
    missing.iter().map(|missing| format!("{missing}\n")).collect()
}
