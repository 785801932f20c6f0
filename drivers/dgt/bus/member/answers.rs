//! The bytes of a board's answers, handed out before what they bring: a line's bytes go by for all of its boards.

use super::Member;
use crate::dgt::bus::frame::{Id, Reply};
use crate::driver::Output;
use crate::packet::Packet;
use crate::time::Instant;

impl Member {
    /// It answers with these bytes. That it is there and that nothing has changed a board says many times a second:
    /// once is enough.
    pub(in crate::dgt::bus) fn answer(&mut self, reply: &Reply, bytes: Vec<u8>) {
        if reply.id == Id::Ping {
            return;
        }
        let tells_changes = matches!(reply.id, Id::Odd | Id::Even);
        let is_idle = tells_changes && reply.data.is_empty();
        let was_idle = std::mem::replace(&mut self.is_idle, is_idle);
        if !(was_idle && is_idle) {
            self.hand_out(tells_changes.then_some(self.fetched), bytes);
        }
    }

    /// These bytes came instead of its answer.
    pub(in crate::dgt::bus) fn answer_damaged(&mut self, bytes: Vec<u8>) {
        self.hand_out(None, bytes);
    }

    fn hand_out(&mut self, since: Option<Instant>, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            let unit = self.unit.clone();
            let packet = Packet::stream(bytes);
            self.outputs.push_back(Output::Answer { unit, since, packet });
        }
    }
}
