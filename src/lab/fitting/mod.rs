//! Which costs suit games best whose moves are known.
//!
//! Games of several styles are judged with costs ([`judge`]): what is told of each is weighed by how likely it made what was
//! really played ([`loss`]), and one cost after the other is tried larger and smaller ([`Descent`]). What suits the games that it
//! is found on better stands only where other games agree ([`Trial`]), style by style.

mod descent;
mod loss;
mod trial;

pub use descent::{CostStep, Descent};
pub use loss::{GameLoss, loss};
pub use trial::{JudgedStyles, StyleTrial, Trial};

use touchmove_core::game::uci;
use touchmove_core::reconstruct::Costs;

use crate::score::{ObservedRecording, TruthLine, compare, play_with, until_ended_by_laws};

/// What is told of a recording with these costs, against what was played; `None` where it does not say that.
pub fn judge(evidence: &ObservedRecording, costs: Costs) -> Option<GameLoss> {
    let truth = TruthLine::of(evidence.headers.truth()?.split_whitespace());
    let played = play_with(evidence, costs);
    let words = played.game.as_deref().map(uci::words).unwrap_or_default();
    let line = TruthLine::of(words.iter().map(String::as_str));
    let truth = until_ended_by_laws(truth, &line, &evidence.setup.start.position);
    let moves = played.game.as_deref().map(|game| &game.moves[..]).unwrap_or_default();
    let sure: Vec<_> = moves.iter().map(|scored| f64::from(scored.told.certainty())).collect();
    Some(loss(truth.moves(), &compare(&truth, &line), &sure))
}
