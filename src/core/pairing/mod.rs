//! Who plays whom on which board: pairings from the files that pairing programs write, and results
//! back to them.
//!
//! Three forms are read, and told apart by what is in them ([`Form`]): PGN with tags and no moves, as
//! Swiss-Manager and LiveChess exchange pairings; TRF16, FIDE's report of a tournament; and CSV with
//! a header line. A file is read as a whole or not at all: [`PairingError`] names the line and says
//! what to do about it.

mod arranged;
mod board;
mod date;
mod error;
mod fields;
mod form;
mod gather;
mod list;
mod outcome;
pub mod particulars;
mod player;
mod start;
mod table;
mod tags;
mod text;
mod trf;
mod written;

pub use board::{BoardNumber, MAX_BOARDS, Round};
pub use error::{PairingError, Wrong};
pub use form::Form;
pub use list::{Pairing, PairingList, TournamentHeader};
pub use outcome::Outcome;
pub use player::{FideId, Player, Rating, Title};
pub use start::StartPosition;
pub use table::unknown_columns;
pub use text::MAX_BYTES;
pub use trf::with_results;
pub use written::write_csv;

use self::gather::Games;

/// Reads the pairings of a file in any [`Form`].
///
/// `round` picks one round. Without it PGN and CSV give all rounds that they have, TRF the last one
/// that has pairings. A pairing in PGN or CSV that tells no round is of `round`, or else of round 1.
///
/// A game that was not played is no pairing: a bye, an absence, a game won by forfeit. Its board
/// keeps its number all the same.
///
/// # Errors
/// [`PairingError`] where anything in the file cannot be right, where it holds no pairing, and where
/// it holds none of `round`.
pub fn read(bytes: &[u8], round: Option<Round>) -> Result<PairingList, PairingError> {
    let text = text::of(bytes)?;
    let mut games = Games::of(round);
    match form::of(text)? {
        Form::Pgn => tags::read(text, &mut games)?,
        Form::Csv => table::read(text, &mut games)?,
        Form::Trf => return trf::read(text, round),
    }
    games.pairings(text)
}

#[cfg(test)]
mod tests;
