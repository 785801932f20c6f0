//! Messages in bytes: a sign, a letter, and what follows that letter.

use super::wire::{PACKING, SIGN, is_plain, length};

/// The longest text, in bytes.
const MAX_TEXT: usize = 64;

/// Finds messages in what a board sends. Nothing checks them, but the sign of a message is in no position.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    partial: Vec<u8>,
    noise: usize,
}

/// What the bytes that are there begin with.
enum Begin {
    /// A message of which more is to come.
    Part,
    /// A message of so many bytes.
    Whole(usize),
    /// None.
    Noise,
}

impl Frames {
    /// Takes bytes, in any chunking, and hands each whole message to `hear`: how many bytes before it belong to none, its
    /// letter and what follows. A text has no end of its own: it is whole once another message begins.
    pub(super) fn receive(&mut self, bytes: &[u8], mut hear: impl FnMut(usize, u8, &[u8])) {
        for byte in bytes {
            self.partial.push(*byte);
            while !self.partial.is_empty() {
                match begin(&self.partial) {
                    Begin::Part => break,
                    Begin::Whole(length) => {
                        if let Some([_, letter, body @ ..]) = self.partial.get(..length) {
                            hear(std::mem::take(&mut self.noise), *letter, body);
                        }
                        self.partial.drain(..length);
                    }
                    Begin::Noise => {
                        self.partial.remove(0);
                        self.noise = self.noise.saturating_add(1);
                    }
                }
            }
        }
    }
}

fn begin(bytes: &[u8]) -> Begin {
    match *bytes {
        [SIGN] => Begin::Part,
        [SIGN, b'h', ref text @ ..] => begin_text(text),
        [SIGN, letter, ref body @ ..] => match length(letter) {
            None => Begin::Noise,
            Some(_) if letter == b'p' && !body.iter().all(|pair| PACKING.has(*pair)) => {
                Begin::Noise
            }
            Some(length) if bytes.len() < length => Begin::Part,
            Some(length) => Begin::Whole(length),
        },
        _ => Begin::Noise,
    }
}

fn begin_text(text: &[u8]) -> Begin {
    match text {
        [text @ .., SIGN, b'p' | b'b' | b'h'] if !text.is_empty() => Begin::Whole(2 + text.len()),
        _ if text.len() > MAX_TEXT || !text.iter().all(|letter| is_plain(*letter)) => Begin::Noise,
        _ => Begin::Part,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn heard(bytes: &[u8]) -> Vec<(usize, char, usize)> {
        let mut heard = Vec::new();
        Frames::default().receive(bytes, |noise, letter, body| {
            heard.push((noise, char::from(letter), body.len()));
        });
        heard
    }

    /// The start position (`drivers/ichessone/README.md`, Messages).
    fn start() -> Vec<u8> {
        let rows = [&[0xA8, 0x9B, 0xC9, 0x8A][..], &[0x77; 4], &[0; 16], &[0x11; 4]].concat();
        [b"=p", &rows[..], &[0x42, 0x35, 0x63, 0x24]].concat()
    }

    #[test]
    fn messages_are_found_after_junk_and_one_after_the_other() {
        let bytes = [b"junk", &start()[..], &start(), b"=b\x00\x3D", b"\x00x", &start()].concat();
        assert_eq!(heard(&bytes), [(4, 'p', 32), (0, 'p', 32), (0, 'b', 2), (2, 'p', 32)]);
    }

    #[test]
    fn a_position_that_was_cut_is_not_joined_with_what_follows() {
        let cut = &start()[..20];
        assert_eq!(heard(&[cut, &start()].concat()), [(20, 'p', 32)]);
        assert_eq!(heard(&[cut, cut, b"=b\x00\x58"].concat()), [(40, 'b', 2)]);
    }

    #[test]
    fn a_text_ends_where_another_message_begins() {
        assert_eq!(heard(b"=hiChessOne = 2"), []);
        assert_eq!(heard(b"=hiChessOne = 2=b\x00\x58"), [(0, 'h', 13), (0, 'b', 2)]);
        assert_eq!(heard(b"=hiChess\xA8One=b\x00\x58"), [(12, 'b', 2)]);
        let endless = [b"=h", &[b'a'; 100][..], b"=b\x00\x58"].concat();
        assert_eq!(heard(&endless), [(102, 'b', 2)]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_heard_or_counted(
            pieces in prop::collection::vec(
                prop_oneof![Just(b"=p".to_vec()), Just(b"=h".to_vec()), any::<[u8; 5]>().prop_map(Vec::from)],
                0..60,
            ),
        ) {
            let bytes = pieces.concat();
            let (mut frames, mut count) = (Frames::default(), 0);
            frames.receive(&bytes, |noise, _, body| count += noise + 2 + body.len());
            prop_assert_eq!(count + frames.noise + frames.partial.len(), bytes.len());
            prop_assert!(frames.partial.len() <= MAX_TEXT + 2);
        }
    }
}
