//! Pairings in PGN: games with tags, with or without moves. Moves are passed over.

use std::borrow::Cow;

use super::error::{PairingError, Wrong, shown};
use super::fields::{Field, Row};
use super::gather::Games;
use super::text::{Line, lines};
use crate::points::PGN_TAG;

/// Takes the games of a PGN file.
///
/// `Round` is `3`, or round and board in one, `3.12`, as Swiss-Manager and LiveChess write it; the
/// number of the board may stand in `Board`, and a result that PGN has no word for in `Points`. Tags that pairings don't need are passed over.
pub(super) fn read(text: &str, games: &mut Games) -> Result<(), PairingError> {
    let mut scan = Scan { games, tags: None, comment: None };
    for line in lines(text) {
        scan.take(line)?;
    }
    if let Some(line) = scan.comment {
        return Err(Wrong::OpenComment.on(line));
    }
    scan.end_game()
}

/// What is found so far.
struct Scan<'a, 'g> {
    games: &'g mut Games,
    /// The tags of the game that is being read, and the line of the first.
    tags: Option<(usize, Row<'a>)>,
    /// The line at which an open comment begins.
    comment: Option<usize>,
}

impl<'a> Scan<'a, '_> {
    fn take(&mut self, line: Line<'a>) -> Result<(), PairingError> {
        if self.comment.is_none() && line.text.starts_with('%') {
            return Ok(());
        }
        if self.comment.is_none() && line.text.trim().is_empty() {
            return self.end_game();
        }
        let mut rest = line.text;
        loop {
            if self.comment.is_some() {
                let Some((_, after)) = rest.split_once('}') else { return Ok(()) };
                self.comment = None;
                rest = after;
            }
            rest = rest.trim_start();
            if rest.starts_with('[') {
                rest = self.take_tag(rest, line.number)?;
                continue;
            }
            if !rest.is_empty() {
                self.end_game()?;
            }
            let Some(at) = rest.find(['{', '[', ';']) else { return Ok(()) };
            match rest.as_bytes()[at] {
                b'{' => self.comment = Some(line.number),
                b';' => return Ok(()),
                _ => {
                    rest = &rest[at..];
                    continue;
                }
            }
            rest = &rest[at + 1..];
        }
    }

    /// Takes the tag that `rest` begins with; gives what is behind it.
    fn take_tag(&mut self, rest: &'a str, line: usize) -> Result<&'a str, PairingError> {
        let (name, value, rest) = tag(rest).ok_or_else(|| Wrong::CutTag.on(line))?;
        let (_, row) = self.tags.get_or_insert_with(|| (line, Row::default()));
        let field = if name == PGN_TAG { Some(Field::Points) } else { Field::named(name) };
        if let Some(field) = field {
            if row.has(field) {
                return Err(Wrong::Twice(shown(name)).on(line));
            }
            row.add(field, line, value);
        }
        Ok(rest)
    }

    fn end_game(&mut self) -> Result<(), PairingError> {
        let Some((line, row)) = self.tags.take() else { return Ok(()) };
        row.read(line)?.map_or(Ok(()), |entry| self.games.take(entry))
    }
}

/// Name and value of the tag that `text` begins with, and what is behind it. A quotation mark or a
/// backslash in the value has a backslash before it.
fn tag(text: &str) -> Option<(&str, Cow<'_, str>, &str)> {
    let text = text.strip_prefix('[')?.trim_start();
    let (name, text) = text.split_once('"')?;
    let name = name.trim_end();
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })?;
    let (value, rest) = (&text[..end], &text[end + 1..]);
    let rest = rest.trim_start().strip_prefix(']')?;
    Some((name, unescaped(value), rest))
}

fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => plain.extend(chars.next()),
            _ => plain.push(char),
        }
    }
    Cow::Owned(plain)
}
