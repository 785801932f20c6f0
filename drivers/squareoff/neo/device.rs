//! The Neo's own end, without its motors.

use std::collections::VecDeque;

use super::{CHANGES, CHARGE, OCCUPANCY};
use crate::device::scan::Scan;
use crate::device::{Device, Make};
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{Hand, Reading, Square};
use crate::packet::{Channel, Packet};
use crate::squareoff::device::SCAN;
use crate::squareoff::text::Texts;
use crate::squareoff::wire::{Command, change, millivolts_text, occupancy};
use crate::time::Instant;

/// The voltage of its battery, and how full that is in per cent.
const MILLIVOLTS: &str = "3752.50";
const PERCENT: u8 = 83;

/// A Neo.
#[derive(Debug)]
pub(super) struct Board {
    scan: Scan,
    texts: Texts,
    outputs: VecDeque<Packet>,
}

impl Board {
    /// A board of this make, empty.
    pub(super) fn new(make: &Make) -> Self {
        let scan = Scan::every(make.scan.unwrap_or(SCAN));
        Self { scan, texts: Texts::default(), outputs: VecDeque::new() }
    }

    fn say(&mut self, channel: Channel, bytes: Vec<u8>) {
        self.outputs.push_back(Packet { channel, bytes });
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Board => self.say(OCCUPANCY, occupancy(self.scan.scanned())),
            Command::Battery => {
                self.say(REPLIES, millivolts_text(MILLIVOLTS));
                self.say(CHARGE, vec![PERCENT]);
            }
            Command::Light(_) => {}
        }
    }

    /// Tells each change, and then all squares, as real boards do.
    fn advance(&mut self, now: Instant) {
        let Some(changed) = self.scan.advance(now).filter(|changed| !changed.is_empty()) else {
            return;
        };
        for square in changed {
            let reading = self.scan.scanned().get(square);
            self.say(CHANGES, change(square, reading).into_bytes());
        }
        self.say(OCCUPANCY, occupancy(self.scan.scanned()));
    }
}

impl Device for Board {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.advance(now);
        if packet.channel != COMMANDS {
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
