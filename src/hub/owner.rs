//! Whose board it is: a key for each board in a stream of the hall's own, which changes only behind the change before it. So of two
//! that would decide at once only one does.

use std::collections::BTreeMap;

use async_nats::jetstream::stream::{Config, DiscardPolicy};
use serde::{Deserialize, Serialize};

/// The stream of the keys of boards.
pub(crate) const STREAM: &str = "touchmove-hall";

/// What the keys of all boards match.
pub(crate) const ALL_BOARDS: &str = "touchmove-hall.boards.*";

/// The stream that says at which station a table goes on whose board came there in mid-game. Whoever shows what is released may
/// read it.
pub(crate) const TABLES: &str = "touchmove-tables";

/// What the keys of all tables match.
pub(crate) const ALL_TABLES: &str = "touchmove-tables.*.*";

/// Whose board it is, and what its games are called.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct OwnerMessage {
    /// The station that has it.
    pub(crate) station: String,
    /// Games that have gone from station to station: the name of each in the hall, by the station's and its name there, such as
    /// `green/g000042`.
    pub(crate) games: BTreeMap<String, String>,
}

/// A table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RoundTable {
    pub(crate) round: u16,
    pub(crate) table: u16,
}

impl RoundTable {
    /// The key of the table.
    pub(crate) fn key(self) -> String {
        format!("{TABLES}.{}.{}", self.round, self.table)
    }

    /// The table of a key.
    pub(crate) fn of_key(key: &str) -> Option<Self> {
        let (round, table) = key.strip_prefix(TABLES)?.strip_prefix('.')?.split_once('.')?;
        Some(Self { round: round.parse().ok()?, table: table.parse().ok()? })
    }
}

/// How either stream is made.
pub(crate) fn config(stream: &str) -> Config {
    Config {
        name: stream.to_owned(),
        subjects: vec![format!("{stream}.>")],
        max_messages_per_subject: 1,
        discard: DiscardPolicy::Old,
        ..Config::default()
    }
}

/// The key of a board, by the last element of its path.
pub(crate) fn key(board: &str) -> String {
    format!("touchmove-hall.boards.{board}")
}

/// The board of a key.
pub(crate) fn board_of(key: &str) -> Option<&str> {
    key.strip_prefix("touchmove-hall.boards.").filter(|board| !board.contains('.'))
}
