//! Which message bus, and how to get onto it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use zbus::connection::Builder;
use zbus::{Address, Connection};

/// A message bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bus {
    /// The system bus: where a station lives.
    System,
    /// The bus of the user's session.
    Session,
    /// The bus at this D-Bus address: a private one, for a demonstration or a test.
    Address(String),
}

/// A word that names no bus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no message bus; write system, session, or an address as unix:path=/run/bus")]
pub struct NoBus(String);

impl FromStr for Bus {
    type Err = NoBus;

    /// Reads `system`, `session` or an address. Whether an address leads anywhere shows when it is
    /// used.
    fn from_str(text: &str) -> Result<Self, NoBus> {
        match text {
            "system" => Ok(Self::System),
            "session" => Ok(Self::Session),
            address if address.contains(':') => Ok(Self::Address(address.to_owned())),
            _ => Err(NoBus(text.to_owned())),
        }
    }
}

impl fmt::Display for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => f.write_str("the system bus"),
            Self::Session => f.write_str("the session bus"),
            Self::Address(address) => write!(f, "the bus at {address}"),
        }
    }
}

/// Why a bus cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// There is no bus, or it does not let us on.
    #[error("cannot reach {bus}: {source}\n{}", remedy(bus))]
    Unreachable {
        /// Which bus.
        bus: Bus,
        /// What went wrong.
        source: zbus::Error,
    },
    /// The bus takes the connection and says nothing.
    #[error(
        "{bus} takes the connection, and does not answer within {} s\n{}",
        CONNECTED_WITHIN.as_secs(),
        remedy(bus)
    )]
    Silent {
        /// Which bus.
        bus: Bus,
    },
    /// Another process has the name.
    #[error(
        "{bus} has a touchmoved already: {owner} owns {name}\n\
         stop it first (`sudo systemctl stop touchmove`), or run on another bus with --bus"
    )]
    NameTaken {
        /// Which bus.
        bus: Bus,
        /// The name.
        name: &'static str,
        /// Who has it, as far as the bus tells.
        owner: String,
    },
    /// The bus's policy does not give us the name.
    #[error(
        "{bus} does not let this user own {name}\n\
         run touchmoved as the user touchmove or root, with org.touchmove.Hall1.conf installed \
         (`sudo make install`), or run on another bus with --bus session"
    )]
    NameDenied {
        /// Which bus.
        bus: Bus,
        /// The name.
        name: &'static str,
    },
    /// The bus closed the connection.
    #[error("{bus} closed the connection")]
    Lost {
        /// Which bus.
        bus: Bus,
    },
    /// Anything else.
    #[error("{bus}: {source}")]
    Other {
        /// Which bus.
        bus: Bus,
        /// What went wrong.
        source: zbus::Error,
    },
}

/// Nobody waits longer for a bus that takes connections and does not answer.
const CONNECTED_WITHIN: Duration = Duration::from_secs(10);

/// Nobody waits longer for the answer to a call. Of what touchmoved answers nothing takes a third of it: only where a
/// person is asked for a password it may take longer, and no call of ours allows that.
pub const ANSWERED_WITHIN: Duration = Duration::from_secs(20);

fn remedy(bus: &Bus) -> &'static str {
    match bus {
        Bus::System => "is the message bus running? (`systemctl status dbus`)",
        Bus::Session => "is DBUS_SESSION_BUS_ADDRESS set? `dbus-run-session` starts a session bus",
        Bus::Address(_) => "an address looks like unix:path=/run/dbus/system_bus_socket",
    }
}

impl Bus {
    /// Connects.
    ///
    /// # Errors
    /// [`BusError::Unreachable`]; [`BusError::Silent`].
    pub async fn connect(&self) -> Result<Connection, BusError> {
        let connected =
            self.answers_in_time(self.builder().method_timeout(ANSWERED_WITHIN).build()).await?;
        connected.map_err(|source| BusError::Unreachable { bus: self.clone(), source })
    }

    /// What a bus answers when somebody connects, within [`CONNECTED_WITHIN`].
    ///
    /// # Errors
    /// [`BusError::Silent`].
    pub async fn answers_in_time<T>(&self, answer: impl Future<Output = T>) -> Result<T, BusError> {
        let answered = tokio::time::timeout(CONNECTED_WITHIN, answer).await;
        answered.map_err(|_| BusError::Silent { bus: self.clone() })
    }

    /// Its address.
    ///
    /// # Errors
    /// [`zbus::Error`] where it is none.
    pub fn whereabouts(&self) -> zbus::Result<Address> {
        match self {
            Self::System => Address::system(),
            Self::Session => Address::session(),
            Self::Address(address) => address.parse(),
        }
    }

    fn builder(&self) -> Builder<'static> {
        match self {
            Self::System => Builder::system(),
            Self::Session => Builder::session(),
            Self::Address(address) => Builder::address(address.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_is_a_word_or_an_address() {
        assert_eq!("system".parse(), Ok(Bus::System));
        assert_eq!("session".parse(), Ok(Bus::Session));
        assert_eq!("unix:path=/x".parse(), Ok(Bus::Address("unix:path=/x".into())));
        let error = "sytem".parse::<Bus>().unwrap_err().to_string();
        assert!(error.contains("`sytem`") && error.contains("unix:path="), "{error}");
    }

    #[tokio::test]
    async fn an_address_that_leads_nowhere_is_named() {
        let error =
            Bus::Address("unix:path=/no/bus".into()).connect().await.unwrap_err().to_string();
        assert!(error.starts_with("cannot reach the bus at unix:path=/no/bus: "), "{error}");
    }
}
