//! Results into the report that the pairings came from.

use shakmaty::Color;

use super::report::{Record, Report};
use super::round::{self, Game, WIDTH};
use crate::pairing::error::{PairingError, Wrong};
use crate::pairing::form::{self, Form};
use crate::pairing::text::{self, BYTE_ORDER_MARK, last_line};
use crate::pairing::{Outcome, Pairing, Player, Round};
use crate::points::Points;

/// What is written at a place of the text, behind as many blanks as are missing there.
struct Edit {
    at: usize,
    blanks: usize,
    /// How many bytes it replaces: none at the end of a line.
    replaces: usize,
    symbol: u8,
}

/// The report `original` with the results of a round in it: `1`, `=` and `0`, and `+` and `-` where nobody
/// played, in the result columns of both players (column 99 for round 1). `pairings` are those of the
/// round. A game is found by its players, whatever its board: by their FIDE ids, or else by their names;
/// one that is open is left as it is.
///
/// Nothing else changes, byte for byte, points and ranks (columns 81-89) included: they are the pairing
/// program's to count. A line that ends before its result is lengthened. A result that is there is
/// replaced where it differs.
///
/// # Errors
/// [`PairingError`] where `original` is no TRF16 that can be read, and where a result is of a game that
/// it does not have.
pub fn with_results(
    original: &[u8],
    round: Round,
    pairings: &[Pairing],
) -> Result<Vec<u8>, PairingError> {
    let text = text::of(original)?;
    if form::of(text)? != Form::Trf {
        return Err(Wrong::NotTrf.on(1));
    }
    let report = Report::read(text)?;
    let games = round::games(&report, round)?;
    let mut edits = Vec::new();
    for pairing in pairings {
        let Some(outcome) = pairing.outcome else { continue };
        let game = games.iter().find(|game| is_of(pairing, game));
        let game = game.ok_or_else(|| not_paired(pairing, round).on(last_line(text)))?;
        if game.outcome != Some(outcome) {
            edits.push(edit(game.white, round, symbol(outcome, Color::White)));
            edits.push(edit(game.black, round, symbol(outcome, Color::Black)));
        }
    }
    edits.sort_by_key(|edit| edit.at);
    edits.dedup_by_key(|edit| edit.at);
    let mark = if original.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK } else { &[] };
    Ok([mark, &applied(text.as_bytes(), &edits)].concat())
}

fn is_of(pairing: &Pairing, game: &Game<'_>) -> bool {
    is_same(&pairing.white, &game.white.player) && is_same(&pairing.black, &game.black.player)
}

fn is_same(one: &Player, other: &Player) -> bool {
    match (one.fide_id, other.fide_id) {
        (Some(one), Some(other)) => one == other,
        _ => one.name == other.name,
    }
}

fn not_paired(pairing: &Pairing, round: Round) -> Wrong {
    let [white, black] = [&pairing.white, &pairing.black].map(|player| player.name.clone());
    Wrong::NotPaired { round, white, black }
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

fn symbol(outcome: Outcome, of: Color) -> u8 {
    match outcome {
        Outcome::Played(value) => match value.points_of(of) {
            Points::Whole => b'1',
            Points::Half => b'=',
            Points::Nothing => b'0',
        },
        Outcome::Forfeit { winner } if winner == Some(of) => b'+',
        Outcome::Forfeit { .. } => b'-',
    }
}
