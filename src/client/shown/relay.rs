//! An outlet of the broadcast as a client reads it.

use std::time::Duration;

use serde::Serialize;
use zbus::OwnedObjectPath;

use super::Properties;
use crate::details::Details;

/// Interface of outlets.
pub(crate) const RELAY: &str = "org.touchmove.Hall1.Relay";

/// An outlet of the broadcast.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShownOutlet {
    /// Its object.
    pub path: OwnedObjectPath,
    /// What it is, as a word: `folder`.
    pub kind: String,
    /// Where the texts can be read.
    pub place: String,
    /// How many games are published.
    pub games: u64,
    /// How many of them are not there as they should be.
    pub behind: u64,
    /// The last text that was written.
    pub last: Option<ShownWriting>,
    /// What is refused.
    pub trouble: Option<ShownTrouble>,
}

/// A text of an outlet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelayedText {
    /// Its path.
    pub path: String,
    /// Its round.
    pub round: u16,
    /// Its table; `None` where it has all games of the round.
    pub table: Option<u16>,
    /// How often it was written since the start.
    pub times: u64,
    /// The last time.
    pub last: Option<ShownWriting>,
    /// Why it is not there as it should be.
    pub trouble: Option<ShownTrouble>,
}

/// When something was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ShownWriting {
    /// The moment, in microseconds since boot.
    pub at_us: u64,
    /// How long after its release, in microseconds.
    pub late_us: u64,
}

/// Something that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ShownTrouble {
    /// Why, and what to do.
    pub why: String,
    /// Since when, in microseconds since boot.
    pub since_us: u64,
}

impl ShownOutlet {
    /// Reads an outlet.
    pub(crate) fn new(path: OwnedObjectPath, relay: &Properties) -> Self {
        Self {
            path,
            kind: relay.get("Kind"),
            place: relay.get("Place"),
            games: relay.get("Games"),
            behind: relay.get("Behind"),
            last: put(relay, "At", "Late"),
            trouble: trouble(relay, "Trouble", "Since"),
        }
    }
}

impl RelayedText {
    /// Reads a text as `Texts` gives it.
    pub(crate) fn new(text: Details) -> Self {
        let text = Properties(text);
        Self {
            path: text.get("path"),
            round: text.get("round"),
            table: text.find("table"),
            times: text.get("times"),
            last: put(&text, "at", "late"),
            trouble: trouble(&text, "trouble", "since"),
        }
    }
}

impl ShownWriting {
    /// How long ago that was at the moment `now` since boot.
    pub fn ago(self, now: Duration) -> Duration {
        now.saturating_sub(Duration::from_micros(self.at_us))
    }

    /// How long after its release it was.
    pub const fn late(self) -> Duration {
        Duration::from_micros(self.late_us)
    }
}

impl ShownTrouble {
    /// How long it has lasted at the moment `now` since boot.
    pub fn lasts(&self, now: Duration) -> Duration {
        now.saturating_sub(Duration::from_micros(self.since_us))
    }
}

fn put(properties: &Properties, at: &str, late: &str) -> Option<ShownWriting> {
    let at_us = properties.find(at).filter(|at| *at > 0)?;
    Some(ShownWriting { at_us, late_us: properties.get(late) })
}

fn trouble(properties: &Properties, why: &str, since: &str) -> Option<ShownTrouble> {
    Some(ShownTrouble { why: properties.text(why)?, since_us: properties.get(since) })
}
