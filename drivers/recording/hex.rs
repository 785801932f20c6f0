//! Bytes of the wire as hexadecimal digits.

use std::fmt;

use super::line::{BLANKS, split_word};
use crate::observation::Malformed;
use crate::observation::words::QUICK;

/// Bytes as they are written: two digits each, blanks between.
pub(super) struct Spaced<'a>(pub(super) &'a [u8]);

impl fmt::Display for Spaced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{byte:02x}")?;
        }
        Ok(())
    }
}

/// Reads the bytes at the start of `text`, with or without blanks between them, at least one;
/// returns them and the text after them.
pub(super) fn read(text: &str) -> Result<(Vec<u8>, &str), Malformed> {
    let mut bytes = Vec::new();
    let mut rest = text.trim_start_matches(BLANKS);
    loop {
        let (word, after) = split_word(rest);
        if word.is_empty() || word == QUICK || word.contains('=') || word.starts_with(['#', '"']) {
            break;
        }
        let (pairs, odd) = word.as_bytes().as_chunks::<2>();
        for pair in pairs {
            bytes.push(byte(*pair).ok_or_else(|| Malformed::expected(PAIRS, word))?);
        }
        if !odd.is_empty() {
            return Err(Malformed::expected(PAIRS, word));
        }
        rest = after;
    }
    if bytes.is_empty() { Err(Malformed::Missing(PAIRS)) } else { Ok((bytes, rest)) }
}

const PAIRS: &str = "two hexadecimal digits for each byte";

fn byte([high, low]: [u8; 2]) -> Option<u8> {
    let digit = |letter: u8| char::from(letter).to_digit(16).and_then(|d| u8::try_from(d).ok());
    Some(digit(high)? << 4 | digit(low)?)
}
