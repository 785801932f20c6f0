//! How a GoChess is talked to: it tells each change by itself, and is asked for all its squares and its battery where it
//! is silent.

use std::time::Duration;

use super::wire::{Command, Message};
use crate::driver::{Ability, Request, Squares};
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::DeviceFact;
use crate::packet::Packet;
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// The dialect of GoChess.
#[derive(Clone, Debug, Default)]
pub(super) struct GoChess {
    version: Option<DeviceFact>,
    /// What was told of the battery, in per cent.
    charge: Option<u8>,
}

fn packet(command: Command) -> Packet {
    Packet { channel: COMMANDS, bytes: command.bytes() }
}

impl GoChess {
    fn hear(&mut self, message: Message, told: &mut Told<'_>) {
        match message {
            Message::Square(square, reading) => told.read_square(square, reading),
            Message::Board(placement) => told.read_out(*placement),
            Message::Version(version) => {
                told.observe_fact(&mut self.version, DeviceFact::Version(version.to_string()));
            }
            Message::Battery(charge) => told.observe_charge(&mut self.charge, charge),
            Message::Other => told.hear(),
        }
        told.darken_once(packet(Command::Light(Squares::NONE)));
    }
}

impl Dialect for GoChess {
    fn rhythm(&self) -> Rhythm {
        Rhythm {
            silence: Duration::from_secs(3),
            again: Duration::from_secs(1),
            max_questions: 4,
            pause: Duration::from_millis(100),
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        outbox.put(packet(Command::Version));
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        outbox.put(packet(Command::Board));
        outbox.put(packet(Command::Battery));
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        if packet.channel != REPLIES {
            return told.skip(packet.bytes.len());
        }
        let mut bytes = packet.bytes;
        while let Some((length, message)) = Message::read(bytes) {
            self.hear(message, told);
            bytes = bytes.get(length..).unwrap_or_default();
        }
        told.skip(bytes.len());
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match request {
            Request::ReadBoard => {
                outbox.put(packet(Command::Board));
                Verdict::TellWhole
            }
            Request::Light(squares) => {
                outbox.put_picture(packet(Command::Light(*squares)));
                Verdict::Done
            }
            _ => Verdict::Refused,
        }
    }

    fn has(&self, ability: Ability) -> bool {
        ability == Ability::Lights
    }
}
