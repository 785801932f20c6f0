//! The connection of the guests: those who are no members, and may call what polkit lets them call.
//!
//! It has no objects of its own. What may be called here is carried out by those of the live tree, and answered here
//! (see [`Hatch`]); nothing else is ever sent. So members share no connection with strangers.

use std::sync::Arc;

use tokio::sync::oneshot;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::service::GUEST_NAME;

use super::callers::Callers;
use super::gate::{Door, Hatch};
use super::switchboard::{Line, Switchboard};
use super::{survive, take_name};

/// Who keeps the name of the guests, and begins anew on another connection where the bus takes nothing more.
pub(super) struct Guests {
    switchboard: Arc<Switchboard>,
    line: Line,
}

impl Guests {
    /// Connects, with objects that are to be behind the hatch, for guests who are known by `callers`.
    ///
    /// # Errors
    /// [`BusError::Unreachable`]; [`BusError::Silent`].
    pub(super) async fn connect(
        switchboard: Arc<Switchboard>,
        callers: Arc<Callers>,
        hatch: Hatch,
    ) -> Result<Self, BusError> {
        let line = switchboard.connect(callers, Door::Guests(hatch)).await?;
        Ok(Self { switchboard, line })
    }

    /// Takes the name.
    ///
    /// # Errors
    /// [`BusError`]: it is taken, or the policy denies it.
    pub(super) async fn take_name(&self) -> Result<(), BusError> {
        take_name(self.bus(), &self.line.connection, GUEST_NAME).await
    }

    /// Keeps the name until the end has come, and gives it up.
    ///
    /// # Errors
    /// [`BusError`] when the bus closes the connection.
    pub(super) async fn run(mut self, mut end: oneshot::Receiver<()>) -> Result<(), BusError> {
        loop {
            let connection = self.line.connection.clone();
            tokio::select! {
                _ = &mut end => {
                    let released = connection.release_name(GUEST_NAME).await;
                    return survive(released.map(drop), &connection, self.bus());
                }
                () = connection.closed() => self.go_on().await?,
            }
        }
    }

    async fn go_on(&mut self) -> Result<(), BusError> {
        let line = self.switchboard.connect_anew(&self.line, "for guests").await?;
        self.switchboard.take_over(&line, &self.line, GUEST_NAME).await?;
        self.line = line;
        Ok(())
    }

    fn bus(&self) -> &Bus {
        self.switchboard.bus()
    }
}
