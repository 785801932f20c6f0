//! How a Pro is talked to: it tells each change by itself; all squares are asked for where a piece was put down and where
//! it is silent.

use std::time::Duration;

use super::text::Texts;
use super::wire::{Command, Reply};
use crate::driver::{Ability, Request, Squares};
use crate::family::nordic_uart::{COMMANDS, REPLIES};
use crate::observation::Reading;
use crate::packet::{Channel, Packet};
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// How boards of Square Off are asked: the Neo's own app wants to know each 2 s.
pub(super) const RHYTHM: Rhythm = Rhythm {
    silence: Duration::from_secs(2),
    again: Duration::from_secs(1),
    max_questions: 5,
    pause: Duration::from_millis(250),
};

/// The packet of a command.
pub(super) fn packet(command: Command) -> Packet {
    Packet { channel: COMMANDS, bytes: command.bytes() }
}

/// What lights nothing.
fn dark() -> Packet {
    packet(Command::Light(Squares::NONE))
}

/// Tells what a board says.
pub(super) fn hear(reply: Reply, told: &mut Told<'_>) {
    match reply {
        Reply::Square(square, reading) => {
            told.read_square(square, reading);
            if reading == Reading::Occupied {
                told.send(packet(Command::Board));
            }
        }
        Reply::Board(placement) => told.read_out(*placement),
        Reply::Other => told.hear(),
    }
}

/// The dialect of the Pro.
#[derive(Clone, Debug, Default)]
pub(super) struct Pro {
    texts: Texts,
}

impl Dialect for Pro {
    fn rhythm(&self) -> Rhythm {
        RHYTHM
    }

    fn open(&mut self, outbox: &mut Outbox) {
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        outbox.put(packet(Command::Board));
        outbox.put(packet(Command::Battery));
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        match packet.channel {
            Channel::STREAM | REPLIES => {
                self.texts.receive(packet.bytes, Reply::read, |noise, reply| {
                    told.skip(noise);
                    hear(reply, told);
                    told.darken_once(dark());
                });
            }
            _ => told.skip(packet.bytes.len()),
        }
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
