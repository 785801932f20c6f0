//! Which commands leave, and how often.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;

use super::bench::{Bench, FarEnd, bluetooth_board, only_serial, usb_board};
use crate::driver::{Approach, Before, Driver, Known, Request};
use crate::packet::Packet;

#[test]
fn requests_are_answered_one_after_the_other_and_not_too_often() {
    let with_clock: FarEnd = |code| match code {
        0x41 => vec![0x8D, 0x00, 0x0A, 0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08],
        _ => usb_board(code),
    };
    let mut bench = Bench::open(with_clock);
    for _ in 0..300 {
        bench.driver.request(bench.now, None, Request::ReadBoard).unwrap();
        bench.driver.request(bench.now, None, Request::ReadClock).unwrap();
        bench.drain(with_clock);
        bench.run(10, with_clock);
    }
    for (code, pause) in [(0x42, 500), (0x41, 1_000)] {
        let times = bench.times(code);
        assert!(times.len() >= 3 && times.windows(2).all(|pair| pair[1] - pair[0] >= pause));
    }
}

/// One thing that happens to a driver.
#[derive(Clone, Debug)]
enum Event {
    Bytes(Vec<u8>),
    Message(u8, Vec<u8>),
    Wait(u16),
    Ask(Request),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let data = || proptest::collection::vec(0_u8..0x80, 0..70);
    let known = Known::of("8/8/8/8/8/8/8/K6k".parse().unwrap());
    let requests = [
        Request::ReadBoard,
        Request::ReadClock,
        Request::AwaitWord,
        Request::GoOn(Before::LongAgo(None)),
        Request::GoOn(Before::Nothing),
        Request::GoOn(Before::Known(Arc::new(known), Duration::ZERO)),
    ];
    let request = prop::sample::select(requests.to_vec());
    let event = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..40).prop_map(Event::Bytes),
        (0x86_u8..0xA6, data()).prop_map(|(id, data)| Event::Message(id, data)),
        (0x08_u8..0x60, 0_u8..0x80, 0x00_u8..0x1F).prop_map(|(left, second, status)| {
            Event::Message(0x8D, vec![left & 0x2F, 0x10, 0x10, 0x01, 0x20, second, status])
        }),
        (0_u8..64, 0_u8..0x10).prop_map(|(field, code)| Event::Message(0x8E, vec![field, code])),
        (0_u16..3_000).prop_map(Event::Wait),
        request.prop_map(Event::Ask),
    ];
    proptest::collection::vec(event, 0..120)
}

proptest! {
    /// Codes that write the board's memory, start its boot loader, change its mode or speak to its clock
    /// must never leave, whatever a device says; nor may its log be asked for that nobody wants.
    #[test]
    fn nothing_but_harmless_commands_is_ever_sent(
        approach in prop_oneof![Just(Approach::Known), Just(Approach::Probe)],
        honest in any::<bool>(),
        events in events(),
    ) {
        let far_end: FarEnd = if honest { bluetooth_board } else { only_serial };
        let mut bench = Bench::new(approach);
        bench.driver.start(bench.now);
        let wants_log = events.iter().any(|event| {
            matches!(event, Event::Ask(Request::GoOn(_)))
        });
        for event in events {
            match event {
                Event::Bytes(bytes) => bench.driver.receive(bench.now, Packet::stream(&bytes)),
                Event::Message(id, data) => {
                    let header = [id, 0, data.len() as u8 + 3];
                    bench.driver.receive(bench.now, Packet::stream(&[&header[..], &data].concat()));
                }
                Event::Wait(millis) => bench.run(millis.into(), far_end),
                Event::Ask(request) => { let _ = bench.driver.request(bench.now, None, request); }
            }
            bench.drain(far_end);
        }
        let mut harmless = BTreeSet::from([0x40, 0x41, 0x42, 0x45, 0x46, 0x4B, 0x4C, 0x4D, 0x55]);
        if wants_log {
            harmless.insert(0x49);
        }
        let sent: BTreeSet<u8> = bench.codes().into_iter().collect();
        prop_assert!(sent.is_subset(&harmless), "{:02X?}", sent);
        for (code, pause) in [(0x42, 500), (0x41, 1_000)] {
            prop_assert!(bench.times(code).windows(2).all(|pair| pair[1] - pair[0] >= pause));
        }
    }
}
