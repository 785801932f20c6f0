//! What is told of one game, weighed by how likely it made what was played.

use crate::score::Comparison;

/// How far from the truth a game is that was told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameLoss {
    /// The negative logarithm of how likely what was told made what was played; less is better.
    pub loss: f64,
    /// Whether it is the truth, move for move.
    pub is_right: bool,
}

/// What a move costs that was played and is not told at all, or a mark or a result that is not the true one.
const UNTOLD: f64 = 4.6;
/// No game costs more: one that was lost tells no more by how long it goes on.
const LOST: f64 = 20.0;
/// Nothing is told so surely that its contrary would cost more.
const SUREST: f64 = 0.999;

/// The loss of a game of `moves` moves, where those that were told are as sure as `sure` says.
pub fn loss(moves: usize, comparison: &Comparison, sure: &[f64]) -> GameLoss {
    let told = sure.iter().enumerate().map(|(at, sure)| {
        let sure = sure.clamp(1.0 - SUREST, SUREST);
        let likely = if comparison.extra.contains(&at) { 1.0 - sure } else { sure };
        -likely.ln()
    });
    let Comparison { found, illegal_missed, illegal_invented, result_is_right, .. } = *comparison;
    let untold = (moves as u64).saturating_sub(found) + illegal_missed + illegal_invented;
    let untold = untold + u64::from(!result_is_right);
    let loss = told.sum::<f64>() + UNTOLD * untold as f64;
    GameLoss { loss: loss.min(LOST), is_right: comparison.is_right() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(found: u64, extra: &[usize]) -> Comparison {
        let differs_from = extra.first().copied();
        let extra = extra.to_vec();
        Comparison { differs_from, found, extra, result_is_right: true, ..Comparison::default() }
    }

    #[test]
    fn who_is_surer_of_the_truth_loses_less_and_of_anything_else_more() {
        let of = |found, extra: &[usize], sure: &[f64]| loss(2, &comparison(found, extra), sure);
        let (sure, unsure) = (of(2, &[], &[0.999, 0.99]), of(2, &[], &[0.999, 0.6]));
        assert!(sure.is_right && sure.loss < unsure.loss && unsure.loss < 0.6, "{unsure:?}");
        let (doubted, wrong) = (of(1, &[1], &[0.999, 0.6]), of(1, &[1], &[0.999, 0.999]));
        assert!(!wrong.is_right && unsure.loss < doubted.loss && doubted.loss < wrong.loss);
    }

    #[test]
    fn a_lost_game_tells_no_more_by_how_long_it_goes_on() {
        let of = |moves| loss(moves, &comparison(0, &[0]), &[0.999]).loss;
        assert!(of(1) < of(2) && of(100) <= LOST);
        assert!((of(100) - of(200)).abs() < 1e-9);
    }
}
