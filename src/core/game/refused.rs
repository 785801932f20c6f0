//! Why decisions about what is played on a board are refused.

use touchmove_drivers::observation::Decision;

use super::Game;
use crate::decision::GameDecision;
use crate::laws::command::{Command, NotSaid};
use crate::laws::rulebook::UnknownEdition;
use crate::reconstruct::{CorrectionError, Reconstruct};

/// Why a decision cannot be carried out now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The line cannot be corrected so.
    #[error(transparent)]
    Correction(#[from] CorrectionError),
    /// Nobody knows the edition of the Laws.
    #[error(transparent)]
    Edition(#[from] UnknownEdition),
    /// Too many games were played on its board since.
    #[error(
        "too many games were played on the board of this one since; enter its result at its table"
    )]
    LongAgo,
    /// The Laws make no sense of it.
    #[error(transparent)]
    Said(#[from] NotSaid),
}

/// Whether a decision about this game, of which these are the moves, could be carried out now.
///
/// # Errors
/// [`Refused`]: why not.
pub(super) fn check(
    decision: &Decision,
    game: Option<&Game>,
    moves: &Reconstruct,
) -> Result<(), Refused> {
    if let Some(command) = Command::of_record(decision) {
        return Ok(game.ok_or(CorrectionError::NoGame)?.check(&command)?);
    }
    match (GameDecision::of_record(decision).map_err(CorrectionError::from)?, game) {
        (Some(GameDecision::Undo { record }), Some(game)) if game.can_undo(record) => Ok(()),
        (Some(GameDecision::Undo { record }), Some(game)) if game.was_said(record) => {
            Err(NotSaid::CannotBeUndone(record).into())
        }
        _ => Ok(moves.check(decision)?),
    }
}
