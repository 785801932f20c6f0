//! The wire recordings beside the DGT driver, played to it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use touchmove_drivers::observation::{
    ClockPresence, ClockReading, DeviceFact, LinkState, Observation,
};
use touchmove_drivers::{Approach, Driver, Instant, Output, dgt};

/// One line of wire: when, which way, what.
type Wire = (Instant, char, Vec<u8>);

fn wire(recording: &str) -> Vec<Wire> {
    let mut lines = recording.lines();
    assert_eq!(lines.next(), Some("touchmove-recording 1"));
    lines
        .filter(|line| line.contains([' ']) && line.starts_with(char::is_numeric))
        .map(line)
        .collect()
}

fn line(line: &str) -> Wire {
    let mut words = line.split(' ');
    let (seconds, micros) = words.next().unwrap().split_once('.').unwrap();
    let micros = seconds.parse::<u64>().unwrap() * 1_000_000 + micros.parse::<u64>().unwrap();
    let way = words.next().unwrap().parse().unwrap();
    let bytes = words.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    (Instant::from_micros(micros), way, bytes)
}

/// What comes out of a driver: commands as a recording has them, observations as they are printed.
#[derive(Default)]
struct Heard {
    sent: Vec<Wire>,
    observed: Vec<String>,
}

impl Heard {
    fn drain(&mut self, driver: &mut dyn Driver, now: Instant) {
        while let Some(output) = driver.poll() {
            match output {
                Output::Send(bytes) => self.sent.push((now, '>', bytes)),
                Output::Observed { observation, .. } => self.observed.push(print(&observation)),
                Output::Lost => panic!("lost at {now:?}"),
            }
        }
    }
}

fn print(observation: &Observation) -> String {
    match observation {
        Observation::Square { square, reading } => format!("{square} {}", reading.letter()),
        Observation::Board(placement) => placement.to_string(),
        Observation::Clock(ClockReading::Hands(times)) => {
            let [left, right] = times.times.map(|time| time.as_secs());
            format!("{left} {right} {}", times.run.map_or("none".into(), |run| format!("{run:?}")))
        }
        Observation::Link(LinkState::Up) => "up".into(),
        Observation::Button(name) => name.clone(),
        Observation::Device(fact) => match fact {
            DeviceFact::Serial(text) | DeviceFact::Version(text) => text.clone(),
            DeviceFact::BusAddress(address) => address.to_string(),
            DeviceFact::Noise(count) => format!("noise {count}"),
            DeviceFact::Clock(ClockPresence::Absent) => "no clock".into(),
            DeviceFact::Clock(ClockPresence::Present) => "clock".into(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_driver_asks_what_the_recording_says_and_hears_the_game() {
    let recording = wire(include_str!("../dgt/recordings/open-e4-e5.rec"));
    let mut driver = (dgt::FAMILY.driver)(Approach::Known);
    let mut heard = Heard::default();
    driver.start(Instant::ZERO);
    for (at, way, bytes) in &recording {
        while let Some(due) = driver.deadline().filter(|due| due <= at) {
            driver.timeout(due);
            heard.drain(&mut *driver, due);
        }
        if *way == '<' {
            driver.receive(*at, bytes);
            heard.drain(&mut *driver, *at);
        }
    }
    let asked: Vec<Wire> = recording.into_iter().filter(|&(_, way, _)| way == '>').collect();
    assert_eq!(heard.sent, asked);
    assert_eq!(
        heard.observed,
        [
            "up",
            "12345",
            "1.08",
            "12345",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "182 182 none",
            "182 182 Left",
            "e2 .",
            "181 182 Left",
            "e4 P",
            "183 182 Right",
            "183 181 Right",
            "e7 .",
            "e5 p",
            "183 180 Right",
            "183 182 Left",
            "182 182 Left",
            "182 182 none",
        ]
    );
}

#[test]
fn a_listener_hears_an_old_board_through_the_noise() {
    let mut driver = (dgt::FAMILY.driver)(Approach::Known);
    let mut heard = Heard::default();
    driver.listen(Instant::ZERO);
    for (at, _, bytes) in wire(include_str!("../dgt/recordings/old-board-noise.rec")) {
        driver.receive(at, &bytes);
        heard.drain(&mut *driver, at);
    }
    assert_eq!(heard.sent, []);
    assert_eq!(
        heard.observed,
        [
            "up",
            "00137",
            "rnbqkbnr/pppppppp/2B5/8/8/8/PPPPPPPP/RN1QKBNR",
            "no clock",
            "noise 10",
            "d7 .",
            "c6 p",
            "noise 4",
            "e4 ?",
            "e4 .",
            "clock",
            "300 300 none",
            "run",
        ]
    );
}
