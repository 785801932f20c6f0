//! The Pro's own end.

use std::collections::VecDeque;
use std::time::Duration;

use super::text::Texts;
use super::wire::{Command, change_text, occupancy_text, voltage_text};
use crate::device::scan::Scan;
use crate::device::{Device, Make};
use crate::driver::Squares;
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{Hand, Reading, Square};
use crate::packet::{Channel, Packet};
use crate::time::Instant;

/// Time for one scan of all squares.
pub(super) const SCAN: Duration = Duration::from_millis(50);

/// The voltage of its battery.
const VOLTS: &str = "3.52";

/// A Pro.
#[derive(Debug)]
pub(super) struct Board {
    scan: Scan,
    texts: Texts,
    lit: Squares,
    outputs: VecDeque<Packet>,
}

impl Board {
    /// A board of this make, empty.
    pub(super) fn new(make: &Make) -> Self {
        Self {
            scan: Scan::every(make.scan.unwrap_or(SCAN)),
            texts: Texts::default(),
            lit: Squares::default(),
            outputs: VecDeque::new(),
        }
    }

    fn say(&mut self, bytes: Vec<u8>) {
        self.outputs.push_back(Packet { channel: REPLIES, bytes });
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Board => self.say(occupancy_text(self.scan.scanned())),
            Command::Battery => self.say(voltage_text(VOLTS)),
            Command::Light(squares) => self.lit = squares,
        }
    }

    fn advance(&mut self, now: Instant) {
        for square in self.scan.advance(now).unwrap_or_default() {
            self.say(change_text(square, self.scan.scanned().get(square)));
        }
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        if ![Channel::STREAM, COMMANDS].contains(&packet.channel) {
            return;
        }
        let mut commands = Vec::new();
        self.texts.receive(packet.bytes, Command::read, |_, command| commands.push(command));
        commands.into_iter().for_each(|command| self.obey(command));
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
    use crate::driver::{Approach, Output, Request};

    #[test]
    fn a_board_lights_what_is_asked() {
        let mut driver = crate::squareoff::FAMILY.driver(Approach::Known);
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
