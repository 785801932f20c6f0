//! The board's own end.

use std::collections::VecDeque;
use std::time::Duration;

use super::frame::{Frames, digits, framed};
use super::wire::{
    COMMANDS, Command, REPLIES, REPORT_CELL, REPORT_CHANGES, command_length, position_bytes,
};
use crate::device::Device;
use crate::device::scan::Scan;
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::{Hand, Reading, Square};
use crate::packet::{Channel, Packet};
use crate::time::Instant;

/// An Exclusive: version 1.3.
const VERSION: [u8; 2] = [1, 3];

/// How many cells its memory has.
const CELLS: usize = 256;

/// A ChessLink board.
#[derive(Debug)]
pub(super) struct Board {
    channel: Channel,
    frames: Frames,
    scan: Scan,
    cells: [u8; CELLS],
    lit: Squares,
    outputs: VecDeque<Packet>,
}

impl Board {
    /// A board that is reached this way, empty, with its memory as it left the factory.
    pub(super) fn new(transport: Transport) -> Self {
        let mut cells = [0; CELLS];
        cells[1] = 20;
        Self {
            channel: transport.channel(REPLIES),
            frames: Frames::default(),
            // 20 units of 2.048 ms.
            scan: Scan::every(Duration::from_micros(20 * 2_048)),
            cells,
            lit: Squares::default(),
            outputs: VecDeque::new(),
        }
    }

    fn say(&mut self, bytes: Vec<u8>) {
        self.outputs.push_back(Packet { channel: self.channel, bytes });
    }

    fn obey(&mut self, command: &Command) {
        match *command {
            Command::Version => {
                let [major, minor] = VERSION.map(digits);
                self.say(framed(&[b"v".as_slice(), &major, &minor].concat()));
            }
            Command::Position => self.say(position_bytes(self.scan.scanned())),
            Command::Light(squares) => {
                self.lit = squares;
                let letter = if squares == Squares::default() { b"x" } else { b"l" };
                self.say(framed(letter));
            }
            Command::Read { address } => {
                let data = self.cells[usize::from(address)];
                self.say(framed(&[b"r".as_slice(), &digits(address), &digits(data)].concat()));
            }
            Command::Write { address, data } => {
                self.cells[usize::from(address)] = data;
                self.say(framed(&[b"w".as_slice(), &digits(address), &digits(data)].concat()));
            }
        }
    }

    /// Scans; tells the position each time, or when it has changed.
    fn advance(&mut self, now: Instant) {
        let Some(changes) = self.scan.advance(now) else { return };
        if self.reports_changes() && !changes.is_empty() {
            self.say(position_bytes(self.scan.scanned()));
        }
    }

    fn reports_changes(&self) -> bool {
        self.cells[usize::from(REPORT_CELL)] == REPORT_CHANGES
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        if ![Channel::STREAM, COMMANDS].contains(&packet.channel) {
            return;
        }
        let mut commands = Vec::new();
        self.frames.receive(packet.bytes, command_length, |_, text| {
            commands.extend(Command::read(text));
        });
        commands.iter().for_each(|command| self.obey(command));
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

    fn is_reporting(&self) -> bool {
        self.reports_changes()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.scan.set(now, square, reading);
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Approach, Driver, Output, Request};

    const AT: Instant = Instant::from_millis(7);

    fn exchange(driver: &mut dyn Driver, board: &mut Board) {
        while let Some(output) = driver.poll() {
            if let Output::Send(packet) = output {
                board.receive(AT, packet.as_slice());
            }
            while let Some(packet) = board.poll() {
                driver.receive(AT, packet.as_slice());
            }
        }
    }

    #[test]
    fn a_board_is_set_to_tell_changes_and_lights_what_is_asked() {
        let serial = crate::chesslink::FAMILY.transports[0];
        let mut driver = (crate::chesslink::FAMILY.driver)(Approach::Known, serial);
        let mut board = Board::new(serial);
        driver.start(AT);
        exchange(&mut *driver, &mut board);
        assert!(board.is_reporting());
        let squares: Squares = ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
        driver.request(AT, None, Request::Light(squares)).unwrap();
        exchange(&mut *driver, &mut board);
        assert_eq!(board.lit, squares);
    }
}
