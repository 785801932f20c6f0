//! Pairings written as CSV.

use jiff::civil::Date;
use touchmove_drivers::recording::Variant;

use super::list::{Pairing, PairingList, TournamentHeader};
use super::outcome::Outcome;
use super::player::Player;
use super::start::StartPosition;
use crate::text::cell;

/// The columns, in the order of [`fields`].
pub(super) const COLUMNS: [&str; 22] = [
    "round",
    "board",
    "section",
    "white",
    "white_fide_id",
    "white_title",
    "white_rating",
    "white_federation",
    "white_team",
    "black",
    "black_fide_id",
    "black_title",
    "black_rating",
    "black_federation",
    "black_team",
    "time_control",
    "start",
    "variant",
    "result",
    "event",
    "site",
    "date",
];

/// Writes pairings as CSV with commas and LF, a line for each: what [`read`](super::read) reads back as
/// the same, but for games that were not played. A text that a spreadsheet would take for a formula has an apostrophe before
/// it, which is taken off in reading. Results are in the column `result`, `*` while they are
/// open.
pub fn write_csv(list: &PairingList) -> String {
    let mut text = COLUMNS.join(",");
    text.push('\n');
    for pairing in &list.pairings {
        let fields = fields(pairing, &list.event);
        let cells = COLUMNS.iter().zip(&fields).map(|(column, field)| match *column {
            // `+:-` is a word of ours, and no formula.
            "result" => quoted(field),
            _ => quoted(&cell(field)),
        });
        text.push_str(&cells.collect::<Vec<_>>().join(","));
        text.push('\n');
    }
    text
}

pub(super) fn fields(pairing: &Pairing, event: &TournamentHeader) -> [String; COLUMNS.len()] {
    let Pairing { round, board, section, white, black, time_control, start, outcome } = pairing;
    let [white, white_id, white_title, white_rating, white_federation, white_team] = player(white);
    let [black, black_id, black_title, black_rating, black_federation, black_team] = player(black);
    let variant = start.as_ref().map_or("", |start| match start.variant() {
        Variant::Standard => "standard",
        Variant::Chess960 => "Chess960",
    });
    [
        round.to_string(),
        board.to_string(),
        section.clone().unwrap_or_default(),
        white,
        white_id,
        white_title,
        white_rating,
        white_federation,
        white_team,
        black,
        black_id,
        black_title,
        black_rating,
        black_federation,
        black_team,
        time_control.clone().unwrap_or_default(),
        start.as_ref().map_or("", StartPosition::fen).to_owned(),
        variant.to_owned(),
        outcome.map_or("*", Outcome::word).to_owned(),
        event.name.clone().unwrap_or_default(),
        event.site.clone().unwrap_or_default(),
        event.date.as_ref().map_or_else(String::new, Date::to_string),
    ]
}

fn player(player: &Player) -> [String; 6] {
    [
        player.name.clone(),
        player.fide_id.map_or_else(String::new, |id| id.to_string()),
        player.title.map_or("", |title| title.word()).to_owned(),
        player.rating.map_or_else(String::new, |rating| rating.to_string()),
        player.federation.clone().unwrap_or_default(),
        player.team.clone().unwrap_or_default(),
    ]
}

/// A field in quotation marks, where it needs them (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
