//! The wire from the device to the host: bytes take their time on it.

use std::collections::VecDeque;
use std::time::Duration;

use touchmove_drivers::family::SerialLine;
use touchmove_drivers::{Channel, Instant, Packet};

/// Bits on a serial line for one byte: start, eight data bits, stop.
const BITS_A_BYTE: u64 = 10;

/// A message of a stream that is longer than this arrives in pieces.
const PIECE: usize = 128;

/// Messages on their way to the host. Each arrives when its last byte does, or that of a piece of it.
#[derive(Debug, Default)]
pub struct Wire {
    /// `None` where bytes take no time.
    line: Option<SerialLine>,
    /// When the last byte of all that was sent arrives.
    free: Instant,
    arriving: VecDeque<(Instant, Packet)>,
}

impl Wire {
    /// A wire as fast as `line`, or one that takes no time.
    pub fn new(line: Option<SerialLine>) -> Self {
        Self { line, ..Self::default() }
    }

    /// Sends a message; it begins when the one before has ended.
    pub fn send(&mut self, now: Instant, message: Packet) {
        if message.channel != Channel::STREAM {
            return self.carry(now, message);
        }
        for piece in message.bytes.chunks(PIECE) {
            self.carry(now, Packet::stream(piece.to_vec()));
        }
    }

    /// The next message, or piece of one, that has arrived.
    pub fn receive(&mut self, now: Instant) -> Option<Packet> {
        if self.deadline()? > now {
            return None;
        }
        self.arriving.pop_front().map(|(_, message)| message)
    }

    /// When the next message arrives.
    pub fn deadline(&self) -> Option<Instant> {
        self.arriving.front().map(|&(arrives, _)| arrives)
    }

    fn carry(&mut self, now: Instant, piece: Packet) {
        self.free = self.free.max(now) + self.duration(piece.bytes.len());
        self.arriving.push_back((self.free, piece));
    }

    fn duration(&self, bytes: usize) -> Duration {
        let Some(line) = self.line else { return Duration::ZERO };
        let micros = bytes as u64 * BITS_A_BYTE * 1_000_000 / u64::from(line.baud.max(1));
        Duration::from_micros(micros)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_follow_each_other_at_the_speed_of_the_line() {
        let mut wire = Wire::new(Some(SerialLine::at(9_600)));
        wire.send(Instant::ZERO, Packet::stream(vec![0; 96]));
        wire.send(Instant::ZERO, Packet::stream(vec![1; 48]));
        assert_eq!(wire.deadline(), Some(Instant::from_millis(100)));
        assert_eq!(wire.receive(Instant::from_micros(99_999)), None);
        assert_eq!(wire.receive(Instant::from_millis(100)), Some(Packet::stream(vec![0; 96])));
        assert_eq!(wire.deadline(), Some(Instant::from_millis(150)));
        assert_eq!(wire.receive(Instant::from_millis(150)), Some(Packet::stream(vec![1; 48])));
        wire.send(Instant::from_millis(500), Packet::stream(vec![2; 96]));
        assert_eq!(wire.deadline(), Some(Instant::from_millis(600)));
    }

    #[test]
    fn a_long_message_arrives_bit_by_bit() {
        let mut wire = Wire::new(Some(SerialLine::at(9_600)));
        wire.send(Instant::ZERO, Packet::stream(vec![7; 7_939]));
        let mut pieces = Vec::new();
        while let Some(at) = wire.deadline() {
            pieces.extend(wire.receive(at).map(|piece| (at, piece)));
        }
        assert_eq!(pieces.iter().map(|(_, piece)| piece.bytes.len()).sum::<usize>(), 7_939);
        assert_eq!(pieces.last().map(|(at, _)| at.as_millis()), Some(8_269));
        assert!(pieces.windows(2).all(|two| two[1].0.since(two[0].0) < Duration::from_millis(150)));
    }

    #[test]
    fn a_wire_without_a_line_takes_no_time() {
        let mut wire = Wire::new(None);
        wire.send(Instant::from_millis(7), Packet::stream(vec![1]));
        assert_eq!(wire.receive(Instant::from_millis(7)), Some(Packet::stream(vec![1])));
        assert_eq!(wire.deadline(), None);
    }

    #[test]
    fn a_packet_arrives_whole() {
        let mut wire = Wire::new(None);
        let packet = Packet { channel: Channel(1), bytes: vec![9; 3 * PIECE] };
        wire.send(Instant::ZERO, packet.clone());
        assert_eq!(wire.receive(Instant::ZERO), Some(packet));
        assert_eq!(wire.receive(Instant::ZERO), None);
    }
}
