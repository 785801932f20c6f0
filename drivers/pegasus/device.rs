//! The board's own end: a board that was given its key.

use std::time::Duration;

use super::frame::framed;
use super::wire::{Command, Kind, board_bytes, square_bytes};
use crate::device::Make;
use crate::device::scanned::{Scanned, Scanner, Voice};
use crate::driver::Squares;
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{Sensing, Square};
use crate::packet::{Channel, Packet};

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(100);

/// Version 1.00, of firmware as of hardware.
const VERSION: [u8; 2] = [1, 0];

/// A full battery says no more than 88 per cent; nothing is estimated, and it is not being charged.
const BATTERY: [u8; 9] = [88, 0, 0, 0, 0, 0, 0, 0, 2];

/// A Pegasus.
#[derive(Debug)]
pub(super) struct Board {
    serial: u32,
    telling: Telling,
    lit: Squares,
    /// What has come of a command.
    partial: Vec<u8>,
}

/// Whether it tells changes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    Nothing,
    Changes,
}

impl Board {
    /// A board of this make, empty.
    pub(super) fn new(make: &Make) -> Scanned<Self> {
        let board = Self {
            serial: make.serial,
            telling: Telling::Nothing,
            lit: Squares::NONE,
            partial: Vec::new(),
        };
        Scanned::new(board, Sensing::Occupancy, make.scan.unwrap_or(SCAN))
    }

    fn obey(&mut self, command: Command, scanner: &mut Scanner) {
        match command {
            Command::Reset => self.telling = Telling::Nothing,
            Command::TellChanges => self.telling = Telling::Changes,
            Command::Light(squares) => self.lit = squares,
            Command::Board => scanner.say(REPLIES, board_bytes(scanner.scanned())),
            Command::Serial => {
                let digits = format!("{:05}", self.serial % 100_000);
                scanner.say(REPLIES, framed(Kind::Serial, digits.as_bytes()));
            }
            Command::LongSerial => {
                let digits = format!("{:010}", self.serial);
                scanner.say(REPLIES, framed(Kind::LongSerial, digits.as_bytes()));
            }
            Command::Version => scanner.say(REPLIES, framed(Kind::Version, &VERSION)),
            Command::Hardware => scanner.say(REPLIES, framed(Kind::Hardware, &VERSION)),
            Command::Battery => scanner.say(REPLIES, framed(Kind::Battery, &BATTERY)),
        }
    }
}

impl Voice for Board {
    fn hear(&mut self, packet: Packet<&[u8]>, scanner: &mut Scanner) {
        if ![Channel::STREAM, COMMANDS].contains(&packet.channel) {
            return;
        }
        for &byte in packet.bytes {
            self.partial.push(byte);
            if Command::length(&self.partial) == Some(self.partial.len()) {
                let command = Command::read(&self.partial);
                self.partial.clear();
                command.into_iter().for_each(|command| self.obey(command, scanner));
            }
        }
    }

    fn lit(&self) -> Squares {
        self.lit
    }

    fn tell(&mut self, changed: &[Square], scanner: &mut Scanner) {
        for &square in changed.iter().filter(|_| self.telling == Telling::Changes) {
            scanner.say(REPLIES, square_bytes(square, scanner.scanned().get(square)));
        }
    }

    fn is_telling(&self) -> bool {
        self.telling == Telling::Changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::driver::{Ability, Approach, Driver, Output, Request};
    use crate::time::Instant;

    fn board() -> Scanned<Board> {
        Board::new(&Make { serial: 7, chance: 0, scan: None, clock: None })
    }

    /// Lets both talk until `end`; what the host has written of lights, and when, in milliseconds.
    fn talk(
        driver: &mut dyn Driver,
        board: &mut Scanned<Board>,
        from: Instant,
        end: Instant,
    ) -> Vec<u64> {
        let mut lights = Vec::new();
        let mut now = from;
        while now <= end {
            driver.timeout(now);
            board.timeout(now);
            while let Some(output) = driver.poll() {
                if let Output::Send(packet) = output {
                    if packet.bytes[0] == 0x60 {
                        lights.push(now.as_millis());
                    }
                    board.receive(now, packet.as_slice());
                }
                while let Some(packet) = board.poll() {
                    driver.receive(now, packet.as_slice());
                }
            }
            now = now + Duration::from_millis(10);
        }
        lights
    }

    #[test]
    fn a_board_is_set_to_tell_changes_and_a_picture_is_sent_to_it_twice() {
        let mut driver = crate::pegasus::FAMILY.driver(Approach::Known);
        let (driver, mut board) = (&mut *driver, board());
        driver.start(Instant::ZERO);
        talk(driver, &mut board, Instant::ZERO, Instant::from_millis(990));
        assert!(board.is_reporting());
        let squares: Squares = ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
        let asked = Instant::from_millis(1_000);
        driver.request(asked, None, Request::Light(squares)).unwrap();
        let lights = talk(driver, &mut board, asked, Instant::from_millis(3_000));
        assert_eq!(lights, [1_000, 1_800]);
        assert_eq!(board.lit(), squares);
    }

    #[test]
    fn a_board_without_a_key_is_heard_and_has_no_lights() {
        let mut driver = crate::pegasus::FAMILY.driver(Approach::Known);
        driver.start(Instant::ZERO);
        assert!(driver.has(Ability::Lights));
        let untold = [&[0x86, 0x00, 0x43][..], &[0x7F; 64]].concat();
        driver.receive(Instant::ZERO, Packet { channel: REPLIES, bytes: &untold });
        assert!(!driver.has(Ability::Lights));
        let observed: Vec<_> = std::iter::from_fn(|| driver.poll())
            .filter_map(|output| match output {
                Output::Observed { observation, .. } => Some(observation.to_string()),
                _ => None,
            })
            .collect();
        let row = "????????";
        assert_eq!(observed, ["link up".into(), format!("board {}", [row; 8].join("/"))]);
    }

    #[test]
    fn an_unknown_board_is_only_asked_for_its_version() {
        let mut driver = crate::pegasus::FAMILY.driver(Approach::Probe);
        driver.start(Instant::ZERO);
        let version = Packet { channel: COMMANDS, bytes: vec![0x4D] };
        assert_eq!(driver.poll(), Some(Output::Send(version)));
        assert_eq!(driver.poll(), None);
    }
}
