//! Why a station cannot be looked at, for a person.

use std::io::ErrorKind::TimedOut;

use zbus::fdo;

use crate::address::{ANSWERED_WITHIN, Bus, BusError};
use crate::call_error::{CallError, RefusalKind};
use crate::service::GROUP;

/// Why the station cannot be looked at.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// The bus is not there.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// No daemon is on that bus.
    #[error("touchmoved is not running on {bus}\n{}", start_it(bus))]
    NotRunning {
        /// Which bus.
        bus: Bus,
    },
    /// A daemon has the name and does not answer.
    #[error(
        "touchmoved is on {bus}, and does not answer within {} s\n\
         is it stopped, or the machine too busy? (`systemctl status touchmove`, `top`)",
        ANSWERED_WITHIN.as_secs()
    )]
    Silent {
        /// Which bus.
        bus: Bus,
    },
    /// The caller may not see the live tree.
    #[error(
        "you may not look at this station: only root and members of the group {GROUP} may\n\
         join it with `sudo usermod -aG {GROUP} $USER`, then log in again"
    )]
    Denied,
    /// What was given to the daemon cannot be used.
    #[error("{0}")]
    Malformed(String),
    /// The daemon refuses what was asked.
    #[error("{0}")]
    Refused(String),
    /// Anything else.
    #[error("the answer of touchmoved: {0}")]
    Answer(zbus::Error),
}

impl MirrorError {
    /// What an error says of the daemon on this bus.
    pub fn of(error: zbus::Error, bus: &Bus) -> Self {
        if matches!(&error, zbus::Error::InputOutput(error) if error.kind() == TimedOut) {
            return Self::Silent { bus: bus.clone() };
        }
        match fdo::Error::from(error) {
            fdo::Error::ServiceUnknown(_)
            | fdo::Error::NameHasNoOwner(_)
            | fdo::Error::Disconnected(_) => Self::NotRunning { bus: bus.clone() },
            fdo::Error::AccessDenied(_) => Self::Denied,
            error => Self::Answer(error.into()),
        }
    }

    /// What an error of a call says of the daemon on this bus.
    pub(crate) fn of_call(error: CallError, bus: &Bus) -> Self {
        match error {
            CallError::Refused { refusal: RefusalKind::InvalidArgs, why } => Self::Malformed(why),
            CallError::Refused { why, .. } => Self::Refused(why),
            CallError::Bus(error) => Self::of(error, bus),
        }
    }
}

fn start_it(bus: &Bus) -> &'static str {
    match bus {
        Bus::System => {
            "start it with `sudo systemctl start touchmove`, or name the bus it is on with --bus"
        }
        Bus::Session | Bus::Address(_) => {
            "start `touchmoved` with the same --bus, or leave --bus out to ask the system bus"
        }
    }
}
