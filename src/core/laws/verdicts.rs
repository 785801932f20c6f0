//! What was decided of incidents, and how the last decision about each is undone.

use super::Laws;
use super::command::Command;
use super::says::IncidentState;

/// So many decisions about the incidents of a game can be undone.
const MOST: usize = 64;

/// A decision about an incident.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    /// The number of the decision.
    number: u64,
    incident: u32,
    /// How the incident stood before.
    before: IncidentState,
}

impl Laws {
    /// Does what was decided of an incident, and remembers how it stood.
    pub(super) fn give_verdict(&mut self, number: u64, incident: u32, command: Command) {
        let before = self.state_of(incident);
        self.obey(command);
        if let (Ok(before), Ok(now)) = (before, self.state_of(incident))
            && before != now
        {
            if self.verdicts.len() == MOST {
                self.verdicts.remove(0);
            }
            self.verdicts.push(Verdict { number, incident, before });
        }
    }

    /// Whether the decision of this number is the last about its incident, which can be as it was before.
    pub(super) fn is_last_verdict(&self, number: u64) -> bool {
        self.last_verdict(number).is_some_and(|at| self.check(&back(self.verdicts[at])).is_ok())
    }

    /// The incident is as it was before the decision of this number, if that is the last about it.
    pub(super) fn undo_verdict(&mut self, number: u64) {
        if let Some(at) = self.last_verdict(number) {
            let verdict = self.verdicts.remove(at);
            self.obey(back(verdict));
        }
    }

    fn last_verdict(&self, number: u64) -> Option<usize> {
        let at = self.verdicts.iter().position(|verdict| verdict.number == number)?;
        let incident = self.verdicts[at].incident;
        let is_last = !self.verdicts[at + 1..].iter().any(|later| later.incident == incident);
        is_last.then_some(at)
    }
}

/// What makes an incident as it was before a decision about it.
const fn back(verdict: Verdict) -> Command {
    match verdict.before {
        IncidentState::Confirmed => Command::Confirm(verdict.incident),
        IncidentState::Dismissed => Command::Dismiss(verdict.incident),
        _ => Command::Reopen(verdict.incident),
    }
}
