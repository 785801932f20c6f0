//! What the public follows: a copy of the public tree, and of each game all that was released, in its order.

mod release;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use touchmove_core::pairing::Outcome;
use touchmove_core::tournament::release::{Release, ReleasedGame};
use touchmove_core::tournament::rounds::GamePlace;
use zbus::names::OwnedUniqueName;
use zbus::proxy::CacheProperties;
use zbus::{Connection, Message, OwnedObjectPath};

use self::release::read_release;
use crate::address::Bus;
use crate::call_error;
use crate::details::{Details, PastEvent};
use crate::mirror::copy::{PUBLIC_TREE, TreeChange, TreeCopy, TreeSignal};
use crate::mirror::{MirrorError, since_boot};
use crate::proxy::PublicGameProxy;
use crate::shown::{self, Properties, read_place};

/// A copy of the public tree. Anybody may have one.
#[derive(Debug)]
pub struct PublicMirror {
    copy: TreeCopy,
    /// By their paths.
    rounds: BTreeMap<String, Arc<PublicRound>>,
    games: BTreeMap<String, Followed>,
    /// The daemon that they were read from: another one may number games otherwise.
    read_from: Option<OwnedUniqueName>,
}

/// A round that has begun.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicRound {
    /// Its number.
    pub number: u16,
    /// The tournament.
    pub event: Option<String>,
    /// How far it has got: `running`, `paused` or `ended`.
    pub stage: String,
    /// Its pairings by table. Their results are what people decided, as far as that is released.
    pub places: Vec<GamePlace>,
}

/// A game as far as it is released.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PublicGame {
    /// Its name, as in `p000017`.
    pub id: String,
    /// Its object.
    pub path: String,
    /// The number of the last event that was released of it.
    pub sequence: u64,
    /// The round; 0 where it is of none.
    pub round: u16,
    /// The table; 0 where it is of no round.
    pub table: u16,
    /// The position play began from, as a FEN; empty where it is not known.
    pub start: String,
    /// The position now, as a FEN.
    pub fen: String,
    /// How it ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Why, as a word; empty while it goes on.
    pub reason: String,
    /// What was released.
    pub released: ReleasedGame,
    /// When this client heard of the last two moves, the last one first, since boot; `None` of what was told as history.
    pub moved_at: [Option<Duration>; 2],
}

/// A game that is followed.
#[derive(Debug, Default)]
struct Followed {
    game: Arc<PublicGame>,
}

impl PublicMirror {
    /// Copies the tree of the daemon on `bus`, and follows it from then on.
    ///
    /// # Errors
    /// [`MirrorError`], in words for the user.
    pub async fn connect(bus: &Bus) -> Result<Self, MirrorError> {
        let copy = TreeCopy::subscribe(PUBLIC_TREE, bus).await?;
        let mut mirror =
            Self { copy, rounds: BTreeMap::new(), games: BTreeMap::new(), read_from: None };
        mirror.copy.copy().await?;
        mirror.read_all().await?;
        Ok(mirror)
    }

    /// Waits for the next signal, which is to be given to [`PublicMirror::take`]. Cancel-safe.
    ///
    /// # Errors
    /// [`BusError::Lost`](crate::address::BusError::Lost) when the bus is lost.
    pub async fn signal(&mut self) -> Result<TreeSignal, MirrorError> {
        self.copy.signal().await
    }

    /// Takes a signal in; whether anything may be different now.
    ///
    /// # Errors
    /// [`MirrorError`] when the daemon does not answer.
    pub async fn take(&mut self, signal: TreeSignal) -> Result<bool, MirrorError> {
        match self.copy.take(signal).await? {
            TreeChange::Nothing => return Ok(false),
            TreeChange::Told(signal) => return self.hear(&signal).await,
            TreeChange::Changed(path) => self.read(&path).await?,
            TreeChange::Anew => self.read_all().await?,
        }
        Ok(true)
    }

    /// The daemon's own name on the bus, which another start of it does not have; `None` while it is not there.
    pub const fn daemon(&self) -> Option<&OwnedUniqueName> {
        self.copy.owner()
    }

    /// The rounds that have begun, by number.
    pub fn rounds(&self) -> Vec<Arc<PublicRound>> {
        self.rounds.values().map(Arc::clone).collect()
    }

    /// The games by number.
    pub fn games(&self) -> Vec<Arc<PublicGame>> {
        self.games.values().map(|followed| Arc::clone(&followed.game)).collect()
    }

    /// Takes an event of a game; asks for those before it that were not heard.
    async fn hear(&mut self, signal: &Message) -> Result<bool, MirrorError> {
        let header = signal.header();
        let Some(path) = header.path().map(ToString::to_string) else { return Ok(false) };
        let event: PastEvent = signal.body().deserialize().map_err(MirrorError::Answer)?;
        let followed = self.games.entry(path.clone()).or_default();
        if event.0 <= followed.game.sequence {
            return Ok(false);
        }
        if event.0 == followed.game.sequence + 1 {
            followed.take(event, Some(since_boot()));
        } else {
            self.catch_up(&path).await?;
        }
        Ok(true)
    }

    /// Reads everything anew; of the games of the same daemon what was not heard: of the rest it is known when it was.
    async fn read_all(&mut self) -> Result<(), MirrorError> {
        let daemon = self.copy.owner().cloned();
        if daemon != self.read_from {
            self.games.clear();
            self.read_from = daemon;
        }
        self.rounds.clear();
        let paths: BTreeSet<_> = self.copy.tree().paths().into_iter().collect();
        self.games.retain(|path, _| paths.contains(path));
        for path in paths {
            self.read(&path).await?;
        }
        Ok(())
    }

    /// Reads the object at a path anew, and of a game what was released and not heard.
    async fn read(&mut self, path: &str) -> Result<(), MirrorError> {
        match self.copy.tree().get(path, shown::PUBLIC_ROUND) {
            Some(round) => {
                self.rounds.insert(path.to_owned(), Arc::new(PublicRound::new(round)));
            }
            None => drop(self.rounds.remove(path)),
        }
        let Some(sequence) = self.copy.tree().get(path, shown::PUBLIC_GAME) else {
            self.games.remove(path);
            return Ok(());
        };
        let sequence: u64 = sequence.get("Sequence");
        if self.games.entry(path.to_owned()).or_default().game.sequence < sequence {
            self.catch_up(path).await?;
        }
        let followed = self.games.get_mut(path).zip(self.copy.tree().get(path, shown::PUBLIC_GAME));
        if let Some((followed, game)) = followed {
            followed.show(path, game);
        }
        Ok(())
    }

    /// Asks for what was released of a game after what is known.
    async fn catch_up(&mut self, path: &str) -> Result<(), MirrorError> {
        let followed = self.games.entry(path.to_owned()).or_default();
        let events = past_events(self.copy.connection(), path, followed.game.sequence).await;
        let events = events.map_err(|error| MirrorError::of_call(error, self.copy.bus()))?;
        events.into_iter().for_each(|event| followed.take(event, None));
        Ok(())
    }
}

impl Followed {
    /// Takes the next event, heard at this moment since boot.
    fn take(&mut self, (sequence, kind, details): PastEvent, at: Option<Duration>) {
        let game = Arc::make_mut(&mut self.game);
        game.sequence = sequence;
        let Some(release) = read_release(&kind, details) else { return };
        game.released.take(&release);
        match release {
            Release::Move(_) => game.moved_at = [at, game.moved_at[0]],
            Release::TakenBack { .. } | Release::Position { .. } => game.moved_at = [None; 2],
            _ => {}
        }
    }

    /// Takes over what properties say.
    fn show(&mut self, path: &str, shown: &Properties) {
        let game = Arc::make_mut(&mut self.game);
        path.rsplit('/').next().unwrap_or_default().clone_into(&mut game.id);
        path.clone_into(&mut game.path);
        game.round = shown.get("Round");
        game.table = shown.get("Table");
        game.start = shown.get("Start");
        game.fen = shown.get("Fen");
        game.outcome = Outcome::read(&shown.get::<String>("Points")).ok().flatten();
        game.reason = shown.get("ResultReason");
    }
}

impl PublicRound {
    fn new(round: &Properties) -> Self {
        let number = round.get("Number");
        let pairings: Vec<Details> = round.get("Pairings");
        let place = |pairing: &Details| {
            let (pairing, event) = read_place(number, pairing)?;
            Some(GamePlace { pairing: Arc::new(pairing), event: Arc::new(event) })
        };
        Self {
            number,
            event: Some(round.get("Event")).filter(|event: &String| !event.is_empty()),
            stage: round.get("Stage"),
            places: pairings.iter().filter_map(place).collect(),
        }
    }
}

/// What was released of the game at this path with sequence numbers above `sequence`, as much as there is.
///
/// # Errors
/// [`CallError`](call_error::CallError) where the daemon does not answer, or has no such game.
pub async fn past_events(
    connection: &Connection,
    path: &str,
    mut sequence: u64,
) -> call_error::Result<Vec<PastEvent>> {
    let path = OwnedObjectPath::try_from(path)?;
    let game = PublicGameProxy::builder(connection).path(path);
    let game = game.cache_properties(CacheProperties::No).build().await?;
    let mut events = Vec::new();
    loop {
        let page = game.events_since(sequence).await?;
        // Numbers grow; otherwise this would never end.
        match page.last() {
            Some((last, ..)) if *last > sequence => sequence = *last,
            _ => return Ok(events),
        }
        events.extend(page);
    }
}
