//! What was played while nobody asked: the boards have kept it.

use std::sync::Arc;
use std::time::Duration;

use touchmove_drivers::observation::Hand;
use touchmove_drivers::{Before, Known, Observation, Request};

use super::bench::{Bench, serials};

/// Opens the line anew, as a daemon does that knows what was told before.
fn resume(bench: &mut Bench, serials: &[u32]) {
    let known: Vec<_> = serials.iter().map(|&serial| known(bench, serial)).collect();
    reopen(bench);
    bench.run(Duration::from_secs(8));
    for (serial, known) in serials.iter().zip(known) {
        assert!(!bench.told(*serial).iter().any(|line| line.starts_with("board")), "not yet");
        bench.request(
            *serial,
            Request::GoOn(Before::Known(Arc::new(known), Duration::from_secs(60))),
        );
    }
    bench.run(Duration::from_secs(8));
}

/// Opens the line anew, and has the boards wait for word of what was known.
fn reopen(bench: &mut Bench) {
    bench.forget();
    bench.start();
    bench.driver.request(bench.now, None, Request::AwaitWord).unwrap();
}

fn known(bench: &Bench, serial: u32) -> Known {
    let mut known = None;
    for heard in bench.of(serial) {
        match (&mut known, &heard.what) {
            (None, Observation::Board(pieces)) => known = Some(Known::of((**pieces).clone())),
            (Some(known), observation) => known.note(observation),
            _ => {}
        }
    }
    known.expect("it was read out")
}

fn play(bench: &mut Bench, moves: &[(&str, char)]) {
    for &(square, letter) in moves {
        bench.set(1, square, letter);
        bench.run(Duration::from_millis(300));
    }
}

const MEMORY: [&str; 2] = ["device memory=begins", "device memory=ends"];

fn between_begin_and_end(told: &[String]) -> Vec<String> {
    let [begins, ends] = MEMORY.map(|mark| told.iter().position(|line| line == mark).unwrap());
    told[begins + 1..ends].to_vec()
}

#[test]
fn what_was_played_while_nobody_asked_is_told_in_order() {
    let serials = serials(3, 2);
    let mut bench = Bench::settled(&serials);
    bench.run(Duration::from_secs(10));
    bench.start_stop(1);
    play(&mut bench, &[("e2", '.'), ("e4", 'P')]);
    bench.run(Duration::from_secs(3));
    // Nobody asks any more.
    bench.driver.listen(bench.now);
    bench.run(Duration::from_secs(1));
    bench.press(1, Hand::Left);
    play(&mut bench, &[("e7", '.'), ("e5", 'p'), ("e5", '.'), ("e6", 'p')]);
    bench.press(1, Hand::Right);
    play(&mut bench, &[("d2", '.'), ("d4", 'P')]);
    resume(&mut bench, &serials);
    let told = bench.told(serials[1]);
    let missed = between_begin_and_end(&told);
    let squares: Vec<_> = missed.iter().filter(|line| line.starts_with("square")).collect();
    assert_eq!(
        squares,
        ["square e7 .", "square e5 .", "square e6 p", "square d2 .", "square d4 P"],
        "the board writes over what one square does alone, but not that it did something: {missed:#?}"
    );
    assert_eq!(missed.iter().filter(|line| line.starts_with("clock")).count(), 2, "{missed:#?}");
    assert!(!bench.told(serials[0]).iter().any(|line| line.contains("memory")));
}

#[test]
fn changes_that_were_sent_and_never_heard_are_told_again() {
    let serials = serials(3, 5);
    let mut bench = Bench::settled(&serials);
    bench.run(Duration::from_secs(10));
    play(&mut bench, &[("e2", '.')]);
    // The last answers are sent, but the host is killed before it has heard them.
    let known = known(&bench, serials[1]);
    play(&mut bench, &[("e4", 'P')]);
    assert_eq!(bench.changes(serials[1]).last().unwrap(), "square e4 P");
    let at = bench.heard.iter().rposition(|heard| heard.what.to_string() == "square e4 P").unwrap();
    bench.heard.truncate(at);
    bench.driver.listen(bench.now);
    play(&mut bench, &[("e7", '.')]);
    assert_eq!(known.placement().to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
    resume(&mut bench, &serials);
    let told = bench.told(serials[1]);
    assert!(told.contains(&"board rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR".to_owned()));
}

#[test]
fn a_game_of_which_changes_were_lost_is_fetched_from_its_log() {
    let serials = serials(3, 6);
    let mut bench = Bench::settled(&serials);
    bench.run(Duration::from_secs(10));
    play(&mut bench, &[("e2", '.'), ("e4", 'P')]);
    bench.run(Duration::from_secs(2));
    let kept = bench.heard.len();
    // Another host asks, and keeps nothing of it.
    play(&mut bench, &[("e7", '.'), ("e5", 'p'), ("d2", '.'), ("d4", 'P')]);
    bench.run(Duration::from_secs(2));
    bench.heard.truncate(kept);
    play(&mut bench, &[("d7", '.'), ("d5", 'p')]);
    bench.run(Duration::from_secs(2));
    bench.heard.truncate(kept);
    resume(&mut bench, &serials);
    let missed = between_begin_and_end(&bench.told(serials[1]));
    let expected = ["e7 .", "e5 p", "d2 .", "d4 P", "d7 .", "d5 p"];
    assert_eq!(missed, expected.map(|change| format!("square {change}")));
    assert!(bench.sent[&0x86] >= 1);
}

#[test]
fn a_board_that_was_heard_by_nobody_for_long_tells_what_it_has_kept_when_it_is_heard_again() {
    let serials = serials(3, 7);
    let mut bench = Bench::settled(&serials);
    bench.run(Duration::from_secs(10));
    play(&mut bench, &[("e2", '.'), ("e4", 'P')]);
    bench.run(Duration::from_secs(2));
    let known = known(&bench, serials[1]);
    bench.driver.listen(bench.now);
    reopen(&mut bench);
    // Another board has its number for so long that nobody waits for word any more.
    bench.run(Duration::from_secs(45));
    play(&mut bench, &[("e7", '.'), ("e5", 'p'), ("d2", '.'), ("d4", 'P')]);
    bench.run(Duration::from_secs(2));
    let unheard = bench.told(serials[1]).len();
    let before = Before::Known(Arc::new(known), Duration::from_secs(60));
    bench.request(serials[1], Request::GoOn(before));
    bench.run(Duration::from_secs(8));
    let missed = between_begin_and_end(&bench.told(serials[1])[unheard..]);
    assert_eq!(missed, ["e7 .", "e5 p", "d2 .", "d4 P"].map(|change| format!("square {change}")));
}
