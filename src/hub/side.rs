//! The two trees that a station has on its bus, each of which is carried by itself: who may read the one need not be allowed to
//! read the other.

use touchmove_client::mirror::copy::{LIVE_TREE, PUBLIC_TREE, TreeSource};
use touchmove_client::path::{LIVE, PUBLIC};
use touchmove_client::service::{LIVE_NAME, PUBLIC_NAME};

/// One of the trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    /// All that is known, at once.
    Live,
    /// What is released.
    Public,
}

impl Side {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Live, Self::Public];

    /// Its word in subjects.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Public => "public",
        }
    }

    /// The name that has it on a bus.
    pub(crate) const fn bus_name(self) -> &'static str {
        match self {
            Self::Live => LIVE_NAME,
            Self::Public => PUBLIC_NAME,
        }
    }

    /// The path of its root.
    pub(crate) const fn root(self) -> &'static str {
        match self {
            Self::Live => LIVE,
            Self::Public => PUBLIC,
        }
    }

    /// The tree on a bus.
    pub(crate) const fn tree(self) -> TreeSource {
        match self {
            Self::Live => LIVE_TREE,
            Self::Public => PUBLIC_TREE,
        }
    }

    /// The interface of its games.
    pub(crate) const fn game(self) -> &'static str {
        match self {
            Self::Live => "org.touchmove.Hall1.Game",
            Self::Public => "org.touchmove.Public1.Game",
        }
    }

    /// Whether it has such an interface. Others, as those of the bus itself, are not carried.
    pub(crate) fn has_interface(self, interface: &str) -> bool {
        interface.strip_prefix(self.bus_name()).is_some_and(|rest| rest.starts_with('.'))
    }
}
