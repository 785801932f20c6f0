//! How a Pegasus is talked to: asked for its version, set to tell what changes, and asked for all its squares as long as
//! it is silent.
//!
//! A board shows its squares to who has a key, which DGT gives. There is none here: what the board says without one is
//! heard.

use std::time::Duration;

use super::frame::{Frames, HEAD};
use super::wire::{Command, Reply};
use crate::driver::{Ability, Request, Squares};
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::{DeviceFact, Placement, Reading, Square};
use crate::packet::{Channel, Packet};
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// A board does not always take a picture for its lights: it is sent once more after this.
const LIGHT_AGAIN: Duration = Duration::from_millis(800);

/// The dialect of the Pegasus.
#[derive(Clone, Debug, Default)]
pub(super) struct Pegasus {
    frames: Frames,
    is_met: bool,
    /// Whether the board hides its squares and keeps its lights dark, because nobody has given it a key.
    is_locked: bool,
    serial: Option<DeviceFact>,
    long_serial: Option<DeviceFact>,
    version: Option<DeviceFact>,
    hardware: Option<DeviceFact>,
    /// What was told of the battery, in per cent.
    charge: Option<u8>,
}

fn packet(command: Command) -> Packet {
    Packet { channel: COMMANDS, bytes: command.bytes() }
}

impl Pegasus {
    fn hear(&mut self, reply: Reply, told: &mut Told<'_>) {
        match reply {
            Reply::Board(placement) => {
                self.is_locked = hides(&placement);
                told.read_out(*placement);
            }
            Reply::Square(square, reading) => told.read_square(square, reading),
            Reply::Version(major, minor) => {
                let fact = DeviceFact::Version(format!("{major}.{minor:02}"));
                told.observe_fact(&mut self.version, fact);
            }
            Reply::Hardware(major, minor) => {
                let fact = DeviceFact::Hardware(format!("{major}.{minor:02}"));
                told.observe_fact(&mut self.hardware, fact);
            }
            Reply::Serial(serial) if !serial.is_empty() => {
                told.observe_fact(&mut self.serial, DeviceFact::Serial(serial));
            }
            Reply::LongSerial(serial) if !serial.is_empty() => {
                told.observe_fact(&mut self.long_serial, DeviceFact::LongSerial(serial));
            }
            Reply::Battery(Some(charge)) => told.observe_charge(&mut self.charge, charge),
            Reply::Serial(_) | Reply::LongSerial(_) | Reply::Battery(None) | Reply::Other => {
                told.hear();
            }
        }
        self.meet(told);
    }

    /// It is a Pegasus: only now it is asked what would disturb other devices.
    fn meet(&mut self, told: &mut Told<'_>) {
        if std::mem::replace(&mut self.is_met, true) {
            return;
        }
        for command in [
            Command::Serial,
            Command::Reset,
            Command::Light(Squares::default()),
            Command::TellChanges,
            Command::Board,
            Command::LongSerial,
            Command::Hardware,
            Command::Battery,
        ] {
            told.send(packet(command));
        }
    }
}

/// Whether a board keeps to itself what stands on it.
fn hides(placement: &Placement) -> bool {
    Square::all().any(|square| placement.get(square) == Reading::Unknown)
}

impl Dialect for Pegasus {
    fn rhythm(&self) -> Rhythm {
        Rhythm {
            silence: Duration::from_millis(1_500),
            again: Duration::from_millis(1_000),
            max_questions: 4,
            pause: Duration::from_millis(50),
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        let question = if self.is_met { Command::Board } else { Command::Version };
        outbox.put(packet(question));
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        if ![Channel::STREAM, REPLIES].contains(&packet.channel) {
            return told.skip(packet.bytes.len());
        }
        let mut replies = Vec::new();
        self.frames.receive(packet.bytes, |noise, kind, data| {
            replies.push((noise, HEAD + data.len(), Reply::read(kind, data)));
        });
        for (noise, length, reply) in replies {
            told.skip(noise);
            match reply {
                Some(reply) => self.hear(reply, told),
                None => told.skip(length),
            }
        }
    }

    fn request(&mut self, request: &Request, outbox: &mut Outbox) -> Verdict {
        match request {
            Request::ReadBoard => {
                outbox.put(packet(Command::Board));
                Verdict::TellWhole
            }
            Request::Light(squares) if self.has(Ability::Lights) => {
                outbox.put_picture_twice(packet(Command::Light(*squares)), LIGHT_AGAIN);
                Verdict::Done
            }
            _ => Verdict::Refused,
        }
    }

    fn has(&self, ability: Ability) -> bool {
        ability == Ability::Lights && !self.is_locked
    }
}
