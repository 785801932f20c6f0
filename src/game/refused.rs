//! Why decisions about what is played on a board are refused.

use crate::laws::command::NotSaid;
use crate::laws::rulebook::UnknownEdition;
use crate::reconstruct::CorrectionError;

/// Why a decision cannot be carried out now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The line cannot be corrected so.
    #[error(transparent)]
    Correction(#[from] CorrectionError),
    /// Nobody knows the edition of the Laws.
    #[error(transparent)]
    Edition(#[from] UnknownEdition),
    /// The Laws make no sense of it.
    #[error(transparent)]
    Said(#[from] NotSaid),
}
