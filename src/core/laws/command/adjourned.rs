//! What is said of an adjourned game.

use shakmaty::uci::UciMove;

/// What is in an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedMove {
    /// This move, legal or not.
    Written(UciMove),
    /// One that can be read in more than one way.
    Ambiguous,
    /// Nothing that could be played.
    Unplayable,
}

/// How a game ends before its envelope is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeforeEnvelope {
    /// The players agree on a draw.
    AgreeDraw,
    /// A player resigns.
    Resign,
}
