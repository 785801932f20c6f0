//! What the drivers share: what they hear, and how they light squares.

use super::lamps::Lamps;
use super::lines::{Heard, Lines, Message};
use super::{ORDERED, SAID};
use crate::driver::Squares;
use crate::family::Transport;
use crate::packet::{Channel, Packet};
use crate::talk::{Outbox, Told};

/// Hears lines of boards of one family, and lights their lamps.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    transport: Transport,
    lines: Lines,
    lamps: Lamps,
    /// Lines of another family, since the last of its own.
    foreign: u32,
}

/// So many lines of another family, and none of its own, and it is a board of the other.
const MAX_FOREIGN_LINES: u32 = 2;

impl Host {
    /// Hears boards that are reached this way.
    pub(crate) fn new(transport: Transport) -> Self {
        Self { transport, lines: Lines::default(), lamps: Lamps::default(), foreign: 0 }
    }

    /// Takes bytes, in any chunking, and hands what the board senses to `hear`. Who hears nothing of it gives it back:
    /// it is of another family.
    pub(crate) fn receive(
        &mut self,
        packet: Packet<&[u8]>,
        told: &mut Told<'_>,
        mut hear: impl FnMut(Message, &mut Told<'_>) -> Option<Message>,
    ) {
        if ![Channel::STREAM, SAID].contains(&packet.channel) {
            return told.skip(packet.bytes.len());
        }
        for Heard { noise, length, message } in self.lines.receive(packet.bytes) {
            told.skip(noise);
            let picture = if let Message::Lit(form) = message {
                self.lamps.meet(form)
            } else if hear(message, told).is_none() {
                self.foreign = 0;
                self.lamps.wait()
            } else {
                told.skip(length);
                self.foreign = self.foreign.saturating_add(1);
                if self.foreign >= MAX_FOREIGN_LINES {
                    told.turn_away();
                }
                None
            };
            if let Some(picture) = picture {
                told.send_picture(self.order(picture));
            }
        }
    }

    /// Lights these squares and no others.
    pub(crate) fn light(&mut self, squares: Squares, outbox: &mut Outbox) {
        let picture = self.lamps.light(squares);
        outbox.put_picture(self.order(picture));
    }

    const fn order(&self, bytes: Vec<u8>) -> Packet {
        Packet { channel: self.transport.channel(ORDERED), bytes }
    }
}
