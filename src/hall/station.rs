//! What the station itself keeps: its rounds, in a journal of the same form as a board's.

use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchmove_drivers::recording::{Body, Headers};
use touchmove_drivers::{Instant, Observation};

use super::anchor::Anchor;
use super::evidence::open_journal;
use super::news::GameId;
use super::rounds::Rounds;
use super::rounds::decision::RoundDecision;
use super::rounds::order::NotTaken;
use crate::journal::{Entry, Journal, JournalError};
use crate::pairing::{BoardNumber, Round};

/// The station's journal, and the rounds that it gives.
#[derive(Debug)]
pub(super) struct Station {
    journal: Journal,
    anchor: Anchor,
    rounds: Rounds,
}

/// A told line: a game has begun at a table of a round.
#[derive(Serialize, Deserialize)]
struct ToldLine {
    round: u16,
    table: u16,
    game: u64,
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

    /// Takes decisions: once this returns they survive a loss of power.
    pub(super) fn decide(
        &mut self,
        now: Instant,
        by: &str,
        decisions: Vec<RoundDecision>,
    ) -> Result<(), NotTaken> {
        decisions.iter().try_for_each(|decision| self.rounds.check(decision))?;
        let at = self.anchor.pass(now);
        for decision in &decisions {
            let record = Observation::Decision(decision.record(by));
            self.journal.append_record(at, None, &record)?;
        }
        self.journal.sync()?;
        decisions.into_iter().for_each(|decision| self.rounds.carry_out(decision));
        Ok(())
    }

    /// Games have begun at tables of a round.
    pub(super) fn begun(
        &mut self,
        round: Round,
        games: &[(BoardNumber, GameId)],
    ) -> Result<(), JournalError> {
        for &(table, game) in games {
            self.rounds.begun(round, table, game);
            let line = ToldLine { round: round.get(), table: table.get(), game: game.0 };
            self.journal.append_told(&serde_json::to_string(&line).unwrap_or_default())?;
        }
        self.journal.sync()
    }

    fn recall(&mut self, entry: Entry) {
        match entry {
            Entry::Record { record, .. } => {
                if let Body::Observed(Observation::Decision(decision)) = record.body {
                    match RoundDecision::of_record(&decision) {
                        Some(decision) => self.rounds.carry_out(decision),
                        None => tracing::warn!("a decision is not understood: {}", decision.verb),
                    }
                }
            }
            Entry::Told(line) => {
                let Ok(line) = serde_json::from_str::<ToldLine>(&line) else { return };
                if let (Some(round), Some(table)) =
                    (Round::new(line.round), BoardNumber::new(line.table))
                {
                    self.rounds.begun(round, table, GameId(line.game));
                }
            }
        }
    }
}
