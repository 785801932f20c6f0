//! Where clients are answered: on a thread of its own, so that their calls wait for each other and no board does.

use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio::time::{Duration, sleep};
use touchmove_client::address::{Bus, BusError};
use zbus::names::{BusName, UniqueName};
use zbus::{Connection, Message, connection};

use super::callers::Callers;
use super::gate::{Door, Gate, Watch};
use super::take_name;

/// How often a name is asked for that was ours until now, and how long after one another.
const TRIES: u32 = 50;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Connects to a bus, and answers there.
#[derive(Debug)]
pub(super) struct Switchboard {
    bus: Bus,
    /// `None` only while it is dropped.
    thread: Option<Runtime>,
}

/// A connection behind a gate.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The connection.
    pub(super) connection: Connection,
    callers: Arc<Callers>,
    door: Door,
    watch: Watch,
}

impl Line {
    /// Whether it was closed because the bus took nothing more. Another one may do.
    pub(super) fn is_stuck(&self) -> bool {
        self.watch.is_stuck()
    }

    /// Lets guests' calls come to its objects, which are all there.
    pub(super) fn open_hatch(&self) {
        self.watch.open_hatch();
    }
}

impl Switchboard {
    /// For this bus.
    ///
    /// # Errors
    /// [`BusError::Other`] where the system has no thread left.
    pub(super) fn new(bus: Bus) -> Result<Self, BusError> {
        let thread = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("touchmoved-bus")
            .enable_all()
            .build()
            .map_err(|error| BusError::Other { bus: bus.clone(), source: error.into() })?;
        Ok(Self { bus, thread: Some(thread) })
    }

    /// The bus.
    pub(super) const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// A new connection, for these callers at this door.
    ///
    /// # Errors
    /// [`BusError::Unreachable`]; [`BusError::Silent`].
    pub(super) async fn connect(
        &self,
        callers: Arc<Callers>,
        door: Door,
    ) -> Result<Line, BusError> {
        let unreachable = |source| BusError::Unreachable { bus: self.bus.clone(), source };
        let Some(thread) = &self.thread else { return Err(unreachable(zbus::Error::Unsupported)) };
        let address = self.bus.whereabouts().map_err(unreachable)?;
        let connecting = thread.spawn(async move {
            let (gate, watch) = Gate::connect(&address, Arc::clone(&callers), door.clone())?;
            let connection = connection::Builder::socket(gate).build().await?;
            zbus::Result::Ok(Line { connection, callers, door, watch })
        });
        let connected = self.bus.answers_in_time(connecting).await?;
        let connected = connected.map_err(|error| std::io::Error::other(error).into());
        connected.and_then(|connected| connected).map_err(unreachable)
    }

    /// A new connection to go on with in place of one that is stuck, of which the bus took nothing more `of_what`. What was
    /// told last on it may not have been heard by anybody: sequence numbers show it.
    ///
    /// # Errors
    /// [`BusError::Lost`] where the other one is not stuck but gone; [`BusError::Unreachable`].
    pub(super) async fn connect_anew(&self, old: &Line, of_what: &str) -> Result<Line, BusError> {
        let bus = &self.bus;
        if !old.is_stuck() {
            return Err(BusError::Lost { bus: bus.clone() });
        }
        tracing::warn!(
            "{bus} took nothing more {of_what}, probably for a client that reads nothing: going on anew"
        );
        self.connect(Arc::clone(&old.callers), old.door.clone()).await
    }

    /// Takes a name that a stuck connection of ours had, as soon as the bus lets it go.
    ///
    /// # Errors
    /// [`BusError`].
    pub(super) async fn take_over(
        &self,
        line: &Line,
        stuck: &Line,
        name: &'static str,
    ) -> Result<(), BusError> {
        let mut tries = 0;
        loop {
            // dbus-daemon reads nothing of a stuck connection, not even its end: it finds that out when it
            // writes there.
            let old = stuck.connection.unique_name().map(|name| name.as_str()).unwrap_or_default();
            knock(&line.connection, old).await;
            match take_name(&self.bus, &line.connection, name).await {
                Err(BusError::NameTaken { .. }) if tries < TRIES => sleep(BETWEEN_TRIES).await,
                taken => return taken,
            }
            tries += 1;
        }
    }
}

impl Drop for Switchboard {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.shutdown_background();
        }
    }
}

/// Sends something to the owner of a unique name, no matter what.
async fn knock(connection: &Connection, name: &str) {
    let Ok(name) = UniqueName::try_from(name) else { return };
    let call = Message::method_call("/", "Ping")
        .destination(BusName::from(name))
        .interface("org.freedesktop.DBus.Peer");
    if let Ok(call) = call.with_flags(zbus::message::Flags::NO_REPLY_EXPECTED).build(&()) {
        let _ = connection.send(&call).await;
    }
}
