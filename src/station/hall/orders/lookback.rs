//! What a client can ask of a board's evidence.

use tokio::sync::oneshot;
use touchmove_core::game::sightings::BoardSighting;
use touchmove_drivers::Instant;

/// Somebody wants to know what was seen of a board, by the station's clock.
#[derive(Debug)]
pub struct LookBackOrder {
    /// From this moment on.
    pub from: Instant,
    /// Until this moment.
    pub to: Instant,
    /// What was seen, each with its moment.
    pub answer: oneshot::Sender<Result<Vec<(Instant, BoardSighting)>, NotSeen>>,
}

/// Why nobody knows what was seen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSeen {
    /// No such board.
    #[error("there is no such board on this station")]
    NoSuchBoard,
    /// The journal cannot be read.
    #[error("the board's journal cannot be read: {0}")]
    Unreadable(String),
}
