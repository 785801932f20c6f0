//! Text from outside, made harmless: the one place that decides which signs may reach a terminal, a PGN, a CSV, a page or
//! the bus.
//!
//! Names, file names, values and what devices say of themselves may hold anything. A terminal obeys escape sequences, some
//! signs turn the direction of writing so that what is read is not what is there, others cannot be seen at all, and a
//! spreadsheet takes a cell that begins with `=` for a formula.

use std::borrow::Cow;
use std::fmt::Write;

/// What stands where a sign was that may not be shown.
const REPLACED: char = char::REPLACEMENT_CHARACTER;

/// First Strong Isolate and Pop Directional Isolate: between them a text has its own direction.
const ISOLATED: [char; 2] = ['\u{2068}', '\u{2069}'];

/// What a cell of a CSV begins with whose text a spreadsheet would take for a formula. Apostrophes are doubled so that a
/// text that begins with one comes back as it was.
const GUARD: char = '\'';

/// Whether a sign does something other than to be seen: it steers a terminal, breaks a line, turns the direction of
/// writing, or is invisible. Blanks are not among them; tabs and line breaks are.
pub const fn is_hostile(sign: char) -> bool {
    sign.is_ascii_control()
        || matches!(
            sign,
            // the other controls, a hyphen that is not shown, marks and fillers without a shape
            '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180e}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            // blanks without a width, marks, embeddings, overrides and isolates of direction, line separators
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            // annotations, musical formats, tags
            | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Text of any number of lines as a terminal may show it: line breaks (LF, CR LF) and tabs stay, other hostile signs are U+FFFD. What
/// [`isolated`] has made stays, too, since it opens and closes within a line.
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    let stays = |sign: char| matches!(sign, '\n' | '\t');
    if !text.contains(|sign| is_hostile(sign) && !stays(sign)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if let Some(length) = isolate_at_start(rest) {
            let (isolate, after) = rest.split_at(length);
            shown.push_str(isolate);
            rest = after;
            continue;
        }
        let is_line_break = rest.starts_with("\r\n");
        let is_shown = !is_hostile(sign) || stays(sign) || is_line_break;
        shown.push(if is_shown { sign } else { REPLACED });
        rest = &rest[sign.len_utf8()..];
    }
    Cow::Owned(shown)
}

/// Text as one line: what would break it is a blank, other hostile signs are U+FFFD.
pub fn on_one_line(text: &str) -> String {
    text.chars().map(shown_in_line).collect()
}

/// A sign of [`on_one_line`].
pub const fn shown_in_line(sign: char) -> char {
    match sign {
        '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        sign if is_hostile(sign) => REPLACED,
        sign => sign,
    }
}

/// Text without hostile signs.
pub fn stripped(text: &str) -> String {
    text.chars().filter(|sign| !is_hostile(*sign)).collect()
}

/// Text from somebody who may be told what is wrong with it: signs that cannot be seen or turn the direction of writing,
/// which come along when a name is copied, are left out; control characters stay, to be refused.
pub fn legible(text: &str) -> String {
    let stays = |sign: &char| sign.is_control() || sign.is_whitespace() || !is_hostile(*sign);
    text.chars().filter(stays).collect()
}

/// Text that, where some of it runs from right to left, keeps its direction to itself. It is to be harmless.
pub fn isolated(text: String) -> String {
    if !text.contains(runs_leftwards) {
        return text;
    }
    let [first, last] = ISOLATED;
    format!("{first}{text}{last}")
}

/// JSON as a terminal may show it: hostile signs, which stand in strings alone, are written as escapes and so read back as
/// they were.
pub fn for_json(json: &str) -> Cow<'_, str> {
    let stays = |sign: char| matches!(sign, '\n' | '\t' | '\r');
    if is_plain(json) || !json.contains(|sign| is_hostile(sign) && !stays(sign)) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len());
    for sign in json.chars() {
        if is_hostile(sign) && !stays(sign) {
            for unit in sign.encode_utf16(&mut [0; 2]) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(sign);
        }
    }
    Cow::Owned(shown)
}

/// Whether all of it is ASCII that is seen, blanks, tabs and line ends, as nearly all that is printed. All bytes are looked at
/// without a branch, so that many are at a time.
fn is_plain(text: &str) -> bool {
    let is_seen = |byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    text.bytes().fold(true, |is_plain, byte| is_plain & is_seen(byte))
}

/// Text as a cell of a CSV holds it, before quotation: a spreadsheet takes it for text. [`of_cell`] gives it back.
pub fn cell(text: &str) -> Cow<'_, str> {
    if is_formula(text) { Cow::Owned(format!("{GUARD}{text}")) } else { Cow::Borrowed(text) }
}

/// The text that a cell of a CSV holds, without the guard of [`cell`].
pub fn of_cell(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|text| is_formula(text)).unwrap_or(cell)
}

/// Whether a spreadsheet would reckon it, or would with fewer apostrophes.
fn is_formula(text: &str) -> bool {
    let begins = |sign| {
        matches!(sign, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠')
    };
    text.trim_start_matches(GUARD).starts_with(begins)
}

/// The length in bytes of what [`isolated`] has made at the start of `text`.
fn isolate_at_start(text: &str) -> Option<usize> {
    let [first, last] = ISOLATED;
    let within = text.strip_prefix(first)?;
    let end = within.find(is_hostile).filter(|end| within[*end..].starts_with(last))?;
    let isolate = first.len_utf8() + end + last.len_utf8();
    within[..end].contains(runs_leftwards).then_some(isolate)
}

/// Hebrew, Arabic and their neighbours.
const fn runs_leftwards(sign: char) -> bool {
    matches!(sign, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests;
