//! The board's own end.

use std::time::Duration;

use super::frame::{Frames, digits, framed};
use super::wire::{
    COMMANDS, Command, REPLIES, REPORT_CELL, REPORT_CHANGES, command_length, position_bytes,
};
use crate::device::scanned::{Scanned, Scanner, Voice};
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::{Sensing, Square};
use crate::packet::{Channel, Packet};

/// An Exclusive: version 1.3.
const VERSION: [u8; 2] = [1, 3];

/// How many cells its memory has.
const CELLS: usize = 256;

/// A ChessLink board.
#[derive(Debug)]
pub(super) struct Board {
    channel: Channel,
    frames: Frames,
    cells: [u8; CELLS],
    lit: Squares,
}

impl Board {
    /// A board that is reached this way, empty, with its memory as it left the factory.
    pub(super) fn new(transport: Transport) -> Scanned<Self> {
        let mut cells = [0; CELLS];
        cells[1] = 20;
        let (channel, frames) = (transport.channel(REPLIES), Frames::default());
        let board = Self { channel, frames, cells, lit: Squares::NONE };
        // 20 units of 2.048 ms.
        Scanned::new(board, Sensing::Identity, Duration::from_micros(20 * 2_048))
    }

    fn obey(&mut self, command: &Command, scanner: &mut Scanner) {
        match *command {
            Command::Version => {
                let [major, minor] = VERSION.map(digits);
                scanner.say(self.channel, framed(&[b"v".as_slice(), &major, &minor].concat()));
            }
            Command::Position => scanner.say(self.channel, position_bytes(scanner.scanned())),
            Command::Light(squares) => {
                self.lit = squares;
                let letter = if squares == Squares::NONE { b"x" } else { b"l" };
                scanner.say(self.channel, framed(letter));
            }
            Command::Read { address } => {
                let data = self.cells[usize::from(address)];
                scanner.say(
                    self.channel,
                    framed(&[b"r".as_slice(), &digits(address), &digits(data)].concat()),
                );
            }
            Command::Write { address, data } => {
                self.cells[usize::from(address)] = data;
                scanner.say(
                    self.channel,
                    framed(&[b"w".as_slice(), &digits(address), &digits(data)].concat()),
                );
            }
        }
    }
}

impl Voice for Board {
    fn hear(&mut self, packet: Packet<&[u8]>, scanner: &mut Scanner) {
        if ![Channel::STREAM, COMMANDS].contains(&packet.channel) {
            return;
        }
        let mut commands = Vec::new();
        self.frames.receive(packet.bytes, command_length, |_, text| {
            commands.extend(Command::read(text));
        });
        commands.iter().for_each(|command| self.obey(command, scanner));
    }

    fn lit(&self) -> Squares {
        self.lit
    }

    fn tell(&mut self, _: &[Square], scanner: &mut Scanner) {
        if self.is_telling() {
            scanner.say(self.channel, position_bytes(scanner.scanned()));
        }
    }

    fn is_telling(&self) -> bool {
        self.cells[usize::from(REPORT_CELL)] == REPORT_CHANGES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::driver::{Approach, Driver, Output, Request};
    use crate::time::Instant;

    const AT: Instant = Instant::from_millis(7);

    fn exchange(driver: &mut dyn Driver, board: &mut Scanned<Board>) {
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
        assert_eq!(board.lit(), squares);
    }
}
