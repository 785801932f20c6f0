//! A short game on the device's end of every family, by every way to it: all that goes by stands in
//! `drivers/FAMILY/recordings/opening-WAY.rec`; and of boards that tell moves all that their rules have to know, in
//! `rules-WAY.rec`.
//!
//! `UPDATE=1 cargo test -p touchmove-drivers --test families` writes what goes by now.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use touchmove_drivers::device::Make;
use touchmove_drivers::family::Transport;
use touchmove_drivers::observation::{Placement, Reading, Sensing, Square};
use touchmove_drivers::recording::Record;
use touchmove_drivers::{Ability, Instant};

use crate::pair::{Pair, START, Way, make};

/// A game as hands play it.
struct Hands {
    /// How its recordings are called.
    name: &'static str,
    /// What they say of it.
    title: &'static str,
    /// For each move what is put on squares, in order: `e2.` lifts what stands on e2.
    moves: &'static [&'static str],
}

const OPENING: Hands =
    Hands { name: "opening", title: "1. e4 e5 2. Nf3", moves: &["e2. e4P", "e7. e5p", "g1. f3N"] };

/// All that a board has to do by itself that tells moves.
const RULES: Hands = Hands {
    name: "rules",
    title: "1. e4 a6 2. e5 d5 3. exd6 Nf6 4. dxc7 g6 5. cxb8=N Bg7 6. Nf3 O-O 7. Be2 Qb6 8. O-O",
    moves: &[
        "e2. e4P",
        "a7. a6p",
        "e4. e5P",
        "d7. d5p",
        "e5. d6P d5.",
        "g8. f6n",
        "c7. d6. c7P",
        "g7. g6p",
        "b8. c7. b8N",
        "f8. g7b",
        "g1. f3N",
        "e8. g8k h8. f8r",
        "f1. e2B",
        "d8. b6q",
        "e1. g1K h1. f1R",
    ],
};

/// How long a piece is in the air, and how long it rests after that.
const AIR: Duration = Duration::from_millis(400);
const REST: Duration = Duration::from_millis(1_100);

/// The recording of the game, as it is written.
fn recording(way: Way, hands: &Hands) -> Option<String> {
    let make = Make { clock: None, ..make() };
    let mut pair = Pair::new(way, &make)?;
    let placement: Placement = START.parse().unwrap();
    let sensed = |reading: Reading| match (way.family.sensing, reading) {
        (Sensing::Occupancy, Reading::Piece(_)) => Reading::Occupied,
        (Sensing::Colour, Reading::Piece(piece)) => Reading::Color(piece.color),
        (_, reading) => reading,
    };
    for square in Square::all() {
        pair.set(square, sensed(placement.get(square)));
    }
    pair.run(Duration::from_secs(2));
    pair.passed.clear();
    pair.start();
    // A board that learns its pieces from the start position takes its time.
    let opening = if pair.driver.has(Ability::Calibration) { 5 } else { 3 };
    pair.run(Duration::from_secs(opening));
    for deed in hands.moves {
        for (number, put) in deed.split(' ').enumerate() {
            if number > 0 {
                pair.run(AIR);
            }
            let (square, letter) = put.split_at(2);
            let reading = letter.chars().next().and_then(Reading::from_letter).unwrap();
            pair.set(square.parse().unwrap(), sensed(reading));
        }
        pair.run(REST);
    }
    assert_eq!(pair.observed_placement(), pair.placement, "{}", way.family.name);
    let head = format!(
        "touchmove-recording 1\n# {} on the board's own end in device.rs.\nboard {}\nsensing {}\n",
        hands.title,
        way.family.name,
        way.family.sensing.word(),
    );
    let start = pair.passed.first()?.0;
    let lines = pair.passed.into_iter().map(|(at, body)| {
        let at = Instant::ZERO + at.since(start);
        format!("{}\n", Record::new(Some(at), body))
    });
    Some(lines.fold(head, |text, line| text + &line))
}

fn file(way: Way, hands: &Hands) -> PathBuf {
    let transport = match way.transport {
        Transport::Serial(_) => "serial",
        Transport::Hid(_) => "hid",
        Transport::Rfcomm(_) => "rfcomm",
        Transport::Gatt(_) => "gatt",
        Transport::Recording => unreachable!("recordings have no device"),
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(way.family.name);
    folder.join(format!("recordings/{}-{transport}.rec", hands.name))
}

fn assert_recorded(way: Way, hands: &Hands) {
    let Some(recording) = recording(way, hands) else { return };
    let file = file(way, hands);
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &recording).unwrap();
    }
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    assert!(recorded == recording, "{} is not as it is played now", file.display());
}

#[test]
fn what_goes_by_in_a_short_game_is_as_it_was_recorded() {
    Way::all().for_each(|way| assert_recorded(way, &OPENING));
}

#[test]
fn what_goes_by_where_a_board_tells_moves_is_as_it_was_recorded() {
    let tells_moves = |way: &Way| way.family.sensing == Sensing::Moves;
    Way::all().filter(tells_moves).for_each(|way| assert_recorded(way, &RULES));
}
