//! A client's copy of the live tree, kept by the tree's own signals.
//!
//! Properties carry the state, so the copy is right as long as no signal is lost. The sequence
//! numbers of a game's events show when one was; then everything is read anew.

mod boards;
pub mod copy;
mod error;
pub mod tree;

use std::sync::Arc;
use std::time::Duration;

use touchmove_core::names::BoardId;
use touchmove_core::tournament::rounds::results::TableResult;
use zbus::names::OwnedUniqueName;
use zbus::proxy::CacheProperties;
use zbus::{Connection, OwnedObjectPath};

pub use self::boards::KnownBoards;
pub use self::copy::TreeSignal;
use self::copy::{LIVE_TREE, TreeChange, TreeCopy};
pub use self::error::MirrorError;

use crate::address::Bus;
use crate::call_error;
use crate::details::{Details, PastEvent};
use crate::past_events::past_events;
use crate::path;
use crate::proxy::{BoardProxy, GameProxy, RelayProxy, RoundProxy, StationProxy};
use crate::results;
use crate::shown::{
    self, Properties, RelayedText, Section, ShownBoard, ShownGame, ShownOutlet, ShownPairing,
    ShownPort, ShownRound,
};

/// The time since boot, which clock readings refer to.
pub fn since_boot() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let secs = u64::try_from(now.tv_sec).unwrap_or_default();
    let nanos = u32::try_from(now.tv_nsec).unwrap_or_default();
    Duration::new(secs, nanos)
}

/// A copy of the live tree.
#[derive(Debug)]
pub struct Mirror(TreeCopy);

impl Mirror {
    /// Copies the tree of the daemon on `bus`, and follows it from then on.
    ///
    /// # Errors
    /// [`MirrorError`], in words for the user.
    pub async fn connect(bus: &Bus) -> Result<Self, MirrorError> {
        let mut mirror = Self(TreeCopy::subscribe(LIVE_TREE, bus).await?);
        mirror.until_ready().await?;
        mirror.0.copy().await?;
        Ok(mirror)
    }

    /// Waits for the next signal, which is to be given to [`Mirror::take`]. Cancel-safe.
    ///
    /// # Errors
    /// [`BusError::Lost`](crate::address::BusError::Lost) when the bus is lost.
    pub async fn signal(&mut self) -> Result<TreeSignal, MirrorError> {
        self.0.signal().await
    }

    /// Takes a signal in; whether anything may be different now.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn take(&mut self, signal: TreeSignal) -> Result<bool, MirrorError> {
        let taken = self.0.take(signal).await?;
        Ok(matches!(taken, TreeChange::Changed(_) | TreeChange::Anew))
    }

    /// The bus on which it listens.
    pub const fn bus(&self) -> &Bus {
        self.0.bus()
    }

    /// Whether the daemon is there. While it is not, nothing is shown.
    pub const fn is_running(&self) -> bool {
        self.0.owner().is_some()
    }

    /// The daemon's own name on the bus, which another start of it does not have; `None` while it is not there.
    pub fn daemon(&self) -> Option<&OwnedUniqueName> {
        self.0.owner()
    }

    /// The boards by name, each with its clock and game.
    pub fn boards(&self) -> Vec<ShownBoard> {
        let others = |path: &str, interface: &str| self.0.tree().get(path, interface);
        let boards = self.0.tree().all(shown::BOARD);
        boards.map(|(path, board)| ShownBoard::new(path, board, others)).collect()
    }

    /// The same for who asks again and again: boards of which nothing has changed are those that he knows.
    pub fn boards_besides(&self, known: &mut KnownBoards) -> Vec<Arc<ShownBoard>> {
        known.read(self.0.tree())
    }

    /// The rounds by number.
    pub fn rounds(&self) -> Vec<ShownRound> {
        self.all(shown::ROUND, ShownRound::new)
    }

    /// The sections by name.
    pub fn sections(&self) -> Vec<Section> {
        let shown = self.0.tree().all(shown::SECTIONS).next();
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
        let all = self.0.tree().all(of);
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
        let game = self.0.tree().get(path.as_str(), shown::GAME)?;
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
        let decided = decision(self.0.connection()).await;
        decided.map_err(|error| MirrorError::of_call(error, self.bus()))
    }

    /// The version of the daemon.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn version(&self) -> Result<String, MirrorError> {
        let version = async { StationProxy::new(self.0.connection()).await?.version().await };
        version.await.map_err(|error| self.error(error))
    }

    /// What is to be seen to at the disk of the evidence; `None` while nothing is.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn disk(&self) -> Result<Option<String>, MirrorError> {
        let disk = async { StationProxy::new(self.0.connection()).await?.disk().await };
        let disk = disk.await.map_err(|error| self.error(error))?;
        Ok(Some(disk).filter(|disk| !disk.is_empty()))
    }

    /// The same as it was last told.
    pub fn known_disk(&self) -> Option<String> {
        let (_, station) = self.0.tree().all(shown::STATION).next()?;
        station.text("Disk")
    }

    /// The ports of the station.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn ports(&self) -> Result<Vec<ShownPort>, MirrorError> {
        let ports = async { StationProxy::new(self.0.connection()).await?.ports().await };
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
        let station =
            StationProxy::builder(self.0.connection()).cache_properties(CacheProperties::No);
        let ready = async { station.build().await?.ready().await };
        ready.await.map_err(|error| self.error(error))
    }

    fn error(&self, error: zbus::Error) -> MirrorError {
        self.0.error(error)
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
