//! The games as far as they are released: the public tree, which is the same for everybody.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout_at};
use touchmove_client::address::Bus;
use touchmove_client::details::{Details, PastEvent};
use touchmove_client::mirror::since_boot;
use touchmove_client::path::PUBLIC;
use touchmove_client::proxy::PublicGameProxy;
use touchmove_client::service::PUBLIC_NAME;
use touchmove_core::pairing::Outcome;
use zbus::fdo::{ObjectManagerProxy, PropertiesProxy};
use zbus::proxy::CacheProperties;
use zbus::{Connection, MatchRule, MessageStream, OwnedObjectPath, OwnedVariant, message};

use super::eboard::{ClockTimes, Line, now_ms};
use super::replayed::Standing;

/// What is released within this time is told at once together.
const TOGETHER: Duration = Duration::from_millis(20);

/// From one look to the next whether the daemon is there.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The interface of games.
const GAME: &str = "org.touchmove.Public1.Game";

/// A game as far as it is released.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReleasedGame {
    /// Its round and table; 0 where it is of none.
    pub(super) at: (u16, u16),
    /// Its moves.
    pub(super) line: Line,
    /// How it ended; `None` while it goes on.
    pub(super) outcome: Option<Outcome>,
    /// What the mover has left, in milliseconds, by ply from 1.
    pub(super) left_ms: BTreeMap<u32, u32>,
    /// When a move was heard, in milliseconds since 1970, by ply; not of those that were released before.
    pub(super) heard_ms: BTreeMap<u32, u64>,
    /// The number of the last event.
    sequence: u64,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Released {
    games: BTreeMap<String, Arc<ReleasedGame>>,
}

impl Released {
    /// The game at a table of a round: the last one that began there.
    pub(super) fn at(&self, place: (u16, u16)) -> Option<&Arc<ReleasedGame>> {
        let is_game = place.0 > 0;
        self.games.values().rev().find(|game| is_game && game.at == place)
    }
}

/// Follows them for as long as somebody looks.
pub(super) async fn follow(bus: Bus, shown: watch::Sender<Arc<Released>>) {
    while !shown.is_closed() {
        if let Ok(connection) = bus.connect().await {
            let _ = Following::new(connection).follow(&shown).await;
        }
        shown.send_if_modified(|released| {
            let was_shown = !released.games.is_empty();
            *released = Arc::default();
            was_shown
        });
        sleep(LOOK_AGAIN).await;
    }
}

/// Who follows the daemon while it is there.
#[derive(Debug)]
struct Following {
    connection: Connection,
    released: Released,
}

impl Following {
    fn new(connection: Connection) -> Self {
        Self { connection, released: Released::default() }
    }

    /// Until the daemon goes, or nobody looks any more.
    async fn follow(mut self, shown: &watch::Sender<Arc<Released>>) -> zbus::Result<()> {
        let signal = || MatchRule::builder().msg_type(message::Type::Signal);
        let tree = signal().sender(PUBLIC_NAME).path_namespace(PUBLIC).build()?;
        let owner = signal().member("NameOwnerChanged").arg(0, PUBLIC_NAME).build()?;
        let tree = MessageStream::for_match_rule(tree, &self.connection, None).await?;
        let mut gone = MessageStream::for_match_rule(owner, &self.connection, None).await?;
        let mut tree = tree.fuse();
        let manager = ObjectManagerProxy::new(&self.connection, PUBLIC_NAME, PUBLIC).await?;
        let all = manager.get_managed_objects().await?;
        let mut changed: BTreeSet<String> = all.keys().map(ToString::to_string).collect();
        let mut hearing = Hearing::Afterwards;
        loop {
            for path in std::mem::take(&mut changed) {
                self.read(&path, hearing).await?;
            }
            hearing = Hearing::Now;
            shown.send_replace(Arc::new(self.released.clone()));
            let mut heard = tokio::select! {
                heard = tree.next() => heard,
                _ = gone.next() => return Ok(()),
                () = shown.closed() => return Ok(()),
            };
            let until = Instant::now() + TOGETHER;
            while let Some(Ok(signal)) = heard {
                changed.extend(signal.header().path().map(ToString::to_string));
                heard = match timeout_at(until, tree.next()).await {
                    Ok(next) => next,
                    Err(_) => break,
                };
            }
        }
    }
}

/// Whether games were released before anybody listened, or just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hearing {
    Afterwards,
    Now,
}

impl Following {
    /// Reads a game anew, and what was released of it since.
    async fn read(&mut self, path: &str, hearing: Hearing) -> zbus::Result<()> {
        if !path.contains("/games/") {
            return Ok(());
        }
        let connection = &self.connection;
        let properties = PropertiesProxy::new(connection, PUBLIC_NAME, path.to_owned()).await?;
        let shown = properties.get_all(GAME.try_into()?).await?;
        let before = self.released.games.get(path).map(Arc::as_ref).cloned().unwrap_or_default();
        let game = PublicGameProxy::builder(connection).path(OwnedObjectPath::try_from(path)?);
        let game = game.cache_properties(CacheProperties::No).build().await?;
        let mut next = before;
        while let Ok(page) = game.events_since(next.sequence).await
            && page.last().is_some_and(|(last, ..)| *last > next.sequence)
        {
            page.into_iter().for_each(|event| next.take(event, hearing));
        }
        next.show(path, &shown);
        self.released.games.insert(path.to_owned(), Arc::new(next));
        Ok(())
    }
}

impl ReleasedGame {
    /// What the clock showed after the last moves that are released, as far as that is.
    pub(super) fn clock(&self) -> Option<ClockTimes> {
        let last_of = |is_whites: bool| {
            let left = self.left_ms.iter().rev().find(|(ply, _)| (*ply % 2 == 1) == is_whites);
            left.map(|(_, left)| u64::from(*left / 1_000))
        };
        let turn = Standing::of_fen(&self.line.fen)?.turn;
        let heard = self.heard_ms.values().next_back();
        let ago = heard.map(|heard| Duration::from_millis(now_ms().saturating_sub(*heard)));
        Some(ClockTimes {
            white: last_of(true)?,
            black: last_of(false)?,
            running: ago.is_some().then_some(turn).filter(|_| self.outcome.is_none()),
            read_at: since_boot().saturating_sub(ago.unwrap_or_default()),
        })
    }

    /// Takes an event.
    fn take(&mut self, (sequence, kind, details): PastEvent, hearing: Hearing) {
        self.sequence = sequence;
        let Some(ply) = number(&details, "ply") else { return };
        match kind.as_str() {
            "Moved" if hearing == Hearing::Now => drop(self.heard_ms.insert(ply, now_ms())),
            "Timed" => {
                if let Some(left) = number(&details, "left") {
                    self.left_ms.insert(ply, left);
                }
            }
            "TakenBack" => {
                self.left_ms.remove(&ply);
                self.heard_ms.remove(&ply);
            }
            _ => {}
        }
    }

    /// Takes over what properties say.
    fn show(&mut self, path: &str, shown: &HashMap<String, OwnedVariant>) {
        let text = |name: &str| get::<String>(shown, name).unwrap_or_default();
        let texts = |name: &str| get::<Vec<String>>(shown, name).unwrap_or_default();
        let place = |name: &str| get::<u16>(shown, name).unwrap_or_default();
        self.at = (place("Round"), place("Table"));
        self.line = Line {
            game: path.to_owned(),
            start: text("Start"),
            moves: texts("Moves"),
            sans: texts("Sans"),
            fen: text("Fen"),
        };
        self.outcome = Outcome::read(&text("Points")).ok().flatten();
    }
}

fn get<T: TryFrom<OwnedVariant>>(of: &HashMap<String, OwnedVariant>, name: &str) -> Option<T> {
    T::try_from(of.get(name)?.try_clone().ok()?).ok()
}

fn number(details: &Details, name: &str) -> Option<u32> {
    get(details, name)
}
