//! Whose board it is: a key for each board in a stream of the hall's own, which changes only behind the change before it. So of two
//! that would decide at once only one does.

use std::collections::BTreeMap;

use async_nats::jetstream::stream::{Config, DiscardPolicy};
use serde::{Deserialize, Serialize};

/// The stream.
pub(crate) const STREAM: &str = "touchmove-hall";

/// What the keys of all boards match.
pub(crate) const ALL_BOARDS: &str = "touchmove-hall.boards.*";

/// Whose board it is, and what its games are called.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct OwnerMessage {
    /// The station that has it.
    pub(crate) station: String,
    /// Games that have gone from station to station: the name of each in the hall, by the station's and its name there, such as
    /// `green/g000042`.
    pub(crate) games: BTreeMap<String, String>,
}

/// How the stream is made.
pub(crate) fn config() -> Config {
    Config {
        name: STREAM.to_owned(),
        subjects: vec!["touchmove-hall.>".to_owned()],
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
