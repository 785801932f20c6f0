//! How ChessLink boards are talked to: asked who they are, set to tell what changes, and asked for their position as long
//! as they are silent.

use std::time::Duration;

use super::frame::Frames;
use super::wire::{COMMANDS, Command, REPLIES, REPORT_CELL, REPORT_CHANGES, Reply, reply_length};
use crate::driver::{Ability, Request, Squares};
use crate::family::Transport;
use crate::observation::DeviceFact;
use crate::packet::{Channel, Packet};
use crate::talk::{Dialect, Outbox, Rhythm, Told, Verdict};

/// The dialect of ChessLink boards.
#[derive(Clone, Debug)]
pub(super) struct ChessLink {
    transport: Transport,
    frames: Frames,
    version: Option<DeviceFact>,
}

impl ChessLink {
    /// Boards that are reached this way.
    pub(super) fn new(transport: Transport) -> Self {
        Self { transport, frames: Frames::default(), version: None }
    }

    fn packet(&self, command: &Command) -> Packet {
        Packet { channel: self.transport.channel(COMMANDS), bytes: command.bytes() }
    }

    fn hear(&mut self, reply: Reply, told: &mut Told<'_>) {
        match reply {
            Reply::Version(major, minor) => self.meet(major, minor, told),
            Reply::Position(Some(placement)) => told.read_out(*placement),
            Reply::Cell { address: REPORT_CELL, data } if data != REPORT_CHANGES => {
                // Its memory wears out by being written, so this is done where it must be.
                let write = Command::Write { address: REPORT_CELL, data: REPORT_CHANGES };
                told.hear();
                told.send(self.packet(&write));
            }
            Reply::Position(None) | Reply::Cell { .. } | Reply::Done => told.hear(),
        }
    }

    /// It is a ChessLink: only now it is asked what would disturb other devices.
    fn meet(&mut self, major: u8, minor: u8, told: &mut Told<'_>) {
        let is_known = self.version.is_some();
        let version = DeviceFact::Version(format!("{major}.{minor}"));
        told.observe_fact(&mut self.version, version);
        if !is_known {
            told.darken_once(self.packet(&Command::Light(Squares::NONE)));
            for command in [Command::Read { address: REPORT_CELL }, Command::Position] {
                told.send(self.packet(&command));
            }
        }
    }
}

impl Dialect for ChessLink {
    fn rhythm(&self) -> Rhythm {
        // In the air a board wants a tenth of a second between two writes.
        let pause = match self.transport {
            Transport::Gatt(_) => Duration::from_millis(100),
            _ => Duration::ZERO,
        };
        Rhythm {
            silence: Duration::from_millis(1_500),
            again: Duration::from_millis(700),
            max_questions: 4,
            pause,
        }
    }

    fn open(&mut self, outbox: &mut Outbox) {
        self.ask(outbox);
    }

    fn ask(&mut self, outbox: &mut Outbox) {
        let question = match self.version {
            Some(_) => Command::Position,
            None => Command::Version,
        };
        outbox.put(self.packet(&question));
    }

    fn receive(&mut self, packet: Packet<&[u8]>, told: &mut Told<'_>) {
        if ![Channel::STREAM, REPLIES].contains(&packet.channel) {
            return told.skip(packet.bytes.len());
        }
        let mut replies = Vec::new();
        self.frames.receive(packet.bytes, reply_length, |noise, text| {
            replies.push((noise, text.len(), Reply::read(text)));
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
                outbox.put(self.packet(&Command::Position));
                Verdict::TellWhole
            }
            Request::Light(squares) => {
                outbox.put_picture(self.packet(&Command::Light(*squares)));
                Verdict::Done
            }
            _ => Verdict::Refused,
        }
    }

    fn has(&self, ability: Ability) -> bool {
        ability == Ability::Lights
    }
}
