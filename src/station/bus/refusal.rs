//! What the bus calls that which the hall refuses.

use touchmove_client::call_error::{CallError, RefusalKind};
use touchmove_core::game::refused::Refused;
use touchmove_core::laws::command::NotSaid;
use touchmove_core::reconstruct::CorrectionError;
use touchmove_core::tournament::rounds::RoundError;

use crate::hall::orders::OrderError;
use crate::hall::orders::clocks::NotSet;
use crate::hall::orders::games::NotDecided;
use crate::hall::orders::joint::{NotCopied, NotJoined};
use crate::hall::orders::lookback::NotSeen;
use crate::hall::orders::rounds::{NotTaken, RoundRefusal};

impl From<OrderError> for CallError {
    fn from(error: OrderError) -> Self {
        let refusal = match error {
            OrderError::NoSuchBoard => RefusalKind::NoSuchBoard,
            OrderError::NotConnected => RefusalKind::NotConnected,
            OrderError::Unsupported => RefusalKind::NotSupported,
            OrderError::BeingPlayed => RefusalKind::BoardTaken,
        };
        refusal.because(error)
    }
}

impl From<NotSet> for CallError {
    fn from(why: NotSet) -> Self {
        let refusal = match why {
            NotSet::NoSuchBoard => RefusalKind::NoSuchBoard,
            NotSet::NotConnected => RefusalKind::NotConnected,
            NotSet::Unsupported => RefusalKind::NotSupported,
            NotSet::TooLong => RefusalKind::InvalidArgs,
            NotSet::NotKept(_) => RefusalKind::NotKept,
            NotSet::NoClock
            | NotSet::Running
            | NotSet::BeingSet
            | NotSet::Refused
            | NotSet::NotShown { .. } => RefusalKind::ClockNotSet,
        };
        refusal.because(why)
    }
}

impl From<NotSeen> for CallError {
    fn from(why: NotSeen) -> Self {
        let refusal = match why {
            NotSeen::NoSuchBoard => RefusalKind::NoSuchBoard,
            NotSeen::Unreadable(_) => RefusalKind::Impossible,
        };
        refusal.because(why)
    }
}

impl From<NotCopied> for CallError {
    fn from(why: NotCopied) -> Self {
        let refusal = match why {
            NotCopied::NoSuchBoard => RefusalKind::NoSuchBoard,
            NotCopied::Unreadable(_) => RefusalKind::Impossible,
        };
        refusal.because(why)
    }
}

impl From<NotJoined> for CallError {
    fn from(why: NotJoined) -> Self {
        let refusal = match why {
            NotJoined::NotSought(_) | NotJoined::OutOfPlace(_) => RefusalKind::NotNow,
            NotJoined::TooMuch | NotJoined::NoJournal(..) => RefusalKind::InvalidArgs,
            NotJoined::InUse(_) => RefusalKind::BoardTaken,
            NotJoined::NotKept(_) => RefusalKind::NotKept,
        };
        refusal.because(why)
    }
}

impl From<NotDecided> for CallError {
    fn from(why: NotDecided) -> Self {
        let refusal = match &why {
            NotDecided::Words(_) => RefusalKind::InvalidArgs,
            NotDecided::NoSuchBoard | NotDecided::NoTarget(_) => RefusalKind::NoSuchBoard,
            NotDecided::LongAgo { .. } => RefusalKind::NoSuchGame,
            NotDecided::NotPlayed { .. } => RefusalKind::NotNow,
            NotDecided::BeingRead(_) => RefusalKind::BeingRead,
            NotDecided::Busy { .. } | NotDecided::SameBoard(_) => RefusalKind::BoardTaken,
            NotDecided::NotSetUp { .. } => RefusalKind::NotSetUp,
            NotDecided::NotKept(_) => RefusalKind::NotKept,
            NotDecided::Refused(refused) => of_game(refused),
        };
        refusal.because(why)
    }
}

const fn of_game(refused: &Refused) -> RefusalKind {
    match refused {
        Refused::Correction(error) => of_correction(error),
        Refused::Edition(_) => RefusalKind::InvalidArgs,
        Refused::LongAgo => RefusalKind::NoSuchGame,
        Refused::Said(said) => of_what_is_said(said),
    }
}

const fn of_correction(error: &CorrectionError) -> RefusalKind {
    match error {
        CorrectionError::Words(_) => RefusalKind::InvalidArgs,
        CorrectionError::NoGame => RefusalKind::NoSuchGame,
        CorrectionError::NoSuchPly { .. }
        | CorrectionError::NoSuchAnswer { .. }
        | CorrectionError::NotWritten { .. }
        | CorrectionError::NothingToUndo(_) => RefusalKind::NothingToDecide,
        CorrectionError::OffBoard | CorrectionError::UndoLater { .. } => RefusalKind::NotNow,
        CorrectionError::TooLong(_)
        | CorrectionError::NoSuchMove { .. }
        | CorrectionError::NotAPosition { .. } => RefusalKind::Impossible,
    }
}

const fn of_what_is_said(said: &NotSaid) -> RefusalKind {
    match said {
        NotSaid::NoIncident(_) | NotSaid::NothingAsked | NotSaid::NoOffer(_) => {
            RefusalKind::NothingToDecide
        }
        NotSaid::Already(..)
        | NotSaid::Undecided(_)
        | NotSaid::EndedBy(_)
        | NotSaid::Over
        | NotSaid::NotToMove(_) => RefusalKind::NotNow,
        NotSaid::CannotBeUndone(_) => RefusalKind::Impossible,
    }
}

impl From<RoundRefusal> for CallError {
    fn from(why: RoundRefusal) -> Self {
        let refusal = match &why {
            RoundRefusal::Pairings(_) | RoundRefusal::TooManyTables => RefusalKind::InvalidArgs,
            RoundRefusal::NoSuchBoard(_) => RefusalKind::NoSuchBoard,
            RoundRefusal::Missing(_) | RoundRefusal::Open(_) => RefusalKind::Incomplete,
            RoundRefusal::HoldsGames(_) | RoundRefusal::OtherPlies { .. } => RefusalKind::NotNow,
            RoundRefusal::NotSafe(_) | RoundRefusal::NotTaken(NotTaken::NotKept(_)) => {
                RefusalKind::NotKept
            }
            RoundRefusal::NotTaken(NotTaken::Refused(error)) => of_round(error),
        };
        refusal.because(why)
    }
}

const fn of_round(error: &RoundError) -> RefusalKind {
    match error {
        RoundError::NoSuchRound(_) => RefusalKind::NoSuchRound,
        RoundError::NoSuchTable { .. } => RefusalKind::NoSuchTable,
        RoundError::Section(_) | RoundError::NoNames(_) => RefusalKind::InvalidArgs,
        RoundError::BoardTaken { .. } => RefusalKind::BoardTaken,
        RoundError::NothingToAdopt(_)
        | RoundError::NoBoard(_)
        | RoundError::NothingEntered { .. }
        | RoundError::NoQuestion { .. } => RefusalKind::NothingToDecide,
        RoundError::Begun(_)
        | RoundError::Over(_)
        | RoundError::NotNow { .. }
        | RoundError::TableTaken { .. }
        | RoundError::TableShared { .. } => RefusalKind::NotNow,
    }
}
