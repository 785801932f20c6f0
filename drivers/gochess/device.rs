//! The board's own end: a Mini, which has no border.

use std::time::Duration;

use super::wire::{Command, Message};
use crate::device::Make;
use crate::device::scanned::{Scanned, Scanner, Voice};
use crate::driver::Squares;
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{Sensing, Square};
use crate::packet::Packet;

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(50);

/// The version of a Mini.
const VERSION: u8 = 3;

/// How full its battery is, in per cent.
const CHARGE: u8 = 80;

/// A GoChess.
#[derive(Debug)]
pub(super) struct Board {
    lit: Squares,
}

impl Board {
    /// A board of this make, empty.
    pub(super) fn new(make: &Make) -> Scanned<Self> {
        let board = Self { lit: Squares::NONE };
        Scanned::new(board, Sensing::Occupancy, make.scan.unwrap_or(SCAN))
    }

    fn obey(&mut self, command: Command, scanner: &mut Scanner) {
        match command {
            Command::Board => say(&Message::Board(Box::new(scanner.scanned().clone())), scanner),
            Command::Version => say(&Message::Version(VERSION), scanner),
            Command::Battery => say(&Message::Battery(CHARGE), scanner),
            Command::Light(squares) => self.lit = squares,
        }
    }
}

fn say(message: &Message, scanner: &mut Scanner) {
    scanner.say(REPLIES, message.bytes());
}

impl Voice for Board {
    fn hear(&mut self, packet: Packet<&[u8]>, scanner: &mut Scanner) {
        let command = Command::read(packet.bytes).filter(|_| packet.channel == COMMANDS);
        command.into_iter().for_each(|command| self.obey(command, scanner));
    }

    fn lit(&self) -> Squares {
        self.lit
    }

    fn tell(&mut self, changed: &[Square], scanner: &mut Scanner) {
        for &square in changed {
            say(&Message::Square(square, scanner.scanned().get(square)), scanner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::driver::{Approach, Driver, Output, Request};
    use crate::time::Instant;

    fn observed(driver: &mut dyn Driver) -> Vec<String> {
        let outputs = std::iter::from_fn(|| driver.poll());
        let observed = outputs.filter_map(|output| match output {
            Output::Observed { observation, .. } => Some(observation.to_string()),
            _ => None,
        });
        observed.collect()
    }

    #[test]
    fn messages_that_come_in_one_packet_are_all_heard_up_to_what_is_none() {
        let mut driver = crate::gochess::FAMILY.driver(Approach::Known);
        driver.listen(Instant::ZERO);
        for bytes in [&b"25u45d\x03\xFF"[..], b"r1d", b"73u"] {
            driver.receive(Instant::ZERO, Packet { channel: REPLIES, bytes });
        }
        let expected = ["link up", "square e2 .", "square e4 *", "device noise=2", "square c7 ."];
        assert_eq!(observed(&mut *driver), expected);
    }

    #[test]
    fn a_battery_is_told_where_it_has_changed() {
        let mut driver = crate::gochess::FAMILY.driver(Approach::Known);
        driver.listen(Instant::ZERO);
        for percent in [80, 80, 79] {
            let bytes = Message::Battery(percent).bytes();
            driver.receive(Instant::ZERO, Packet { channel: REPLIES, bytes: &bytes });
        }
        assert_eq!(observed(&mut *driver), ["link up", "battery 80", "battery 79"]);
    }

    #[test]
    fn a_board_lights_what_is_asked() {
        let mut driver = crate::gochess::FAMILY.driver(Approach::Known);
        let mut board = Board::new(&Make { serial: 7, chance: 0, scan: None, clock: None });
        let mut now = Instant::ZERO;
        driver.start(now);
        let squares: Squares = ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
        driver.request(now, None, Request::Light(squares)).unwrap();
        while now < Instant::from_millis(1_000) {
            driver.timeout(now);
            while let Some(output) = driver.poll() {
                if let Output::Send(packet) = output {
                    board.receive(now, packet.as_slice());
                }
            }
            now = now + Duration::from_millis(50);
        }
        assert_eq!(board.lit(), squares);
    }
}
