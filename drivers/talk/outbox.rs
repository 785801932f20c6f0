//! Packets on their way to a board that takes only so many.

use std::collections::VecDeque;
use std::time::Duration;

use crate::packet::Packet;
use crate::time::Instant;

/// Packets that wait, in their order, with a pause between two. What waits already is not put in again, and of pictures
/// for the lights only the newest waits.
#[derive(Debug)]
pub(crate) struct Outbox {
    pause: Duration,
    waiting: VecDeque<(Kind, Packet)>,
    /// When the board takes the next one; `None` for at once.
    free: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Message,
    Picture,
}

impl Outbox {
    /// An empty one.
    pub(super) const fn with_pause(pause: Duration) -> Self {
        Self { pause, waiting: VecDeque::new(), free: None }
    }

    /// Puts a packet in.
    pub(crate) fn put(&mut self, packet: Packet) {
        if !self.waiting.iter().any(|(_, waiting)| *waiting == packet) {
            self.waiting.push_back((Kind::Message, packet));
        }
    }

    /// Puts in which squares are to be lit, in place of what waits.
    pub(crate) fn put_picture(&mut self, packet: Packet) {
        self.waiting.retain(|(kind, _)| *kind != Kind::Picture);
        self.waiting.push_back((Kind::Picture, packet));
    }

    /// Takes out what the board takes at `now`.
    pub(super) fn take(&mut self, now: Instant) -> Option<Packet> {
        if self.free.is_some_and(|free| free > now) {
            return None;
        }
        let (_, packet) = self.waiting.pop_front()?;
        self.free = (!self.pause.is_zero()).then_some(now + self.pause);
        Some(packet)
    }

    /// When something that waits can be taken.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.free.filter(|_| !self.waiting.is_empty())
    }

    /// Throws away what waits.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_keep_their_pause_and_only_the_newest_picture_waits() {
        let mut outbox = Outbox::with_pause(Duration::from_millis(100));
        let packet = |text: &str| Packet::stream(text.as_bytes().to_vec());
        for text in ["a", "b", "b"] {
            outbox.put(packet(text));
        }
        for text in ["1", "2"] {
            outbox.put_picture(packet(text));
        }
        let mut sent = Vec::new();
        let mut now = Instant::ZERO;
        loop {
            while let Some(packet) = outbox.take(now) {
                sent.push((now.as_millis(), String::from_utf8(packet.bytes).unwrap()));
            }
            let Some(due) = outbox.deadline() else { break };
            now = due;
        }
        assert_eq!(sent, [(0, "a".into()), (100, "b".into()), (200, "2".into())]);
    }
}
