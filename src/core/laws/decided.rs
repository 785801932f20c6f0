//! Decisions about a game: what people say and decide of it, and how the last decision is undone.

use touchmove_drivers::observation::Decision;

use super::Laws;
use super::command::Command;
use super::ending::{Ending, ResultReason, ResultValue};
use crate::decision::{self, GameDecision};

impl Laws {
    /// Somebody has said or decided something.
    pub(super) fn decided(&mut self, decided: &Decision, record: u64) {
        let number = decision::number(decided, record);
        if let Some(command) = Command::of_record(decided) {
            let before = self.casebook.ending();
            match command.incident() {
                Some(incident) => self.give_verdict(number, incident, command),
                None => self.obey(command),
            }
            if self.casebook.ending() != before {
                self.casebook.outcome_mut().note_decision(number, before);
            }
            return;
        }
        match GameDecision::of_record(decided) {
            Ok(Some(GameDecision::Result(outcome))) => {
                let before = self.casebook.ending();
                self.casebook.outcome_mut().note_decision(number, before);
                let (reason, article) = (ResultReason::Decision, None);
                let ending =
                    |outcome| Ending { value: ResultValue::from(outcome), reason, article };
                self.casebook.end_by(outcome.map(ending));
            }
            Ok(Some(GameDecision::Undo { record })) => {
                if let Some(before) = self.casebook.outcome_mut().undo_decision(record) {
                    self.casebook.end_by(before);
                }
                self.undo_verdict(record);
            }
            Ok(Some(GameDecision::Delete { ply } | GameDecision::Replace { ply, .. })) => {
                self.withdraw_never_played(ply);
            }
            _ => {}
        }
    }

    /// Whether the decision of this number, about the result or an incident, can be undone: no later one is in the way.
    pub fn can_undo(&self, number: u64) -> bool {
        let outcome = self.casebook.outcome();
        outcome.is_last_decision(number)
            || !outcome.has_decision(number) && self.is_last_verdict(number)
    }

    /// Without the incident that ended it, or one that made it the second of its kind, the game goes on.
    pub(super) fn reconsider_ending(&mut self) {
        let blamed = self.casebook.outcome().blamed();
        if let Some(gone) = blamed.filter(|incident| self.casebook.find(*incident).is_none()) {
            self.casebook.go_on_without(gone);
        }
        self.reconsider_losses();
    }
}
