//! The lines of a report.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::Ranked;
use super::columns::{are_blank, columns, start_of};
use crate::pairing::error::{PairingError, Wrong, shown};
use crate::pairing::fields::{fide_id, number, plain, rating};
use crate::pairing::text::{Line, lines};
use crate::pairing::{Player, Round, Title, date};

/// Columns between the fields of line 001, which have to be blank.
const BETWEEN: [usize; 7] = [4, 9, 14, 48, 53, 57, 69];

/// Column 90: two blanks, then the first round.
pub(super) const ROUNDS: usize = 90;

/// A report.
#[derive(Debug, Default)]
pub(super) struct Report<'a> {
    /// Line 012: name of the tournament.
    pub(super) name: Option<String>,
    /// Line 022: its city.
    pub(super) city: Option<String>,
    /// Line 122: the time control.
    pub(super) time_control: Option<String>,
    /// Line 042: its first day.
    begins: Option<Date>,
    /// Line 132: the days of its rounds.
    days: Option<&'a str>,
    /// Lines 001 by starting rank.
    pub(super) players: Ranked<Record<'a>>,
}

/// Line 001: a player.
#[derive(Debug)]
pub(super) struct Record<'a> {
    /// Columns 5-8: the starting rank, from 1.
    pub(super) rank: u16,
    /// The number of the line.
    pub(super) line: usize,
    /// The player.
    pub(super) player: Player,
    /// From column 90 on, ten columns for each round. ASCII.
    pub(super) rounds: &'a str,
    /// Where [`rounds`](Self::rounds) begins in the text, in bytes.
    pub(super) rounds_at: usize,
}

impl<'a> Report<'a> {
    /// Reads a report.
    pub(super) fn read(text: &'a str) -> Result<Self, PairingError> {
        let mut report = Self::default();
        let mut teams = BTreeMap::new();
        for line in lines(text) {
            report.take(line, &mut teams).map_err(|wrong| wrong.on(line.number))?;
        }
        for (rank, team) in teams {
            if let Some(record) = report.players.get_mut(&rank) {
                record.player.team = Some(team);
            }
        }
        Ok(report)
    }

    /// The day of a round, or else of the first one.
    pub(super) fn date_of(&self, round: Round) -> Option<Date> {
        let first = 92 + 10 * (usize::from(round.get()) - 1);
        let day = self.days.map(|days| columns(days, first, first + 7));
        day.and_then(date::read).or(self.begins)
    }

    fn take(&mut self, line: Line<'a>, teams: &mut Ranked<String>) -> Result<(), Wrong> {
        let free_text = || text(columns(line.text, 5, line.text.len()));
        match columns(line.text, 1, 3) {
            "001" => {
                let record = record(line)?;
                if let Some(other) = self.players.get(&record.rank) {
                    return Err(Wrong::RankTwice { rank: record.rank, first: other.line });
                }
                self.players.insert(record.rank, record);
            }
            "012" => self.name = free_text()?,
            "022" => self.city = free_text()?,
            "122" => self.time_control = free_text()?,
            "042" => self.begins = date::read(columns(line.text, 5, line.text.len())),
            "132" => self.days = Some(line.text),
            "013" => {
                // columns 37-40, 42-45 …: the starting ranks of the team
                if let Some(team) = text(columns(line.text, 5, 36))? {
                    for member in line.text[start_of(line.text, 37)..].split_whitespace() {
                        teams.insert(rank(member)?, team.clone());
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn record(line: Line<'_>) -> Result<Record<'_>, Wrong> {
    are_blank(line.text, &BETWEEN)?;
    let from = start_of(line.text, ROUNDS);
    let rounds = &line.text[from..];
    if let Some(at) = rounds.chars().position(|char| !char.is_ascii() || char.is_ascii_control()) {
        return Err(Wrong::Columns(ROUNDS + at));
    }
    let columns = |first, last| columns(line.text, first, last);
    Ok(Record {
        rank: rank(columns(5, 8))?,
        line: line.number,
        player: Player {
            name: text(columns(15, 47))?.ok_or(Wrong::NoPlayerName)?,
            fide_id: fide_id(or_zero(columns(58, 68)))?,
            title: Title::of(columns(11, 13)),
            rating: rating(or_zero(columns(49, 52)))?,
            federation: text(columns(54, 56))?,
            team: None,
        },
        rounds,
        rounds_at: line.at + from,
    })
}

fn rank(text: &str) -> Result<u16, Wrong> {
    let rank = number(text).filter(|rank| (1..=9_999).contains(rank));
    rank.ok_or_else(|| Wrong::Rank(shown(text)))
}

fn text(text: &str) -> Result<Option<String>, Wrong> {
    if text.is_empty() { Ok(None) } else { plain(text).map(Some) }
}

fn or_zero(text: &str) -> &str {
    if text.is_empty() { "0" } else { text }
}
