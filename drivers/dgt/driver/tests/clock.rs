//! What is told of the clock.

use super::bench::{Bench, SERIAL, fact, up, usb_board};
use crate::observation::{BatteryState, ClockPresence, ClockReading, DeviceFact, Observation};

#[test]
fn the_clock_is_told_as_it_stands() {
    let mut bench = Bench::listening();
    let observed = bench.hear(&[0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09]);
    let [link, Observation::Clock(ClockReading::Hands(times))] = observed.as_slice() else {
        panic!("{observed:?}");
    };
    assert_eq!(*link, up());
    assert_eq!(times.times.map(|time| time.as_secs()), [181, 182]);
}

#[test]
fn a_doubtful_clock_is_told_and_read_again() {
    let mut bench = Bench::open(usb_board);
    let minutes = |minutes| [0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, minutes, 0x00, 0x09];
    bench.hear(&minutes(0x30));
    assert_eq!(bench.codes(), []);
    let observed = bench.hear(&minutes(0x10));
    let [Observation::Clock(ClockReading::Hands(times))] = observed.as_slice() else {
        panic!("{observed:?}");
    };
    assert!(times.doubtful);
    assert_eq!(bench.codes(), [0x41]);
}

#[test]
fn a_clock_that_goes_and_comes_back_is_told_without_doubt() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    let absent = [0x8D, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20];
    let running = |minutes| [0x8D, 0x00, 0x0A, 0x20, 0x30, 0x00, 0x20, minutes, 0x00, 0x09];
    assert!(matches!(bench.hear(&running(0x30))[..], [Observation::Clock(_)]));
    assert_eq!(bench.hear(&absent), [fact(DeviceFact::Clock(ClockPresence::Absent))]);
    assert_eq!(bench.hear(&absent), []);
    let back = bench.hear(&running(0x10));
    let [present, Observation::Clock(ClockReading::Hands(times))] = back.as_slice() else {
        panic!("{back:?}");
    };
    assert_eq!(*present, fact(DeviceFact::Clock(ClockPresence::Present)));
    assert!(!times.doubtful);
}

#[test]
fn a_low_clock_battery_is_told_until_it_is_changed() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    let mut battery = |status| {
        let message = [0x8D, 0x00, 0x0A, 0x00, 0x03, 0x02, 0x00, 0x03, 0x02, status];
        let mut observed = bench.hear(&message);
        observed.retain(|observation| matches!(observation, Observation::Device(_)));
        observed
    };
    assert_eq!(battery(0x08), []);
    assert_eq!(battery(0x0C), [fact(DeviceFact::ClockBattery(BatteryState::Low))]);
    assert_eq!(battery(0x0C), []);
    assert_eq!(battery(0x08), [fact(DeviceFact::ClockBattery(BatteryState::Good))]);
}

#[test]
fn a_button_of_the_clock_is_told_and_its_other_answers_are_not() {
    let mut bench = Bench::listening();
    bench.hear(SERIAL);
    let back = [0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x08, 0x2A, 0x00, 0x31, 0x00];
    let ready = [0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x01, 0x2A, 0x00, 0x00, 0x00];
    let void = [0x8D, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00];
    assert_eq!(bench.hear(&back), [Observation::Button("back".into())]);
    assert_eq!(bench.hear(&[ready, void].concat()), []);
}
