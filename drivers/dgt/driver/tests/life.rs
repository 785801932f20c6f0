//! Signs of life, and their absence.

use std::time::Duration;

use super::bench::{Bench, E2_LIFTED, E4_PAWN, silent, square, up, usb_board};
use crate::driver::{Approach, Driver};
use crate::observation::{DeviceFact, LinkState, Observation};
use crate::packet::Packet;

#[test]
fn a_keep_alive_goes_out_each_second() {
    let mut bench = Bench::open(usb_board);
    bench.run(5_000, usb_board);
    assert_eq!(bench.times(0x45), [1_600, 2_600, 3_600, 4_600, 5_600]);
}

#[test]
fn a_board_that_answers_nothing_is_heard_as_long_as_it_speaks() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    for second in 0..60 {
        bench.run(1_000, silent);
        let bytes = if second % 2 == 0 { E2_LIFTED } else { &[0x8E, 0x00, 0x05, 0x34, 0x01] };
        assert!(bench.hear(bytes).len() <= 2, "the link comes up once, the square each time");
        assert!(!bench.is_lost);
    }
    assert_eq!(bench.times(0x4B).len(), 1);
}

#[test]
fn a_board_that_speaks_without_answering_keep_alives_is_not_gone() {
    let mut bench = Bench::open(usb_board);
    for second in 0_u8..50 {
        bench.run(1_000, silent);
        bench.hear(&[0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, (second / 10) << 4, 0x09]);
    }
    assert!(!bench.is_lost);
}

#[test]
fn a_silent_board_is_stale_then_gone_and_up_again_when_it_speaks() {
    let mut bench = Bench::open(usb_board);
    bench.run(2_000, silent);
    assert_eq!(bench.observed, [Observation::Link(LinkState::Stale)]);
    assert_eq!(bench.hear(E2_LIFTED), [up(), square("e2", '.')]);
    bench.run(5_000, silent);
    assert_eq!(bench.observed, [Observation::Link(LinkState::Stale)]);
    assert!(bench.is_lost);
    assert_eq!(bench.driver.deadline(), None);
    assert_eq!(bench.hear(E4_PAWN), [], "a lost link says nothing more");
}

#[test]
fn a_board_that_was_silent_is_asked_for_updates_again() {
    let mut bench = Bench::open(usb_board);
    bench.run(2_000, silent);
    bench.sent.clear();
    bench.run(2_000, usb_board);
    assert_eq!((bench.times(0x4B).len(), bench.times(0x42).len()), (1, 2));
}

#[test]
fn a_device_that_sends_noise_alone_is_gone() {
    let mut bench = Bench::open(usb_board);
    for _ in 0..20 {
        bench.run(500, silent);
        bench.driver.receive(bench.now, Packet::stream(&[0x00, 0x91, 0xFF]));
    }
    assert!(bench.is_lost);
}

#[test]
fn time_in_which_nobody_attended_is_no_silence() {
    let mut bench = Bench::open(usb_board);
    bench.now = bench.now + Duration::from_secs(60);
    bench.driver.timeout(bench.now);
    bench.drain(usb_board);
    assert!(!bench.is_lost);
    assert_eq!(bench.observed, []);
}

/// What a board with another serial number answers.
fn another_board(command: u8) -> Vec<u8> {
    if command == 0x45 { ANOTHER.to_vec() } else { usb_board(command) }
}

const ANOTHER: &[u8] = b"\x91\x00\x0854321";

#[test]
fn a_serial_number_that_is_damaged_once_is_asked_for_again_and_not_told() {
    let mut bench = Bench::open(usb_board);
    let asked = bench.times(0x45).len();
    assert_eq!(bench.hear(ANOTHER), []);
    bench.run(100, usb_board);
    assert_eq!(bench.times(0x45).len(), asked + 1);
    bench.run(5_000, usb_board);
    // A question of the opening was not answered here, and that is told.
    bench.observed.retain(|told| !matches!(told, Observation::Device(DeviceFact::Repeats(_))));
    assert_eq!((bench.observed.as_slice(), bench.is_lost), (&[][..], false));
}

#[test]
fn another_board_at_the_end_of_the_line_ends_the_link() {
    let mut bench = Bench::open(usb_board);
    bench.run(2_000, another_board);
    let told = Observation::Device(DeviceFact::Serial("54321".into()));
    assert_eq!((bench.observed.as_slice(), bench.is_lost), (&[told][..], true));
}
