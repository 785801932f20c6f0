//! An object on the bus and the state that its properties show.
//!
//! The interfaces hold no state of their own: they read the newest one from a [`watch`] channel.
//! So nothing ever waits for an interface that is busy answering a slow call.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use zbus::object_server::{Interface, InterfaceRef, SignalEmitter};
use zbus::{Connection, OwnedObjectPath, OwnedVariant, Variant, fdo};

/// An object with one interface `I` that shows a state `S`.
pub(super) struct Object<I, S> {
    interface: InterfaceRef<I>,
    state: watch::Sender<S>,
    /// The properties as they were last announced, once they were.
    announced: Mutex<Option<Properties>>,
}

type Properties = HashMap<String, OwnedVariant>;

/// What the properties were before a change that is not announced yet.
#[must_use = "a change is to be announced"]
pub(super) struct Before(Properties);

impl<I: Interface, S> Object<I, S> {
    /// Puts the object at `path`.
    pub(super) async fn serve(
        connection: &Connection,
        path: OwnedObjectPath,
        state: S,
        interface: impl FnOnce(watch::Receiver<S>) -> I,
    ) -> zbus::Result<Self> {
        let (state, shown) = watch::channel(state);
        let server = connection.object_server();
        server.at(&path, interface(shown)).await?;
        let interface = server.interface(&path).await?;
        Ok(Self { interface, state, announced: Mutex::default() })
    }

    /// Puts it on another connection, at the same path and as it is. Nothing is told on the old one any more.
    pub(super) async fn move_to(
        &mut self,
        connection: &Connection,
        interface: impl FnOnce(watch::Receiver<S>) -> I,
    ) -> zbus::Result<()> {
        let path = self.emitter().path().to_owned();
        let server = connection.object_server();
        server.at(&path, interface(self.state.subscribe())).await?;
        self.interface = server.interface(&path).await?;
        Ok(())
    }

    /// The state shown.
    pub(super) fn state(&self) -> watch::Ref<'_, S> {
        self.state.borrow()
    }

    /// For signals of this object.
    pub(super) fn emitter(&self) -> &SignalEmitter<'static> {
        self.interface.signal_emitter()
    }

    /// Shows a new state and announces it.
    pub(super) async fn show(&self, state: S) -> zbus::Result<()> {
        let before = self.change(|shown| *shown = state).await?;
        self.announce(before).await
    }

    /// Changes what no property shows.
    pub(super) fn change_silently(&self, change: impl FnOnce(&mut S)) {
        self.state.send_modify(change);
    }

    /// Changes the state without announcing it yet: whoever reads it from now on finds it new.
    pub(super) async fn change(&self, change: impl FnOnce(&mut S)) -> zbus::Result<Before> {
        let announced = self.announced().take();
        let before = match announced {
            Some(announced) => announced,
            None => self.properties().await?,
        };
        self.state.send_modify(change);
        Ok(Before(before))
    }

    /// Announces in a single `PropertiesChanged` all that differs from `before`.
    pub(super) async fn announce(&self, Before(before): Before) -> zbus::Result<()> {
        let after = self.properties().await?;
        let announced = self.announce_changes(&before, &after).await;
        *self.announced() = Some(after);
        announced
    }

    async fn announce_changes(&self, before: &Properties, after: &Properties) -> zbus::Result<()> {
        let changed: HashMap<&str, Variant<'_>> = after
            .iter()
            .filter(|(name, value)| before.get(*name) != Some(value))
            .map(|(name, value)| Ok((name.as_str(), Variant::try_from(value)?)))
            .collect::<zbus::Result<_>>()?;
        if changed.is_empty() {
            return Ok(());
        }
        let emitter = self.emitter();
        fdo::Properties::properties_changed(emitter, I::name(), changed, Cow::Borrowed(&[])).await
    }

    fn announced(&self) -> MutexGuard<'_, Option<Properties>> {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn properties(&self) -> zbus::Result<Properties> {
        let emitter = self.emitter();
        let connection = emitter.connection();
        let interface = self.interface.get().await;
        Ok(interface.get_all(connection.object_server(), connection, None, emitter).await?)
    }
}
