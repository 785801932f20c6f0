//! Who is connected, and who has to go where it gets full.
//!
//! Who has shown that he needs it keeps his place: an arbiter, a page that follows. Whoever has not goes where another one wants
//! to come in, the oldest first; one address has some of the places alone.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Connections at a time.
const MAX_CONNECTIONS: usize = 256;

/// Connections at a time from one address (of version 6: one /64). From this machine itself there may be more.
const MAX_CONNECTIONS_OF_ONE_ADDRESS: usize = 64;

/// The places there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    taken: Arc<Mutex<Taken>>,
}

#[derive(Debug, Default)]
struct Taken {
    next: u64,
    /// By their numbers, so the oldest come first.
    inside: BTreeMap<u64, Guest>,
}

#[derive(Debug)]
struct Guest {
    from: IpAddr,
    is_kept: bool,
    leave: Arc<Notify>,
}

/// The place of a connection, as long as it has one.
#[derive(Debug)]
pub(crate) struct Place {
    places: Places,
    number: u64,
    from: IpAddr,
    leave: Arc<Notify>,
}

impl Places {
    /// A place for a connection from this address; `None` where there is none.
    pub(crate) fn take(&self, from: IpAddr) -> Option<Place> {
        let from = origin(from);
        let mut taken = self.taken();
        let beside = taken.inside.values().filter(|guest| guest.from == from).count();
        if !from.is_loopback() && beside >= MAX_CONNECTIONS_OF_ONE_ADDRESS {
            return None;
        }
        if taken.inside.len() >= MAX_CONNECTIONS {
            taken.send_a_stranger_away()?;
        }
        let number = taken.next;
        taken.next += 1;
        let leave = Arc::<Notify>::default();
        taken.inside.insert(number, Guest { from, is_kept: false, leave: Arc::clone(&leave) });
        Some(Place { places: self.clone(), number, from, leave })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn send_a_stranger_away(&mut self) -> Option<()> {
        let mut strangers = self.inside.iter().filter(|(_, guest)| !guest.is_kept);
        let (&number, _) = strangers.next()?;
        self.inside.remove(&number)?.leave.notify_one();
        Some(())
    }
}

impl Place {
    /// Whom the address of the other end belongs to.
    pub(crate) const fn from(&self) -> IpAddr {
        self.from
    }

    /// Nobody who comes later is to have it.
    pub(crate) fn keep(&self) {
        if let Some(guest) = self.places.taken().inside.get_mut(&self.number) {
            guest.is_kept = true;
        }
    }

    /// Waits until somebody else needs it.
    pub(crate) async fn wait_until_needed(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.taken().inside.remove(&self.number);
    }
}

/// Whom an address belongs to: who has one of version 6 has the 2^64 beside it.
fn origin(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: usize) -> IpAddr {
        format!("10.0.{}.{}", number / 250, number % 250 + 1).parse().unwrap()
    }

    #[test]
    fn one_address_has_some_of_the_places_and_this_machine_all() {
        let places = Places::default();
        let all: Vec<_> = (0..=MAX_CONNECTIONS_OF_ONE_ADDRESS)
            .map(|_| places.take("10.0.0.1".parse().unwrap()))
            .collect();
        assert!(all.last().unwrap().is_none() && all[MAX_CONNECTIONS_OF_ONE_ADDRESS - 1].is_some());
        let beside: Vec<_> = (0..=MAX_CONNECTIONS_OF_ONE_ADDRESS)
            .map(|_| places.take("127.0.0.1".parse().unwrap()))
            .collect();
        assert!(beside.iter().all(Option::is_some));
        let one: Vec<_> = (1..=MAX_CONNECTIONS_OF_ONE_ADDRESS + 1)
            .map(|host| places.take(format!("2001:db8::{host:x}").parse().unwrap()))
            .collect();
        assert!(one.last().unwrap().is_none(), "a network of version 6 is one address");
    }

    #[tokio::test]
    async fn the_oldest_stranger_goes_where_it_is_full_and_nobody_who_keeps_his_place() {
        let places = Places::default();
        let all: Vec<_> = (0..MAX_CONNECTIONS).filter_map(|it| places.take(address(it))).collect();
        assert_eq!(all.len(), MAX_CONNECTIONS);
        all[0].keep();
        let another = places.take(address(MAX_CONNECTIONS)).unwrap();
        all[1].wait_until_needed().await;
        let others: Vec<_> =
            (1..MAX_CONNECTIONS).filter_map(|it| places.take(address(it))).collect();
        others.iter().for_each(Place::keep);
        another.wait_until_needed().await;
        assert!(places.take(address(0)).is_none(), "they are all kept");
        drop(others);
        assert!(places.take(address(0)).is_some());
    }
}
