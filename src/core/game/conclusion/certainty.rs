//! How sure a move is, by what reconstruction makes of the lines that deny it and by how many such moves were played.

/// How sure reconstruction was of moves, and which share of them was played: 5,000 games by ten kinds of hands and boards
/// (`docs/reconstruction.md`), rising throughout, with straight lines between.
const PLAYED: [(f32, f32); 14] = [
    (0.0, 0.3),
    (0.15, 0.42),
    (0.25, 0.62),
    (0.38, 0.72),
    (0.5, 0.82),
    (0.6, 0.92),
    (0.7, 0.95),
    (0.8, 0.965),
    (0.85, 0.972),
    (0.9, 0.99),
    (0.97, 0.995),
    (0.99, 0.997),
    (0.999, 0.999),
    (1.0, 0.999),
];

/// Of how many of the moves of which reconstruction is so sure it is known that they were played.
pub(super) fn share_played(confidence: f32) -> f32 {
    let pairs = PLAYED.iter().zip(&PLAYED[1..]);
    let between = pairs.rev().find(|((from, _), _)| *from <= confidence);
    let Some((&(from, least), &(to, most))) = between else { return PLAYED[0].1 };
    let part = ((confidence - from) / (to - from)).clamp(0.0, 1.0);
    least + part * (most - least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_surer_is_told_to_be_surer_and_nothing_is_certain() {
        let all: Vec<_> = (0..=1_000_u16).map(|at| share_played(f32::from(at) / 1_000.0)).collect();
        assert!(all.is_sorted());
        assert!((all[1_000] - 0.999).abs() < 1e-6 && (all[600] - 0.92).abs() < 1e-6, "{all:?}");
        for odd in [-1.0, 2.0, f32::NAN] {
            assert!((0.0..=0.999).contains(&share_played(odd)), "{odd}");
        }
    }
}
