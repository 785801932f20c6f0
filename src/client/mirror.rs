//! A client's copy of the live tree, kept by the tree's own signals.
//!
//! Properties carry the state, so the copy is right as long as no signal is lost. The sequence
//! numbers of a game's events show when one was; then everything is read anew.

mod boards;
mod error;
mod tree;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::mpsc;
use touchmove_core::names::BoardId;
use touchmove_core::tournament::rounds::results::TableResult;
use zbus::fdo::{DBusProxy, ManagedObjects, ObjectManagerProxy};
use zbus::names::{BusName, OwnedUniqueName};
use zbus::proxy::CacheProperties;
use zbus::wire::ObjectPath;
use zbus::{Connection, MatchRule, Message, MessageStream, OwnedObjectPath, OwnedVariant, message};

pub use self::boards::KnownBoards;
pub use self::error::MirrorError;
use self::tree::Tree;

use crate::address::{Bus, BusError};
use crate::call_error::{self, CallError, RefusalKind};
use crate::details::{Details, PastEvent};
use crate::past_events::past_events;
use crate::path::{self, LIVE};
use crate::proxy::{BoardProxy, GameProxy, RelayProxy, RoundProxy, StationProxy};
use crate::results;
use crate::service::LIVE_NAME;
use crate::shown::{
    self, Properties, RelayedText, Section, ShownBoard, ShownGame, ShownOutlet, ShownPairing,
    ShownPort, ShownRound,
};

/// A signal that concerns the live tree.
#[derive(Debug)]
pub struct TreeSignal(Message);

/// The time since boot, which clock readings refer to.
pub fn since_boot() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let secs = u64::try_from(now.tv_sec).unwrap_or_default();
    let nanos = u32::try_from(now.tv_nsec).unwrap_or_default();
    Duration::new(secs, nanos)
}

/// A copy of the live tree.
#[derive(Debug)]
pub struct Mirror {
    bus: Bus,
    connection: Connection,
    signals: mpsc::UnboundedReceiver<Message>,
    /// The daemon's own name on the bus: signals of others don't count.
    owner: Option<OwnedUniqueName>,
    tree: Tree,
    /// Sequence number of the last event heard of each game.
    heard: HashMap<String, u64>,
}

impl Mirror {
    /// Copies the tree of the daemon on `bus`, and follows it from then on.
    ///
    /// # Errors
    /// [`MirrorError`], in words for the user.
    pub async fn connect(bus: &Bus) -> Result<Self, MirrorError> {
        let connection = bus.connect().await?;
        let subscribed = bus.answers_in_time(subscribe(&connection)).await?;
        let signals = subscribed.map_err(MirrorError::Answer)?;
        let mut mirror = Self {
            bus: bus.clone(),
            connection,
            signals,
            owner: None,
            tree: Tree::default(),
            heard: HashMap::new(),
        };
        mirror.until_ready().await?;
        mirror.copy().await?;
        Ok(mirror)
    }

    /// Waits for the next signal, which is to be given to [`Mirror::take`]. Cancel-safe.
    ///
    /// # Errors
    /// [`BusError::Lost`] when the bus is lost.
    pub async fn signal(&mut self) -> Result<TreeSignal, MirrorError> {
        let lost = || BusError::Lost { bus: self.bus.clone() }.into();
        self.signals.recv().await.map(TreeSignal).ok_or_else(lost)
    }

    /// Takes a signal in; whether anything may be different now.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn take(&mut self, TreeSignal(signal): TreeSignal) -> Result<bool, MirrorError> {
        let header = signal.header();
        let (Some(path), Some(interface), Some(member)) =
            (header.path(), header.interface(), header.member())
        else {
            return Ok(false);
        };
        let what = (interface.as_str(), member.as_str());
        if what == ("org.freedesktop.DBus", "NameOwnerChanged") {
            return self.owner_changed(&signal).await.map(|()| true);
        }
        if header.sender().map(|name| name.as_str()) != self.owner.as_ref().map(|o| o.as_str()) {
            return Ok(false);
        }
        match what {
            ("org.freedesktop.DBus.ObjectManager", "InterfacesAdded") => {
                Ok(self.add(&signal).is_some())
            }
            ("org.freedesktop.DBus.Properties", "PropertiesChanged") => {
                Ok(self.update(path, &signal).is_some())
            }
            (shown::GAME, _) if self.follow(path, &signal) => self.copy().await.map(|()| true),
            _ => Ok(false),
        }
    }

    /// The bus on which it listens.
    pub const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Whether the daemon is there. While it is not, nothing is shown.
    pub const fn is_running(&self) -> bool {
        self.owner.is_some()
    }

    /// The daemon's own name on the bus, which another start of it does not have; `None` while it is not there.
    pub fn daemon(&self) -> Option<&OwnedUniqueName> {
        self.owner.as_ref()
    }

    /// The boards by name, each with its clock and game.
    pub fn boards(&self) -> Vec<ShownBoard> {
        let others = |path: &str, interface: &str| self.tree.get(path, interface);
        let boards = self.tree.all(shown::BOARD);
        boards.map(|(path, board)| ShownBoard::new(path, board, others)).collect()
    }

    /// The same for who asks again and again: boards of which nothing has changed are those that he knows.
    pub fn boards_besides(&self, known: &mut KnownBoards) -> Vec<Arc<ShownBoard>> {
        known.read(&self.tree)
    }

    /// The rounds by number.
    pub fn rounds(&self) -> Vec<ShownRound> {
        self.all(shown::ROUND, ShownRound::new)
    }

    /// The sections by name.
    pub fn sections(&self) -> Vec<Section> {
        let shown = self.tree.all(shown::SECTIONS).next();
        let all = shown.map(|(_, sections)| sections.get::<Vec<Details>>("All"));
        all.unwrap_or_default().into_iter().map(Section::new).collect()
    }

    /// The games by number.
    pub fn games(&self) -> Vec<ShownGame> {
        self.all(shown::GAME, ShownGame::new)
    }

    /// The outlets of the broadcast.
    pub fn relays(&self) -> Vec<ShownOutlet> {
        self.all(shown::RELAY, ShownOutlet::new)
    }

    fn all<T>(&self, of: &str, read: impl Fn(OwnedObjectPath, &Properties) -> T) -> Vec<T> {
        let all = self.tree.all(of);
        all.filter_map(|(path, object)| Some(read(path.try_into().ok()?, object))).collect()
    }

    /// The texts of an outlet by their paths.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn relayed(&self, relay: &ShownOutlet) -> Result<Vec<RelayedText>, MirrorError> {
        let texts = self.decide(async |bus| relay_at(bus, relay).await?.texts().await).await?;
        Ok(texts.into_iter().map(RelayedText::new).collect())
    }

    /// The game at a path.
    pub fn game(&self, path: &OwnedObjectPath) -> Option<ShownGame> {
        let game = self.tree.get(path.as_str(), shown::GAME)?;
        Some(ShownGame::new(path.clone(), game))
    }

    /// The pairings of a round by table.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn pairings(&self, round: &ShownRound) -> Result<Vec<ShownPairing>, MirrorError> {
        let pairings =
            self.decide(async |bus| round_at(bus, round).await?.pairings().await).await?;
        Ok(pairings.into_iter().map(|pairing| ShownPairing::new(round.number, pairing)).collect())
    }

    /// The results of a round by table, as far as they can be read.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn results(&self, round: &ShownRound) -> Result<Vec<TableResult>, MirrorError> {
        let results = self.decide(async |bus| round_at(bus, round).await?.results().await).await?;
        Ok(results.into_iter().filter_map(results::read).collect())
    }

    /// Enters a result; what is known of it then.
    ///
    /// # Errors
    /// As of [`Mirror::decide`].
    pub async fn enter(
        &self,
        round: &ShownRound,
        table: u16,
        result: String,
    ) -> Result<Option<TableResult>, MirrorError> {
        let enter = async |bus: &Connection| round_at(bus, round).await?.enter(table, result).await;
        self.decide(enter).await.map(results::read)
    }

    /// Answers which of two results counts; what is known of it then.
    ///
    /// # Errors
    /// As of [`Mirror::decide`].
    pub async fn settle(
        &self,
        round: &ShownRound,
        table: u16,
        choice: String,
    ) -> Result<Option<TableResult>, MirrorError> {
        let settle =
            async |bus: &Connection| round_at(bus, round).await?.settle(table, choice).await;
        self.decide(settle).await.map(results::read)
    }

    /// A game as PGN.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn pgn(&self, game: &OwnedObjectPath) -> Result<String, MirrorError> {
        self.decide(async |bus| game_at(bus, game).await?.pgn().await).await
    }

    /// Has a decision carried out.
    ///
    /// # Errors
    /// [`MirrorError::Malformed`] and [`MirrorError::Refused`] with what the daemon says; the others when
    /// it says nothing.
    pub async fn decide<T>(
        &self,
        decision: impl AsyncFnOnce(&Connection) -> call_error::Result<T>,
    ) -> Result<T, MirrorError> {
        decision(&self.connection).await.map_err(|error| match error {
            CallError::Refused { refusal: RefusalKind::InvalidArgs, why } => {
                MirrorError::Malformed(why)
            }
            CallError::Refused { why, .. } => MirrorError::Refused(why),
            CallError::Bus(error) => self.error(error),
        })
    }

    /// The version of the daemon.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn version(&self) -> Result<String, MirrorError> {
        let version = async { StationProxy::new(&self.connection).await?.version().await };
        version.await.map_err(|error| self.error(error))
    }

    /// What is to be seen to at the disk of the evidence; `None` while nothing is.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn disk(&self) -> Result<Option<String>, MirrorError> {
        let disk = async { StationProxy::new(&self.connection).await?.disk().await };
        let disk = disk.await.map_err(|error| self.error(error))?;
        Ok(Some(disk).filter(|disk| !disk.is_empty()))
    }

    /// The ports of the station.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn ports(&self) -> Result<Vec<ShownPort>, MirrorError> {
        let ports = async { StationProxy::new(&self.connection).await?.ports().await };
        let ports = ports.await.map_err(|error| self.error(error))?;
        Ok(ports.into_iter().map(ShownPort::new).collect())
    }

    /// The events of a game with sequence numbers above `sequence`.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn events_since(
        &self,
        game: &OwnedObjectPath,
        sequence: u64,
    ) -> Result<Vec<PastEvent>, MirrorError> {
        self.decide(async |bus| past_events(&game_at(bus, game).await?, sequence).await).await
    }

    /// Waits until a daemon that has just started shows all that it kept.
    async fn until_ready(&mut self) -> Result<(), MirrorError> {
        while !self.is_ready().await? {
            self.signal().await?;
        }
        Ok(())
    }

    /// Whether a daemon that has started shows all that it kept.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn is_ready(&self) -> Result<bool, MirrorError> {
        let station = StationProxy::builder(&self.connection).cache_properties(CacheProperties::No);
        let ready = async { station.build().await?.ready().await };
        ready.await.map_err(|error| self.error(error))
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

    fn add(&mut self, signal: &Message) -> Option<()> {
        type Added = (OwnedObjectPath, HashMap<String, HashMap<String, OwnedVariant>>);
        let (path, interfaces): Added = signal.body().deserialize().ok()?;
        self.insert(path.as_str(), interfaces);
        Some(())
    }

    fn insert(&mut self, path: &str, interfaces: HashMap<String, HashMap<String, OwnedVariant>>) {
        for (interface, properties) in interfaces {
            let properties = Properties(properties);
            if interface == shown::GAME {
                self.heard.insert(path.to_owned(), properties.get("Sequence"));
            }
            self.tree.insert(path, interface, properties);
        }
    }

    fn update(&mut self, path: &ObjectPath<'_>, signal: &Message) -> Option<()> {
        type Changed = (String, HashMap<String, OwnedVariant>, Vec<String>);
        let (interface, changed, _): Changed = signal.body().deserialize().ok()?;
        self.tree.update(path.as_str(), &interface, changed)
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
    async fn copy(&mut self) -> Result<(), MirrorError> {
        let (owner, objects) = self.read().await.map_err(|error| self.error(error))?;
        self.owner = Some(owner);
        self.tree.clear();
        for (path, interfaces) in objects {
            let interfaces = interfaces
                .into_iter()
                .map(|(interface, properties)| (interface.to_string(), properties));
            self.insert(path.as_str(), interfaces.collect());
        }
        Ok(())
    }

    async fn read(&self) -> zbus::Result<(OwnedUniqueName, ManagedObjects)> {
        let tree = ObjectManagerProxy::new(&self.connection, LIVE_NAME, LIVE).await?;
        let objects = tree.get_managed_objects().await?;
        let bus = DBusProxy::new(&self.connection).await?;
        let owner = bus.get_name_owner(BusName::from_static_str(LIVE_NAME)?).await?;
        Ok((owner, objects))
    }

    fn error(&self, error: zbus::Error) -> MirrorError {
        MirrorError::of(error, &self.bus)
    }
}

/// The object of a round.
///
/// # Errors
/// [`zbus::Error`] when the bus is lost.
pub async fn round_at<'a>(
    connection: &Connection,
    round: &ShownRound,
) -> zbus::Result<RoundProxy<'a>> {
    RoundProxy::builder(connection)
        .path(round.path.clone())
        .cache_properties(CacheProperties::No)
        .build()
        .await
}

/// The object of an outlet of the broadcast.
async fn relay_at<'a>(
    connection: &Connection,
    relay: &ShownOutlet,
) -> zbus::Result<RelayProxy<'a>> {
    RelayProxy::builder(connection)
        .path(relay.path.clone())
        .cache_properties(CacheProperties::No)
        .build()
        .await
}

/// The object of a game.
///
/// # Errors
/// [`zbus::Error`] when the bus is lost.
pub async fn game_at<'a>(
    connection: &Connection,
    game: &OwnedObjectPath,
) -> zbus::Result<GameProxy<'a>> {
    GameProxy::builder(connection)
        .path(game.clone())
        .cache_properties(CacheProperties::No)
        .build()
        .await
}

/// The object of a board, by its name.
///
/// # Errors
/// [`zbus::Error`] when the bus is lost, and for what is no board's name.
pub async fn board_at<'a>(connection: &Connection, board: &str) -> zbus::Result<BoardProxy<'a>> {
    BoardProxy::builder(connection)
        .path(path::board(&BoardId(board.into())))
        .cache_properties(CacheProperties::No)
        .build()
        .await
}

/// All signals of the live tree, and word of the daemon's coming and going. A task takes them off
/// the connection as they come: a stream that is not read would hold up the answers to calls.
async fn subscribe(connection: &Connection) -> zbus::Result<mpsc::UnboundedReceiver<Message>> {
    let signal = || MatchRule::builder().msg_type(message::Type::Signal);
    let tree = signal().sender(LIVE_NAME).path_namespace(LIVE).build()?;
    let owner = signal()
        .sender("org.freedesktop.DBus")
        .interface("org.freedesktop.DBus")
        .member("NameOwnerChanged")
        .arg(0, LIVE_NAME)
        .build()?;
    let tree = MessageStream::for_match_rule(tree, connection, None).await?;
    let owner = MessageStream::for_match_rule(owner, connection, None).await?;
    let mut signals = futures_util::stream::select(tree, owner);
    let (forward, receiver) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(signal)) = signals.next().await {
            if forward.send(signal).is_err() {
                return;
            }
        }
    });
    Ok(receiver)
}
