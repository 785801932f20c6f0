//! How fast readings become moves, and in how much memory.
//!
//! `mixed` hands play real games; what a board says of them is made before anything is measured. Besides
//! what criterion tells of the speed, the slowest single observation and the memory of one board are
//! printed.

#![allow(clippy::expect_used, reason = "a benchmark without its games is to end")]

#[path = "../counting/mod.rs"]
mod counting;
#[path = "../evidence/mod.rs"]
mod evidence;
mod hostile;
mod memory;
mod worst;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput};
use evidence::{ObservedRecording, Sins, Style, demo_games, long_games};
use touchmove_core::game::sitting::Sitting;
use touchmove_core::reconstruct::Reconstruct;
use touchmove_drivers::Instant;

/// Hands of so many seeds play each game of the demonstration.
const SEEDS: u64 = 100;

/// Plies of the long game.
const PLIES: usize = 300;

/// Seeds of each kind of hostile recordings.
const SEEDS_OF_HOSTILE: u64 = 20;

/// Every measurement plays all games so often.
const SAMPLES: usize = 10;

fn main() {
    let games = demo_games(SEEDS, Style::Mixed, Sins::Usual);
    let mut criterion = Criterion::default().configure_from_args();
    speed(&mut criterion, &games);
    criterion.final_summary();
    worst::print("mixed", &games);
    worst::print("hostile", &hostile::recordings(SEEDS_OF_HOSTILE));
    memory::print(&long_games(PLIES).next().expect("a game"));
}

fn speed(criterion: &mut Criterion, games: &[ObservedRecording]) {
    let observations: usize = games.iter().map(|game| game.steps.len()).sum();
    let mut group = criterion.benchmark_group("mixed");
    group.sample_size(SAMPLES);
    group.throughput(Throughput::Elements(observations as u64));
    group.bench_function("reconstruct", |bencher| {
        let boards = || games.iter().map(|game| Reconstruct::new(game.setup.clone())).collect();
        bencher.iter_batched(boards, |boards| reconstruct(boards, games), BatchSize::LargeInput);
    });
    group.bench_function("sitting", |bencher| {
        let boards = || games.iter().map(|game| Sitting::new(game.setup.clone())).collect();
        bencher.iter_batched(boards, |boards| sit(boards, games), BatchSize::LargeInput);
    });
    group.finish();
}

/// Returns the boards, so that dropping them is not measured.
fn reconstruct(mut boards: Vec<Reconstruct>, games: &[ObservedRecording]) -> Vec<Reconstruct> {
    for (board, game) in boards.iter_mut().zip(games) {
        for step in &game.steps {
            board.observe(step.at, step.record, &step.observation);
            while let Some(entry) = board.poll() {
                black_box(entry);
            }
        }
        board.advance(Instant::from_micros(u64::MAX));
    }
    boards
}

fn sit(mut boards: Vec<Sitting>, games: &[ObservedRecording]) -> Vec<Sitting> {
    for (board, game) in boards.iter_mut().zip(games) {
        for step in &game.steps {
            board.observe(step.at, step.record, &step.observation);
            while let Some(told) = board.poll() {
                black_box(told);
            }
        }
        board.advance(Instant::from_micros(u64::MAX));
    }
    boards
}
