//! Results into the report that the pairings came from.

use std::collections::BTreeMap;

use shakmaty::{Color, KnownOutcome};

use super::report::{Record, Report};
use super::round::WIDTH;
use crate::pairing::error::{PairingError, Wrong};
use crate::pairing::form::{self, Form};
use crate::pairing::text::{self, BYTE_ORDER_MARK, last_line};
use crate::pairing::{BoardNumber, Round};

/// What is written at a place of the text, behind as many blanks as are missing there.
struct Edit {
    at: usize,
    blanks: usize,
    /// How many bytes it replaces: none at the end of a line.
    replaces: usize,
    symbol: u8,
}

/// The report `original` with the results of a round in it: `1`, `=` and `0` in the result columns of
/// both players (column 99 for round 1). Boards are numbered as [`read`](crate::pairing::read) numbers
/// them.
///
/// Nothing else changes, byte for byte, points and ranks (columns 81-89) included: they are the pairing
/// program's to count. A line that ends before its result is lengthened. A result that is there is
/// replaced where it differs.
///
/// # Errors
/// [`PairingError`] where `original` is no TRF16 that can be read, and where a result is for a board
/// that nobody plays on.
pub fn with_results(
    original: &[u8],
    round: Round,
    results: &BTreeMap<BoardNumber, KnownOutcome>,
) -> Result<Vec<u8>, PairingError> {
    let text = text::of(original)?;
    if form::of(text)? != Form::Trf {
        return Err(Wrong::NotTrf.on(1));
    }
    let report = Report::read(text)?;
    let (_, games) = super::games(&report, Some(round), text)?;
    let mut edits = Vec::new();
    for (&board, &outcome) in results {
        let game = games.iter().find(|game| game.board == board);
        let no_board = || Wrong::NoSuchBoard { round, board }.on(last_line(text));
        let game = game.ok_or_else(no_board)?;
        if game.outcome != Some(outcome) {
            edits.push(edit(game.white, round, symbol(outcome, Color::White)));
            edits.push(edit(game.black, round, symbol(outcome, Color::Black)));
        }
    }
    edits.sort_by_key(|edit| edit.at);
    let mark = if original.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK } else { &[] };
    Ok([mark, &applied(text.as_bytes(), &edits)].concat())
}

fn edit(record: &Record<'_>, round: Round, symbol: u8) -> Edit {
    let column = WIDTH * usize::from(round.get()) - 1;
    let at = record.rounds_at + column.min(record.rounds.len());
    let blanks = column.saturating_sub(record.rounds.len());
    Edit { at, blanks, replaces: usize::from(column < record.rounds.len()), symbol }
}

fn applied(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut written = Vec::with_capacity(text.len() + 3 * edits.len());
    let mut done = 0;
    for edit in edits {
        written.extend_from_slice(text.get(done..edit.at).unwrap_or_default());
        written.resize(written.len() + edit.blanks, b' ');
        written.push(edit.symbol);
        done = edit.at + edit.replaces;
    }
    written.extend_from_slice(text.get(done..).unwrap_or_default());
    written
}

fn symbol(outcome: KnownOutcome, of: Color) -> u8 {
    match outcome {
        KnownOutcome::Draw => b'=',
        KnownOutcome::Decisive { winner } if winner == of => b'1',
        KnownOutcome::Decisive { .. } => b'0',
    }
}
