//! How sure moves were told, against how many of them were played.

use touchmove_core::game::view::GameView;

use super::compare::Comparison;
use super::tally::HitCount;

/// Moves that were told about as surely as each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CertaintyBand {
    /// Those that were played, of all.
    pub right: HitCount,
    /// How sure all of them were told together.
    sum: f64,
}

/// The moves of final lines, by how sure they were told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CertaintyBands([CertaintyBand; BANDS]);

const BANDS: usize = 16;

/// How sure the moves of each band are at least. The last band ends at 1.
const FROM: [f32; BANDS] =
    [0.0, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998];

impl CertaintyBands {
    /// Adds the moves of a final line.
    pub(super) fn add(&mut self, line: &GameView, comparison: &Comparison) {
        for (at, scored) in line.moves.iter().enumerate() {
            let sure = scored.told.certainty();
            let band = FROM.iter().rposition(|from| *from <= sure);
            let Some(band) = band.and_then(|band| self.0.get_mut(band)) else { continue };
            let is_right = !comparison.extra.contains(&at);
            band.right += HitCount { of: is_right.into(), all: 1 };
            band.sum += f64::from(sure);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (band, more) in self.0.iter_mut().zip(&other.0) {
            band.right += more.right;
            band.sum += more.sum;
        }
    }

    /// The bands in which moves were told, each with how sure its moves are at least.
    pub fn told(&self) -> impl Iterator<Item = (f32, &CertaintyBand)> {
        FROM.into_iter().zip(&self.0).filter(|(_, band)| band.right.all > 0)
    }
}

impl CertaintyBand {
    /// How sure its moves were told in the mean, 0–1.
    pub fn mean(&self) -> f64 {
        self.sum / self.right.all.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shakmaty::Color;
    use touchmove_core::account::{EvidenceSpan, Sight};
    use touchmove_core::game::conclusion::{MoveState, MoveTexts, MoveTold};
    use touchmove_core::game::view::ScoredMove;

    use super::*;

    fn told(confidence: f32) -> Arc<ScoredMove> {
        let told = MoveTold {
            id: None,
            ply: 1,
            state: MoveState::Made,
            uci: "e2e4".parse().unwrap(),
            texts: MoveTexts::known(None, String::new()),
            side: Color::White,
            sight: Sight::Seen,
            confidence,
            evidence: EvidenceSpan { from: 1, to: 1 },
        };
        Arc::new(ScoredMove { told, left: None })
    }

    #[test]
    fn each_move_counts_in_the_band_of_how_sure_it_was_told() {
        // They are told with 0.953, 0.959 and 0.999.
        let moves = [0.72, 0.76, 0.999].map(told).to_vec();
        let line = GameView { moves, ..GameView::default() };
        let comparison = Comparison { extra: vec![1], ..Comparison::default() };
        let mut bands = CertaintyBands::default();
        bands.add(&line, &comparison);
        let told: Vec<_> = bands.told().map(|(from, band)| (from, band.right)).collect();
        let of = |of, all| HitCount { of, all };
        assert_eq!(told, [(0.95, of(1, 2)), (0.998, of(1, 1))]);
        let (_, first) = bands.told().next().unwrap();
        assert!((first.mean() - 0.956).abs() < 1e-4, "{}", first.mean());
    }
}
