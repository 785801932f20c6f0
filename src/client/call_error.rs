//! Why a call to the service was not carried out: what the bus calls it, and what to do.

use zbus::message::{Header, Message};
use zbus::names::ErrorName;
use zbus::{DBusError, Error, fdo};

/// What the methods of the service answer.
pub type Result<T> = std::result::Result<T, CallError>;

/// What a bus answers where nobody has the name that is called.
const SERVICE_UNKNOWN: &str = "org.freedesktop.DBus.Error.ServiceUnknown";

/// Why a call was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The service says why.
    #[error("{why}")]
    Refused {
        /// What a program goes by.
        refusal: RefusalKind,
        /// What a person reads: what is the matter, and what to do.
        why: String,
    },
    /// The bus, or something on the way, says why; or nobody does.
    #[error(transparent)]
    Bus(Error),
}

/// What a program goes by where a call is refused. Each is an error of the bus by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The arguments make no sense, whatever the state.
    InvalidArgs,
    /// The daemon is too busy.
    Timeout,
    /// The daemon is stopping.
    Stopping,
    /// There is no such board on this station.
    NoSuchBoard,
    /// There is no such game, or its board knows it no more.
    NoSuchGame,
    /// No such round is loaded.
    NoSuchRound,
    /// The round has no such table.
    NoSuchTable,
    /// What is to be decided about, such as an incident or a decision, is not there.
    NothingToDecide,
    /// The board is not connected.
    NotConnected,
    /// The board or its clock cannot do it.
    NotSupported,
    /// A game is being played on the board, or it is at another table.
    BoardTaken,
    /// What the board has played is still being read back.
    BeingRead,
    /// The pieces on the board stand otherwise.
    NotSetUp,
    /// The clock is running or being set, is not heard, or does not obey.
    ClockNotSet,
    /// Something is missing at tables, or games are open.
    Incomplete,
    /// It is not the time for it: the round or the game is at another stage.
    NotNow,
    /// The Laws or the moves make no sense of it.
    Impossible,
    /// It cannot be kept, so it was not done.
    NotKept,
}

impl RefusalKind {
    /// Each of them.
    pub const ALL: [Self; 18] = [
        Self::InvalidArgs,
        Self::Timeout,
        Self::Stopping,
        Self::NoSuchBoard,
        Self::NoSuchGame,
        Self::NoSuchRound,
        Self::NoSuchTable,
        Self::NothingToDecide,
        Self::NotConnected,
        Self::NotSupported,
        Self::BoardTaken,
        Self::BeingRead,
        Self::NotSetUp,
        Self::ClockNotSet,
        Self::Incomplete,
        Self::NotNow,
        Self::Impossible,
        Self::NotKept,
    ];

    /// What the bus calls it. Whatever any service may answer has the name that all give it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidArgs => "org.freedesktop.DBus.Error.InvalidArgs",
            Self::Timeout => "org.freedesktop.DBus.Error.Timeout",
            Self::Stopping => "org.touchmove.Error.Stopping",
            Self::NoSuchBoard => "org.touchmove.Error.NoSuchBoard",
            Self::NoSuchGame => "org.touchmove.Error.NoSuchGame",
            Self::NoSuchRound => "org.touchmove.Error.NoSuchRound",
            Self::NoSuchTable => "org.touchmove.Error.NoSuchTable",
            Self::NothingToDecide => "org.touchmove.Error.NothingToDecide",
            Self::NotConnected => "org.touchmove.Error.NotConnected",
            Self::NotSupported => "org.touchmove.Error.NotSupported",
            Self::BoardTaken => "org.touchmove.Error.BoardTaken",
            Self::BeingRead => "org.touchmove.Error.BeingRead",
            Self::NotSetUp => "org.touchmove.Error.NotSetUp",
            Self::ClockNotSet => "org.touchmove.Error.ClockNotSet",
            Self::Incomplete => "org.touchmove.Error.Incomplete",
            Self::NotNow => "org.touchmove.Error.NotNow",
            Self::Impossible => "org.touchmove.Error.Impossible",
            Self::NotKept => "org.touchmove.Error.NotKept",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.name() == name)
    }

    /// A call that is refused so.
    pub fn because(self, why: impl ToString) -> CallError {
        CallError::Refused { refusal: self, why: why.to_string() }
    }
}

impl CallError {
    /// Whether nobody has the name that was called.
    pub fn is_of_nobody(&self) -> bool {
        let Self::Bus(error) = self else { return false };
        match error {
            Error::MethodError(name, ..) => *name == SERVICE_UNKNOWN,
            Error::FDO(standard) => matches!(**standard, fdo::Error::ServiceUnknown(_)),
            _ => false,
        }
    }
}

impl From<Error> for CallError {
    fn from(error: Error) -> Self {
        match &error {
            Error::MethodError(name, why, _) => match RefusalKind::named(name.as_str()) {
                Some(refusal) => refusal.because(why.as_deref().unwrap_or_default()),
                None => Self::Bus(error),
            },
            // What any service may answer comes as an error of the bus itself.
            Error::FDO(standard) => match &**standard {
                fdo::Error::InvalidArgs(why) => RefusalKind::InvalidArgs.because(why),
                fdo::Error::Timeout(why) => RefusalKind::Timeout.because(why),
                _ => Self::Bus(error),
            },
            _ => Self::Bus(error),
        }
    }
}

impl DBusError for CallError {
    fn create_reply(&self, call: &Header<'_>) -> zbus::Result<Message> {
        let why = self.description().unwrap_or_default();
        Message::error(call, self.name()).build(&(why,))
    }

    fn name(&self) -> ErrorName<'_> {
        match self {
            Self::Refused { refusal, .. } => ErrorName::from_static_str_unchecked(refusal.name()),
            Self::Bus(_) => {
                ErrorName::from_static_str_unchecked("org.freedesktop.DBus.Error.Failed")
            }
        }
    }

    fn description(&self) -> Option<&str> {
        match self {
            Self::Refused { why, .. } => Some(why),
            Self::Bus(error) => error.description(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refusal_has_a_name_of_its_own_that_a_bus_takes() {
        for refusal in RefusalKind::ALL {
            assert!(ErrorName::try_from(refusal.name()).is_ok(), "{refusal:?}");
            assert_eq!(RefusalKind::named(refusal.name()), Some(refusal));
        }
        assert_eq!(RefusalKind::named("org.freedesktop.DBus.Error.AccessDenied"), None);
    }
}
