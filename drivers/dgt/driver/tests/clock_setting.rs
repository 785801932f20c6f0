//! What a clock is told when a person sets it, and when it is told nothing.

use proptest::prelude::*;

use super::bench::{Bench, fact, usb_board};
use crate::driver::{Ability, ClockOrder, Driver, Request};
use crate::observation::{ClockAnswer, ClockTime, DeviceFact, Hand};
use crate::packet::Packet;

const STANDS: [u8; 10] = [0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x08];
const RUNS: [u8; 10] = [0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, 0x01, 0x09];
const ABSENT: [u8; 10] = [0x8D, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20];
const TAKEN: [u8; 10] = [0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x0A, 0x0A, 0x00, 0x00, 0x00];
const REFUSED: [u8; 10] = [0x8D, 0x00, 0x0A, 0x0A, 0x40, 0x0A, 0x0A, 0x00, 0x00, 0x00];
const VOID: [u8; 10] = [0x8D, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00];

fn order() -> ClockOrder {
    let time = |m, s| ClockTime::from_hms(0, m, s).unwrap();
    ClockOrder { times: [time(12, 34), time(5, 6)], run: None }
}

/// Has the clock set; whether the driver would.
fn ask(bench: &mut Bench, order: ClockOrder) -> bool {
    let asked = bench.driver.request(bench.now, None, Request::SetClock(order));
    bench.drain(usb_board);
    asked.is_ok()
}

/// A board whose opening is done, and whose clock stands.
fn with_clock() -> Bench {
    let mut bench = Bench::open(usb_board);
    bench.hear(&STANDS);
    bench
}

#[test]
fn a_standing_clock_is_told_once_left_alone_and_then_asked() {
    let mut bench = with_clock();
    assert!(bench.driver.has(Ability::ClockSetting) && ask(&mut bench, order()));
    bench.run(3_000, usb_board);
    let message = vec![0x2B, 0x0A, 0x03, 0x0A, 0, 12, 34, 0, 5, 6, 0x04, 0x00];
    let [(at, sent)] = bench.clock_messages.as_slice() else {
        panic!("{:?}", bench.clock_messages);
    };
    assert_eq!(*sent, message);
    assert!(bench.sent.iter().all(|(then, _)| then <= at || *then >= at + 500));
    assert!(bench.times(0x41).iter().any(|then| *then >= at + 500));
}

#[test]
fn a_clock_that_runs_or_is_not_there_is_told_nothing() {
    for last in [RUNS, ABSENT] {
        let mut bench = with_clock();
        bench.hear(&last);
        assert!(!bench.driver.has(Ability::ClockSetting) && !ask(&mut bench, order()));
        bench.run(3_000, usb_board);
        assert_eq!(bench.clock_messages, []);
    }
    assert!(!ask(&mut Bench::open(usb_board), order()));
}

#[test]
fn a_time_that_no_clock_shows_is_refused() {
    let mut bench = with_clock();
    let times = [ClockTime::from_hms(10, 0, 0).unwrap(), ClockTime::default()];
    assert!(!ask(&mut bench, ClockOrder { times, run: None }));
}

#[test]
fn what_the_clock_answers_is_told_once_and_only_when_it_was_asked() {
    for (answer, told) in [(TAKEN, ClockAnswer::Taken), (REFUSED, ClockAnswer::Refused)] {
        let mut bench = with_clock();
        assert_eq!(bench.hear(&answer), []);
        assert!(ask(&mut bench, order()));
        bench.run(600, usb_board);
        assert_eq!(bench.clock_messages.len(), 1);
        assert_eq!(bench.hear(&answer), [fact(DeviceFact::ClockOrder(told))]);
        assert_eq!(bench.hear(&answer), []);
    }
}

/// One thing that happens to a driver.
#[derive(Clone, Debug)]
enum Event {
    Clock([u8; 10]),
    Wait(u16),
    Ask(ClockOrder),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let clock = prop::sample::select(vec![STANDS, STANDS, RUNS, ABSENT, TAKEN, REFUSED, VOID]);
    let time = || (0..ClockTime::MAX_MS / 9).prop_map(|ms| ClockTime::from_millis(ms).unwrap());
    let run = prop::sample::select(vec![None, Some(Hand::Left), Some(Hand::Right)]);
    let order = (time(), time(), run)
        .prop_map(|(left, right, run)| ClockOrder { times: [left, right], run });
    let event = prop_oneof![
        clock.prop_map(Event::Clock),
        (0_u16..1_500).prop_map(Event::Wait),
        order.prop_map(Event::Ask),
    ];
    prop::collection::vec(event, 0..60)
}

proptest! {
    #[test]
    fn only_a_standing_clock_is_told_and_only_what_was_asked_in_the_form_of_the_sheet(
        events in events(),
    ) {
        let mut bench = Bench::open(usb_board);
        let (mut stands, mut taken) = (false, Vec::new());
        for event in events {
            let told = bench.clock_messages.len();
            match event {
                Event::Clock(message) => {
                    stands = match message {
                        STANDS => true,
                        RUNS | ABSENT => false,
                        _ => stands,
                    };
                    bench.driver.receive(bench.now, Packet::stream(&message));
                }
                Event::Wait(millis) => bench.run(millis.into(), usb_board),
                Event::Ask(order) => {
                    let asked = bench.driver.request(bench.now, None, Request::SetClock(order));
                    taken.extend(asked.is_ok().then_some(order));
                }
            }
            bench.drain(usb_board);
            prop_assert!(stands || bench.clock_messages.len() == told, "told while it did not stand");
        }
        prop_assert!(bench.clock_messages.len() <= taken.len());
        for (_, message) in &bench.clock_messages {
            let [0x2B, 0x0A, 0x03, 0x0A, lh, lm, ls, rh, rm, rs, run, 0x00] = **message else {
                panic!("{message:02X?}");
            };
            prop_assert!(lh <= 9 && rh <= 9 && [lm, ls, rm, rs].iter().all(|part| *part <= 59));
            let is_its = |order: &ClockOrder| {
                let seconds = |h: u8, m: u8, s: u8| (u32::from(h) * 60 + u32::from(m)) * 60 + u32::from(s);
                let expected = match order.run {
                    Some(Hand::Left) => 0x01,
                    Some(Hand::Right) => 0x02,
                    None => 0x04,
                };
                order.times.map(ClockTime::as_secs) == [seconds(lh, lm, ls), seconds(rh, rm, rs)] && run == expected
            };
            prop_assert!(taken.iter().any(is_its), "{:02X?}", message);
        }
    }
}
