//! What a line of a recording is: how long it may be, and how it falls into words.

/// The longest line that is read, its end included, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// The most headers and comments that may stand before the first record.
pub const MAX_HEADERS: usize = 4_096;

/// What stands between words.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// The first word of `text`, and what follows the blanks after it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    // Blanks are single bytes.
    match text.bytes().position(|byte| BLANKS.contains(&char::from(byte))) {
        Some(end) => (&text[..end], text[end..].trim_start_matches(BLANKS)),
        None => (text, ""),
    }
}
