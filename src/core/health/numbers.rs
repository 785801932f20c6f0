//! How often what happened to a board.

use std::time::Duration;

use touchmove_drivers::observation::Square;

use super::course::RecentCount;

/// How often what happened to a board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Numbers {
    /// Questions that had to be asked again.
    pub repeats: RecentCount,
    /// Pieces of noise between messages, or in place of them.
    pub damaged: RecentCount,
    /// Times in which it gave no answer.
    pub silences: RecentCount,
    /// The longest of them.
    pub longest_silence: Duration,
    /// Times in which its link was lost and made anew, for whatever reason.
    pub breaks: RecentCount,
    /// The longest of them.
    pub longest_break: Duration,
    /// Changes of a square that turned back, all others being quiet. Hands that adjust pieces are among them.
    pub flicker: RecentCount,
    /// The squares that did so most, in the board's own numbering, and how often each.
    pub squares: Vec<(Square, u32)>,
}
