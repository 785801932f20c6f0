//! Why decisions about what was played are refused.

use crate::decision::DecisionError;

/// Why a decision cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionError {
    /// Its words make no sense.
    #[error(transparent)]
    Words(#[from] DecisionError),
    /// No game was begun.
    #[error("no game has begun on this board; set the men up for one first")]
    NoGame,
    /// Its pieces have left the board, so nothing can be decided that is about the board.
    #[error(
        "the board of this game was set up for another one; its moves, times, players and result can still be corrected"
    )]
    OffBoard,
    /// The game has no such ply.
    #[error("the game has no ply {ply}; its last one is {last}")]
    NoSuchPly {
        /// Which one.
        ply: u32,
        /// The last one that it has.
        last: u32,
    },
    /// The scoresheet would have more lines than any.
    #[error(
        "the game would have more than {0} moves and positions, and no game has; delete some first, or begin a new one"
    )]
    TooLong(usize),
    /// No piece stands where the move begins, or it ends on a piece of its own side.
    #[error("{mv} moves no man in {fen}; give the move by its squares, as in e2e4 or e7e8q")]
    NoSuchMove {
        /// The move.
        mv: String,
        /// The position that it was to be made in.
        fen: String,
    },
    /// Play cannot stand there.
    #[error("play cannot stand at {fen}: {why}")]
    NotAPosition {
        /// The position.
        fen: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no such question, or it has no such answer.
    #[error("question {question} is not open, or has no answer `{choice}`")]
    NoSuchAnswer {
        /// Which question.
        question: u32,
        /// The word of the answer.
        choice: String,
    },
    /// The scoresheet has other moves than those in whose place others are proposed.
    #[error("the game does not have the moves from ply {ply} on that others are proposed for")]
    NotWritten {
        /// Which ply.
        ply: u32,
    },
    /// Nothing to undo.
    #[error("decision {0} is none that can be undone")]
    NothingToUndo(u64),
    /// A later decision about the moves stands on it.
    #[error("decision {later} was made after it; undo that one first")]
    UndoLater {
        /// The last one.
        later: u64,
    },
}
