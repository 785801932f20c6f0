//! The Pro's own end.

use std::time::Duration;

use super::text::Texts;
use super::wire::{Command, change_text, occupancy_text, voltage_text};
use crate::device::Make;
use crate::device::scanned::{Scanned, Scanner, Voice};
use crate::driver::Squares;
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{Sensing, Square};
use crate::packet::{Channel, Packet};

/// Time for one scan of all squares.
pub(super) const SCAN: Duration = Duration::from_millis(50);

/// The voltage of its battery.
const VOLTS: &str = "3.52";

/// A Pro.
#[derive(Debug)]
pub(super) struct Board {
    texts: Texts,
    lit: Squares,
}

impl Board {
    /// A board of this make, empty.
    pub(super) fn new(make: &Make) -> Scanned<Self> {
        let board = Self { texts: Texts::default(), lit: Squares::NONE };
        Scanned::new(board, Sensing::Occupancy, make.scan.unwrap_or(SCAN))
    }

    fn obey(&mut self, command: Command, scanner: &mut Scanner) {
        match command {
            Command::Board => scanner.say(REPLIES, occupancy_text(scanner.scanned())),
            Command::Battery => scanner.say(REPLIES, voltage_text(VOLTS)),
            Command::Light(squares) => self.lit = squares,
        }
    }
}

impl Voice for Board {
    fn hear(&mut self, packet: Packet<&[u8]>, scanner: &mut Scanner) {
        if ![Channel::STREAM, COMMANDS].contains(&packet.channel) {
            return;
        }
        let mut commands = Vec::new();
        self.texts.receive(packet.bytes, Command::read, |_, command| commands.push(command));
        commands.into_iter().for_each(|command| self.obey(command, scanner));
    }

    fn lit(&self) -> Squares {
        self.lit
    }

    fn tell(&mut self, changed: &[Square], scanner: &mut Scanner) {
        for &square in changed {
            scanner.say(REPLIES, change_text(square, scanner.scanned().get(square)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::driver::{Approach, Output, Request};
    use crate::time::Instant;

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
        assert_eq!(board.lit(), squares);
    }
}
