//! Pairings as named particulars: how records of a journal hold them.

use std::borrow::Cow;

use super::fields::{Field, Row};
use super::list::{Pairing, TournamentHeader};
use super::written::{COLUMNS, fields};

/// A particular of a decision: its key and its value.
pub type Particular = (String, String);

/// The particulars of a pairing: the columns of [`write_csv`](super::write_csv) that have a value.
pub fn of_pairing(pairing: &Pairing, event: &TournamentHeader) -> Vec<Particular> {
    let named = COLUMNS.iter().zip(fields(pairing, event));
    named
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| ((*key).to_owned(), value))
        .collect()
}

/// The pairing that particulars describe, and what they say of the tournament; `None` where they
/// describe none.
pub fn read(particulars: &[Particular]) -> Option<(Pairing, TournamentHeader)> {
    let mut row = Row::default();
    for (key, value) in particulars {
        if let Some(field) = Field::named(key) {
            row.add(field, 0, Cow::Borrowed(value));
        }
    }
    let game = row.read(0).ok()??;
    let pairing = Pairing {
        round: game.round?,
        board: game.board?,
        section: game.section,
        white: game.white,
        black: game.black,
        time_control: game.time_control,
        start: game.start,
        outcome: game.outcome,
    };
    Some((pairing, game.event))
}
