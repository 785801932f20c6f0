//! The results of a round: what is entered of its games, and what counts of that and of what their
//! boards show.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::dispute::{ResultDifference, ResultVerdict, Settlement, verdict};
use super::error::RoundError;
use super::{Loaded, Rounds};
use crate::names::GameId;
use crate::pairing::{BoardNumber, Outcome, Pairing, Round};
use crate::points::ResultValue;

/// The results of a round at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundResults {
    /// Which round.
    pub round: Round,
    /// Its games by table.
    pub tables: Vec<TableResult>,
}

/// The result of one game, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableResult {
    /// At which table.
    pub table: BoardNumber,
    /// What the board shows: the kings, or a position that ends the game.
    pub board: Option<ResultValue>,
    /// What was entered.
    pub entered: Option<Entered>,
    /// What counts.
    pub verdict: ResultVerdict,
}

/// A result that was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Which.
    pub outcome: Outcome,
    /// By whom.
    pub origin: Origin,
}

/// Who entered a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It stood in the pairing file.
    PairingFile,
    /// A person, from the signed scoresheets.
    Person(Signature),
}

/// Who decided something, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of his user.
    pub by: String,
    /// The wall time, in whole seconds.
    pub at: Timestamp,
}

/// What was decided about the results of a round.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// Results entered by people; `None` where one was taken back.
    entered: BTreeMap<BoardNumber, Option<Entered>>,
    settled: BTreeMap<BoardNumber, Settlement>,
}

impl Entries {
    /// A person enters a result, or takes it back.
    pub(super) fn enter(
        &mut self,
        table: BoardNumber,
        outcome: Option<Outcome>,
        signed: Signature,
    ) {
        let entered = outcome.map(|outcome| Entered { outcome, origin: Origin::Person(signed) });
        self.entered.insert(table, entered);
    }

    /// Somebody decides which of two results counts.
    pub(super) fn settle(&mut self, table: BoardNumber, settlement: Settlement) {
        self.settled.insert(table, settlement);
    }

    /// Other pairings are loaded: only what is decided about these tables still holds.
    pub(super) fn retain(&mut self, is_kept: impl Fn(&BoardNumber) -> bool) {
        self.entered.retain(|table, _| is_kept(table));
        self.settled.retain(|table, _| is_kept(table));
    }

    /// What is entered for a pairing.
    fn entered(&self, pairing: &Pairing) -> Option<Entered> {
        let in_file = |outcome| Entered { outcome, origin: Origin::PairingFile };
        let by_person = self.entered.get(&pairing.board).cloned();
        by_person.unwrap_or_else(|| pairing.outcome.map(in_file))
    }
}

impl Rounds {
    /// The numbers of the rounds.
    pub fn numbers(&self) -> impl Iterator<Item = Round> {
        self.rounds.keys().copied()
    }

    /// The results of a round; `shown` knows what the boards show.
    pub fn results(
        &self,
        round: Round,
        shown: impl Fn(GameId) -> Option<ResultValue>,
    ) -> Option<RoundResults> {
        let loaded = self.rounds.get(&round)?;
        let result = |pairing: &Pairing| {
            let table = pairing.board;
            let board = loaded.games.at(table).copied().and_then(&shown);
            let entered = loaded.entries.entered(pairing);
            let outcome = entered.as_ref().map(|entered| entered.outcome);
            let verdict = verdict(board, outcome, loaded.entries.settled.get(&table).copied());
            TableResult { table, board, entered, verdict }
        };
        let tables = loaded.pairings.values().map(|paired| result(&paired.pairing)).collect();
        Some(RoundResults { round, tables })
    }

    /// Whether a result can be entered, or taken back.
    pub(super) fn check_enter(
        &self,
        round: Round,
        table: BoardNumber,
        outcome: Option<Outcome>,
    ) -> Result<(), RoundError> {
        let entered = self.entered_at(round, table)?;
        if outcome.is_none() && entered.is_none() {
            return Err(RoundError::NothingEntered { round, table });
        }
        Ok(())
    }

    /// Whether the entered result is still the one that the answer is about.
    pub(super) fn check_settle(
        &self,
        round: Round,
        table: BoardNumber,
        of: ResultDifference,
    ) -> Result<(), RoundError> {
        let entered = self.entered_at(round, table)?;
        let is_asked = entered.is_some_and(|entered| entered.outcome == of.entered());
        if is_asked { Ok(()) } else { Err(RoundError::NoQuestion { round, table }) }
    }

    fn entered_at(&self, round: Round, table: BoardNumber) -> Result<Option<Entered>, RoundError> {
        let Loaded { pairings, entries, .. } =
            self.rounds.get(&round).ok_or(RoundError::NoSuchRound(round))?;
        let paired = pairings.get(&table).ok_or(RoundError::NoSuchTable { round, table })?;
        Ok(entries.entered(&paired.pairing))
    }
}

impl RoundResults {
    /// The result at a table.
    pub fn at(&self, table: BoardNumber) -> Option<&TableResult> {
        self.tables.iter().find(|result| result.table == table)
    }
}

impl TableResult {
    /// The two results, where they differ, whether somebody has decided between them or not.
    pub fn difference(&self) -> Option<ResultDifference> {
        ResultDifference::between(self.board?, self.entered.as_ref()?.outcome)
    }
}
