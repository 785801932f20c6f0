//! Why a decision about rounds cannot be carried out, in words for the operator.

use super::section::{NotASetting, SectionName};
use super::view::Stage;
use crate::names::BoardId;
use crate::pairing::{BoardNumber, Round};

/// Why a decision about rounds cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoundError {
    /// No such round.
    #[error("round {0} is not loaded; load its pairings with `touchmove round load FILE`")]
    NoSuchRound(Round),
    /// It has begun.
    #[error("round {0} has begun: its pairings stay; what is wrong with a game is corrected there")]
    Begun(Round),
    /// It is over.
    #[error(
        "round {0} is over, and stays as it is; `touchmove round reopen {0}` lets it go on, and `touchmove round remove \
         {0} --ended` makes room for that of another tournament"
    )]
    Over(Round),
    /// A game began before its pairing.
    #[error("no game that began before its pairing is on the board at table {0}")]
    NothingToAdopt(BoardNumber),
    /// It is not at the stage for this.
    #[error("round {round} is {stage}: it cannot be {wanted} now")]
    NotNow {
        /// Which round.
        round: Round,
        /// How far it has got.
        stage: Stage,
        /// What it was to become.
        wanted: Stage,
    },
    /// The board is at another table.
    #[error("{board} is at table {table}; free that table first: `touchmove round free {table}`")]
    BoardTaken {
        /// Which board.
        board: BoardId,
        /// Where it is.
        table: BoardNumber,
    },
    /// What a pairing says cannot be kept.
    #[error("table {0}: the pairing cannot be kept as it is; give both players names")]
    NoNames(BoardNumber),
    /// Nothing is at the table.
    #[error("no board is at table {0}")]
    NoBoard(BoardNumber),
    /// Nobody plays there.
    #[error("round {round} has no table {table}; `touchmove round status {round}` lists them")]
    NoSuchTable {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
    },
    /// There is no result to be taken back.
    #[error("nothing is entered for table {table} of round {round}")]
    NothingEntered {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
    },
    /// There are not two results that differ.
    #[error(
        "no two results differ at table {table} of round {round}; enter what the scoresheets say: `touchmove round enter {table} RESULT`"
    )]
    NoQuestion {
        /// Which round.
        round: Round,
        /// Which table.
        table: BoardNumber,
    },
    /// A table has a game of another round.
    #[error(
        "table {table} is played in round {round}, which is not over; go on with it, or end it"
    )]
    TableTaken {
        /// Which table.
        table: BoardNumber,
        /// Of which round.
        round: Round,
    },
    /// A table is another section's already.
    #[error(
        "table {table} of round {round} is that of {section} already; give the tables of this file \
         other numbers: `touchmove round load FILE --tables-from {free}`; or load it with --alone, in the \
         place of all that the round has"
    )]
    TableShared {
        /// Which table.
        table: BoardNumber,
        /// Of which round.
        round: Round,
        /// Whose it is.
        section: SectionName,
        /// The first number from which on no table is anybody's.
        free: u16,
    },
    /// A section cannot be set so.
    #[error(transparent)]
    Section(#[from] NotASetting),
}
