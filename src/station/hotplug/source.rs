//! Where it is heard of addresses that come and go.

use std::future::Future;
use std::pin::Pin;

use tokio::sync::mpsc;
use touchmove_drivers::family::Family;

use crate::link::address::Address;

/// Somebody who knows which addresses are there.
pub trait Source: Send + Sync {
    /// Tells the addresses that come and go, at first all that are there. Ends when nobody listens any more.
    fn watch(&self, changes: mpsc::Sender<AddressChange>) -> Watching;
}

/// What a source does until nobody listens any more.
pub type Watching = Pin<Box<dyn Future<Output = ()> + Send>>;

/// An address at which a board of a known family may be. Others may look the same, so it is to be probed.
#[derive(Clone, Debug)]
pub struct FoundAddress {
    /// The address.
    pub address: Address,
    /// The families that show themselves so, in the order in which they are to be looked for: lines with many boards
    /// first, as who looks for a single board on a line disturbs all of them. Never empty.
    pub families: Vec<&'static Family>,
    /// What shows itself so.
    pub what: &'static str,
}

/// A difference between two moments.
#[derive(Clone, Debug)]
pub enum AddressChange {
    /// An address is there now.
    Appeared(FoundAddress),
    /// An address is there no more.
    Vanished(Address),
}

/// What has to be told to somebody who knows of `before`. An address that leads to something else now
/// has vanished and appeared.
pub fn differences(before: &[FoundAddress], now: &[FoundAddress]) -> Vec<AddressChange> {
    let gone = before.iter().filter(|found| !now.iter().any(|other| other.is(found)));
    let new = now.iter().filter(|found| !before.iter().any(|other| other.is(found)));
    gone.map(|found| AddressChange::Vanished(found.address.clone()))
        .chain(new.cloned().map(AddressChange::Appeared))
        .collect()
}

impl FoundAddress {
    /// Whether both are the same address and lead to the same kind of device.
    fn is(&self, other: &Self) -> bool {
        self.address == other.address && self.what == other.what
    }
}
