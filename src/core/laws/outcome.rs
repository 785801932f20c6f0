//! How the game ended, and what takes that back: decisions, and incidents that did not happen.

use touchmove_drivers::Instant;
use touchmove_drivers::observation::Decision;

use super::command::Command;
use super::ending::{Ending, ResultReason, ResultValue};
use super::says::{Act, InstructionState, Says};
use super::{Laws, Rulings};
use crate::decision::{self, GameDecision};

/// So many decisions about the result can be undone.
const MOST_DECIDED: usize = 16;

impl Laws {
    /// Somebody has said or decided something.
    pub(super) fn decided(&mut self, decided: &Decision, record: u64, rulings: &mut Rulings) {
        let number = decision::number(decided, record);
        if let Some(command) = Command::of_record(decided) {
            let before = self.ending;
            match command.incident() {
                Some(incident) => self.give_verdict(number, incident, command, rulings),
                None => self.obey(command, rulings),
            }
            if self.ending != before {
                self.note_ending(number, before);
            }
            return;
        }
        match GameDecision::of_record(decided) {
            Ok(Some(GameDecision::Result(outcome))) => {
                self.note_ending(number, self.ending);
                let (reason, article) = (ResultReason::Decision, None);
                let ending =
                    |outcome| Ending { value: ResultValue::from(outcome), reason, article };
                self.end_by(outcome.map(ending), rulings);
            }
            Ok(Some(GameDecision::Undo { record })) => {
                if let Some((_, before)) = self.decided.pop_if(|(number, _)| *number == record) {
                    self.end_by(before, rulings);
                }
                self.undo_verdict(record, rulings);
            }
            Ok(Some(GameDecision::Delete { ply } | GameDecision::Replace { ply, .. })) => {
                self.withdraw_never_played(ply, rulings);
            }
            _ => {}
        }
    }

    /// Whether the decision of this number, about the result or an incident, can be undone: no later one is in the way.
    pub fn can_undo(&self, number: u64) -> bool {
        let has_ended = self.decided.iter().any(|(known, _)| *known == number);
        let is_last = self.decided.last().is_some_and(|(last, _)| *last == number);
        is_last || !has_ended && self.is_last_verdict(number)
    }

    /// The decision of this number has changed how the game ended: this had, before.
    fn note_ending(&mut self, number: u64, before: Option<Ending>) {
        if self.decided.len() == MOST_DECIDED {
            self.decided.remove(0);
        }
        self.decided.push((number, before));
    }

    /// Only a decision changes a result that was decided; undone, what had ended the game before counts.
    pub(super) const fn is_decided(&self) -> bool {
        matches!(self.ending, Some(Ending { reason: ResultReason::Decision, .. }))
    }

    /// This has ended the game, and nothing else.
    pub(super) fn end_by(&mut self, ending: Option<Ending>, rulings: &mut Rulings) {
        match ending {
            Some(ending) => self.end(rulings.at, ending, rulings),
            None if self.ending.take().is_some() => rulings.say(Says::NotEnded),
            None => {}
        }
    }

    /// This ends the game, instead of what had ended it. What was to be declared is, or need not be.
    pub(super) fn end(&mut self, at: Instant, ending: Ending, rulings: &mut Rulings) {
        if self.ending.replace(ending).is_some() {
            rulings.say(Says::NotEnded);
        }
        self.ended_by = None;
        rulings.say_at(at, Says::Ended(ending));
        let is_same = |act: &Act| matches!(act, Act::Declare(said) if said.value == ending.value);
        self.ledger.end(InstructionState::Done, rulings, |given| is_same(&given.act));
        let is_other = |act: &Act| matches!(act, Act::Declare(_));
        self.ledger.end(InstructionState::Waived, rulings, |given| is_other(&given.act));
    }

    /// An incident ends the game.
    pub(super) fn end_for(&mut self, incident: u32, ending: Ending, rulings: &mut Rulings) {
        self.end(rulings.at, ending, rulings);
        self.ended_by = Some(incident);
    }

    /// Without the incident that ended it, or one that made it the second of its kind, the game goes on.
    pub(super) fn reconsider_ending(&mut self, rulings: &mut Rulings) {
        if self.ended_by.take_if(|incident| self.ledger.find(*incident).is_none()).is_some() {
            self.end_by(None, rulings);
        }
        self.reconsider_losses(rulings);
    }
}
