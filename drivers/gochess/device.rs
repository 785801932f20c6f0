//! The board's own end: a Mini, which has no border.

use std::collections::VecDeque;
use std::time::Duration;

use super::wire::{Command, Message};
use crate::device::scan::Scan;
use crate::device::{Device, Make};
use crate::driver::Squares;
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{Hand, Reading, Square};
use crate::packet::Packet;
use crate::time::Instant;

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(50);

/// The version of a Mini.
const VERSION: u8 = 3;

/// How full its battery is, in per cent.
const CHARGE: u8 = 80;

/// A GoChess.
#[derive(Debug)]
pub(super) struct Board {
    scan: Scan,
    lit: Squares,
    outputs: VecDeque<Packet>,
}

impl Board {
    /// A board of this make, empty.
    pub(super) fn new(make: &Make) -> Self {
        let scan = Scan::every(make.scan.unwrap_or(SCAN));
        Self { scan, lit: Squares::default(), outputs: VecDeque::new() }
    }

    fn say(&mut self, message: &Message) {
        self.outputs.push_back(Packet { channel: REPLIES, bytes: message.bytes() });
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Board => self.say(&Message::Board(Box::new(self.scan.scanned().clone()))),
            Command::Version => self.say(&Message::Version(VERSION)),
            Command::Battery => self.say(&Message::Battery(CHARGE)),
            Command::Light(squares) => self.lit = squares,
        }
    }

    fn advance(&mut self, now: Instant) {
        for square in self.scan.advance(now).unwrap_or_default() {
            self.say(&Message::Square(square, self.scan.scanned().get(square)));
        }
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        let command = Command::read(packet.bytes).filter(|_| packet.channel == COMMANDS);
        command.into_iter().for_each(|command| self.obey(command));
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.outputs.pop_front()
    }

    fn deadline(&self) -> Option<Instant> {
        self.scan.deadline()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.scan.set_occupancy(now, square, reading);
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Approach, Driver, Output, Request};

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
        assert_eq!(board.lit, squares);
    }
}
