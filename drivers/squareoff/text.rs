//! From bytes to texts: a number, `#`, a body, `*`.

/// Where a text ends.
const ENDS: u8 = b'*';

/// The most bytes of a text before its end: lights on all squares.
const MAX_TEXT: usize = 3 + 2 * 64;

/// The longest number before the `#`, in digits.
const MAX_NUMBER: usize = 2;

/// Finds the texts in a stream of bytes. Holds one at most.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    partial: Vec<u8>,
    noise: usize,
}

/// Reads the number and the body of a text; `None` where nobody says such.
pub(super) type Read<T> = fn(number: u8, body: &[u8]) -> Option<T>;

impl Texts {
    /// Takes bytes, and hands out how each text reads, and how many bytes before it belong to none. Ends of lines between
    /// two texts are neither.
    pub(super) fn receive<T>(
        &mut self,
        bytes: &[u8],
        read: Read<T>,
        mut hear: impl FnMut(usize, T),
    ) {
        for &byte in bytes {
            match byte {
                b'\r' | b'\n' if self.partial.is_empty() => {}
                ENDS => {
                    if let Some(text) = self.end(read) {
                        hear(std::mem::take(&mut self.noise), text);
                    }
                }
                byte => self.hold(byte),
            }
        }
    }

    fn hold(&mut self, byte: u8) {
        if self.partial.len() == MAX_TEXT {
            self.partial.remove(0);
            self.noise += 1;
        }
        self.partial.push(byte);
    }

    /// The text that ends here. What was cut off before it has lost its own end and may run into its number.
    fn end<T>(&mut self, read: Read<T>) -> Option<T> {
        let bytes = std::mem::take(&mut self.partial);
        let found = bytes.iter().rposition(|byte| *byte == b'#').and_then(|mark| {
            let (before, body) = (&bytes[..mark], &bytes[mark + 1..]);
            (1..=MAX_NUMBER).rev().find_map(|digits| {
                let (noise, number) = before.split_at_checked(before.len().checked_sub(digits)?)?;
                Some((noise.len(), read(number_of(number)?, body)?))
            })
        });
        self.noise += found.as_ref().map_or(bytes.len() + 1, |(noise, _)| *noise);
        found.map(|(_, text)| text)
    }
}

/// The number that digits write, without a zero before others.
fn number_of(digits: &[u8]) -> Option<u8> {
    let is_number =
        digits.iter().all(u8::is_ascii_digit) && (digits.len() == 1 || digits[0] != b'0');
    let text = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
    text.parse().ok()
}

/// The bytes of a text.
pub(super) fn text(number: u8, body: &[u8]) -> Vec<u8> {
    [format!("{number}#").as_bytes(), body, &[ENDS]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts that are numbered 0, 14 or 30 and have a body.
    fn read(number: u8, body: &[u8]) -> Option<(u8, String)> {
        let is_known = [0, 14, 30].contains(&number) && !body.is_empty();
        is_known.then(|| (number, String::from_utf8_lossy(body).into_owned()))
    }

    fn heard(bytes: &[u8]) -> Vec<(usize, u8, String)> {
        let mut heard = Vec::new();
        Texts::default()
            .receive(bytes, read, |noise, (number, body)| heard.push((noise, number, body)));
        heard
    }

    #[test]
    fn a_text_is_found_behind_whatever_was_cut_off() {
        let lifted = |noise| (noise, 0, "e2u".to_owned());
        assert_eq!(heard(b"0#e2u*\r\n0#e2u*"), [lifted(0), lifted(0)]);
        for junk in ["x", "*", "30#1100", "30#", "0#e", "**#*", "7#x*", "30#*", "00"] {
            let found = heard(format!("{junk}0#e2u*0#e2u*").as_bytes());
            assert_eq!(found, [lifted(junk.len()), lifted(0)], "{junk}");
        }
        let flood = "1".repeat(1_000);
        assert_eq!(heard(format!("{flood}30#0*").as_bytes()), [(1_000, 30, "0".into())]);
    }

    #[test]
    fn a_text_is_written_as_it_reads() {
        assert_eq!(text(14, b"GO"), b"14#GO*");
        assert_eq!(heard(b"14#GO*"), [(0, 14, "GO".into())]);
        assert_eq!(heard(b"014#GO*"), [(1, 14, "GO".into())]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_heard_or_counted(bytes in "[0-9#*ax]{0,300}") {
            let mut texts = Texts::default();
            let mut count = 0;
            texts.receive(bytes.as_bytes(), read, |noise, (number, body)| {
                count += noise + text(number, body.as_bytes()).len();
            });
            prop_assert_eq!(count + texts.noise + texts.partial.len(), bytes.len());
        }
    }
}
