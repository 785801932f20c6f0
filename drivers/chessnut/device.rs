//! The board's own end.

use std::collections::VecDeque;
use std::time::Duration;

use super::wire::{COMMANDS, Command, POSITIONS, REPLIES, position_bytes};
use crate::device::{Device, Make};
use crate::driver::Squares;
use crate::family::Transport;
use crate::observation::{Hand, Placement, Reading, Square};
use crate::packet::{Channel, Packet};
use crate::time::Instant;

/// How often a board tells its position in the air, and how often in reports.
const IN_AIR: Duration = Duration::from_millis(100);
const IN_REPORTS: Duration = Duration::from_millis(200);

/// A report with its number.
const REPORT_BYTES: usize = 65;

/// How full its battery is, in per cent.
const CHARGE: u8 = 88;

/// What answers a command that asks for nothing.
const DONE: &[u8] = &[0x23, 0x01, 0x00];

/// Which board it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    Air,
    #[cfg_attr(not(test), expect(dead_code, reason = "the row of the family makes Airs"))]
    Move,
}

/// A Chessnut board.
#[derive(Debug)]
pub(super) struct Board {
    model: Model,
    transport: Transport,
    every: Duration,
    stands: Placement,
    /// When the position is told again; `None` where nobody has asked for it.
    due: Option<Instant>,
    lit: Squares,
    outputs: VecDeque<Packet>,
}

impl Board {
    /// A board that is reached this way, empty.
    pub(super) fn new(model: Model, make: &Make, transport: Transport) -> Self {
        let usual = if is_report(transport) { IN_REPORTS } else { IN_AIR };
        Self {
            model,
            transport,
            every: make.scan.unwrap_or(usual),
            stands: Placement::EMPTY,
            due: None,
            lit: Squares::default(),
            outputs: VecDeque::new(),
        }
    }

    fn say(&mut self, channel: Channel, mut bytes: Vec<u8>) {
        if is_report(self.transport) {
            bytes.resize(REPORT_BYTES, 0);
        }
        self.outputs.push_back(Packet { channel: self.transport.channel(channel), bytes });
    }

    fn answer(&mut self, bytes: &[u8]) {
        self.say(REPLIES, bytes.to_vec());
    }

    fn obey(&mut self, now: Instant, command: Command) {
        match (command, self.model) {
            (Command::Stream, _) => {
                self.due.get_or_insert(now + self.every);
                self.answer(DONE);
            }
            (Command::Battery, Model::Air) => self.answer(&[0x2A, 0x02, CHARGE, 0]),
            (Command::BatteryOfMove, Model::Move) => self.answer(&[0x41, 0x03, 0x0C, 0, CHARGE]),
            (Command::Version, _) => self.answer(b"\x28\x10\x01CNAIR_09_230213"),
            (Command::Name, Model::Air) => self.answer(b"\x2C\x0DChessnut Air\n"),
            (Command::Name, Model::Move) => self.answer(b"\x2C\x0DChessnut Move"),
            (Command::Games, _) => self.answer(&[0x32, 0x01, 0]),
            (Command::IsMove, Model::Move) => self.answer(&[0x41, 0x05, 0x15, 0, 0, 0, 0]),
            (Command::Light(squares), Model::Air) => {
                self.lit = squares;
                self.answer(DONE);
            }
            (Command::LightOnMove(squares), Model::Move) => self.lit = squares,
            _ => {}
        }
    }

    fn advance(&mut self, now: Instant) {
        let Some(due) = self.due.filter(|due| *due <= now) else { return };
        let next = due + self.every;
        self.due = Some(if next > now { next } else { now + self.every });
        let mut bytes = position_bytes(&self.stands, is_report(self.transport));
        // How long it has been switched on, in seconds.
        let seconds = u32::try_from(now.as_millis() / 1_000).unwrap_or(u32::MAX);
        bytes.extend(seconds.to_le_bytes());
        self.say(POSITIONS, bytes);
    }
}

const fn is_report(transport: Transport) -> bool {
    matches!(transport, Transport::Hid(_))
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        if packet.channel != self.transport.channel(COMMANDS) {
            return;
        }
        if let Some(command) = Command::read(packet.bytes) {
            self.obey(now, command);
        }
    }

    fn timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    fn poll(&mut self) -> Option<Packet> {
        self.outputs.pop_front()
    }

    fn lit(&self) -> Squares {
        self.lit
    }

    fn deadline(&self) -> Option<Instant> {
        self.due
    }

    fn is_reporting(&self) -> bool {
        self.due.is_some()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.advance(now);
        self.stands.set(square, reading);
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{Ability, Approach, Driver, Output, Request};

    /// What is observed in so many seconds.
    fn run(driver: &mut dyn Driver, board: &mut Board, seconds: u64) -> Vec<String> {
        let mut observed = Vec::new();
        for now in (seconds * 10_000..(seconds + 1) * 10_000).step_by(50) {
            let now = Instant::from_millis(now);
            board.timeout(now);
            if driver.deadline().is_some_and(|due| due <= now) {
                driver.timeout(now);
            }
            while let Some(packet) = board.poll() {
                driver.receive(now, packet.as_slice());
            }
            while let Some(output) = driver.poll() {
                match output {
                    Output::Send(packet) => board.receive(now, packet.as_slice()),
                    Output::Observed { observation, .. } => observed.push(observation.to_string()),
                    other => panic!("{other:?}"),
                }
            }
        }
        observed
    }

    #[test]
    fn a_board_says_what_it_is_and_is_lit_as_boards_of_its_kind_are() {
        let make = Make { serial: 7, chance: 0, scan: None, clock: None };
        for transport in crate::chessnut::FAMILY.transports {
            for (model, name) in [(Model::Air, "Chessnut Air"), (Model::Move, "Chessnut Move")] {
                let mut driver = (crate::chessnut::FAMILY.driver)(Approach::Known, *transport);
                let mut board = Board::new(model, &make, *transport);
                driver.start(Instant::ZERO);
                assert!(!driver.has(Ability::Lights), "its kind is not known");
                let mut observed = run(&mut *driver, &mut board, 0);
                observed.sort();
                let mut expected = [
                    "link up".to_owned(),
                    "battery 88".to_owned(),
                    format!("device hardware=\"{name}\""),
                    "device version=CNAIR_09_230213".to_owned(),
                    "board 8/8/8/8/8/8/8/8".to_owned(),
                ];
                expected.sort();
                assert_eq!(observed, expected);
                let squares: Squares =
                    ["e2", "d5"].map(|name| name.parse().unwrap()).into_iter().collect();
                let now = Instant::from_millis(9_999);
                driver.request(now, None, Request::Light(squares)).unwrap();
                assert_eq!(run(&mut *driver, &mut board, 1), [""; 0]);
                assert_eq!(board.lit, squares);
            }
        }
    }
}
