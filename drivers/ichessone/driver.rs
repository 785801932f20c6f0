//! How iChessOne boards are talked to: they are told to say what changes, and asked how the pieces stand as long as they are
//! silent.

use std::time::Duration;

use super::frame::Frames;
use super::wire::{COMMANDS, Command, REPLIES, Reply};
use crate::driver::{Ability, Request};
use crate::family::Transport;
use crate::observation::{DeviceFact, Observation};
use crate::packet::{Channel, Packet};
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// The dialect of iChessOne boards.
#[derive(Clone, Debug)]
pub(super) struct IChessOne {
    transport: Transport,
    frames: Frames,
    hardware: Option<DeviceFact>,
    battery: Option<u8>,
}

impl IChessOne {
    /// Boards that are reached this way.
    pub(super) fn new(transport: Transport) -> Self {
        Self { transport, frames: Frames::default(), hardware: None, battery: None }
    }

    fn packet(&self, command: Command) -> Packet {
        Packet { channel: self.transport.channel(COMMANDS), bytes: command.bytes() }
    }

    fn hear(&mut self, reply: Reply, told: &mut Told<'_>) {
        match reply {
            Reply::Position(placement) => told.read_out(*placement),
            Reply::Battery(percent) => {
                told.hear();
                if self.battery.replace(percent) != Some(percent) {
                    told.observe(Observation::Battery(percent));
                }
            }
            Reply::Hardware(text) => {
                told.observe_fact(&mut self.hardware, DeviceFact::Hardware(text));
            }
        }
    }
}

impl Dialect for IChessOne {
    fn rhythm(&self) -> Rhythm {
        Rhythm {
            silence: Duration::from_secs(5),
            again: Duration::from_secs(1),
            max_questions: 4,
            // A command has no end of its own: a pause keeps it apart from the next one.
            pause: Duration::from_millis(100),
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        outbox.put(self.packet(Command::TellChanges));
        outbox.put(self.packet(Command::Position));
        if self.hardware.is_none() {
            outbox.put(self.packet(Command::Hardware));
        }
        // Its answer ends the text of the one before.
        outbox.put(self.packet(Command::Battery));
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        if ![Channel::STREAM, REPLIES].contains(&packet.channel) {
            return told.skip(packet.bytes.len());
        }
        let mut replies = Vec::new();
        self.frames.receive(packet.bytes, |noise, letter, body| {
            replies.push((noise, 2 + body.len(), Reply::read(letter, body)));
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
                outbox.put(self.packet(Command::Position));
                Verdict::TellWhole
            }
            Request::Light(squares) => {
                outbox.put_picture(self.packet(Command::Light(*squares)));
                Verdict::Done
            }
            _ => Verdict::Refused,
        }
    }

    fn has(&self, ability: Ability) -> bool {
        ability == Ability::Lights
    }
}
