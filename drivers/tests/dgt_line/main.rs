//! A line with many DGT boards: all of them are found, and everything that each tells comes once, in its
//! order and with the time in which it happened.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod answers;
mod bench;
mod changes;
mod faults;
mod memory;
mod probe;

use std::time::Duration;

use bench::{Bench, serials};
use touchmove_drivers::observation::Hand;

const SEEDS: u32 = 5;

#[test]
fn all_boards_of_a_line_are_found_and_read_out() {
    for (count, most) in [(1, 3), (8, 9), (32, 25)] {
        for seed in 0..SEEDS {
            let serials = serials(count, seed);
            let mut bench = Bench::open(&serials);
            let took = bench.until_read(serials.len(), Duration::from_secs(most));
            println!("{count} boards, seed {seed}: read out after {took:?}");
            let expected: Vec<_> = serials.iter().map(|serial| format!("{serial:05}")).collect();
            assert_eq!(bench.read_out(), expected);
            for serial in serials {
                let told = bench.told(serial);
                assert_eq!(told[0], "link up");
                assert_eq!(told[1], format!("device serial={serial:05}"));
                assert!(told.contains(&format!("board {}", bench::START)), "{told:?}");
                assert_eq!(told.iter().filter(|line| line.starts_with("clock")).count(), 1);
            }
        }
    }
}

#[test]
fn every_board_is_visited_as_often_as_every_other() {
    for (count, most) in [(1, 80), (8, 220), (32, 900)] {
        let serials = serials(count, 0);
        let mut bench = Bench::settled(&serials);
        bench.run(Duration::from_secs(15));
        bench.forget();
        bench.run(Duration::from_secs(10));
        let visits = bench.sent[&0x83];
        let period = 10_000 * serials.len() / visits;
        println!("{count} boards: asked for changes every {period} ms; sent {:x?}", bench.sent);
        assert!(period <= most, "{period} ms");
        assert!(!bench.sent.contains_key(&0x84), "nothing was missed");
    }
}

#[test]
fn a_press_comes_in_its_place_among_the_changes_with_the_time_that_was_shown() {
    let serials = serials(3, 1);
    let mut bench = Bench::settled(&serials);
    bench.run(Duration::from_secs(15));
    bench.start_stop(1);
    bench.run(Duration::from_secs(5));
    bench.forget();
    // Faster than the board is asked.
    bench.line.device(bench.now, 1);
    for (square, letter) in [("e2", '.'), ("e4", 'P')] {
        bench.set(1, square, letter);
        bench.run(Duration::from_millis(210));
    }
    bench.press(1, Hand::Left);
    bench.run(Duration::from_millis(210));
    for (square, letter) in [("e7", '.'), ("e5", 'p')] {
        bench.set(1, square, letter);
        bench.run(Duration::from_millis(210));
    }
    bench.press(1, Hand::Right);
    bench.run(Duration::from_secs(3));
    let told = bench.told(serials[1]);
    let kept: Vec<_> = told.iter().filter(|line| !line.contains("battery")).collect();
    let presses: Vec<_> = kept
        .iter()
        .enumerate()
        .filter(|(_, line)| line.starts_with("clock"))
        .map(|(index, line)| (index, line.split("lever=").nth(1).unwrap().to_owned()))
        .collect();
    let at = |what: &str| kept.iter().position(|line| *line == what).unwrap();
    let first = presses.iter().find(|(_, lever)| lever == "right").unwrap().0;
    let second = presses.iter().find(|(index, lever)| *index > first && lever == "left").unwrap().0;
    let order = [at("square e4 P"), first, at("square e7 ."), at("square e5 p"), second];
    assert!(order.is_sorted(), "{kept:#?}");
    let mut levers: Vec<_> = presses.iter().map(|(_, lever)| lever.as_str()).collect();
    levers.dedup();
    let levers = levers.strip_prefix(&["left"]).unwrap_or(&levers);
    assert_eq!(levers, ["right", "left"], "the lever never goes back: {kept:#?}");
}
