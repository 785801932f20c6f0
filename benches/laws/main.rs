//! How long the Laws take to decide, and in how much memory.
//!
//! Simulated hands play the games of `demo/`; what reconstruction says of them is made before anything is
//! measured. Besides what criterion tells of the speed, the slowest single entries are printed, without and
//! with a search for mates, and the memory of one game.

#![allow(clippy::expect_used, reason = "a benchmark without its games is to end")]

mod account;
#[path = "../counting/mod.rs"]
mod counting;
#[path = "../evidence/mod.rs"]
mod evidence;
mod mating;
mod memory;
mod worst;

use std::hint::black_box;
use std::time::Duration;

use account::Account;
use criterion::{BatchSize, Criterion, Throughput};
use evidence::{Sins, Style, demo_games, long_games};
use touchmove_core::laws::Laws;

/// Hands of so many seeds play each game of the demonstration.
const SEEDS: u64 = 50;

/// Plies of the long game.
const PLIES: usize = 240;

/// So many long games, of random moves.
const LONG_GAMES: usize = 20;

/// Every measurement hears all games so often.
const SAMPLES: usize = 20;

/// How long each measurement takes.
const TIME: Duration = Duration::from_secs(3);

fn main() {
    let accounts = |style, sins| account::all_of(&demo_games(SEEDS, style, sins));
    let mixed = accounts(Style::Mixed, Sins::Usual);
    let random: Vec<_> = long_games(PLIES).take(LONG_GAMES).collect();
    let sinful = accounts(Style::Mixed, Sins::Planted);
    let mut criterion = Criterion::default().measurement_time(TIME).configure_from_args();
    speed(&mut criterion, "mixed", &mixed);
    speed(&mut criterion, "planted sins", &sinful);
    mating::speed(&mut criterion);
    criterion.final_summary();
    worst::print("mixed", &mixed);
    worst::print("planted sins", &sinful);
    worst::print("random moves", &account::all_of(&random));
    worst::print("flags that fall", &account::flags());
    memory::print(&account::all_of(&random[..1]));
}

fn speed(criterion: &mut Criterion, name: &str, accounts: &[Account]) {
    let entries: usize = accounts.iter().map(|account| account.entries.len()).sum();
    let mut group = criterion.benchmark_group("engine");
    group.sample_size(SAMPLES);
    group.throughput(Throughput::Elements(entries as u64));
    group.bench_function(name, |bencher| {
        let games = || accounts.iter().map(|account| account.laws.clone()).collect();
        bencher.iter_batched(games, |games| hear(games, accounts), BatchSize::LargeInput);
    });
    group.finish();
}

/// Returns the games, so that dropping them is not measured.
fn hear(mut games: Vec<Laws>, accounts: &[Account]) -> Vec<Laws> {
    for (laws, account) in games.iter_mut().zip(accounts) {
        for entry in &account.entries {
            black_box(laws.hear(entry));
        }
    }
    games
}
