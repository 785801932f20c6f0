//! What is kept of one board, and spent on it, is bounded, whatever it says. What is measured here is memory, and the
//! allocator that counts it is the whole program's, so this is a program of its own.

#![cfg(test)]

#[path = "../fuzz/parsers/board.rs"]
#[allow(unreachable_pub, reason = "to the fuzzers it is a part of theirs")]
mod board;
#[path = "../benches/counting/mod.rs"]
mod counting;

use std::time::Duration;

use board::Board;
use fastrand::Rng;
use rustix::time::{ClockId, clock_gettime};
use touchmove_core::game::setup;
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::recording::Headers;

/// No board takes more memory, in bytes.
const MAX_HELD_BYTES: usize = 2 << 20;

/// Nor for a moment, while a mate is looked for.
const MAX_PEAK_BYTES: usize = 3 << 20;

/// Observations of each board; `TOUCHMOVE_OBSERVATIONS` says otherwise.
const OBSERVATIONS: u64 = 3_000;

/// Time is measured in so many parts of them.
const PARTS: u64 = 4;

/// The last part takes no more than so many times the dearest one before.
const MAX_TIMES_SLOWER: u32 = 3;

/// Kinds of what a board says, as the script has them: the lower half of its bytes.
const KINDS: &[(&str, &[u8])] = &[
    ("random updates", &[0]),
    ("random updates without kings", &[1]),
    ("random updates among all else", &[0, 1, 1, 1, 1, 9, 10, 11, 12, 13, 14, 15]),
    ("all that there is", &[1, 5, 8, 9, 10, 11, 12, 13, 14, 15]),
    ("legal moves", &[5]),
    ("legal moves with presses and a clock", &[5, 9, 10]),
    ("illegal moves", &[8]),
    ("read-outs", &[13]),
    ("moves and read-outs", &[5, 5, 5, 13]),
    ("starts", &[5, 5, 5, 5, 5, 5, 8, 12]),
    ("decisions", &[5, 5, 15]),
    ("links", &[0, 5, 11]),
];

/// How long nothing happens before: the upper half.
const PACES: &[(&str, &[u8])] = &[
    ("all at once", &[0]),
    ("as fast as 9600 baud", &[2]),
    ("as hands do", &[6, 7, 8, 9]),
    ("with rests", &[8, 11, 12, 13]),
    ("at any pace", &[0, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
];

#[test]
fn memory_and_time_of_a_board_are_bounded_whatever_it_says() {
    let observations = std::env::var("TOUCHMOVE_OBSERVATIONS").ok();
    let observations = observations.map_or(OBSERVATIONS, |number| number.parse().unwrap());
    let mut seed = 0;
    for (kind, kinds) in KINDS {
        for (pace, paces) in PACES {
            seed += 1;
            let script = script(kinds, paces, seed);
            let Taken { held, peak, times } = taken_by(&script, observations);
            let shown =
                format!("{kind}, {pace} (seed {seed}): {held} bytes, at most {peak}; {times:?}");
            println!("{shown}");
            assert!(held <= MAX_HELD_BYTES && peak <= MAX_PEAK_BYTES, "{shown}");
            let (last, before) = times.split_last().unwrap();
            let dearest = before.iter().max().unwrap();
            assert!(*last <= *dearest * MAX_TIMES_SLOWER + Duration::from_millis(20), "{shown}");
        }
    }
}

/// Bytes of which each pair begins something of these kinds after one of these pauses.
fn script(kinds: &[u8], paces: &[u8], seed: u64) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed);
    let mut script = Vec::new();
    for _ in 0..5_000 {
        let (kind, pace) = (rng.choice(kinds).unwrap(), rng.choice(paces).unwrap());
        script.extend([pace << 4 | kind, rng.u8(..)]);
        // what the kinds read beside their pair
        script.extend(matches!(kind, 0 | 1 | 13).then(|| rng.u8(..)));
    }
    script
}

/// What a board takes.
struct Taken {
    /// The most bytes between two observations.
    held: usize,
    /// The most bytes ever.
    peak: usize,
    /// Time of the processor, by parts.
    times: Vec<Duration>,
}

fn taken_by(script: &[u8], observations: u64) -> Taken {
    let mut board = Board::new(script);
    let before = counting::live();
    counting::forget_peak();
    let mut sitting = Sitting::new(setup::of_headers(&Headers::default()).unwrap());
    let (mut held, mut times) = (0, Vec::new());
    for part in 0..PARTS {
        let begun = processor_time();
        let each = observations / PARTS;
        for record in part * each + 1..=(part + 1) * each {
            let (at, observation) = board.says();
            sitting.observe(at, record, &observation);
            while sitting.poll().is_some() {}
            held = held.max(counting::live().saturating_sub(before));
        }
        times.push(processor_time() - begun);
    }
    Taken { held, peak: counting::peak().saturating_sub(before), times }
}

/// The time that this thread has had of a processor.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
}
