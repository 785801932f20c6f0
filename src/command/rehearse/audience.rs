//! Who listens on the bus beside the operator: clients that read, and clients that have stopped reading.

use std::num::NonZeroUsize;

use touchmove_client::address::Bus;
use touchmove_client::service::LIVE_NAME;
use zbus::{Connection, MatchRule, MessageStream, message};

use super::ear::{Ear, Heard};

/// Everybody who listens.
pub(super) struct Audience {
    ears: Vec<Ear>,
    /// They hold their connections, and never look at them.
    _stalled: Vec<(Connection, MessageStream)>,
}

impl Audience {
    /// So many clients of the daemon on this bus, of whom so many read nothing.
    ///
    /// # Errors
    /// The bus cannot be listened to.
    pub(super) async fn open(
        bus: &Bus,
        subscribers: u32,
        stalled: u32,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let mut audience = Self { ears: Vec::new(), _stalled: Vec::new() };
        for _ in 0..stalled {
            audience._stalled.push(stall(bus).await?);
        }
        for _ in stalled..subscribers {
            audience.ears.push(Ear::open(bus).await?);
        }
        Ok(audience)
    }

    /// Ends the listening; what each who read has heard.
    pub(super) async fn close(self) -> Vec<Heard> {
        let mut heard = Vec::new();
        for ear in self.ears {
            heard.push(ear.close().await);
        }
        heard
    }
}

/// A client whose connection is read no further than to the second signal.
async fn stall(bus: &Bus) -> Result<(Connection, MessageStream), Box<dyn std::error::Error>> {
    let connection = bus.connect().await?;
    let rule = MatchRule::builder().msg_type(message::Type::Signal).sender(LIVE_NAME).build()?;
    let signals = MessageStream::for_match_rule(rule, &connection, Some(NonZeroUsize::MIN)).await?;
    Ok((connection, signals))
}
