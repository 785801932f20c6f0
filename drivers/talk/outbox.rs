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
    /// The picture that is sent once more, and when.
    repeat: Option<(Instant, Packet)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Message,
    /// Sent once more after this.
    Picture {
        again: Option<Duration>,
    },
}

impl Kind {
    const fn is_picture(self) -> bool {
        matches!(self, Self::Picture { .. })
    }
}

impl Outbox {
    /// An empty one.
    pub(super) const fn with_pause(pause: Duration) -> Self {
        Self { pause, waiting: VecDeque::new(), free: None, repeat: None }
    }

    /// Puts a packet in.
    pub(crate) fn put(&mut self, packet: Packet) {
        if !self.waiting.iter().any(|(_, waiting)| *waiting == packet) {
            self.waiting.push_back((Kind::Message, packet));
        }
    }

    /// Puts in which squares are to be lit, in place of what waits.
    pub(crate) fn put_picture(&mut self, packet: Packet) {
        self.replace_picture(packet, None);
    }

    /// Puts in which squares are to be lit, for boards that do not always take it: it is sent `again` after a while, unless
    /// there is a newer picture by then.
    pub(crate) fn put_picture_twice(&mut self, packet: Packet, again: Duration) {
        self.replace_picture(packet, Some(again));
    }

    fn replace_picture(&mut self, packet: Packet, again: Option<Duration>) {
        self.repeat = None;
        self.waiting.retain(|(kind, _)| !kind.is_picture());
        self.waiting.push_back((Kind::Picture { again }, packet));
    }

    /// Takes out what the board takes at `now`.
    pub(super) fn take(&mut self, now: Instant) -> Option<Packet> {
        if let Some((_, packet)) = self.repeat.take_if(|(due, _)| *due <= now) {
            self.waiting.push_back((Kind::Picture { again: None }, packet));
        }
        if self.free.is_some_and(|free| free > now) {
            return None;
        }
        let (kind, packet) = self.waiting.pop_front()?;
        self.free = (!self.pause.is_zero()).then_some(now + self.pause);
        if let Kind::Picture { again: Some(again) } = kind {
            self.repeat = Some((now + again, packet.clone()));
        }
        Some(packet)
    }

    /// When something that waits can be taken.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let free = self.free.filter(|_| !self.waiting.is_empty());
        let repeat = self.repeat.as_ref().map(|(due, _)| *due);
        free.into_iter().chain(repeat).min()
    }

    /// Throws away what waits.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.repeat = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(text: &str) -> Packet {
        Packet::stream(text.as_bytes().to_vec())
    }

    /// What is taken until nothing waits, and when, in milliseconds.
    fn sent(outbox: &mut Outbox, mut now: Instant) -> Vec<(u64, String)> {
        let mut sent = Vec::new();
        loop {
            while let Some(packet) = outbox.take(now) {
                sent.push((now.as_millis(), String::from_utf8(packet.bytes).unwrap()));
            }
            let Some(due) = outbox.deadline() else { return sent };
            now = due;
        }
    }

    #[test]
    fn packets_keep_their_pause_and_only_the_newest_picture_waits() {
        let mut outbox = Outbox::with_pause(Duration::from_millis(100));
        for text in ["a", "b", "b"] {
            outbox.put(packet(text));
        }
        for text in ["1", "2"] {
            outbox.put_picture(packet(text));
        }
        let expected = [(0, "a".into()), (100, "b".into()), (200, "2".into())];
        assert_eq!(sent(&mut outbox, Instant::ZERO), expected);
    }

    #[test]
    fn a_picture_is_sent_once_more_unless_there_is_a_newer_one() {
        let again = Duration::from_millis(800);
        let mut outbox = Outbox::with_pause(Duration::from_millis(100));
        outbox.put_picture_twice(packet("1"), again);
        assert_eq!(outbox.take(Instant::ZERO), Some(packet("1")));
        assert_eq!(outbox.deadline(), Some(Instant::from_millis(800)));
        outbox.put_picture_twice(packet("2"), again);
        let expected = [(500, "2".into()), (1_300, "2".into())];
        assert_eq!(sent(&mut outbox, Instant::from_millis(500)), expected);
        outbox.put_picture_twice(packet("3"), again);
        outbox.clear();
        assert_eq!(outbox.deadline(), None);
    }
}
