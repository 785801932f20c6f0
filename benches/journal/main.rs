//! What it costs to keep evidence: appends a second, the time until what was appended survives a loss of power, the
//! time to read a game back, and bytes a move. Real files, in the folder for temporary ones.

#![allow(clippy::expect_used, reason = "a benchmark without its files is to end")]

#[path = "../evidence/mod.rs"]
#[expect(dead_code, reason = "other benchmarks want other games")]
mod evidence;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use evidence::{Evidence, long_games};
use touchmove::game::json::{self, Place};
use touchmove::game::setup::Terms;
use touchmove::game::sitting::Sitting;
use touchmove::journal::{Entry, Journal, Past};
use touchmove_drivers::recording::Headers;
use touchmove_drivers::{Instant as BoardTime, Observation};

/// Plies of the game: 60 moves of each player.
const PLIES: usize = 120;

/// So many appends are timed together.
const APPENDS: u64 = 200_000;

/// Every sync is measured so often.
const SYNCS: usize = 200;

/// Every opening is measured so often.
const OPENINGS: usize = 50;

/// So many threads sync, as those of the daemon on the machine that it is made for.
const THREADS: usize = 2;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    appends(&folder.path().join("appends.journal"));
    for journals in [1, 10, 100] {
        syncs(folder.path(), journals);
    }
    let game = long_games(PLIES).next().expect("a game");
    let path = folder.path().join("game.journal");
    bytes_of(&game, &path);
    openings("a game of 60 moves", &path);
    let mut bytes = std::fs::read(&path).expect("a journal");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("a journal");
    openings("the same, damaged in the middle", &path);
}

fn open(path: &Path) -> (Journal, Past) {
    Journal::open(path, &Headers::default()).expect("a journal")
}

fn append(journal: &mut Journal, number: u64) {
    let observation: Observation = "square e2 .".parse().expect("an observation");
    let at = BoardTime::from_millis(number);
    journal.append_record(at, None, &observation).expect("a record");
}

fn appends(path: &Path) {
    let (mut journal, _) = open(path);
    let began = Instant::now();
    (0..APPENDS).for_each(|number| append(&mut journal, number));
    let took = began.elapsed();
    println!("appends: {:.0} a second, not synced", APPENDS as f64 / took.as_secs_f64());
}

/// A record is appended to each of so many journals at once, and all of them are synced.
fn syncs(folder: &Path, journals: usize) {
    let open_one = |number| open(&folder.join(format!("{journals}-{number}.journal"))).0;
    let mut opened: Vec<Journal> = (0..journals).map(open_one).collect();
    let mut times = Vec::new();
    for number in 0..SYNCS as u64 {
        opened.iter_mut().for_each(|journal| append(journal, number));
        let began = Instant::now();
        let sync = |journals: &mut [Journal]| -> Vec<Duration> {
            let sync_one = |journal: &mut Journal| {
                journal.sync().expect("a sync");
                began.elapsed()
            };
            journals.iter_mut().map(sync_one).collect()
        };
        let share = opened.len().div_ceil(THREADS);
        times.extend(std::thread::scope(|scope| {
            let threads: Vec<_> =
                opened.chunks_mut(share).map(|some| scope.spawn(move || sync(some))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("syncs")).collect::<Vec<_>>()
        }));
    }
    print(&format!("synced, journals at once: {journals}"), times);
}

/// Writes the journal of a game as the daemon does: what is observed, and what is told.
fn bytes_of(game: &Evidence, path: &Path) {
    let (mut journal, _) = Journal::open(path, &game.headers).expect("a journal");
    let begun = length(path);
    let terms = Terms { board: game.setup.clone(), rulebook: game.rulebook.clone() };
    let mut sitting = Sitting::new(terms);
    let (mut told_bytes, mut seq) = (0, 0);
    for step in &game.steps {
        journal.append_record(step.at, None, &step.observation).expect("a record");
        sitting.observe(step.at, step.record, &step.observation);
        let before = length(path);
        while let Some(told) = sitting.poll() {
            if told.seq.is_some() {
                seq += 1;
                journal.append_told(&json::line(&told, Place { seq, recording: 0 })).expect("told");
            }
        }
        told_bytes += length(path) - before;
    }
    journal.sync().expect("a sync");
    let moves = PLIES as u64 / 2;
    let observed_bytes = length(path) - begun - told_bytes;
    let is_of_clock = |what: &Observation| matches!(what, Observation::Clock(_));
    let of_clock = game.steps.iter().filter(|step| is_of_clock(&step.observation)).count();
    println!(
        "bytes a move of both players: {} observed ({} records, {of_clock} of them of the clock), {} told ({seq} lines)",
        observed_bytes / moves,
        journal.records(),
        told_bytes / moves
    );
}

fn length(path: &Path) -> u64 {
    path.metadata().expect("a journal").len()
}

fn openings(what: &str, path: &Path) {
    let mut times = Vec::new();
    for _ in 0..OPENINGS {
        let began = Instant::now();
        let (_, past) = black_box(open(path));
        times.push(began.elapsed());
        assert!(past.entries.iter().any(|entry| matches!(entry, Entry::Record { .. })));
    }
    print(&format!("{what}, {} KiB, read back", length(path) / 1024), times);
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{what}: {:.1?} median, {:.1?} 99 %, {:.1?} slowest", at(50), at(99), at(100));
}
