//! The Neo's own end, without its motors.

use super::{CHANGES, CHARGE, OCCUPANCY};
use crate::device::Make;
use crate::device::scanned::{Scanned, Scanner, Voice};
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{Sensing, Square};
use crate::packet::Packet;
use crate::squareoff::device::SCAN;
use crate::squareoff::text::Texts;
use crate::squareoff::wire::{Command, change, millivolts_text, occupancy};

/// The voltage of its battery, and how full that is in per cent.
const MILLIVOLTS: &str = "3752.50";
const PERCENT: u8 = 83;

/// A Neo.
#[derive(Debug)]
pub(super) struct Board {
    texts: Texts,
}

impl Board {
    /// A board of this make, empty.
    pub(super) fn new(make: &Make) -> Scanned<Self> {
        let board = Self { texts: Texts::default() };
        Scanned::new(board, Sensing::Occupancy, make.scan.unwrap_or(SCAN))
    }
}

fn obey(command: Command, scanner: &mut Scanner) {
    match command {
        Command::Board => scanner.say(OCCUPANCY, occupancy(scanner.scanned())),
        Command::Battery => {
            scanner.say(REPLIES, millivolts_text(MILLIVOLTS));
            scanner.say(CHARGE, vec![PERCENT]);
        }
        Command::Light(_) => {}
    }
}

impl Voice for Board {
    fn hear(&mut self, packet: Packet<&[u8]>, scanner: &mut Scanner) {
        if packet.channel != COMMANDS {
            return;
        }
        let mut commands = Vec::new();
        self.texts.receive(packet.bytes, Command::read, |_, command| commands.push(command));
        commands.into_iter().for_each(|command| obey(command, scanner));
    }

    /// Each change, and then all squares, as real boards do.
    fn tell(&mut self, changed: &[Square], scanner: &mut Scanner) {
        for &square in changed {
            let reading = scanner.scanned().get(square);
            scanner.say(CHANGES, change(square, reading).into_bytes());
        }
        scanner.say(OCCUPANCY, occupancy(scanner.scanned()));
    }
}
