//! Who is let in, and who has to go where it gets full.
//!
//! Whoever has not said what he wants takes up a place that others need: where all are taken the oldest of these goes, of
//! the address that has most of them. So has who does not read what he asked for.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// Connections at a time.
const MAX_CONNECTIONS: usize = 256;

/// Connections at a time from one address (of version 6: one /64).
const MAX_CONNECTIONS_OF_ONE_ADDRESS: usize = 64;

/// The addresses of which there may be more: a web server in front comes from there, with all who ask it.
const OWN: [IpAddr; 2] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];

/// Within this a client must have said what it wants, while there is room.
const REQUEST_WITHIN: Duration = Duration::from_secs(10);

/// The same once half of the places are taken.
const REQUEST_SOON_WITHIN: Duration = Duration::from_secs(2);

/// A client that has not read its answer after this goes where another one wants its place.
const READ_WITHIN: Duration = Duration::from_secs(10);

/// The doors of a server.
#[derive(Clone, Debug, Default)]
pub(super) struct Doors {
    guests: Arc<Mutex<Guests>>,
    /// Somebody has gone, or can be sent away now.
    change: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Guests {
    next: u64,
    /// By their numbers, so the oldest come first.
    inside: BTreeMap<u64, Guest>,
}

#[derive(Debug)]
struct Guest {
    from: IpAddr,
    stage: Stage,
    since: Instant,
    leave: Arc<Notify>,
}

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It has yet to say what it wants.
    Asking,
    /// It is being answered, which may take until something changes.
    Waiting,
    /// It is sent its answer.
    Reading,
}

/// What a connection that was let in holds, as long as it is inside.
#[derive(Debug)]
pub(super) struct Pass {
    doors: Doors,
    number: u64,
    leave: Arc<Notify>,
    /// Within this it must say what it wants.
    pub(super) ask_within: Duration,
}

impl Doors {
    /// Lets a connection from this address in, once there is room; `None` where too many from there are inside.
    pub(super) async fn enter(&self, from: IpAddr) -> Option<Pass> {
        let from = place_of(from);
        if !OWN.contains(&from) && self.guests().count(from) >= MAX_CONNECTIONS_OF_ONE_ADDRESS {
            return None;
        }
        while !self.guests().make_room() {
            // Those who read get slow as time passes, and nobody says so.
            let _ = tokio::time::timeout(READ_WITHIN, self.change.notified()).await;
        }
        Some(self.admit(from))
    }

    fn admit(&self, from: IpAddr) -> Pass {
        let mut guests = self.guests();
        let leave = Arc::<Notify>::default();
        let number = guests.next;
        guests.next += 1;
        let (stage, since) = (Stage::Asking, Instant::now());
        guests.inside.insert(number, Guest { from, stage, since, leave: Arc::clone(&leave) });
        let is_crowded = guests.inside.len() > MAX_CONNECTIONS / 2;
        let ask_within = if is_crowded { REQUEST_SOON_WITHIN } else { REQUEST_WITHIN };
        Pass { doors: self.clone(), number, leave, ask_within }
    }

    fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guests {
    fn count(&self, from: IpAddr) -> usize {
        self.inside.values().filter(|guest| guest.from == from).count()
    }

    /// Whether there is room for another one; where there is not, somebody is sent away, if anybody can be.
    fn make_room(&mut self) -> bool {
        if self.inside.len() < MAX_CONNECTIONS {
            return true;
        }
        let Some(number) = self.most_idle().or_else(|| self.slowest()) else { return false };
        if let Some(guest) = self.inside.remove(&number) {
            guest.leave.notify_one();
        }
        true
    }

    /// The oldest that has yet to ask, of the address that has most of them.
    fn most_idle(&self) -> Option<u64> {
        let mut by_address: HashMap<IpAddr, (usize, u64)> = HashMap::new();
        for (number, guest) in &self.inside {
            if guest.stage == Stage::Asking {
                by_address.entry(guest.from).or_insert((0, *number)).0 += 1;
            }
        }
        let most =
            by_address.into_values().max_by_key(|(count, oldest)| (*count, u64::MAX - oldest));
        most.map(|(_, oldest)| oldest)
    }

    /// The oldest that does not read what it was sent.
    fn slowest(&self) -> Option<u64> {
        let is_slow =
            |guest: &Guest| guest.stage == Stage::Reading && guest.since.elapsed() > READ_WITHIN;
        self.inside.iter().find(|(_, guest)| is_slow(guest)).map(|(number, _)| *number)
    }
}

impl Pass {
    /// It has come so far.
    pub(super) fn advance_to(&self, stage: Stage) {
        if let Some(guest) = self.doors.guests().inside.get_mut(&self.number) {
            (guest.stage, guest.since) = (stage, Instant::now());
        }
    }

    /// Waits until its place is needed.
    pub(super) async fn sent_away(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.doors.guests().inside.remove(&self.number);
        self.doors.change.notify_one();
    }
}

/// Whom an address belongs to: who has one of version 6 has the 2^64 beside it.
fn place_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}
