//! A file as text, and its lines.

use super::error::{PairingError, Wrong};

/// Largest file that is read, in bytes: 8 MiB.
pub const MAX_BYTES: usize = 8 << 20;

/// What some programs write before UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A line of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Where it begins in the text, in bytes.
    pub(super) at: usize,
    /// What it says, without the line break.
    pub(super) text: &'a str,
}

/// The text of a file, without a byte order mark.
pub(super) fn of(bytes: &[u8]) -> Result<&str, PairingError> {
    if bytes.len() > MAX_BYTES {
        return Err(PairingError { line: 1, what: Wrong::TooLarge });
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let (valid, _) = bytes.split_at(error.valid_up_to());
        let breaks = valid.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        PairingError { line: 1 + breaks.count(), what: Wrong::NotUtf8 }
    })
}

/// The lines of a text; a line break is CR, LF or both.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text;
    let mut number = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let at = text.len() - rest.len();
        number += 1;
        let (line, after) = rest.split_once(['\r', '\n']).unwrap_or((rest, ""));
        let is_crlf = rest[line.len()..].starts_with("\r\n");
        rest = if is_crlf { after.strip_prefix('\n').unwrap_or(after) } else { after };
        Some(Line { number, at, text: line })
    })
}

/// The number of the last line, 1 where there is none.
pub(super) fn last_line(text: &str) -> usize {
    lines(text).last().map_or(1, |line| line.number)
}
