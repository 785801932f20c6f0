//! TRF16, FIDE's Tournament Report File (Handbook C.04, Annex 2): fixed columns, counted in characters
//! from 1.
//!
//! A pairing of a round is two players who name each other in the columns of that round. Boards are
//! not in the file: games are numbered from 1 by the lower starting rank of the two, as lists do, and a
//! game that was forfeited keeps its number. Programs write their own lines too (`XXR`, `BBW`); all
//! that pairings don't need is passed over.

mod columns;
mod report;
mod results;
mod round;

use std::collections::BTreeMap;

pub use results::with_results;

use self::report::Report;
use self::round::Game;
use super::error::{PairingError, Wrong};
use super::text::last_line;
use super::{Pairing, PairingList, Round, TournamentHeader};

/// The pairings of a round of the report `text`, by default of the last that has any.
pub(super) fn read(text: &str, asked: Option<Round>) -> Result<PairingList, PairingError> {
    let report = Report::read(text)?;
    let (round, games) = games(&report, asked, text)?;
    let pairing = |game: Game<'_>| Pairing {
        round,
        board: game.board,
        section: None,
        white: game.white.player.clone(),
        black: game.black.player.clone(),
        time_control: report.time_control.clone(),
        start: None,
        outcome: game.outcome,
    };
    let event = TournamentHeader {
        name: report.name.clone(),
        site: report.city.clone(),
        date: report.date_of(round),
    };
    Ok(PairingList { event, pairings: games.into_iter().map(pairing).collect() })
}

/// The games of a round that were not forfeited, by their boards: at least one.
fn games<'r>(
    report: &'r Report<'_>,
    asked: Option<Round>,
    text: &str,
) -> Result<(Round, Vec<Game<'r>>), PairingError> {
    let nothing = |wrong: Wrong| wrong.on(last_line(text));
    let last = || round::rounds_with_games(report).pop();
    let round = asked.or_else(last).ok_or_else(|| nothing(Wrong::NoPairings))?;
    let mut games = round::games(report, round)?;
    games.retain(Game::is_played);
    if games.is_empty() {
        let has = round::rounds_with_games(report);
        return Err(nothing(Wrong::NoSuchRound { asked: round, has }));
    }
    Ok((round, games))
}

/// Players by starting rank.
type Ranked<T> = BTreeMap<u16, T>;
