//! Messages in packets: what it is, how long it is, and so many bytes.

use super::wire::{POSITION, POSITION_BYTES, length};

/// Finds messages in what a board says on one channel. A message ends with its packet or before, as a rule; where a link
/// has cut it, the rest comes in packets after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    partial: Vec<u8>,
    /// So many bytes to come belong to a message that was heard already.
    rest: usize,
    after: After,
    noise: usize,
}

/// What came before the bytes that are not heard yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum After {
    #[default]
    Noise,
    Message,
}

impl Frames {
    /// Takes a packet, and hands each message to `hear`: how many bytes before it belong to none, and its bytes. A position
    /// is heard as soon as all its squares are there, without what comes after them.
    pub(super) fn receive(&mut self, packet: &[u8], mut hear: impl FnMut(usize, &[u8])) {
        if let [what, count, ..] = *packet
            && length(what, count).is_some()
        {
            // A cut message whose rest was lost may not go on with what another one begins with.
            self.rest = 0;
            while !self.partial.is_empty() {
                self.skip();
                self.scan(&mut hear);
            }
        }
        self.partial.extend_from_slice(packet);
        self.scan(&mut hear);
    }

    fn scan(&mut self, hear: &mut impl FnMut(usize, &[u8])) {
        loop {
            let known = self.rest.min(self.partial.len());
            self.partial.drain(..known);
            self.rest -= known;
            let (what, count) = match *self.partial {
                [] => return,
                // Reports are filled up with zeros.
                [0, ..] if self.after == After::Message => {
                    self.partial.remove(0);
                    continue;
                }
                [_] => return,
                [what, count, ..] => (what, count),
            };
            let Some(length) = length(what, count) else {
                self.skip();
                continue;
            };
            let heard = if what == POSITION { POSITION_BYTES } else { length };
            let Some(message) = self.partial.get(..heard) else { return };
            hear(std::mem::take(&mut self.noise), message);
            self.partial.drain(..heard);
            (self.rest, self.after) = (length - heard, After::Message);
        }
    }

    fn skip(&mut self) {
        self.partial.remove(0);
        self.after = After::Noise;
        self.noise = self.noise.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The start position as real boards send it (`drivers/chessnut/README.md`, Messages).
    fn start() -> Vec<u8> {
        let rows = [&[0x58, 0x23, 0x31, 0x85][..], &[0x44; 4], &[0; 16], &[0x77; 4]].concat();
        [&[1, 0x24][..], &rows, &[0xA6, 0xC9, 0x9B, 0x6A], &[0xFF; 4]].concat()
    }

    fn heard(packets: &[&[u8]]) -> Vec<(usize, usize)> {
        let (mut frames, mut heard) = (Frames::default(), Vec::new());
        for packet in packets {
            frames.receive(packet, |noise, message| heard.push((noise, message.len())));
        }
        heard
    }

    #[test]
    fn a_position_is_found_after_junk_and_in_pieces() {
        let start = start();
        let pieces = [&b"junk!"[..], &start[..28], &start[28..32], &start[32..36]];
        assert_eq!(heard(&pieces), [(5, 34)]);
        let glued = [&start[..], &start, &[0x2A, 2, 88, 0]].concat();
        assert_eq!(heard(&[&glued]), [(0, 34), (0, 34), (0, 4)]);
        let junk = [&[0x41, 0x50, 9][..], &start].concat();
        assert_eq!(heard(&[&junk, &start]), [(3, 34), (0, 34)]);
    }

    #[test]
    fn what_is_left_of_a_position_of_which_the_air_delivers_twenty_bytes_is_noise() {
        let start = start();
        let cut = &start[..20];
        assert_eq!(heard(&[cut, cut, cut]), []);
        assert_eq!(heard(&[cut, cut, &start, cut, &start]), [(40, 34), (20, 34)]);
    }

    #[test]
    fn a_report_is_longer_than_what_it_says() {
        let mut report = start();
        report[1] = 0x3D;
        report.resize(65, 0);
        let reply = [&[0x2A, 2, 100, 1][..], &[0; 61]].concat();
        assert_eq!(heard(&[&report, &reply, &report]), [(0, 34), (0, 4), (0, 34)]);
    }

    #[test]
    fn a_length_that_lies_costs_no_more_than_its_packet() {
        let start = start();
        for lying in [
            &[0x2A, 5, 88, 0][..],
            &[0x01, 0x25, 0, 0],
            &[0x28, 0x40, 1, b'C'],
            &[0x2C, 0xFF, b'C', b'h'],
            &[0x41, 0x89, 0x0B, 0],
            &[0x01, 0x3D, 0x58, 0x23],
        ] {
            assert_eq!(heard(&[lying, &start]), [(4, 34)], "{lying:02X?}");
        }
    }

    proptest! {
        #[test]
        fn any_packets_are_heard_within_bounds(
            packets in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..80), 0..20),
        ) {
            let (mut frames, mut count) = (Frames::default(), 0);
            for packet in &packets {
                frames.receive(packet, |noise, message| count += noise + message.len());
                prop_assert!(frames.partial.len() < 140);
            }
            let all: usize = packets.iter().map(Vec::len).sum();
            prop_assert!(count + frames.noise + frames.partial.len() <= all);
        }
    }
}
