//! What must hold for every row of the family table.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod openings;
mod pair;

use std::collections::VecDeque;
use std::time::Duration;

use pair::{Pair, Way, make};
use proptest::prelude::*;
use touchmove_drivers::driver::{ClockOrder, Sound, Squares};
use touchmove_drivers::family::{self, Flow, Transport, Uuid};
use touchmove_drivers::observation::{
    ClockReading, ClockTime, Hand, Observation, Reading, Sensing, Side, Square, Times,
};
use touchmove_drivers::{
    Ability, Approach, Channel, Driver, FAMILIES, Family, Instant, Output, Packet, Request,
    Unsupported,
};

/// Something that happens to bytes on their way.
#[derive(Clone, Debug)]
enum Mishap {
    /// Noise gets in before the byte at this position.
    Noise(usize, Vec<u8>),
    /// The byte at this position is lost.
    Loss(usize),
    /// The byte at this position is another.
    Error(usize, u8),
}

fn mishaps() -> impl Strategy<Value = Vec<Mishap>> {
    let mishap = prop_oneof![
        (any::<usize>(), proptest::collection::vec(any::<u8>(), 1..12))
            .prop_map(|(at, noise)| Mishap::Noise(at, noise)),
        any::<usize>().prop_map(Mishap::Loss),
        (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Mishap::Error(at, byte)),
    ];
    proptest::collection::vec(mishap, 0..12)
}

fn befall(bytes: &mut Vec<u8>, mishap: &Mishap) {
    let length = bytes.len().max(1);
    match mishap {
        Mishap::Noise(at, noise) => {
            let at = at % length;
            bytes.splice(at..at, noise.iter().copied());
        }
        Mishap::Loss(at) => {
            bytes.splice(at % length..(at % length + 1).min(bytes.len()), []);
        }
        Mishap::Error(at, byte) => {
            if let Some(wrong) = bytes.get_mut(at % length) {
                *wrong = *byte;
            }
        }
    }
}

/// What comes of a stream.
fn spoilt_stream(packets: Vec<Packet>, mishaps: &[Mishap]) -> Vec<u8> {
    let mut bytes = packets.into_iter().flat_map(|packet| packet.bytes).collect();
    mishaps.iter().for_each(|mishap| befall(&mut bytes, mishap));
    bytes
}

/// What comes of packets: each mishap befalls one of them.
fn spoilt_packets(mut packets: Vec<Packet>, mishaps: &[Mishap]) -> Vec<Packet> {
    for mishap in mishaps {
        let (Mishap::Noise(at, _) | Mishap::Loss(at) | Mishap::Error(at, _)) = mishap;
        let count = packets.len().max(1);
        if let Some(packet) = packets.get_mut(at % count) {
            befall(&mut packet.bytes, mishap);
        }
    }
    packets
}

/// What a driver gets of what its device has sent, a little at a time.
fn played(way: Way, mishaps: &[Mishap]) -> VecDeque<Packet> {
    match way.transport.flow() {
        Flow::Packets => spoilt_packets(transcript(way), mishaps).into(),
        Flow::Stream => {
            let bytes = spoilt_stream(transcript(way), mishaps);
            bytes.chunks(60).map(|piece| Packet::stream(piece.to_vec())).collect()
        }
    }
}

/// What a device sends while something is played on it.
fn transcript(way: Way) -> Vec<Packet> {
    let Some(mut pair) = Pair::connect(way, &make()) else {
        return Vec::new();
    };
    pair.run(Duration::from_secs(2));
    pair.start_stop();
    let readings = readings_of(way.family.sensing);
    for (square, &reading) in Square::all().zip(&readings) {
        pair.set(square, reading);
        pair.run(Duration::from_millis(700));
        pair.press(Hand::BOTH[square.index() % 2]);
    }
    pair.run(Duration::from_secs(2));
    pair.into_received()
}

/// How a driver begins.
#[derive(Clone, Copy, Debug)]
enum Begin {
    Start,
    Listen,
}

impl Begin {
    fn driver(self, way: Way) -> Box<dyn Driver> {
        let mut driver = (way.family.driver)(Approach::Known, way.transport);
        match self {
            Self::Start => driver.start(Instant::ZERO),
            Self::Listen => driver.listen(Instant::ZERO),
        }
        driver
    }
}

/// All that `driver` gives when it gets these pieces at one moment.
fn outputs<'a>(mut driver: Box<dyn Driver>, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Output> {
    let now = Instant::from_millis(5_000);
    let mut outputs = Vec::new();
    for piece in pieces {
        driver.receive(now, Packet::stream(piece));
        outputs.extend(std::iter::from_fn(|| driver.poll()));
    }
    outputs
}

/// Cuts `bytes` into pieces of the given lengths, round and round.
fn cut<'a>(bytes: &'a [u8], lengths: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = bytes;
    let mut lengths = lengths.iter().copied().cycle();
    std::iter::from_fn(move || {
        let length = lengths.next()?.min(rest.len());
        let (piece, after) =
            rest.split_at_checked(length).filter(|(piece, _)| !piece.is_empty())?;
        rest = after;
        Some(piece)
    })
}

fn square() -> impl Strategy<Value = Square> {
    (0_u8..64).prop_filter_map("a square", Square::new)
}

/// What a board of this sensing can report.
fn readings_of(sensing: Sensing) -> Vec<Reading> {
    ".KQRBNPkqrbnp*+-"
        .chars()
        .filter_map(Reading::from_letter)
        .filter(|reading| match sensing {
            Sensing::Identity | Sensing::Moves => {
                matches!(reading, Reading::Empty | Reading::Piece(_))
            }
            Sensing::Occupancy => matches!(reading, Reading::Empty | Reading::Occupied),
            Sensing::Colour => matches!(reading, Reading::Empty | Reading::Color(_)),
        })
        .collect()
}

/// The last times that were observed.
fn last_times(observed: &[Observation]) -> Option<Times<Hand>> {
    observed.iter().rev().find_map(|observation| match observation {
        Observation::Clock(ClockReading::Hands(times)) => Some(*times),
        _ => None,
    })
}

#[test]
fn the_characteristics_of_a_board_have_channels_of_their_own() {
    for family in FAMILIES {
        for transport in family.transports {
            let Transport::Gatt(gatt) = transport else { continue };
            let heads =
                gatt.channels.iter().map(|one| (one.channel, one.way == family::Way::Notify));
            let mut heads: Vec<_> = heads.collect();
            assert!(heads.iter().all(|(channel, _)| *channel != Channel::STREAM));
            heads.sort();
            heads.dedup();
            assert_eq!(heads.len(), gatt.channels.len(), "{}", family.name);
        }
    }
}

/// Boards of many families offer the same service.
/// Families that have all their ways in common are told apart by what their boards say.
#[test]
fn a_name_in_the_air_is_of_one_family() {
    let mut named = Vec::new();
    for family in FAMILIES {
        for transport in family.transports {
            let (names, service) = match transport {
                Transport::Gatt(gatt) => (gatt.names, gatt.service),
                Transport::Rfcomm(rfcomm) => (rfcomm.names, rfcomm.service),
                _ => continue,
            };
            assert!(names.iter().all(|name| !name.is_empty()), "{}", family.name);
            named.extend(names.iter().map(|name| (service, name.to_lowercase(), *family)));
        }
    }
    let is_confused = |one: &(Uuid, String, &Family), other: &(Uuid, String, &Family)| {
        one.0 == other.0
            && one.2.transports != other.2.transports
            && other.1.starts_with(one.1.as_str())
    };
    let mut confused = Vec::new();
    for one in &named {
        confused.extend(named.iter().filter(|other| is_confused(one, other)).map(|it| (one, it)));
    }
    assert!(confused.is_empty(), "{confused:?}");
}

#[test]
fn what_a_driver_says_it_cannot_do_it_refuses_and_nothing_else() {
    let time = ClockTime::from_hms(0, 3, 0).unwrap();
    for Way { family, transport } in Way::all() {
        let mut driver = (family.driver)(Approach::Known, transport);
        driver.start(Instant::ZERO);
        for request in [
            Request::Light(Squares::default()),
            Request::SetClock(ClockOrder { times: [time; 2], run: None }),
            Request::Sound(Sound::Off),
            Request::Calibrate,
            Request::PowerOff,
        ] {
            let is_able = request.needs().is_some_and(|ability| driver.has(ability));
            let expected = if is_able { Ok(()) } else { Err(Unsupported(request.clone())) };
            assert_eq!(driver.request(Instant::ZERO, None, request), expected, "{}", family.name);
        }
    }
}

#[test]
fn what_a_driver_says_it_can_do_stands_on_the_row_of_its_family() {
    for Way { family, transport } in Way::all() {
        let mut driver = (family.driver)(Approach::Known, transport);
        driver.start(Instant::ZERO);
        for ability in Ability::ALL {
            assert!(!driver.has(ability) || family.may(ability), "{}: {ability:?}", family.name);
        }
    }
}

#[test]
fn squares_that_are_to_be_lit_are_lit_on_the_board_and_go_dark_again() {
    let squares: Squares = ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
    let mut families = Vec::new();
    for way in Way::all().filter(|way| way.family.may(Ability::Lights)) {
        let Some(mut pair) = Pair::connect(way, &make()) else { continue };
        pair.run(Duration::from_secs(4));
        for picture in [squares, Squares::NONE] {
            pair.request(Request::Light(picture));
            pair.run(Duration::from_secs(4));
            assert_eq!(pair.device.lit(), picture, "{way:?}");
        }
        families.push(way.family.name);
    }
    families.dedup();
    assert!(families.len() >= 8, "{families:?}");
}

#[test]
fn a_clock_that_is_set_shows_it_and_stands() {
    let time = |m, s| ClockTime::from_hms(0, m, s).unwrap();
    let order = ClockOrder { times: [time(12, 34), time(5, 6)], run: None };
    let mut families = Vec::new();
    for way in Way::all().filter(|way| way.family.may(Ability::ClockSetting)) {
        let Some(mut pair) = Pair::connect(way, &make()) else { continue };
        pair.run(Duration::from_secs(4));
        assert!(pair.driver.has(Ability::ClockSetting), "{way:?}");
        pair.request(Request::SetClock(order));
        pair.run(Duration::from_secs(3));
        let times = last_times(&pair.observed).unwrap();
        assert_eq!((times.times, times.run), (order.times, None), "{way:?}");
        families.push(way.family.name);
    }
    families.dedup();
    assert!(families.contains(&"dgt"), "{families:?}");
}

#[test]
fn what_is_to_be_lit_before_a_board_has_answered_is_not_undone_by_the_opening() {
    let squares: Squares = ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
    let mut able = 0;
    for way in Way::all() {
        let Some(mut pair) = Pair::new(way, &make()) else { continue };
        pair.driver.start(pair.now);
        if pair.driver.request(pair.now, None, Request::Light(squares)).is_ok() {
            pair.run(Duration::from_secs(4));
            assert_eq!(pair.device.lit(), squares, "{way:?}");
            able += 1;
        }
    }
    assert!(able >= 5, "{able}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_cutting_gives_the_same(
        mishaps in mishaps(),
        lengths in proptest::collection::vec(1_usize..40, 1..20),
        begin in prop_oneof![Just(Begin::Start), Just(Begin::Listen)],
    ) {
        for way in Way::all().filter(|way| way.transport.flow() == Flow::Stream) {
            let bytes = spoilt_stream(transcript(way), &mishaps);
            let whole = outputs(begin.driver(way), std::iter::once(bytes.as_slice()));
            let pieces = outputs(begin.driver(way), cut(&bytes, &lengths));
            prop_assert_eq!(&pieces, &whole, "{}", way.family.name);
            let bytewise = outputs(begin.driver(way), bytes.chunks(1));
            prop_assert_eq!(&bytewise, &whole, "{}", way.family.name);
        }
    }

    #[test]
    fn any_bytes_at_any_time_give_bounded_outputs_and_deadlines_to_come(
        steps in proptest::collection::vec(
            (any::<u8>(), proptest::collection::vec(any::<u8>(), 0..300), 0_u64..4_000, any::<bool>()),
            0..60
        ),
        mishaps in mishaps(),
        approach in prop_oneof![Just(Approach::Known), Just(Approach::Probe)],
    ) {
        for way in Way::all() {
            let Way { family, transport } = way;
            let mut driver = (family.driver)(approach, transport);
            let mut played = played(way, &mishaps);
            let mut now = Instant::ZERO;
            driver.start(now);
            for (channel, bytes, millis, asks) in &steps {
                now = now + Duration::from_millis(*millis);
                driver.timeout(now);
                prop_assert!(driver.deadline().is_none_or(|at| at > now), "{}", family.name);
                let genuine = played.pop_front().unwrap_or(Packet::stream(Vec::new()));
                driver.receive(now, Packet { channel: Channel(*channel), bytes });
                driver.receive(now, genuine.as_slice());
                if *asks {
                    let _ = driver.request(now, None, Request::ReadBoard);
                    let _ = driver.request(now, None, Request::ReadClock);
                }
                let count = std::iter::from_fn(|| driver.poll()).count();
                prop_assert!(count <= bytes.len() + genuine.bytes.len() + 10, "{}", family.name);
            }
        }
    }

    #[test]
    fn what_is_set_on_a_device_is_observed(
        seed in proptest::collection::vec((square(), any::<prop::sample::Index>()), 0..40),
        moves in proptest::collection::vec((square(), any::<prop::sample::Index>()), 1..40),
        wait in 1_u64..600,
    ) {
        for way in Way::all() {
            let Way { family, .. } = way;
            let Some(mut pair) = Pair::new(way, &make()) else { continue };
            let readings = readings_of(family.sensing);
            let is_taught = pair.start_to_be_taught();
            for (square, index) in &seed {
                let reading = pair.of_the_set(*square, *index.get(&readings));
                pair.set(*square, reading);
            }
            if !is_taught {
                pair.start();
            }
            pair.run(Duration::from_secs(3));
            pair.read_what_is_no_move(family);
            prop_assert_eq!(&pair.observed_placement(), &pair.placement, "{}", family.name);
            for (square, index) in &moves {
                let reading = pair.of_the_set(*square, *index.get(&readings));
                pair.set(*square, reading);
                pair.run(Duration::from_millis(wait));
            }
            pair.run(family.reading_lag);
            pair.read_what_is_no_move(family);
            prop_assert_eq!(&pair.observed_placement(), &pair.placement, "{}", family.name);
            prop_assert!(!pair.is_lost);
        }
    }

    #[test]
    fn each_press_and_the_time_left_are_observed(
        thinking in proptest::collection::vec(300_u64..9_000, 1..30),
    ) {
        for way in Way::all().filter(|way| way.family.clock_lag.is_some()) {
            let Some(mut pair) = Pair::connect(way, &make()) else { continue };
            pair.run(Duration::from_secs(3));
            pair.start_stop();
            let mut spent = [0_u64; 2];
            let mut side = Hand::Left;
            for millis in &thinking {
                pair.run(Duration::from_millis(*millis));
                pair.press(side);
                spent[side.index()] += millis;
                side = side.other();
                let times = last_times(&pair.observed).unwrap();
                prop_assert_eq!((times.run, times.lever), (Some(side), Some(side)));
                prop_assert!(!times.doubtful);
            }
            let times = last_times(&pair.observed).unwrap();
            let presses = [thinking.len().div_ceil(2), thinking.len() / 2];
            for hand in Hand::BOTH {
                let left = 5_000_u64 * (presses[hand.index()] as u64 + 1) + 1_800_000
                    - spent[hand.index()];
                prop_assert_eq!(u64::from(times.time(hand).as_secs()), left.div_ceil(1_000));
            }
        }
    }
}
