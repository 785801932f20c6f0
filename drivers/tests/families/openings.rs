//! A short game on the device's end of every family, by every way to it: all that goes by stands in
//! `drivers/FAMILY/recordings/opening-WAY.rec`.
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

/// From where, to where.
const MOVES: [[&str; 2]; 3] = [["e2", "e4"], ["e7", "e5"], ["g1", "f3"]];

/// How long a piece is in the air, and how long it rests after that.
const AIR: Duration = Duration::from_millis(400);
const REST: Duration = Duration::from_millis(1_100);

/// The recording of the game, as it is written.
fn recording(way: Way) -> Option<String> {
    let make = Make { clock: None, ..make() };
    let mut pair = Pair::new(way, &make)?;
    let placement: Placement = START.parse().unwrap();
    let sensed = |reading: Reading| match (way.family.sensing, reading) {
        (Sensing::Occupancy, Reading::Man(_)) => Reading::Occupied,
        (Sensing::Colour, Reading::Man(man)) => Reading::Color(man.color),
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
    for [from, to] in MOVES.map(|names| names.map(|name| name.parse::<Square>().unwrap())) {
        let moved = pair.placement.get(from);
        pair.set(from, Reading::Empty);
        pair.run(AIR);
        pair.set(to, moved);
        pair.run(REST);
    }
    assert_eq!(pair.observed_placement(), pair.placement, "{}", way.family.name);
    let head = format!(
        "touchmove-recording 1\n# 1. e4 e5 2. Nf3 on the board's own end in device.rs.\nboard {}\nsensing {}\n",
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

fn file(way: Way) -> PathBuf {
    let transport = match way.transport {
        Transport::Serial(_) => "serial",
        Transport::Hid(_) => "hid",
        Transport::Rfcomm(_) => "rfcomm",
        Transport::Gatt(_) => "gatt",
        Transport::Recording => unreachable!("recordings have no device"),
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(way.family.name);
    folder.join(format!("recordings/opening-{transport}.rec"))
}

#[test]
fn what_goes_by_in_a_short_game_is_as_it_was_recorded() {
    for way in Way::all() {
        let Some(recording) = recording(way) else { continue };
        let file = file(way);
        if env::var_os("UPDATE").is_some() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, &recording).unwrap();
        }
        let recorded = fs::read_to_string(&file).unwrap_or_default();
        assert!(recorded == recording, "{} is not as it is played now", file.display());
    }
}
