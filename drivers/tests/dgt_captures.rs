//! Frames that real DGT boards sent during games, fed to the driver as a board would send them.
//!
//! They are data of others and not kept here: `TOUCHMOVE_DATA` names the folder that holds
//! `recordings/dgt/*.frames`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use touchmove_drivers::observation::{ClockReading, Hand, Observation, Square};
use touchmove_drivers::{Approach, Driver, Instant, Output, Packet, dgt};

/// One frame a line, hexadecimal; `#` starts a comment.
fn frames(path: &Path) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let byte = |word| u8::from_str_radix(word, 16).unwrap();
    lines.map(|line| line.split_whitespace().map(byte).collect()).collect()
}

fn captures() -> Vec<PathBuf> {
    let Some(data) = touchmove_needs::data() else { return Vec::new() };
    let folder = data.join("recordings/dgt");
    let entries = fs::read_dir(&folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let captures: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "frames")).collect();
    assert!(!captures.is_empty(), "no captures in {}", folder.display());
    captures
}

/// What a frame says, read here without the driver's help: codes and digits as text.
fn said(frame: &[u8]) -> String {
    let letter = |code: u8| char::from(b".PRNBKQprnbkq"[usize::from(code)]);
    match frame {
        [0x86, _, _, codes @ ..] => codes.iter().map(|&code| letter(code)).collect(),
        [0x8E, _, _, field, code] => {
            let (file, rank) = (char::from(b'a' + field % 8), 8 - field / 8);
            format!("{file}{rank}{}", letter(*code))
        }
        [0x8D, _, _, rh, rm, rs, lh, lm, ls, status] => {
            let time = |h: u8, m: u8, s: u8| format!("{}:{m:02x}:{s:02x}", h & 0x0F);
            let lever = if status & 2 == 0 { Hand::Left } else { Hand::Right };
            let run = (status & 1 != 0).then_some(lever);
            format!("{} {} {run:?} {lever:?}", time(*lh, *lm, *ls), time(*rh, *rm, *rs))
        }
        _ => panic!("{frame:02X?}"),
    }
}

/// What an observation says of the play, in the same words; nothing for others.
fn observed(observation: &Observation) -> Option<String> {
    match observation {
        Observation::Board(placement) => {
            let squares = (0..64_u8).filter_map(|field| Square::new(field ^ 56));
            Some(squares.map(|square| placement.get(square).letter()).collect())
        }
        Observation::Square { square, reading } => Some(format!("{square}{}", reading.letter())),
        Observation::Clock(ClockReading::Hands(times)) => {
            let [left, right] = times.times.map(|time| {
                let seconds = time.as_secs();
                format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
            });
            Some(format!("{left} {right} {:?} {:?}", times.run, times.lever.unwrap()))
        }
        _ => None,
    }
}

/// The play that comes out of a driver, and the commands that it sends.
fn drain(driver: &mut dyn Driver) -> (Vec<String>, Vec<u8>) {
    let (mut play, mut commands) = (Vec::new(), Vec::new());
    while let Some(output) = driver.poll() {
        match output {
            Output::Observed { observation, .. } => play.extend(observed(&observation)),
            Output::Send(packet) => commands.extend(packet.bytes),
            Output::Lost | Output::Answer { .. } => panic!("lost, or on a line"),
        }
    }
    (play, commands)
}

/// A far end that knows the opening and the keep-alive and answers nothing else.
fn answer(command: u8) -> Vec<u8> {
    match command {
        0x45 => b"\x91\x00\x0812345".to_vec(),
        0x46 => vec![0x90, 0x00, 0x05, 0x60, 0x39],
        0x4D => vec![0x93, 0x00, 0x05, 0x01, 0x08],
        _ => Vec::new(),
    }
}

#[test]
fn every_frame_is_told_to_a_listener() {
    for path in captures() {
        let frames = frames(&path);
        let mut driver = dgt::FAMILY.driver(Approach::Known);
        driver.listen(Instant::ZERO);
        driver.receive(Instant::ZERO, Packet::stream(&frames.concat()));
        let expected: Vec<String> = frames.iter().map(|frame| said(frame)).collect();
        assert_same(&drain(&mut *driver).0, &expected);
    }
}

#[test]
fn every_frame_is_told_however_it_is_cut_and_whatever_lies_between() {
    for path in captures() {
        let frames = frames(&path);
        let expected: Vec<String> = frames.iter().map(|frame| said(frame)).collect();
        // Four bytes are too few for a message that says anything of the play.
        let junk = proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..=4), 50);
        let cuts = proptest::collection::vec(1_usize..60, 50);
        let mut runner = TestRunner::new(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::with_cases(20)
        });
        let outcome = runner.run(&(junk, cuts), |(junk, cuts)| {
            assert_same(&play(&frames, &junk, &cuts), &expected);
            Ok(())
        });
        outcome.unwrap();
    }
}

fn assert_same(play: &[String], expected: &[String]) {
    for (number, (observed, sent)) in play.iter().zip(expected).enumerate() {
        assert_eq!(observed, sent, "frame {number}");
    }
    assert_eq!(play.len(), expected.len());
}

/// The play told of frames that begin to flow at the first read-out, a piece each 10 ms, while
/// nothing more is answered than the opening and the keep-alive.
fn play(frames: &[Vec<u8>], junk: &[Vec<u8>], cuts: &[usize]) -> Vec<String> {
    let mut driver = dgt::FAMILY.driver(Approach::Known);
    let mut now = Instant::ZERO;
    driver.start(now);
    let (mut play, mut commands) = drain(&mut *driver);
    while commands.last() != Some(&0x42) {
        now = driver.deadline().unwrap();
        driver.timeout(now);
        driver.receive(
            now,
            Packet::stream(&commands.drain(..).flat_map(answer).collect::<Vec<u8>>()),
        );
        commands = drain(&mut *driver).1;
    }
    let mut frames = junk.iter().cycle().zip(frames);
    let mut cuts = cuts.iter().cycle();
    let mut line = Vec::new();
    loop {
        let cut = *cuts.next().unwrap();
        while line.len() < cut
            && let Some((junk, frame)) = frames.next()
        {
            line.extend([junk.as_slice(), frame].concat());
            line.extend(commands.drain(..).flat_map(answer));
        }
        if line.is_empty() {
            return play;
        }
        let piece: Vec<u8> = line.drain(..line.len().min(cut)).collect();
        now = now + Duration::from_millis(10);
        if driver.deadline().is_some_and(|at| at <= now) {
            driver.timeout(now);
        }
        driver.receive(now, Packet::stream(&piece));
        let (told, sent) = drain(&mut *driver);
        play.extend(told);
        commands.extend(sent);
    }
}
