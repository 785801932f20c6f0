//! Messages in bytes: a letter, its text, and two digits that check both.

/// What a ChessLink says is seven bits wide. The eighth is a parity that not all boards send.
const BITS: u8 = 0x7F;

/// Finds messages in what a board or a host sends.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    partial: Vec<u8>,
    noise: usize,
}

/// A letter that begins a message, and how long the message is, with its check.
pub(super) type Lengths = fn(u8) -> Option<usize>;

impl Frames {
    /// Takes bytes, in any chunking, and hands each whole message to `hear`: how many bytes before it belong to none, and
    /// its characters without the check.
    pub(super) fn receive(
        &mut self,
        bytes: &[u8],
        length: Lengths,
        mut hear: impl FnMut(usize, &[u8]),
    ) {
        for byte in bytes {
            self.partial.push(byte & BITS);
            while let Some(&letter) = self.partial.first() {
                let Some(length) = length(letter) else {
                    self.skip();
                    continue;
                };
                let Some(message) = self.partial.get(..length) else { break };
                match checked(message) {
                    Some(text) => {
                        hear(std::mem::take(&mut self.noise), text);
                        self.partial.drain(..length);
                    }
                    None => self.skip(),
                }
            }
        }
    }

    fn skip(&mut self) {
        self.partial.remove(0);
        self.noise = self.noise.saturating_add(1);
    }
}

/// The text of a message whose check is right.
fn checked(message: &[u8]) -> Option<&[u8]> {
    let (text, check) = message.split_last_chunk::<2>()?;
    (digits(checksum(text)) == *check).then_some(text)
}

/// The bytes of a message with this text: checked, each with an odd number of bits.
pub(super) fn framed(text: &[u8]) -> Vec<u8> {
    let check = digits(checksum(text));
    text.iter().chain(&check).map(|&byte| with_odd_parity(byte)).collect()
}

fn checksum(text: &[u8]) -> u8 {
    text.iter().fold(0, |sum, byte| sum ^ byte)
}

/// Two hexadecimal digits.
pub(super) const fn digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [DIGITS[(byte >> 4) as usize], DIGITS[(byte & 0xF) as usize]]
}

/// The byte that two hexadecimal digits say.
pub(super) fn byte_of(digits: [u8; 2]) -> Option<u8> {
    let digit =
        |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let [high, low] = digits;
    Some(digit(high)? << 4 | digit(low)?)
}

const fn with_odd_parity(byte: u8) -> u8 {
    if byte.count_ones().is_multiple_of(2) { byte | 0x80 } else { byte }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LENGTHS: Lengths = |letter| match letter {
        b'v' => Some(7),
        b'x' => Some(3),
        _ => None,
    };

    fn heard(bytes: &[u8]) -> Vec<(usize, String)> {
        let mut heard = Vec::new();
        Frames::default().receive(bytes, LENGTHS, |noise, text| {
            heard.push((noise, String::from_utf8(text.to_vec()).unwrap()));
        });
        heard
    }

    /// The version is from a log of a real board, all else computed from the rules (`drivers/chesslink/README.md`, Messages).
    #[test]
    fn messages_are_checked_and_each_byte_has_odd_parity() {
        assert_eq!(framed(b"V"), b"\xD6\xB5\xB6");
        assert_eq!(framed(b"S"), b"\xD3\xB5\xB3");
        assert_eq!(framed(b"X"), b"\x58\xB5\x38");
        assert_eq!(framed(b"T"), b"\x54\xB5\x34");
        assert_eq!(framed(b"W0203"), b"\x57\xB0\x32\xB0\xB3\xB5\xB6");
        let version = b"\x76\xB0\x31\xB0\xB3\x37\x34";
        assert_eq!(heard(version), [(0, "v0103".into())]);
        let plain: Vec<_> = version.iter().map(|byte| byte & BITS).collect();
        assert_eq!(heard(&plain), [(0, "v0103".into())], "some boards send no parity");
    }

    #[test]
    fn what_is_no_message_is_counted_and_the_next_one_is_found() {
        assert_eq!(heard(b"v0104xv010374x78"), [(6, "v0103".into()), (0, "x".into())]);
        assert_eq!(heard(b"\0\xFFhello v010374"), [(8, "v0103".into())]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_heard_or_counted(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut frames = Frames::default();
            let mut count = 0;
            frames.receive(&bytes, LENGTHS, |noise, text| count += noise + text.len() + 2);
            prop_assert_eq!(count + frames.noise + frames.partial.len(), bytes.len());
        }
    }
}
