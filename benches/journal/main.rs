//! What it costs to keep evidence: appends a second, the time until what was appended survives a loss of power, the
//! time to read a game back, and bytes a move. Real files, in the folder for temporary ones.

#![allow(clippy::expect_used, reason = "a benchmark without its files is to end")]

#[path = "../evidence/mod.rs"]
#[expect(dead_code, reason = "other benchmarks want other games")]
mod evidence;
mod round;
#[path = "../station/mod.rs"]
#[expect(dead_code, reason = "nobody asks for its number here")]
mod station;

use std::fs::File;
use std::hint::black_box;
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use evidence::{ObservedRecording, long_games};
use touchmove_core::game::json::{self, LinePlace};
use touchmove_core::game::setup::Terms;
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::recording::Headers;
use touchmove_drivers::{Instant as BoardTime, Observation};
use touchmove_station::journal::{Journal, JournalPast, PastEntry};

/// Plies of the game: 60 moves of each player.
const PLIES: usize = 120;

/// So many appends are timed together.
const APPENDS: u64 = 200_000;

/// Every sync is measured so often.
const SYNCS: usize = 100;

/// Every opening is measured so often.
const OPENINGS: usize = 50;

/// So many threads sync in turn: one for each processor of the machine that the daemon is made for, and as many as it
/// has for this.
const THREADS: [usize; 2] = [2, 16];

/// What keeps the disk busy: somebody who writes so many bytes and syncs them, over and over.
const BUSY: usize = 8 * 1024 * 1024;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    appends(&folder.path().join("appends.journal"));
    for journals in [1, 10, 100] {
        THREADS.iter().for_each(|&threads| syncs(folder.path(), journals, threads, "quiet"));
    }
    while_busy(&folder.path().join("busy"), || {
        for journals in [1, 10, 100] {
            THREADS.iter().for_each(|&threads| syncs(folder.path(), journals, threads, "busy"));
        }
    });
    let game = long_games(PLIES).next().expect("a game");
    let path = folder.path().join("game.journal");
    bytes_of(&game, &path);
    openings("a game of 60 moves", &path);
    let mut bytes = std::fs::read(&path).expect("a journal");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("a journal");
    openings("the same, damaged in the middle", &path);
    round::ready();
}

fn open(path: &Path) -> (Journal, JournalPast) {
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

/// Does something while somebody else keeps the disk busy.
fn while_busy(file: &Path, work: impl FnOnce()) {
    let (over, bytes) = (AtomicBool::new(false), vec![7; BUSY]);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = File::create(file).expect("a file");
            while !over.load(Ordering::Relaxed) {
                file.rewind().and_then(|()| file.write_all(&bytes)).expect("a write");
                file.sync_data().expect("a sync");
            }
        });
        work();
        over.store(true, Ordering::Relaxed);
    });
}

/// A record is appended to each of so many journals at once, and all of them are synced.
fn syncs(folder: &Path, journals: usize, threads: usize, disk: &str) {
    let open_one =
        |number| open(&folder.join(format!("{journals}-{number}-{threads}-{disk}.journal"))).0;
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
        let share = opened.len().div_ceil(threads);
        times.extend(std::thread::scope(|scope| {
            let threads: Vec<_> =
                opened.chunks_mut(share).map(|some| scope.spawn(move || sync(some))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("syncs")).collect::<Vec<_>>()
        }));
    }
    print(
        &format!("synced, journals at once: {journals}, by {threads} threads, {disk} disk"),
        times,
    );
}

/// Writes the journal of a game as the daemon does: what is observed, and what is told.
fn bytes_of(game: &ObservedRecording, path: &Path) {
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
                journal
                    .append_told(&json::line(&told, LinePlace { seq, recording: 0 }))
                    .expect("told");
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
        assert!(past.entries.iter().any(|entry| matches!(entry, PastEntry::Record { .. })));
    }
    print(&format!("{what}, {} KiB, read back", length(path) / 1024), times);
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{what}: {:.1?} median, {:.1?} 99 %, {:.1?} slowest", at(50), at(99), at(100));
}
