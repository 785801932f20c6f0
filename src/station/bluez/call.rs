//! Calls to BlueZ, each with a time of its own: a controller that hangs may hang a call for minutes.

use std::time::Duration;

use serde::Serialize;
use tokio::time::timeout;
use zbus::wire::Type;
use zbus::{Connection, Message};

/// The bus name of bluetoothd.
pub(super) const BLUEZ: &str = "org.bluez";

/// Why a call has brought nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    /// BlueZ, or the bus, said no.
    #[error(transparent)]
    Refused(#[from] zbus::Error),
    /// Nobody said anything.
    #[error("bluetoothd does not answer within {} s", .0.as_secs())]
    Silent(Duration),
}

/// A method of an object of BlueZ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Method<'a> {
    /// The object.
    pub(super) path: &'a str,
    /// The interface.
    pub(super) interface: &'a str,
    /// Its name there.
    pub(super) name: &'a str,
    /// How long it may take.
    pub(super) within: Duration,
}

impl Method<'_> {
    /// Calls it.
    pub(super) async fn call<B>(
        self,
        connection: &Connection,
        arguments: &B,
    ) -> Result<Message, CallError>
    where
        B: Serialize + Type,
    {
        let Self { path, interface, name, within } = self;
        let call = connection.call_method(Some(BLUEZ), path, Some(interface), name, arguments);
        Ok(timeout(within, call).await.map_err(|_| CallError::Silent(within))??)
    }
}
