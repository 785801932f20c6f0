//! How long it takes to see whether a side can mate.

use std::hint::black_box;

use criterion::Criterion;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color};
use touchmove_core::laws::mate::{Search, by_material, can_mate};

/// What is asked about, by what makes it easy or hard.
pub(crate) const POSITIONS: [(&str, &str); 6] = [
    ("opening", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
    ("middlegame", "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 10"),
    ("rook-endgame", "8/5pk1/6p1/7p/7P/r5P1/5PK1/3R4 w - - 0 40"),
    ("minor-pieces", "8/8/4k3/2n5/8/4KB2/8/8 w - - 0 60"),
    ("blocked", "8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 60"),
    ("undetermined", "8/1p6/1Pp5/k1P5/p1P5/P1K5/3B4/8 w - - 0 60"),
];

pub(crate) fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

pub(crate) fn speed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("can_mate");
    for (name, fen) in POSITIONS {
        let position = position(fen);
        group.bench_function(name, |bencher| {
            bencher.iter(|| can_mate(black_box(&position), Color::White, Search::FULL));
        });
    }
    let minor = position(POSITIONS[3].1);
    group.bench_function("by_material", |bencher| {
        bencher.iter(|| by_material(black_box(&minor), Color::White));
    });
    group.finish();
}
