//! A driver on a bench, and far ends that answer it.

use std::time::Duration;

use crate::dgt::driver::SingleBoard;
use crate::dgt::wire::Message;
use crate::driver::{Approach, Driver, Output};
use crate::observation::{DeviceFact, LinkState, Observation, Reading};
use crate::packet::Packet;
use crate::time::Instant;

/// A driver, a virtual clock, and all that came out.
pub(super) struct Bench {
    pub(super) driver: SingleBoard,
    pub(super) now: Instant,
    /// When in milliseconds, and which command.
    pub(super) sent: Vec<(u64, u8)>,
    /// When in milliseconds, and what the clock was told.
    pub(super) clock_messages: Vec<(u64, Vec<u8>)>,
    pub(super) observed: Vec<Observation>,
    pub(super) is_lost: bool,
}

impl Bench {
    /// A driver that waits for its link.
    pub(super) fn new(approach: Approach) -> Self {
        Self {
            driver: SingleBoard::new(approach),
            now: Instant::ZERO,
            sent: Vec::new(),
            clock_messages: Vec::new(),
            observed: Vec::new(),
            is_lost: false,
        }
    }

    /// A driver whose opening is done.
    pub(super) fn open(far_end: FarEnd) -> Self {
        let mut bench = Self::new(Approach::Known);
        bench.driver.start(bench.now);
        bench.run(900, far_end);
        bench.sent.clear();
        bench.observed.clear();
        bench
    }

    /// A driver that listens.
    pub(super) fn listening() -> Self {
        let mut bench = Self::new(Approach::Known);
        bench.driver.listen(bench.now);
        bench
    }

    /// Lets `millis` pass; the far end answers within a millisecond.
    pub(super) fn run(&mut self, millis: u64, far_end: FarEnd) {
        let end = self.now + Duration::from_millis(millis);
        while let Some(deadline) = self.driver.deadline().filter(|&at| at <= end) {
            assert!(deadline >= self.now, "a deadline has passed: {deadline:?}");
            let before = self.so_far();
            self.now = deadline;
            self.driver.timeout(self.now);
            self.drain(far_end);
            assert_ne!(before, self.so_far(), "no headway");
        }
        self.now = end;
    }

    fn so_far(&self) -> (Instant, usize, usize, usize) {
        (self.now, self.sent.len(), self.clock_messages.len(), self.observed.len())
    }

    /// Takes all that the driver has; the far end answers at once.
    pub(super) fn drain(&mut self, far_end: FarEnd) {
        while let Some(output) = self.driver.poll() {
            match output {
                Output::Observed { unit, since, observation } => {
                    assert_eq!((unit, since), (None, None));
                    self.observed.push(observation);
                }
                Output::Send(Packet { bytes, .. }) if bytes.first() == Some(&0x2B) => {
                    self.clock_messages.push((self.now.as_millis(), bytes));
                }
                Output::Send(Packet { bytes, .. }) => {
                    let &[code] = bytes.as_slice() else { panic!("not one command: {bytes:?}") };
                    self.sent.push((self.now.as_millis(), code));
                    let answer = far_end(code);
                    self.driver.receive(self.now, Packet::stream(&answer));
                }
                Output::Lost => self.is_lost = true,
                Output::Answer { .. } => panic!("it has the line for itself"),
            }
        }
    }

    /// What the driver observes in these bytes.
    pub(super) fn hear(&mut self, bytes: &[u8]) -> Vec<Observation> {
        self.observed.clear();
        self.driver.receive(self.now, Packet::stream(bytes));
        self.drain(silent);
        std::mem::take(&mut self.observed)
    }

    /// The commands sent.
    pub(super) fn codes(&self) -> Vec<u8> {
        self.sent.iter().map(|&(_, code)| code).collect()
    }

    /// When a command was sent, in milliseconds.
    pub(super) fn times(&self, code: u8) -> Vec<u64> {
        self.sent.iter().filter(|&&(_, sent)| sent == code).map(|&(at, _)| at).collect()
    }
}

/// What a far end answers to a command.
pub(super) type FarEnd = fn(u8) -> Vec<u8>;

pub(super) const SERIAL: &[u8] = b"\x91\x00\x0812345";
pub(super) const E2_LIFTED: &[u8] = &[0x8E, 0x00, 0x05, 0x34, 0x00];
pub(super) const E4_PAWN: &[u8] = &[0x8E, 0x00, 0x05, 0x24, 0x01];

pub(super) fn board(placement: &str) -> Vec<u8> {
    Message::Board(Box::new(placement.parse().unwrap())).encode()
}

pub(super) fn silent(_: u8) -> Vec<u8> {
    Vec::new()
}

pub(super) fn only_serial(code: u8) -> Vec<u8> {
    if code == 0x45 { SERIAL.to_vec() } else { Vec::new() }
}

pub(super) fn usb_board(code: u8) -> Vec<u8> {
    match code {
        0x42 => board("8/8/8/8/8/8/4P3/4K3"),
        0x45 => SERIAL.to_vec(),
        0x46 => vec![0x90, 0x00, 0x05, 0x08, 0x01],
        0x4D => vec![0x93, 0x00, 0x05, 0x01, 0x02],
        _ => Vec::new(),
    }
}

pub(super) fn bluetooth_board(code: u8) -> Vec<u8> {
    match code {
        0x4C => vec![0xA0, 0x00, 0x0C, 0x64, 0x7F, 0x7F, 0, 0, 0, 0, 0, 0],
        0x4D => vec![0x93, 0x00, 0x05, 0x03, 0x01],
        0x55 => b"\xA2\x00\x0D3.36012345".to_vec(),
        _ => usb_board(code),
    }
}

pub(super) fn fact(fact: DeviceFact) -> Observation {
    Observation::Device(fact)
}

pub(super) fn square(name: &str, letter: char) -> Observation {
    Observation::Square {
        square: name.parse().unwrap(),
        reading: Reading::from_letter(letter).unwrap(),
    }
}

pub(super) fn read_out(placement: &str) -> Observation {
    Observation::Board(Box::new(placement.parse().unwrap()))
}

pub(super) fn up() -> Observation {
    Observation::Link(LinkState::Up)
}
