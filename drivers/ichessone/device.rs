//! The board's own end.

use std::time::Duration;

use super::wire::{COMMANDS, Command, REPLIES, Reply, Unread};
use crate::device::Make;
use crate::device::scanned::{Scanned, Scanner, Voice};
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::{Sensing, Square};
use crate::packet::{Channel, Packet};

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(100);

/// How full its battery is, in per cent.
const CHARGE: u8 = 88;

/// An iChessOne.
#[derive(Debug)]
pub(super) struct Board {
    channel: Channel,
    partial: Vec<u8>,
    telling: Telling,
    lit: Squares,
}

/// What it tells by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    Nothing,
    Changes,
}

impl Board {
    /// A board that is reached this way, empty.
    pub(super) fn new(make: &Make, transport: Transport) -> Scanned<Self> {
        let board = Self {
            channel: transport.channel(REPLIES),
            partial: Vec::new(),
            telling: Telling::Nothing,
            lit: Squares::NONE,
        };
        Scanned::new(board, Sensing::Identity, make.scan.unwrap_or(SCAN))
    }

    fn say(&self, reply: &Reply, scanner: &mut Scanner) {
        scanner.say(self.channel, reply.bytes());
    }

    fn tell_position(&self, scanner: &mut Scanner) {
        self.say(&Reply::Position(Box::new(scanner.scanned().clone())), scanner);
    }

    fn obey(&mut self, command: Command, scanner: &mut Scanner) {
        match command {
            Command::TellChanges => self.telling = Telling::Changes,
            Command::TellNothing => self.telling = Telling::Nothing,
            Command::Position => self.tell_position(scanner),
            Command::Battery => self.say(&Reply::Battery(CHARGE), scanner),
            Command::Hardware => self.say(&Reply::Hardware("iChessOne".into()), scanner),
            Command::Light(squares) => self.lit = squares,
        }
    }
}

impl Voice for Board {
    fn hear(&mut self, packet: Packet<&[u8]>, scanner: &mut Scanner) {
        if ![Channel::STREAM, COMMANDS].contains(&packet.channel) {
            return;
        }
        for byte in packet.bytes {
            self.partial.push(*byte);
            while !self.partial.is_empty() {
                match Command::read(&self.partial) {
                    Ok((command, length)) => {
                        self.partial.drain(..length);
                        self.obey(command, scanner);
                    }
                    Err(Unread::Part) => break,
                    Err(Unread::Noise) => drop(self.partial.remove(0)),
                }
            }
        }
    }

    fn lit(&self) -> Squares {
        self.lit
    }

    fn tell(&mut self, _: &[Square], scanner: &mut Scanner) {
        if self.is_telling() {
            self.tell_position(scanner);
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
    use crate::driver::{Approach, Output, Request};
    use crate::time::Instant;

    #[test]
    fn a_board_tells_what_changes_and_lights_what_is_asked() {
        let transport = crate::ichessone::FAMILY.transports[0];
        let mut driver = (crate::ichessone::FAMILY.driver)(Approach::Known, transport);
        let mut board =
            Board::new(&Make { serial: 7, chance: 0, scan: None, clock: None }, transport);
        driver.start(Instant::ZERO);
        let squares: Squares = ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
        driver.request(Instant::ZERO, None, Request::Light(squares)).unwrap();
        let mut observed = Vec::new();
        for now in (0..2_000).step_by(100).map(Instant::from_millis) {
            driver.timeout(now);
            while let Some(output) = driver.poll() {
                match output {
                    Output::Send(packet) => board.receive(now, packet.as_slice()),
                    Output::Observed { observation, .. } => observed.push(observation.to_string()),
                    other => panic!("{other:?}"),
                }
                while let Some(packet) = board.poll() {
                    driver.receive(now, packet.as_slice());
                }
            }
        }
        assert!(board.is_reporting());
        assert_eq!(board.lit(), squares);
        let expected =
            ["link up", "board 8/8/8/8/8/8/8/8", "device hardware=iChessOne", "battery 88"];
        assert_eq!(observed, expected);
    }
}
