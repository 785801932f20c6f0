//! From bytes to messages, in step again after any noise.
//!
//! The first byte of a message has its highest bit set and no other byte has: a byte of `80` or more begins a message,
//! whatever it cuts off.

use super::wire::Kind;

/// Where a message begins.
const BEGINS: u8 = 0x80;

/// How many bytes come before the data of a message: its kind and its length, in two bytes of seven bits.
pub(super) const HEAD: usize = 3;

/// Finds the messages in a stream of bytes. Holds one at most, whose length its kind bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    partial: Vec<u8>,
    noise: usize,
}

impl Frames {
    /// Takes bytes, and hands out of each message how many bytes before it belong to none, its kind and its data.
    pub(super) fn receive(&mut self, bytes: &[u8], mut hear: impl FnMut(usize, Kind, &[u8])) {
        for &byte in bytes {
            if byte >= BEGINS {
                self.abandon();
            } else if self.partial.is_empty() {
                self.noise += 1;
                continue;
            }
            self.partial.push(byte);
            self.complete(&mut hear);
        }
    }

    fn complete(&mut self, hear: &mut impl FnMut(usize, Kind, &[u8])) {
        let [first, high, low, ref data @ ..] = *self.partial else { return };
        let length = usize::from(high) << 7 | usize::from(low);
        let Some(kind) = Kind::from_byte(first).filter(|kind| kind.fits(length)) else {
            return self.abandon();
        };
        if self.partial.len() == length {
            hear(std::mem::take(&mut self.noise), kind, data);
            self.partial.clear();
        }
    }

    /// Gives up what was begun, as noise.
    fn abandon(&mut self) {
        self.noise += self.partial.len();
        self.partial.clear();
    }
}

/// The bytes of a message.
pub(super) fn framed(kind: Kind, data: &[u8]) -> Vec<u8> {
    let length = data.len() + HEAD;
    let sevens = [length >> 7, length].map(|bits| u8::try_from(bits & 0x7F).unwrap_or(0));
    [&[kind as u8], &sevens[..], data].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const E2_LIFTED: [u8; 5] = [0x8E, 0x00, 0x05, 0x34, 0x00];

    fn heard(bytes: &[u8]) -> Vec<(usize, Kind, Vec<u8>)> {
        let mut heard = Vec::new();
        Frames::default()
            .receive(bytes, |noise, kind, data| heard.push((noise, kind, data.to_vec())));
        heard
    }

    #[test]
    fn what_is_no_message_is_counted_and_the_next_one_is_found() {
        for junk in [
            &[0x12, 0x13, 0x8E, 0x00][..],
            // A message that was cut off, an unknown kind, a length that its kind cannot have.
            &E2_LIFTED[..4],
            &[0xB5, 0x00, 0x05, 0x34],
            &[0x8E, 0x00, 0x06, 0x34],
            &[0x86, 0x7F, 0x7F, 0x01],
        ] {
            let found = heard(&[junk, &E2_LIFTED, &E2_LIFTED].concat());
            let lifted = |noise| (noise, Kind::Square, vec![0x34, 0x00]);
            assert_eq!(found, [lifted(junk.len()), lifted(0)], "{junk:02x?}");
        }
    }

    #[test]
    fn an_empty_log_is_a_message() {
        assert_eq!(heard(&[0x8F, 0x00, 0x03]), [(0, Kind::Log, Vec::new())]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_heard_or_counted(
            bytes in prop::collection::vec(
                prop_oneof![any::<u8>(), Just(0x8E), Just(0x00), Just(0x05)], 0..300
            )
        ) {
            let mut frames = Frames::default();
            let mut count = 0;
            frames.receive(&bytes, |noise, _, data| count += noise + HEAD + data.len());
            prop_assert_eq!(count + frames.noise + frames.partial.len(), bytes.len());
        }
    }
}
