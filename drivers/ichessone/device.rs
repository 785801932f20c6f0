//! The board's own end.

use std::collections::VecDeque;
use std::time::Duration;

use super::wire::{COMMANDS, Command, REPLIES, Reply, Unread};
use crate::device::scan::Scan;
use crate::device::{Device, Make};
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::{Hand, Reading, Square};
use crate::packet::{Channel, Packet};
use crate::time::Instant;

/// Time for one scan of all squares.
const SCAN: Duration = Duration::from_millis(100);

/// How full its battery is, in per cent.
const CHARGE: u8 = 88;

/// An iChessOne.
#[derive(Debug)]
pub(super) struct Board {
    channel: Channel,
    partial: Vec<u8>,
    scan: Scan,
    telling: Telling,
    lit: Squares,
    outputs: VecDeque<Packet>,
}

/// What it tells by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    Nothing,
    Changes,
}

impl Board {
    /// A board that is reached this way, empty.
    pub(super) fn new(make: &Make, transport: Transport) -> Self {
        Self {
            channel: transport.channel(REPLIES),
            partial: Vec::new(),
            scan: Scan::every(make.scan.unwrap_or(SCAN)),
            telling: Telling::Nothing,
            lit: Squares::default(),
            outputs: VecDeque::new(),
        }
    }

    fn say(&mut self, reply: &Reply) {
        self.outputs.push_back(Packet { channel: self.channel, bytes: reply.bytes() });
    }

    fn tell_position(&mut self) {
        self.say(&Reply::Position(Box::new(self.scan.scanned().clone())));
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::TellChanges => self.telling = Telling::Changes,
            Command::TellNothing => self.telling = Telling::Nothing,
            Command::Position => self.tell_position(),
            Command::Battery => self.say(&Reply::Battery(CHARGE)),
            Command::Hardware => self.say(&Reply::Hardware("iChessOne".into())),
            Command::Light(squares) => self.lit = squares,
        }
    }

    fn advance(&mut self, now: Instant) {
        let Some(changes) = self.scan.advance(now) else { return };
        if self.is_reporting() && !changes.is_empty() {
            self.tell_position();
        }
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        if ![Channel::STREAM, COMMANDS].contains(&packet.channel) {
            return;
        }
        for byte in packet.bytes {
            self.partial.push(*byte);
            while !self.partial.is_empty() {
                match Command::read(&self.partial) {
                    Ok((command, length)) => {
                        self.partial.drain(..length);
                        self.obey(command);
                    }
                    Err(Unread::Part) => break,
                    Err(Unread::Noise) => drop(self.partial.remove(0)),
                }
            }
        }
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
        self.telling == Telling::Changes
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
    use crate::driver::{Approach, Output, Request};

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
        assert_eq!(board.lit, squares);
        let expected =
            ["link up", "board 8/8/8/8/8/8/8/8", "device hardware=iChessOne", "battery 88"];
        assert_eq!(observed, expected);
    }
}
