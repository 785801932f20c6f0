//! Observations of every kind, for property tests.

use proptest::prelude::*;

use super::{
    BatteryState, Chips, ClockAnswer, ClockPresence, ClockReading, ClockSide, ClockTime, Color,
    Decision, DeviceFact, Flood, GameMark, Hand, Learning, LearningStage, LinkState, MAX_CHIPS,
    Memory, Observation, Piece, Placement, Reading, Side, Square, Times,
};

/// Any observation.
pub(crate) fn observation() -> impl Strategy<Value = Observation> {
    prop_oneof![
        (square(), reading()).prop_map(|(square, reading)| Observation::Square { square, reading }),
        placement().prop_map(|placement| Observation::Board(Box::new(placement))),
        clock_reading().prop_map(Observation::Clock),
        clock_side().prop_map(Observation::Press),
        prop_oneof![Just(LinkState::Up), Just(LinkState::Lost), Just(LinkState::Stale)]
            .prop_map(Observation::Link),
        any::<u8>().prop_map(Observation::Battery),
        text().prop_map(Observation::Button),
        Just(Observation::Wall("2026-03-01T14:00:00.25+01:00".to_owned())),
        prop_oneof![Just(GameMark::Begin), Just(GameMark::End)].prop_map(Observation::Game),
        device_fact().prop_map(Observation::Device),
        decision().prop_map(Observation::Decision),
    ]
}

fn square() -> impl Strategy<Value = Square> {
    (0_u8..64).prop_map(|index| Square::new(index).unwrap())
}

fn reading() -> impl Strategy<Value = Reading> {
    let letters: Vec<char> = ".*+-?PNBRQKpnbrqk".chars().collect();
    prop::sample::select(letters).prop_map(|letter| Reading::from_letter(letter).unwrap())
}

fn placement() -> impl Strategy<Value = Placement> {
    prop::collection::vec((square(), reading()), 0..40).prop_map(|pieces| {
        let mut placement = Placement::EMPTY;
        for (square, reading) in pieces {
            placement.set(square, reading);
        }
        placement
    })
}

fn clock_reading() -> impl Strategy<Value = ClockReading> {
    prop_oneof![
        times::<Hand>().prop_map(ClockReading::Hands),
        times::<Color>().prop_map(ClockReading::Colors),
    ]
}

fn times<S: Side + std::fmt::Debug + 'static>() -> impl Strategy<Value = Times<S>> {
    let time = || (0..ClockTime::MAX_MS).prop_map(|ms| ClockTime::from_millis(ms).unwrap());
    let side = || prop::option::of(prop::sample::select(S::BOTH.to_vec()));
    ([time(), time()], side(), any::<[bool; 2]>(), side(), any::<bool>()).prop_map(
        |(times, run, flags, lever, doubtful)| Times { times, run, flags, lever, doubtful },
    )
}

fn clock_side() -> impl Strategy<Value = ClockSide> {
    prop::sample::select(vec![
        ClockSide::Hand(Hand::Left),
        ClockSide::Hand(Hand::Right),
        ClockSide::Color(Color::White),
        ClockSide::Color(Color::Black),
    ])
}

fn device_fact() -> impl Strategy<Value = DeviceFact> {
    prop_oneof![
        text().prop_map(DeviceFact::Serial),
        text().prop_map(DeviceFact::LongSerial),
        text().prop_map(DeviceFact::Version),
        text().prop_map(DeviceFact::Hardware),
        any::<u16>().prop_map(DeviceFact::BusAddress),
        Just(DeviceFact::AddressShared),
        prop_oneof![Just(ClockPresence::Present), Just(ClockPresence::Absent)]
            .prop_map(DeviceFact::Clock),
        prop_oneof![Just(BatteryState::Good), Just(BatteryState::Low)]
            .prop_map(DeviceFact::ClockBattery),
        prop_oneof![Just(ClockAnswer::Taken), Just(ClockAnswer::Refused)]
            .prop_map(DeviceFact::ClockOrder),
        prop::sample::select(vec![
            Memory::Begins,
            Memory::Ends,
            Memory::Silent,
            Memory::Apart,
            Memory::Broken
        ])
        .prop_map(DeviceFact::Memory),
        Just(DeviceFact::ChipsUnknown),
        chips().prop_map(DeviceFact::Chips),
        learning().prop_map(DeviceFact::Learning),
        Just(DeviceFact::Flood(Flood::Begins)),
        any::<u64>().prop_map(|count| DeviceFact::Flood(Flood::LeftOut(count))),
        any::<u32>().prop_map(DeviceFact::Noise),
        any::<u32>().prop_map(DeviceFact::Repeats),
    ]
}

fn learning() -> impl Strategy<Value = Learning> {
    let stage = prop::sample::select(LearningStage::ALL.to_vec());
    let squares = prop::sample::subsequence(Square::all().collect::<Vec<_>>(), 0..=64);
    (stage, squares).prop_map(|(stage, squares)| Learning { stage, squares })
}

fn chips() -> impl Strategy<Value = Chips> {
    let letter = prop::sample::select("PNBRQKpnbrqk".chars().collect::<Vec<_>>());
    let piece = letter.prop_map(|letter| Piece::from_letter(letter).unwrap());
    prop::collection::btree_map(any::<[u8; 5]>(), piece, 1..=MAX_CHIPS)
        .prop_map(|pieces| Chips::of(pieces).unwrap())
}

fn decision() -> impl Strategy<Value = Decision> {
    let particulars = prop::collection::vec((text(), text()), 0..4);
    (text(), text(), particulars).prop_map(|(by, verb, particulars)| Decision {
        by,
        verb,
        particulars,
    })
}

/// Plain words, words of the format, and anything at all, line breaks included.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9-]{1,8}",
        prop::sample::select(vec!["quick", "since", "by", "#", "=", "", "\"", "\\", "a\nb", "\r"])
            .prop_map(str::to_owned),
        "(?s).{0,12}",
    ]
}
