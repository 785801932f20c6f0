//! What becomes of an incident: it is confirmed, dismissed, or reopened, and the right to complain of it is lost.

use shakmaty::Color;

use super::Laws;
use super::article::Article;
use super::command::NotSaid;
use super::ending::Ending;
use super::offence::{Committed, Pending};
use super::says::{Act, Incident, IncidentKind, IncidentState, InstructionState};

/// So many dismissed incidents of a game can be reopened.
const MOST: usize = 64;

/// An incident that was dismissed, and what fell with it.
#[derive(Clone, Debug)]
pub(super) struct Dismissed {
    pub(super) incident: Incident,
    /// The offence that counted, and its place among those that do.
    offence: Option<(usize, Committed)>,
    pending: Option<Box<Pending>>,
    /// What need not be done any more.
    waived: Vec<(Article, Act)>,
    /// How the game has ended by the dismissal.
    ended: Option<Ending>,
}

impl Dismissed {
    /// Whether it can still be reopened when the move of this ply is taken back: it is of an earlier one, of the clock, or
    /// was completed, and that puts it right.
    pub(super) fn outlasts(&self, ply: u32) -> bool {
        self.incident.ply < ply || self.pending.is_some() || self.incident.is_open_of_clock()
    }
}

impl Laws {
    /// Whether it can be said that this incident happened.
    pub(super) fn check_confirm(&self, incident: u32) -> Result<(), NotSaid> {
        match self.state_of(incident)? {
            IncidentState::Confirmed => Err(NotSaid::Already(incident, IncidentState::Confirmed)),
            _ => self.check_not_ended_by(incident),
        }
    }

    /// Whether it can be said that it did not, or does not matter.
    pub(super) fn check_dismiss(&self, incident: u32) -> Result<(), NotSaid> {
        match self.state_of(incident)? {
            IncidentState::Dismissed => Err(NotSaid::Already(incident, IncidentState::Dismissed)),
            IncidentState::Confirmed => self.check_not_ended_by(incident),
            _ => Ok(()),
        }
    }

    /// Whether what was decided of it can be taken back.
    pub(super) fn check_reopen(&self, incident: u32) -> Result<(), NotSaid> {
        match self.state_of(incident)? {
            IncidentState::Confirmed | IncidentState::Dismissed => {
                self.check_not_ended_by(incident)
            }
            _ => Err(NotSaid::Undecided(incident)),
        }
    }

    /// The arbiter says that an incident happened: a result that it calls for is declared.
    pub(super) fn confirm(&mut self, incident: u32) {
        if self.check_confirm(incident).is_err() {
            return;
        }
        if !self.stand_again(incident, IncidentState::Confirmed) {
            self.casebook.close(incident, IncidentState::Confirmed);
        }
        self.casebook.declare_for(incident);
    }

    /// The arbiter says that it did not, or does not matter: it does not count.
    pub(super) fn dismiss(&mut self, incident: u32) {
        if self.check_dismiss(incident).is_err() {
            return;
        }
        let offence = self.casebook.offences().known(incident);
        let open = self
            .casebook
            .open_instructions()
            .iter()
            .filter(|given| given.incident == Some(incident));
        let waived = open.map(|given| (given.article, given.act.clone())).collect();
        let Some(told) = self.casebook.close(incident, IncidentState::Dismissed) else {
            return;
        };
        self.reconsider_ending();
        let ended = self.casebook.outcome_mut().take_withheld(incident);
        if ended.is_some() {
            self.casebook.end_by(ended);
        }
        let pending = self.core.pending.take_if(|pending| pending.incident == incident);
        if self.dismissed.len() == MOST {
            self.dismissed.remove(0);
        }
        let dismissed = Dismissed { incident: told, offence, pending, waived, ended };
        self.dismissed.push(dismissed);
    }

    /// What the arbiter has decided of it was a mistake: it waits for him again.
    pub(super) fn reopen(&mut self, incident: u32) {
        if self.check_reopen(incident).is_err() {
            return;
        }
        if self.stand_again(incident, IncidentState::Raised) {
            return;
        }
        if let Some(confirmed) = self.casebook.find(incident).cloned() {
            self.casebook.reinstate(&confirmed, IncidentState::Raised);
        }
    }

    /// The opponent of who has touched a man may complain no more of how the last move was made (4.8). Of what would have
    /// ended the game the arbiter decides.
    pub(super) fn let_complaint_lapse(&mut self, side: Color) {
        let Some(last) = self.made.last().filter(|last| last.side != side) else { return };
        let (ply, offender) = (last.ply, last.side);
        if self.casebook.outcome().is_withheld() {
            return;
        }
        let is_one = |incident: &&Incident| {
            incident.ply == ply
                && incident.side == Some(offender)
                && incident.state == IncidentState::Raised
                && matches!(
                    incident.kind,
                    IncidentKind::TouchMoveViolation | IncidentKind::ReleasedPieceMoved
                )
        };
        let lapsed = self.casebook.incidents().iter().filter(is_one);
        let lapsed: Vec<_> = lapsed.map(|incident| incident.id).collect();
        for incident in lapsed {
            self.casebook.close(incident, IncidentState::Lapsed);
        }
    }

    pub(super) fn state_of(&self, incident: u32) -> Result<IncidentState, NotSaid> {
        let standing = self.casebook.find(incident).map(|found| found.state);
        let dismissed = self.dismissed.iter().any(|dismissed| dismissed.incident.id == incident);
        let dismissed = dismissed.then_some(IncidentState::Dismissed);
        standing.or(dismissed).ok_or(NotSaid::NoIncident(incident))
    }

    /// What the Laws have ended the game by is not decided anew before the game goes on.
    fn check_not_ended_by(&self, incident: u32) -> Result<(), NotSaid> {
        let dismissed = self.dismissed.iter().find(|one| one.incident.id == incident);
        let has_ended = dismissed.and_then(|dismissed| dismissed.ended);
        let is_decided = dismissed.is_some()
            || self.casebook.find(incident).is_some_and(|one| one.state != IncidentState::Raised);
        let by_confirming = is_decided
            && self.casebook.outcome().blamed() == Some(incident)
            && self.casebook.is_over();
        if by_confirming || has_ended.is_some() && self.casebook.ending() == has_ended {
            return Err(NotSaid::EndedBy(incident));
        }
        Ok(())
    }

    /// A dismissed incident stands again: it counts, and what it asks for is to be done. Whether there was one.
    fn stand_again(&mut self, id: u32, state: IncidentState) -> bool {
        let found = self.dismissed.iter().position(|dismissed| dismissed.incident.id == id);
        let Some(index) = found else { return false };
        let Dismissed { incident, offence, pending, waived, .. } = self.dismissed.remove(index);
        self.casebook.reinstate(&incident, state);
        self.core.pending = self.core.pending.take().or(pending);
        let Some(offence) = offence else {
            waived.into_iter().for_each(|(article, act)| {
                self.casebook.instruct(Some(id), article, act);
            });
            return true;
        };
        self.casebook.offences_mut().count_again(offence);
        let is_first = self.casebook.offences().first(id).is_some();
        let was_first = !waived.iter().any(|(_, act)| matches!(act, Act::Declare(_)));
        if is_first && !was_first {
            self.give_time_for(offence.1);
        } else if is_first {
            for (article, act) in waived {
                self.casebook.instruct(Some(id), article, act);
            }
        } else {
            self.declare_second(offence.1);
        }
        if is_first && let Some(second) = self.casebook.offences().next_like(id) {
            self.declare_second(second);
        }
        true
    }

    /// An offence is the second after all: it loses, whatever it called for as the first.
    fn declare_second(&mut self, committed: Committed) {
        let Committed { incident, side, offence, .. } = committed;
        self.casebook
            .end_instructions(InstructionState::Waived, |given| given.incident == Some(incident));
        let pending = self.core.pending.as_ref().filter(|pending| pending.incident == incident);
        let position = pending.map_or(&self.turn.position, |pending| &pending.turn.position);
        let ending = self.loss_by_second(offence, side, position);
        if !self.casebook.is_over() {
            self.casebook.declare(incident, ending);
        }
    }
}
