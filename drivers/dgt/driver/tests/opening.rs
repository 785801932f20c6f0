//! Opening a link, probing a port, listening.

use super::bench::{
    Bench, E2_LIFTED, E4_PAWN, bluetooth_board, board, fact, only_serial, read_out, silent, square,
    up, usb_board,
};
use crate::driver::{Approach, Driver, Request, Unsupported};
use crate::observation::{DeviceFact, Observation};
use crate::time::Instant;

#[test]
fn an_old_board_is_opened_without_questions_it_does_not_know() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    bench.run(900, usb_board);
    let sent = [(500, 0x40), (600, 0x45), (600, 0x4D), (600, 0x46), (600, 0x42), (600, 0x4B)];
    assert_eq!(bench.sent, sent);
    assert_eq!(
        bench.observed,
        [
            up(),
            fact(DeviceFact::Serial("12345".into())),
            fact(DeviceFact::Version("1.02".into())),
            fact(DeviceFact::BusAddress(1_025)),
            read_out("8/8/8/8/8/8/4P3/4K3"),
        ]
    );
}

#[test]
fn a_bluetooth_board_tells_its_long_serial_number_and_its_charge() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    bench.run(900, bluetooth_board);
    assert_eq!(bench.codes(), [0x40, 0x45, 0x4D, 0x55, 0x4C, 0x46, 0x42, 0x4B]);
    assert!(bench.observed.contains(&fact(DeviceFact::LongSerial("3.36012345".into()))));
    assert!(bench.observed.contains(&Observation::Battery(100)));
    bench.run(120_000, bluetooth_board);
    assert_eq!(bench.times(0x4C).len(), 3, "the charge is asked for again");
    assert_eq!(bench.observed.iter().filter(|o| matches!(o, Observation::Battery(_))).count(), 1);
}

#[test]
fn a_board_that_answers_nothing_but_its_serial_number_is_opened_all_the_same() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    bench.run(30_000, only_serial);
    let count = |code| bench.times(code).len();
    assert_eq!([0x40, 0x4D, 0x55, 0x4C, 0x46, 0x4B].map(count), [1, 3, 1, 1, 3, 1]);
    assert!(count(0x42) >= 3);
    assert!(!bench.is_lost);
    assert_eq!(
        bench.observed,
        [up(), fact(DeviceFact::Serial("12345".into()))],
        "never stale either: a keep-alive goes before every other command"
    );
}

#[test]
fn a_board_that_answers_everything_but_who_it_is_is_opened_and_kept() {
    let mut bench = Bench::new(Approach::Known);
    bench.driver.start(bench.now);
    bench.driver.request(bench.now, None, Request::AwaitWord).unwrap();
    let nameless = |code| if code == 0x45 { Vec::new() } else { usb_board(code) };
    bench.run(20_000, nameless);
    assert!(bench.observed.contains(&fact(DeviceFact::Version("1.02".into()))));
    assert!(bench.observed.contains(&read_out("8/8/8/8/8/8/4P3/4K3")));
    let told = bench.observed.len();
    bench.run(60_000, nameless);
    assert!(!bench.is_lost);
    let later = &bench.observed[told..];
    assert!(!later.iter().any(|told| matches!(told, Observation::Link(_))), "{later:?}");
    bench.run(10_000, silent);
    assert!(bench.is_lost);
}

#[test]
fn a_probed_port_gets_nothing_but_the_harmless_question() {
    let mut bench = Bench::new(Approach::Probe);
    bench.driver.start(bench.now);
    bench.run(10_000, silent);
    assert_eq!(bench.sent, [(500, 0x45), (1_500, 0x45), (2_500, 0x45)]);
    assert!(bench.is_lost);
    assert_eq!(bench.driver.deadline(), None);
}

#[test]
fn a_probed_device_is_believed_when_it_has_told_a_serial_number() {
    const SERIAL: &[u8] = b"\x91\x00\x08 1025";
    let mut bench = Bench::new(Approach::Probe);
    bench.driver.start(bench.now);
    bench.run(600, silent);
    assert_eq!(bench.hear(E2_LIFTED), []);
    assert_eq!(bench.hear(b"\x91\x00\x08$GPGG"), []);
    assert_eq!(bench.hear(SERIAL), [up(), fact(DeviceFact::Serial("1025".into()))]);
    bench.run(500, |code| if code == 0x45 { SERIAL.to_vec() } else { usb_board(code) });
    assert_eq!(bench.codes(), [0x45, 0x40, 0x45, 0x4D, 0x46, 0x42, 0x4B]);
}

#[test]
fn a_driver_begins_anew_with_each_link() {
    let mut bench = Bench::open(usb_board);
    bench.driver.start(bench.now);
    bench.run(900, usb_board);
    assert_eq!(bench.codes(), [0x40, 0x45, 0x4D, 0x46, 0x42, 0x4B]);
    assert_eq!(bench.observed.len(), 5);
}

#[test]
fn a_listening_driver_says_nothing_and_waits_for_ever() {
    let mut bench = Bench::listening();
    assert_eq!(bench.driver.deadline(), None);
    assert_eq!(bench.hear(&board("8/8/8/8/8/8/8/K1k5"))[1..], [read_out("8/8/8/8/8/8/8/K1k5")]);
    for request in [Request::ReadBoard, Request::ReadClock] {
        assert_eq!(
            bench.driver.request(bench.now, None, request.clone()),
            Err(Unsupported(request))
        );
    }
    bench.now = Instant::from_millis(3_600_000);
    bench.driver.timeout(bench.now);
    bench.drain(silent);
    assert_eq!((bench.sent.len(), bench.is_lost), (0, false));
    assert_eq!(bench.hear(E4_PAWN), [square("e4", 'P')]);
}
