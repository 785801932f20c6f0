//! What a hall of several stations asks of one of them: which boards it is to ask for before it serves them, what another
//! station has kept of such a board, and what this one has.

use std::time::Duration;

use tokio::sync::oneshot;
use touchmove_core::names::{BoardId, GameId};
use touchmove_core::pairing::{BoardNumber, Round};

/// What a hall of several stations can ask.
#[derive(Debug)]
pub enum JointOrder {
    /// Boards that come are asked for before they are served.
    AskFirst {
        /// For so long.
        lease: Duration,
        /// That they are.
        answer: oneshot::Sender<Result<(), NotJoined>>,
    },
    /// A board that was asked for is served as it is known here.
    Serve {
        /// Which board.
        board: BoardId,
        /// Whether it was asked for.
        answer: oneshot::Sender<Result<(), NotJoined>>,
    },
    /// A part of what another station has kept of a board that was asked for.
    Receive {
        /// Which board.
        board: BoardId,
        /// Where in the journal it begins, in bytes.
        from: u64,
        /// The part.
        bytes: Vec<u8>,
        /// Whether it was taken.
        answer: oneshot::Sender<Result<(), NotJoined>>,
    },
    /// A board that was asked for goes on here, with all that was received of it.
    TakeOver {
        /// The board.
        board: TakenBoard,
        /// The games in its journal.
        answer: oneshot::Sender<Result<Vec<TakenGame>, NotJoined>>,
    },
}

/// A board that another station had.
#[derive(Clone, Debug)]
pub struct TakenBoard {
    /// Which board.
    pub id: BoardId,
    /// What was decided there about what is played on it, as [`EvidencePart::decisions`] has it.
    pub decisions: Vec<String>,
    /// Where it is played.
    pub table: Option<TakenTable>,
}

/// The table at which a board was that another station had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenTable {
    /// In which round.
    pub round: Round,
    /// Which table.
    pub table: BoardNumber,
    /// The game there, by the number that the other station gave it.
    pub game: GameId,
}

/// A game that another station had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenGame {
    /// Its number there.
    pub there: GameId,
    /// Its number here.
    pub here: GameId,
}

/// Somebody wants a part of what is kept of a board.
#[derive(Debug)]
pub struct CopyOrder {
    /// What he has of it.
    pub known: KnownEvidence,
    /// The next part.
    pub answer: oneshot::Sender<Result<EvidencePart, NotCopied>>,
}

/// How much of a board's evidence somebody has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownEvidence {
    /// Of which journal, as [`EvidencePart::journal`] has it; empty before the first part.
    pub journal: String,
    /// So many bytes of it.
    pub bytes: u64,
    /// So many decisions.
    pub decisions: usize,
}

/// A part of what is kept of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidencePart {
    /// Which file it is of: another one goes on where a journal was archived.
    pub journal: String,
    /// Where in it the part begins, in bytes; 0 where it is another journal than was known.
    pub from: u64,
    /// The part; empty where there is nothing more for now.
    pub bytes: Vec<u8>,
    /// The decisions about what is played on the board that were not known, a line each.
    pub decisions: Vec<String>,
}

/// Why nothing can be given of a board's evidence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCopied {
    /// No such board.
    #[error("there is no such board on this station")]
    NoSuchBoard,
    /// The journal cannot be read.
    #[error("the board's journal cannot be read: {0}")]
    Unreadable(String),
}

/// Why a board is not served as a hall of several stations asks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJoined {
    /// It was not asked for, or is served by now.
    #[error("the board {0} is not waiting to be asked for: it is served already, or is not there")]
    NotSought(BoardId),
    /// A part does not follow what was received.
    #[error("so far {0} bytes were received: go on there")]
    OutOfPlace(u64),
    /// It is too much.
    #[error("that is more than the journal of a board can be")]
    TooMuch,
    /// What was received is no journal of this board.
    #[error("what was received is no journal of the board {0}: {1}")]
    NoJournal(BoardId, String),
    /// What is known of the board here cannot make way.
    #[error("the board {0} is still served at another port of this station")]
    InUse(BoardId),
    /// It cannot be kept.
    #[error("what was received cannot be kept: {0}")]
    NotKept(String),
}
