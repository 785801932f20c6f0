//! The games of a round, from what each player's line says of it.

use std::collections::HashMap;

use shakmaty::Color;

use super::report::{ROUNDS, Record, Report};
use crate::pairing::error::{PairingError, Wrong, shown};
use crate::pairing::fields::number;
use crate::pairing::{BoardNumber, MAX_BOARDS, Outcome, Round};
use crate::points::{Points, ResultValue};

/// Columns of a round: two blanks, four for the opponent, a blank, the colour, a blank, the result.
pub(super) const WIDTH: usize = 10;

/// A game of a round.
#[derive(Debug)]
pub(super) struct Game<'r> {
    /// Its board, by the lower starting rank.
    pub(super) board: BoardNumber,
    /// White.
    pub(super) white: &'r Record<'r>,
    /// Black.
    pub(super) black: &'r Record<'r>,
    /// How it ended; `None` while it is open.
    pub(super) outcome: Option<Outcome>,
}

/// What a player's line says of a round in which he has an opponent.
#[derive(Clone, Copy)]
struct Paired {
    opponent: u16,
    color: Color,
    mark: Mark,
}

/// The result column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Blank.
    Open,
    /// `1`, `=` or `0`; `W`, `D` or `L` for a game of less than a move, which is not rated.
    Played(Points),
    /// `+`: it was not played, and won.
    ForfeitWon,
    /// `-`: it was not played, and lost.
    ForfeitLost,
}

/// The rounds that have a game which was not forfeited. What cannot be read counts too, so that it is
/// told of.
pub(super) fn rounds_with_games(report: &Report<'_>) -> Vec<Round> {
    let rounds = |record: &Record<'_>| record.rounds.trim_end().len().div_ceil(WIDTH);
    let most = report.players.values().map(rounds).max().unwrap_or_default();
    let may_play = |record: &Record<'_>, round| {
        let is_forfeit = |mark| matches!(mark, Mark::ForfeitWon | Mark::ForfeitLost);
        let is_game = |paired: Paired| !is_forfeit(paired.mark);
        record.paired(round).map_or(true, |paired| paired.is_some_and(is_game))
    };
    (1..=most)
        .filter_map(|number| u16::try_from(number).ok().and_then(Round::new))
        .filter(|round| report.players.values().any(|record| may_play(record, *round)))
        .collect()
}

/// The games of a round by their boards, those that were forfeited too.
pub(super) fn games<'r>(
    report: &'r Report<'_>,
    round: Round,
) -> Result<Vec<Game<'r>>, PairingError> {
    let mut games = Vec::new();
    let mut boards = 0;
    let mut seen = HashMap::new();
    for record in report.players.values() {
        let on_line = |wrong: Wrong| wrong.on(record.line);
        let Some(paired) = record.paired(round).map_err(on_line)? else { continue };
        let twin = record.player.fide_id.and_then(|id| seen.insert(id, record.line));
        if let Some(first) = twin {
            let name = record.player.name.clone();
            return Err(on_line(Wrong::PlayerTwice { name, round, first }));
        }
        let rank = paired.opponent;
        let opponent = report.players.get(&rank).ok_or_else(|| on_line(Wrong::NoOpponent(rank)))?;
        let back = opponent.paired(round).map_err(|wrong| wrong.on(opponent.line))?;
        let back = back.filter(|back| back.opponent == record.rank);
        let back = back.ok_or_else(|| on_line(Wrong::NotBack(rank, opponent.line)))?;
        if back.color == paired.color {
            return Err(on_line(Wrong::SameColour(rank, opponent.line)));
        }
        if record.rank > rank {
            continue;
        }
        let board = BoardNumber::at(boards).filter(|_| boards < MAX_BOARDS);
        let board = board.ok_or_else(|| on_line(Wrong::TooManyBoards(round)))?;
        boards += 1;
        let (white, black) = if paired.color.is_white() {
            ((record, paired.mark), (opponent, back.mark))
        } else {
            ((opponent, back.mark), (record, paired.mark))
        };
        let outcome = outcome(white.1, black.1);
        let outcome = outcome.ok_or_else(|| on_line(Wrong::ResultsDiffer(rank, opponent.line)))?;
        games.push(Game { board, white: white.0, black: black.0, outcome });
    }
    Ok(games)
}

impl Game<'_> {
    /// Whether it was, or may be played.
    pub(super) const fn is_played(&self) -> bool {
        !matches!(self.outcome, Some(Outcome::Forfeit { .. }))
    }
}

/// How a game ended that has these results for White and Black; `None` where they don't go together.
fn outcome(white: Mark, black: Mark) -> Option<Option<Outcome>> {
    Some(Some(match (white, black) {
        (Mark::Open, Mark::Open) => return Some(None),
        (Mark::Played(white), Mark::Played(black)) => {
            Outcome::Played(ResultValue::of_points(white, black)?)
        }
        (Mark::ForfeitWon, Mark::ForfeitLost) => Outcome::Forfeit { winner: Some(Color::White) },
        (Mark::ForfeitLost, Mark::ForfeitWon) => Outcome::Forfeit { winner: Some(Color::Black) },
        (Mark::ForfeitLost, Mark::ForfeitLost) => Outcome::Forfeit { winner: None },
        _ => return None,
    }))
}

impl Record<'_> {
    /// What the line says of a round; `None` for a bye or an absence.
    fn paired(&self, round: Round) -> Result<Option<Paired>, Wrong> {
        let from = WIDTH * (usize::from(round.get()) - 1);
        let columns = self.rounds.get(from..).unwrap_or_default();
        let columns = columns.get(..WIDTH).unwrap_or(columns);
        let part = |from: usize, to: usize| {
            columns.get(from..to.min(columns.len())).unwrap_or_default().trim()
        };
        let is_blank =
            |column: &usize| columns.as_bytes().get(*column).is_none_or(|byte| *byte == b' ');
        if let Some(column) = [0, 1, 6, 8].into_iter().find(|column| !is_blank(column)) {
            return Err(Wrong::Columns(ROUNDS + from + column));
        }
        let opponent = part(2, 6);
        if opponent.is_empty() || opponent.bytes().all(|byte| byte == b'0') {
            return Ok(None);
        }
        if columns.trim_end().len() < 8 {
            return Err(Wrong::CutRound(round));
        }
        Ok(Some(Paired {
            opponent: number(opponent).ok_or_else(|| Wrong::Rank(shown(opponent)))?,
            color: match part(7, 8) {
                "w" | "W" => Color::White,
                "b" | "B" => Color::Black,
                other => return Err(Wrong::Colour(shown(other))),
            },
            mark: mark(part(9, 10))?,
        }))
    }
}

fn mark(text: &str) -> Result<Mark, Wrong> {
    Ok(match text {
        "" => Mark::Open,
        "1" | "W" | "w" => Mark::Played(Points::Whole),
        "=" | "D" | "d" => Mark::Played(Points::Half),
        "0" | "L" | "l" => Mark::Played(Points::Nothing),
        "+" => Mark::ForfeitWon,
        "-" => Mark::ForfeitLost,
        other => return Err(Wrong::Mark(shown(other))),
    })
}
