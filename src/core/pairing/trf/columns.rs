//! Fixed columns.

use crate::pairing::error::Wrong;

/// Columns `first` to `last` of a line, counted in characters from 1, without blanks around; empty where
/// the line is too short.
pub(super) fn columns(line: &str, first: usize, last: usize) -> &str {
    let from = start_of(line, first);
    let to = start_of(line, last + 1);
    line.get(from..to).unwrap_or_default().trim()
}

/// Where a column begins in bytes; the end of the line where it has no such column.
pub(super) fn start_of(line: &str, column: usize) -> usize {
    line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at)
}

/// That these columns are blank, or beyond the end.
pub(super) fn are_blank(line: &str, blanks: &[usize]) -> Result<(), Wrong> {
    let is_blank = |column: &&usize| line.chars().nth(**column - 1).is_none_or(|char| char == ' ');
    match blanks.iter().find(|column| !is_blank(column)) {
        Some(column) => Err(Wrong::Columns(*column)),
        None => Ok(()),
    }
}
