//! What the station itself keeps: its rounds, in a journal of the same form as a board's.

use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchmove_drivers::recording::{Body, Headers};
use touchmove_drivers::{Instant, Observation};

use super::anchor::Anchor;
use super::evidence::open_journal;
use super::news::GameId;
use super::rounds::decision::RoundDecision;
use super::rounds::{RoundError, Rounds, Stage};
use crate::journal::{Entry, Journal, JournalError};
use crate::pairing::{BoardNumber, Round};

/// The station's journal, and the rounds that it gives.
#[derive(Debug)]
pub(super) struct Station {
    journal: Journal,
    anchor: Anchor,
    rounds: Rounds,
}

/// Why a decision was not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// It cannot be carried out.
    #[error(transparent)]
    Refused(#[from] RoundError),
    /// The journal takes nothing.
    #[error("it cannot be kept, so it was not taken: {0}")]
    NotKept(#[from] JournalError),
}

/// A told line: what became of a round without anybody's deciding it.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ToldLine {
    /// A game has begun at a table.
    Begun { round: u16, table: u16, game: u64 },
    /// The round's games are those after this one.
    After { round: u16, after: u64 },
}

impl Station {
    /// Opens the journal at `path` and folds what it holds.
    pub(super) fn open(path: &Path, station: Instant) -> Result<Self, JournalError> {
        let wall = Timestamp::now();
        let mut headers = Headers::default();
        headers.began = Some(wall.to_string());
        let (journal, past) = open_journal(path, &headers)?;
        let latest = journal.latest().unwrap_or_default();
        let anchor = Anchor::new(&past.headers, latest, wall, station);
        let mut station = Self { journal, anchor, rounds: Rounds::default() };
        past.entries.into_iter().for_each(|entry| station.recall(entry));
        Ok(station)
    }

    /// The rounds.
    pub(super) const fn rounds(&self) -> &Rounds {
        &self.rounds
    }

    /// Takes decisions, all or none: once this returns they survive a loss of power. `last` is the
    /// last game that has begun on this station.
    pub(super) fn decide(
        &mut self,
        now: Instant,
        by: &str,
        decisions: Vec<RoundDecision>,
        last: GameId,
    ) -> Result<(), NotTaken> {
        decisions.iter().try_for_each(|decision| self.rounds.check(decision))?;
        let at = self.anchor.pass(now);
        for decision in &decisions {
            let record = Observation::Decision(decision.record(by));
            self.journal.append_record(at, None, &record)?;
        }
        let begins = decisions.iter().filter_map(|decision| match decision {
            RoundDecision::Turn { round, stage: Stage::Running } => Some(*round),
            _ => None,
        });
        let begins: Vec<_> = begins.filter(|&round| self.rounds.is_to_begin(round)).collect();
        for &round in &begins {
            self.tell(&ToldLine::After { round: round.get(), after: last.0 })?;
        }
        self.journal.sync()?;
        decisions.into_iter().for_each(|decision| self.rounds.carry_out(decision));
        begins.into_iter().for_each(|round| self.rounds.play_after(round, last));
        Ok(())
    }

    /// A game has begun at a table of a round.
    pub(super) fn begun(
        &mut self,
        round: Round,
        table: BoardNumber,
        game: GameId,
    ) -> Result<(), JournalError> {
        self.rounds.begun(round, table, game);
        self.tell(&ToldLine::Begun { round: round.get(), table: table.get(), game: game.0 })?;
        self.journal.sync()
    }

    fn tell(&mut self, line: &ToldLine) -> Result<(), JournalError> {
        self.journal.append_told(&serde_json::to_string(line).unwrap_or_default())
    }

    fn recall(&mut self, entry: Entry) {
        match entry {
            Entry::Record { record, .. } => {
                if let Body::Observed(Observation::Decision(decision)) = record.body
                    && let Some(decision) = RoundDecision::of_record(&decision)
                {
                    self.rounds.carry_out(decision);
                }
            }
            Entry::Told(line) => match serde_json::from_str(&line) {
                Ok(ToldLine::Begun { round, table, game }) => {
                    let place = Round::new(round).zip(BoardNumber::new(table));
                    if let Some((round, table)) = place {
                        self.rounds.begun(round, table, GameId(game));
                    }
                }
                Ok(ToldLine::After { round, after }) => {
                    if let Some(round) = Round::new(round) {
                        self.rounds.play_after(round, GameId(after));
                    }
                }
                Err(_) => {}
            },
        }
    }
}
