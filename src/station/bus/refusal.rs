//! What the bus calls that which the hall refuses.

use touchmove_client::call_error::{CallError, Refusal};
use touchmove_core::game::refused::Refused;
use touchmove_core::laws::command::NotSaid;
use touchmove_core::reconstruct::CorrectionError;
use touchmove_core::tournament::rounds::RoundError;

use crate::hall::orders::OrderError;
use crate::hall::orders::clocks::NotSet;
use crate::hall::orders::games::NotDecided;
use crate::hall::orders::rounds::{NotTaken, RoundRefusal};

impl From<OrderError> for CallError {
    fn from(error: OrderError) -> Self {
        let refusal = match error {
            OrderError::NoSuchBoard => Refusal::NoSuchBoard,
            OrderError::NotConnected => Refusal::NotConnected,
            OrderError::Unsupported => Refusal::NotSupported,
            OrderError::BeingPlayed => Refusal::BoardTaken,
        };
        refusal.because(error)
    }
}

impl From<NotSet> for CallError {
    fn from(why: NotSet) -> Self {
        let refusal = match why {
            NotSet::NoSuchBoard => Refusal::NoSuchBoard,
            NotSet::NotConnected => Refusal::NotConnected,
            NotSet::Unsupported => Refusal::NotSupported,
            NotSet::TooLong => Refusal::InvalidArgs,
            NotSet::NotKept(_) => Refusal::NotKept,
            NotSet::NoClock
            | NotSet::Running
            | NotSet::BeingSet
            | NotSet::Refused
            | NotSet::NotShown { .. } => Refusal::ClockNotSet,
        };
        refusal.because(why)
    }
}

impl From<NotDecided> for CallError {
    fn from(why: NotDecided) -> Self {
        let refusal = match &why {
            NotDecided::Words(_) => Refusal::InvalidArgs,
            NotDecided::NoSuchBoard | NotDecided::NoTarget(_) => Refusal::NoSuchBoard,
            NotDecided::LongAgo { .. } => Refusal::NoSuchGame,
            NotDecided::NotPlayed { .. } => Refusal::NotNow,
            NotDecided::BeingRead(_) => Refusal::BeingRead,
            NotDecided::Busy { .. } | NotDecided::SameBoard(_) => Refusal::BoardTaken,
            NotDecided::NotSetUp { .. } => Refusal::NotSetUp,
            NotDecided::NotKept(_) => Refusal::NotKept,
            NotDecided::Refused(refused) => of_game(refused),
        };
        refusal.because(why)
    }
}

const fn of_game(refused: &Refused) -> Refusal {
    match refused {
        Refused::Correction(error) => of_correction(error),
        Refused::Edition(_) => Refusal::InvalidArgs,
        Refused::LongAgo => Refusal::NoSuchGame,
        Refused::Said(said) => of_what_is_said(said),
    }
}

const fn of_correction(error: &CorrectionError) -> Refusal {
    match error {
        CorrectionError::Words(_) => Refusal::InvalidArgs,
        CorrectionError::NoGame => Refusal::NoSuchGame,
        CorrectionError::NoSuchPly { .. }
        | CorrectionError::NoSuchAnswer { .. }
        | CorrectionError::NothingToUndo(_) => Refusal::NothingToDecide,
        CorrectionError::OffBoard | CorrectionError::UndoLater { .. } => Refusal::NotNow,
        CorrectionError::TooLong(_)
        | CorrectionError::NoSuchMove { .. }
        | CorrectionError::NotAPosition { .. } => Refusal::Impossible,
    }
}

const fn of_what_is_said(said: &NotSaid) -> Refusal {
    match said {
        NotSaid::NoIncident(_) | NotSaid::NothingAsked | NotSaid::NoOffer(_) => {
            Refusal::NothingToDecide
        }
        NotSaid::Already(..)
        | NotSaid::Undecided(_)
        | NotSaid::EndedBy(_)
        | NotSaid::Over
        | NotSaid::NotToMove(_) => Refusal::NotNow,
        NotSaid::CannotBeUndone(_) => Refusal::Impossible,
    }
}

impl From<RoundRefusal> for CallError {
    fn from(why: RoundRefusal) -> Self {
        let refusal = match &why {
            RoundRefusal::Pairings(_) | RoundRefusal::TooManyTables => Refusal::InvalidArgs,
            RoundRefusal::NoSuchBoard(_) => Refusal::NoSuchBoard,
            RoundRefusal::Missing(_) | RoundRefusal::Open(_) => Refusal::Incomplete,
            RoundRefusal::HoldsGames(_) | RoundRefusal::OtherPlies { .. } => Refusal::NotNow,
            RoundRefusal::NotSafe(_) | RoundRefusal::NotTaken(NotTaken::NotKept(_)) => {
                Refusal::NotKept
            }
            RoundRefusal::NotTaken(NotTaken::Refused(error)) => of_round(error),
        };
        refusal.because(why)
    }
}

const fn of_round(error: &RoundError) -> Refusal {
    match error {
        RoundError::NoSuchRound(_) => Refusal::NoSuchRound,
        RoundError::NoSuchTable { .. } => Refusal::NoSuchTable,
        RoundError::Section(_) | RoundError::NoNames(_) => Refusal::InvalidArgs,
        RoundError::BoardTaken { .. } => Refusal::BoardTaken,
        RoundError::NothingToAdopt(_)
        | RoundError::NoBoard(_)
        | RoundError::NothingEntered { .. }
        | RoundError::NoQuestion { .. } => Refusal::NothingToDecide,
        RoundError::Begun(_)
        | RoundError::Over(_)
        | RoundError::NotNow { .. }
        | RoundError::TableTaken { .. }
        | RoundError::TableShared { .. } => Refusal::NotNow,
    }
}
