//! What is told of squares, of the board itself and of noise.

use super::bench::{
    Bench, E2_LIFTED, E4_PAWN, FarEnd, SERIAL, board, fact, only_serial, read_out, square, up,
    usb_board,
};
use crate::driver::{Driver, Request};
use crate::observation::{DeviceFact, Square};
use crate::packet::Packet;

#[test]
fn every_square_has_its_reading() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    for (index, expected) in (0_u8..64).zip(Square::all()) {
        let field = (7 - index / 8) * 8 + index % 8;
        let observed = bench.hear(&[0x8E, 0x00, 0x05, field, 0x0B]);
        assert_eq!(observed, [square(&expected.to_string(), 'k')]);
    }
}

#[test]
fn a_square_that_reports_the_same_again_is_told_again() {
    let mut bench = Bench::open(usb_board);
    assert_eq!(
        bench.hear(&[E2_LIFTED, E2_LIFTED, E4_PAWN, E4_PAWN].concat()),
        [square("e2", '.'), square("e2", '.'), square("e4", 'P'), square("e4", 'P')]
    );
}

#[test]
fn an_unknown_piece_is_told_and_the_board_read_again() {
    let mut bench = Bench::open(usb_board);
    assert_eq!(bench.hear(&[0x8E, 0x00, 0x05, 0x24, 0x0D]), [square("e4", '?')]);
    bench.run(500, usb_board);
    assert_eq!(bench.times(0x42).len(), 1);
    assert_eq!(bench.observed, [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn a_check_of_the_board_is_told_where_it_differs_alone() {
    let mut bench = Bench::open(usb_board);
    bench.run(92_000, usb_board);
    assert_eq!(bench.times(0x42), [1_600, 31_600, 61_600, 91_600]);
    assert_eq!(bench.observed, []);
    bench.hear(E2_LIFTED);
    bench.run(30_000, usb_board);
    assert_eq!(bench.observed, [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn a_read_out_that_noise_has_shifted_is_not_believed_until_it_comes_twice() {
    let start: FarEnd = |code| match code {
        0x42 => board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        _ => usb_board(code),
    };
    let shifted: FarEnd = |code| match code {
        0x42 => board("nbqkbnrp/ppppppp1/8/8/8/7P/PPPPPPPR/NBQKBNR1"),
        _ => usb_board(code),
    };
    let mut bench = Bench::open(start);
    bench.run(5_000, start);
    // A check of the board comes at 31.6 s.
    bench.run(25_750, shifted);
    bench.run(2_000, start);
    assert_eq!(bench.times(0x42), [1_600, 31_600, 32_100], "it is read again");
    assert_eq!(bench.observed, [], "the next one says what was known");
    bench.run(40_000, shifted);
    let believed = read_out("nbqkbnrp/ppppppp1/8/8/8/7P/PPPPPPPR/NBQKBNR1");
    assert_eq!(bench.observed, [believed], "it has come twice");
}

#[test]
fn a_change_that_only_a_check_found_has_updates_asked_for_again() {
    let mut bench = Bench::open(usb_board);
    bench.run(5_000, usb_board);
    let changed: FarEnd = |code| match code {
        0x42 => board("8/8/8/8/4P3/8/8/4K3"),
        _ => usb_board(code),
    };
    bench.sent.clear();
    bench.run(30_000, changed);
    assert_eq!(bench.times(0x42), [31_600, 32_600]);
    assert_eq!(bench.times(0x4B), [31_600]);
    assert_eq!(bench.observed, [read_out("8/8/8/8/4P3/8/8/4K3")]);
}

#[test]
fn a_board_that_was_read_out_before_is_asked_until_noise_lets_an_answer_through() {
    let mut bench = Bench::open(usb_board);
    bench.driver.receive(bench.now, Packet::stream(&[0x8E, 0x00, 0x05]));
    bench.run(60_000, only_serial);
    let times = bench.times(0x42);
    let last = times.last().copied().unwrap();
    assert!(times.len() > 20, "{times:?}");
    bench.run(40_000, usb_board);
    let again = bench.times(0x42).into_iter().filter(|&at| at > last);
    assert_eq!(again.count(), 2, "once now, and once after half a minute");
}

#[test]
fn a_requested_read_out_is_told_and_its_repetition_is_not() {
    let mut bench = Bench::open(usb_board);
    bench.driver.request(bench.now, None, Request::ReadBoard).unwrap();
    bench.run(600, |code| usb_board(code).repeat(2));
    assert_eq!(bench.observed, [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn a_read_out_that_nobody_asked_for_is_told() {
    let mut bench = Bench::open(usb_board);
    bench.run(10_000, usb_board);
    let bytes = usb_board(0x42);
    assert_eq!(bench.hear(&bytes), [read_out("8/8/8/8/8/8/4P3/4K3")]);
}

#[test]
fn a_fact_is_told_when_first_seen_or_changed() {
    let mut bench = Bench::listening();
    let serial = |text: &str| fact(DeviceFact::Serial(text.into()));
    assert_eq!(bench.hear(SERIAL), [up(), serial("12345")]);
    assert_eq!(bench.hear(SERIAL), []);
    assert_eq!(bench.hear(b"\x91\x00\x0C00137 1.0"), [serial("00137")]);
    let hardware = [0x96, 0x00, 0x05, 0x01, 0x00];
    assert_eq!(bench.hear(&hardware), [fact(DeviceFact::Hardware("1.0".into()))]);
}

#[test]
fn noise_is_counted_and_told_once_a_second() {
    let mut bench = Bench::open(usb_board);
    let noise = |count| fact(DeviceFact::Noise(count));
    assert_eq!(bench.hear(&[0x12, 0x13, 0x8E, 0x00]), []);
    assert_eq!(bench.hear(E2_LIFTED), [noise(4), square("e2", '.')]);
    assert_eq!(bench.hear(&[&[0x01][..], E4_PAWN].concat()), [square("e4", 'P')]);
    bench.run(500, usb_board);
    assert_eq!(bench.times(0x42).len(), 1, "the noise may have hidden a change");
    bench.run(500, usb_board);
    assert_eq!(bench.hear(E2_LIFTED)[0], noise(1));
}
