//! Which form a file has.

use super::error::{PairingError, Wrong};
use super::{table, text};

/// A form of a pairing file, recognised by what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// PGN: the first line that says anything is a tag.
    Pgn,
    /// TRF16, FIDE's Tournament Report File (Handbook C.04, Annex 2): the first line that says
    /// anything begins with a data identification number, `001` or `012`.
    Trf,
    /// CSV with commas, semicolons or tabs: the header line names the columns white and black.
    Csv,
}

impl Form {
    /// The form of a file.
    ///
    /// # Errors
    /// [`PairingError`] where it is none of them, not UTF-8, or too large.
    pub fn of(bytes: &[u8]) -> Result<Self, PairingError> {
        of(text::of(bytes)?)
    }
}

/// The form of a text.
pub(super) fn of(text: &str) -> Result<Form, PairingError> {
    let says = |line: &text::Line<'_>| !line.text.trim().is_empty();
    let Some(first) = text::lines(text).find(says) else {
        return Err(Wrong::NoPairings.on(text::last_line(text)));
    };
    let is_remark = |line: &text::Line<'_>| line.text.starts_with(['%', ';']);
    let first_tag = text::lines(text).filter(says).find(|line| !is_remark(line));
    if first_tag.is_some_and(|line| line.text.trim_start().starts_with('[')) {
        Ok(Form::Pgn)
    } else if table::is_header(first.text) {
        Ok(Form::Csv)
    } else if begins_as_trf(first.text) {
        Ok(Form::Trf)
    } else {
        Err(Wrong::UnknownForm.on(first.number))
    }
}

/// Whether a line has a number of TRF16, one of its extensions (`XXR`) or a remark (`###`) in front.
fn begins_as_trf(line: &str) -> bool {
    let (head, rest) = line.split_at_checked(3).unwrap_or((line, ""));
    let is_number = head.len() == 3 && head.bytes().all(|byte| byte.is_ascii_digit());
    let is_other = head.starts_with("XX") || head == "###";
    (is_number || is_other) && (rest.is_empty() || rest.starts_with(' '))
}
