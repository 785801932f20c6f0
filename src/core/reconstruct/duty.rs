//! What is to be done when nothing is observed before.

use shakmaty::Square;

use super::presses::PressDuty;
use super::questions::Doubt;
use super::thinking::Considered;
use crate::account::KingsSign;

/// What a deadline is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Duty {
    /// Both kings lie still in the centre.
    KingsSign(KingsSign),
    /// Waiting has made another hypothesis the best.
    Rank,
    /// Quiet allows to think of more.
    Consider(Considered),
    /// Moves that explain the same are weighed.
    Weigh,
    /// Plies of the best line stand.
    Settle,
    /// The board shows the line without its last told moves.
    TakeBack,
    /// A press can be judged, or looked at again.
    Press(PressDuty),
    /// Pieces stand wrong.
    Standing(Vec<Square>),
    /// Plies are held back, and nobody was asked yet whether the game is over.
    Ask,
    /// Other moves explain the board as well.
    AskWhich(Doubt),
}
