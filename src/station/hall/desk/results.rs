//! Results at the desk: what boards show, what people enter, and what the bus is told of it.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Unit;
use touchmove_core::game::view::GameView;
use touchmove_core::names::GameId;
use touchmove_core::pairing::{BoardNumber, Outcome, Round};
use touchmove_core::points::ResultValue;
use touchmove_core::tournament::rounds::RoundError;
use touchmove_core::tournament::rounds::decision::RoundDecision;
use touchmove_core::tournament::rounds::dispute::{Choice, Settlement};
use touchmove_core::tournament::rounds::results::{RoundResults, Signature, TableResult};
use touchmove_core::tournament::rounds::wish::RoundAnswer;

use super::Desk;
use crate::hall::news::News;
use crate::hall::orders::rounds::{NotTaken, RoundRefusal};

/// What is known of results.
#[derive(Default)]
pub(super) struct Results {
    /// What boards show of games that are over.
    shown: HashMap<GameId, ResultValue>,
    /// The results of the rounds as they were last told.
    told: HashMap<Round, Arc<RoundResults>>,
}

impl Results {
    /// A round is there no longer.
    pub(super) fn forget(&mut self, round: Round) {
        self.told.remove(&round);
    }
}

impl Desk {
    /// Takes note of what a board shows of its game; a result may be taken back too.
    pub(super) async fn hear_result(&mut self, game: GameId, view: &GameView) {
        let now = view.result.map(|result| result.value);
        let before = match now {
            Some(outcome) => self.results.shown.insert(game, outcome),
            None => self.results.shown.remove(&game),
        };
        if before != now {
            self.tell_results().await;
        }
    }

    /// Enters a result from the scoresheets.
    pub(super) async fn enter(
        &mut self,
        by: &str,
        round: Round,
        table: BoardNumber,
        outcome: Option<Outcome>,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let now = self.clock.wall();
        let signed = Signature { by: by.to_owned(), at: now.round(Unit::Second).unwrap_or(now) };
        self.decide(by, vec![RoundDecision::Enter { round, table, outcome, signed }]).await?;
        Ok(RoundAnswer::Result(self.result_at(round, table)?))
    }

    /// Answers which of the two results at a table counts, as they are now.
    pub(super) async fn settle(
        &mut self,
        by: &str,
        round: Round,
        table: BoardNumber,
        choice: Choice,
    ) -> Result<RoundAnswer, RoundRefusal> {
        let difference = self.result_at(round, table)?.difference();
        let of = difference.ok_or(NotTaken::Refused(RoundError::NoQuestion { round, table }))?;
        let settlement = Settlement { of, choice };
        self.decide(by, vec![RoundDecision::Settle { round, table, settlement }]).await?;
        Ok(RoundAnswer::Result(self.result_at(round, table)?))
    }

    /// Tells the results of the rounds that have changed since they were told.
    pub(super) async fn tell_results(&mut self) {
        let rounds: Vec<_> = self.station.rounds().numbers().collect();
        for round in rounds {
            let Some(results) = self.results_of(round).map(Arc::new) else { continue };
            if self.results.told.get(&round) != Some(&results) {
                self.publishing.decide(&results, self.clock.now());
                self.results.told.insert(round, Arc::clone(&results));
                self.tell(News::Results(results)).await;
            }
        }
        self.release_decided().await;
    }

    fn result_at(&self, round: Round, table: BoardNumber) -> Result<TableResult, NotTaken> {
        let results = self.results_of(round).ok_or(RoundError::NoSuchRound(round))?;
        let result = results.at(table).cloned();
        result.ok_or(NotTaken::Refused(RoundError::NoSuchTable { round, table }))
    }

    pub(super) fn results_of(&self, round: Round) -> Option<RoundResults> {
        self.station.rounds().results(round, |game| self.results.shown.get(&game).copied())
    }
}
