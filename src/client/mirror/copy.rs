//! A client's copy of one of the daemon's trees, kept by the tree's own signals.
//!
//! Properties carry the state, so the copy is right as long as no signal is lost. The sequence
//! numbers of a game's events show when one was; then everything is read anew.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::mpsc;
use zbus::fdo::ManagedObjects;
use zbus::message::Sequence;
use zbus::names::OwnedUniqueName;
use zbus::wire::ObjectPath;
use zbus::{Connection, MatchRule, Message, MessageStream, OwnedObjectPath, OwnedVariant, message};

use super::error::MirrorError;
use super::tree::Tree;
use crate::address::{Bus, BusError};
use crate::details::PastEvent;
use crate::path::{LIVE, PUBLIC};
use crate::service::{LIVE_NAME, PUBLIC_NAME};
use crate::shown::{self, Properties};

/// Where a tree comes from: the name that has it, its root, the interface of that, and the interface of its games.
#[derive(Clone, Copy, Debug)]
pub struct TreeSource {
    name: &'static str,
    root: &'static str,
    /// An object manager lists what is below it, and not itself.
    of_root: Option<&'static str>,
    game: &'static str,
}

/// The interface by which a tree is read, and by which objects come and go.
const OBJECT_MANAGER: &str = "org.freedesktop.DBus.ObjectManager";

/// The interface by which what an object says is read, and told when it changes.
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// All that is known.
pub const LIVE_TREE: TreeSource =
    TreeSource { name: LIVE_NAME, root: LIVE, of_root: Some(shown::STATION), game: shown::GAME };

/// What is released.
pub const PUBLIC_TREE: TreeSource =
    TreeSource { name: PUBLIC_NAME, root: PUBLIC, of_root: None, game: shown::PUBLIC_GAME };

/// A signal that concerns a tree.
#[derive(Debug)]
pub struct TreeSignal(Message);

impl TreeSignal {
    /// When what it tells of a game happened, since boot; `None` of a signal that tells of nothing else or does not say.
    pub fn happened(&self) -> Option<Duration> {
        let header = self.0.header();
        if header.member().is_none_or(|member| member.as_str() != "Event") {
            return None;
        }
        let (_, _, details): PastEvent = self.0.body().deserialize().ok()?;
        let happened = u64::try_from(details.get("boot_us")?).ok().filter(|at| *at > 0);
        happened.map(Duration::from_micros)
    }
}

/// What has become of a copy with a signal.
#[derive(Debug)]
pub enum TreeChange {
    /// Nothing is different.
    Nothing,
    /// The object at this path may be, or is new or gone.
    Changed(String),
    /// Everything was read anew, or nothing is there any more.
    Anew,
    /// Something is told of a game.
    Told(Message),
}

/// A copy of a tree.
#[derive(Debug)]
pub struct TreeCopy {
    source: TreeSource,
    bus: Bus,
    connection: Connection,
    signals: mpsc::UnboundedReceiver<Message>,
    /// The daemon's own name on the bus: signals of others don't count.
    owner: Option<OwnedUniqueName>,
    tree: Tree,
    /// Sequence number of the last event heard of each game.
    heard: HashMap<String, u64>,
    /// When the tree was asked for, and when it came, in the order of what comes over the connection.
    asked_at: Sequence,
    read_at: Sequence,
    /// When objects came that were read again since.
    read_again_at: HashMap<String, Sequence>,
}

impl TreeCopy {
    /// Hears of a tree from now on; nothing of it is copied yet.
    pub async fn subscribe(source: TreeSource, bus: &Bus) -> Result<Self, MirrorError> {
        let connection = bus.connect().await?;
        let subscribed = bus.answers_in_time(subscribe(source, &connection)).await?;
        let signals = subscribed.map_err(MirrorError::Answer)?;
        Ok(Self {
            source,
            bus: bus.clone(),
            connection,
            signals,
            owner: None,
            tree: Tree::default(),
            heard: HashMap::new(),
            asked_at: Sequence::default(),
            read_at: Sequence::default(),
            read_again_at: HashMap::new(),
        })
    }

    /// Waits for the next signal, which is to be given to [`TreeCopy::take`]. Cancel-safe.
    pub async fn signal(&mut self) -> Result<TreeSignal, MirrorError> {
        let lost = || BusError::Lost { bus: self.bus.clone() }.into();
        self.signals.recv().await.map(TreeSignal).ok_or_else(lost)
    }

    /// Takes a signal in.
    pub async fn take(
        &mut self,
        TreeSignal(signal): TreeSignal,
    ) -> Result<TreeChange, MirrorError> {
        let header = signal.header();
        let (Some(path), Some(interface), Some(member)) =
            (header.path(), header.interface(), header.member())
        else {
            return Ok(TreeChange::Nothing);
        };
        let what = (interface.as_str(), member.as_str());
        if what == ("org.freedesktop.DBus", "NameOwnerChanged") {
            return self.owner_changed(&signal).await.map(|()| TreeChange::Anew);
        }
        if header.sender().map(|name| name.as_str()) != self.owner.as_ref().map(|o| o.as_str()) {
            return Ok(TreeChange::Nothing);
        }
        // It is in the tree, and would lead back to what was before.
        let is_past = signal.recv_position() < self.asked_at;
        let changed = |at: Option<String>| at.map_or(TreeChange::Nothing, TreeChange::Changed);
        match what {
            (OBJECT_MANAGER | PROPERTIES, _) if is_past => Ok(TreeChange::Nothing),
            (OBJECT_MANAGER, "InterfacesAdded") => Ok(changed(self.add(&signal))),
            (OBJECT_MANAGER, "InterfacesRemoved") => Ok(changed(self.remove(&signal))),
            (PROPERTIES, "PropertiesChanged") => self.update(path, &signal).await.map(changed),
            (game, _) if game == self.source.game => {
                if self.follow(path, &signal) {
                    return self.copy().await.map(|()| TreeChange::Anew);
                }
                let is_event = member.as_str() == "Event";
                Ok(if is_event { TreeChange::Told(signal.clone()) } else { TreeChange::Nothing })
            }
            _ => Ok(TreeChange::Nothing),
        }
    }

    /// The bus on which it listens.
    pub const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Its connection, for calls.
    pub const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The daemon's own name on the bus; `None` while it is not there.
    pub const fn owner(&self) -> Option<&OwnedUniqueName> {
        self.owner.as_ref()
    }

    /// The objects.
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    async fn owner_changed(&mut self, signal: &Message) -> Result<(), MirrorError> {
        let (_, _, new): (String, String, String) =
            signal.body().deserialize().map_err(MirrorError::Answer)?;
        let gone = || Err(MirrorError::NotRunning { bus: self.bus.clone() });
        let copied = if new.is_empty() { gone() } else { self.copy().await };
        if let Err(MirrorError::NotRunning { .. }) = copied {
            self.owner = None;
            self.tree.clear();
            return Ok(());
        }
        copied
    }

    fn add(&mut self, signal: &Message) -> Option<String> {
        type Added = (OwnedObjectPath, HashMap<String, HashMap<String, OwnedVariant>>);
        let (path, mut interfaces): Added = signal.body().deserialize().ok()?;
        if self.may_be_in_tree(path.as_str(), signal) {
            interfaces.retain(|interface, _| self.tree.get(path.as_str(), interface).is_none());
        }
        if interfaces.is_empty() {
            return None;
        }
        self.insert(path.as_str(), interfaces);
        Some(path.to_string())
    }

    fn remove(&mut self, signal: &Message) -> Option<String> {
        let (path, interfaces): (OwnedObjectPath, Vec<String>) =
            signal.body().deserialize().ok()?;
        self.tree.remove(path.as_str(), &interfaces)?;
        Some(path.to_string())
    }

    fn insert(&mut self, path: &str, interfaces: HashMap<String, HashMap<String, OwnedVariant>>) {
        for (interface, properties) in interfaces {
            let properties = Properties(properties);
            if interface == self.source.game {
                self.heard.insert(path.to_owned(), properties.get("Sequence"));
            }
            self.tree.insert(path, interface, properties);
        }
    }

    async fn update(
        &mut self,
        path: &ObjectPath<'_>,
        signal: &Message,
    ) -> Result<Option<String>, MirrorError> {
        type Changed = (String, HashMap<String, OwnedVariant>, Vec<String>);
        let Ok((interface, changed, _)) = signal.body().deserialize::<Changed>() else {
            return Ok(None);
        };
        let Some(known) = self.tree.get(path.as_str(), &interface) else { return Ok(None) };
        if !self.may_be_in_tree(path.as_str(), signal) {
            let updated = self.tree.update(path.as_str(), &interface, changed);
            return Ok(updated.map(|()| path.to_string()));
        }
        if changed.iter().all(|(name, value)| known.0.get(name) == Some(value)) {
            return Ok(None);
        }
        self.read_again(path, interface).await
    }

    /// Whether what a signal tells came to be while what is known of the object was read: it may be in it, or be newer.
    fn may_be_in_tree(&self, path: &str, signal: &Message) -> bool {
        signal.recv_position() < *self.read_again_at.get(path).unwrap_or(&self.read_at)
    }

    /// Reads an object of which it is not known whether what is known of it is older or newer than what was told.
    async fn read_again(
        &mut self,
        path: &ObjectPath<'_>,
        interface: String,
    ) -> Result<Option<String>, MirrorError> {
        let read = match self.read_interface(path.as_str(), &interface).await {
            // It is gone, which is told, too.
            Err(zbus::Error::MethodError(..)) => return Ok(None),
            read => read.map_err(|error| self.error(error))?,
        };
        let properties = read.body().deserialize().map_err(MirrorError::Answer)?;
        self.tree.insert(path.as_str(), interface, Properties(properties));
        self.read_again_at.insert(path.to_string(), read.recv_position());
        Ok(Some(path.to_string()))
    }

    /// Takes note of the number of a game's event. Answers whether it comes without the one before it.
    fn follow(&mut self, path: &ObjectPath<'_>, signal: &Message) -> bool {
        let Ok(sequence) = signal.body().deserialize_ignore_signature::<u64>() else {
            return false;
        };
        let heard = self.heard.entry(path.to_string()).or_default();
        let is_gap = sequence > *heard + 1;
        *heard = sequence.max(*heard);
        is_gap
    }

    /// Reads the whole tree.
    ///
    /// What is told while the daemon makes the answer comes before it, and may be in it or not. Where it is not what the answer
    /// says, the object is read again: to take it would lead back to what was before, to leave it would lose it.
    pub async fn copy(&mut self) -> Result<(), MirrorError> {
        let before = self.call_root("org.freedesktop.DBus.Peer", "Ping").await;
        let before = before.map_err(|error| self.error(error))?;
        let root = self.read_root().await.map_err(|error| self.error(error))?;
        let read = self.call_root(OBJECT_MANAGER, "GetManagedObjects").await;
        let read = read.map_err(|error| self.error(error))?;
        let objects: ManagedObjects = read.body().deserialize().map_err(MirrorError::Answer)?;
        self.owner = read.header().sender().map(|sender| sender.to_owned().into());
        (self.asked_at, self.read_at) = (before.recv_position(), read.recv_position());
        self.read_again_at.clear();
        self.tree.clear();
        if let Some((interface, properties)) = self.source.of_root.zip(root) {
            let root = HashMap::from([(interface.to_owned(), properties)]);
            self.insert(self.source.root, root);
        }
        for (path, interfaces) in objects {
            let interfaces = interfaces
                .into_iter()
                .map(|(interface, properties)| (interface.to_string(), properties));
            self.insert(path.as_str(), interfaces.collect());
        }
        Ok(())
    }

    async fn call_root(&self, interface: &str, method: &str) -> zbus::Result<Message> {
        let TreeSource { name, root, .. } = self.source;
        self.connection.call_method(Some(name), root, Some(interface), method, &()).await
    }

    async fn read_root(&self) -> zbus::Result<Option<HashMap<String, OwnedVariant>>> {
        let Some(interface) = self.source.of_root else { return Ok(None) };
        let read = self.read_interface(self.source.root, interface).await?;
        Ok(Some(read.body().deserialize()?))
    }

    /// The properties of an interface, in the body of the answer.
    async fn read_interface(&self, path: &str, interface: &str) -> zbus::Result<Message> {
        let (name, properties) = (Some(self.source.name), Some(PROPERTIES));
        self.connection.call_method(name, path, properties, "GetAll", &interface).await
    }

    pub(crate) fn error(&self, error: zbus::Error) -> MirrorError {
        MirrorError::of(error, &self.bus)
    }
}

/// All signals of a tree, and word of the daemon's coming and going. A task takes them off
/// the connection as they come: a stream that is not read would hold up the answers to calls.
async fn subscribe(
    source: TreeSource,
    connection: &Connection,
) -> zbus::Result<mpsc::UnboundedReceiver<Message>> {
    let signal = || MatchRule::builder().msg_type(message::Type::Signal);
    let told = signal().sender(source.name).path_namespace(source.root).build()?;
    let owner = signal()
        .sender("org.freedesktop.DBus")
        .interface("org.freedesktop.DBus")
        .member("NameOwnerChanged")
        .arg(0, source.name)
        .build()?;
    let told = MessageStream::for_match_rule(told, connection, None).await?;
    let owner = MessageStream::for_match_rule(owner, connection, None).await?;
    let mut signals = futures_util::stream::select(told, owner);
    let (forward, receiver) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        // Who is gone is noticed at once: the connection stays open for as long as this listens.
        loop {
            let signal = tokio::select! {
                () = forward.closed() => return,
                signal = signals.next() => signal,
            };
            let Some(Ok(signal)) = signal else { return };
            if forward.send(signal).is_err() {
                return;
            }
        }
    });
    Ok(receiver)
}
