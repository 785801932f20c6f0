//! The way to the daemon for what an arbiter decides.

use tokio::sync::Mutex;
use touchmove_client::address::Bus;
use touchmove_client::call_error::{self, RefusalKind};
use zbus::Connection;

/// A connection that is made when it is first needed, and anew where it broke.
#[derive(Debug, Default)]
pub(crate) struct Line(Mutex<Option<Connection>>);

impl Line {
    /// The connection.
    ///
    /// # Errors
    /// Where the bus cannot be reached.
    pub(crate) async fn connection(&self, bus: &Bus) -> call_error::Result<Connection> {
        let mut line = self.0.lock().await;
        if let Some(connection) = line.as_ref().filter(|connection| !connection.is_closed()) {
            return Ok(connection.clone());
        }
        let connection =
            bus.connect().await.map_err(|error| RefusalKind::Stopping.because(error))?;
        *line = Some(connection.clone());
        Ok(connection)
    }
}
