//! What a move changes, and taking it back restores.

use shakmaty::Color;

use super::board_at_press::TimedPress;
use super::draw_offers::DrawOffers;
use super::move_count::MoveCount;
use super::pending_offence::PendingOffence;
use super::says::{Certainty, Sign};

/// What a move changes, and taking it back restores. Each part is a machine or a plain value.
#[derive(Clone, Debug, Default)]
pub(super) struct Undoable {
    pub(super) pending: PendingOffence,
    /// A press for a move that is not told yet.
    pub(super) awaited: Option<AwaitedPress>,
    pub(super) offers: DrawOffers,
    /// Who is said to have used two hands in this turn.
    pub(super) two_hands: Option<Color>,
    pub(super) count: MoveCount,
    /// Whether the clock was started.
    pub(super) started: Started,
    /// What made the position illegal when the arbiter began to watch it (A.5.4).
    pub(super) watched: Option<Sign>,
    /// Positions that stood before this one.
    pub(super) plies: usize,
}

/// A press for a move that is not told yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct AwaitedPress {
    pub(super) side: Color,
    pub(super) press: TimedPress,
    /// How sure an illegal move is that is told.
    pub(super) certainty: Certainty,
}

/// Whether the clock was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Started {
    /// It was, or nobody knows.
    #[default]
    Yes,
    /// It was not.
    No,
}
