//! What becomes of an incident by what people decide: it is confirmed, dismissed or reopened, and the last decision about it
//! can be undone.

use super::article::Article;
use super::casebook::Casebook;
use super::command::{Command, NotSaid};
use super::ending::Ending;
use super::offence::{Committed, OffencePlace};
use super::pending_offence::{self, PendingOffence};
use super::play::Play;
use super::says::{Act, Incident, IncidentState, InstructionState};

/// So many dismissed incidents of a game can be reopened.
const MAX_DISMISSED: usize = 64;

/// So many decisions about the incidents of a game can be undone.
const MAX_VERDICTS: usize = 64;

/// What was decided of the incidents of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct IncidentReview {
    dismissed: Vec<Dismissed>,
    verdicts: Vec<PastVerdict>,
}

/// What somebody decides of an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IncidentVerdict {
    pub(super) incident: u32,
    pub(super) finding: Reviewed,
}

/// What is found of an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reviewed {
    /// It happened.
    Confirmed,
    /// It did not, or does not matter.
    Dismissed,
    /// Nothing: what was decided of it was a mistake.
    Reopened,
}

/// A decision about an incident.
#[derive(Clone, Copy, Debug)]
struct PastVerdict {
    /// The number of the decision.
    number: u64,
    /// What makes the incident as it was before.
    undone_by: IncidentVerdict,
}

/// An incident that was dismissed, and what fell with it.
#[derive(Clone, Debug)]
struct Dismissed {
    incident: Incident,
    /// The offence that counted, and its place among those that do.
    offence: Option<OffencePlace>,
    pending: PendingOffence,
    /// What need not be done any more.
    waived: Vec<Waived>,
    /// How the game has ended by the dismissal.
    ended: Option<Ending>,
}

/// An instruction that need not be carried out any more.
#[derive(Clone, Debug)]
struct Waived {
    article: Article,
    act: Act,
}

impl IncidentVerdict {
    /// What this command decides of an incident, if it does.
    pub(super) const fn of(command: &Command) -> Option<Self> {
        let (incident, finding) = match command {
            Command::Confirm(incident) => (*incident, Reviewed::Confirmed),
            Command::Dismiss(incident) => (*incident, Reviewed::Dismissed),
            Command::Reopen(incident) => (*incident, Reviewed::Reopened),
            _ => return None,
        };
        Some(Self { incident, finding })
    }
}

impl IncidentReview {
    /// Whether this can be decided of an incident.
    ///
    /// # Errors
    /// [`NotSaid`]: there is none, it is so already, or it has ended the game.
    pub(super) fn check(
        &self,
        casebook: &Casebook,
        verdict: IncidentVerdict,
    ) -> Result<(), NotSaid> {
        let IncidentVerdict { incident, finding } = verdict;
        let state = self.state_of(casebook, incident)?;
        match (finding, state) {
            (Reviewed::Confirmed, IncidentState::Confirmed)
            | (Reviewed::Dismissed, IncidentState::Dismissed) => {
                Err(NotSaid::Already(incident, state))
            }
            (Reviewed::Confirmed, _)
            | (Reviewed::Dismissed, IncidentState::Confirmed)
            | (Reviewed::Reopened, IncidentState::Confirmed | IncidentState::Dismissed) => {
                self.check_not_ended_by(casebook, incident)
            }
            (Reviewed::Dismissed, _) => Ok(()),
            (Reviewed::Reopened, _) => Err(NotSaid::Undecided(incident)),
        }
    }

    /// Does what was decided of an incident by the decision of this number, and remembers how it stood.
    pub(super) fn decide(
        &mut self,
        play: &mut Play,
        casebook: &mut Casebook,
        verdict: IncidentVerdict,
        number: u64,
    ) {
        let incident = verdict.incident;
        let before = self.state_of(casebook, incident);
        self.carry_out(play, casebook, verdict);
        if let (Ok(before), Ok(now)) = (before, self.state_of(casebook, incident))
            && before != now
        {
            let finding = match before {
                IncidentState::Confirmed => Reviewed::Confirmed,
                IncidentState::Dismissed => Reviewed::Dismissed,
                _ => Reviewed::Reopened,
            };
            let undone_by = IncidentVerdict { incident, finding };
            push_within(&mut self.verdicts, PastVerdict { number, undone_by }, MAX_VERDICTS);
        }
    }

    /// Whether the decision of this number is the last about its incident, which can be as it was before.
    pub(super) fn can_undo(&self, casebook: &Casebook, number: u64) -> bool {
        self.last_verdict(number)
            .is_some_and(|index| self.check(casebook, self.verdicts[index].undone_by).is_ok())
    }

    /// The incident is as it was before the decision of this number, if that is the last about it.
    pub(super) fn undo(&mut self, play: &mut Play, casebook: &mut Casebook, number: u64) {
        if let Some(index) = self.last_verdict(number) {
            let verdict = self.verdicts.remove(index);
            self.carry_out(play, casebook, verdict.undone_by);
        }
    }

    /// The move of this ply is taken back: what was dismissed of it is forgotten, but what is of the clock, or what was
    /// completed, and that puts it right.
    pub(super) fn forget_from(&mut self, ply: u32) {
        self.dismissed.retain(|dismissed| {
            dismissed.incident.ply < ply
                || dismissed.pending.incident().is_some()
                || dismissed.incident.is_open_of_clock()
        });
    }

    fn last_verdict(&self, number: u64) -> Option<usize> {
        let index = self.verdicts.iter().position(|verdict| verdict.number == number)?;
        let incident = self.verdicts[index].undone_by.incident;
        let later = &mut self.verdicts[index + 1..].iter();
        let is_last = !later.any(|later| later.undone_by.incident == incident);
        is_last.then_some(index)
    }

    fn carry_out(&mut self, play: &mut Play, casebook: &mut Casebook, verdict: IncidentVerdict) {
        if self.check(casebook, verdict).is_err() {
            return;
        }
        let incident = verdict.incident;
        match verdict.finding {
            Reviewed::Confirmed => self.confirm(play, casebook, incident),
            Reviewed::Dismissed => self.dismiss(play, casebook, incident),
            Reviewed::Reopened => self.reopen(play, casebook, incident),
        }
    }

    /// The arbiter says that an incident happened: a result that it calls for is declared.
    fn confirm(&mut self, play: &mut Play, casebook: &mut Casebook, incident: u32) {
        if !self.reinstate(play, casebook, incident, IncidentState::Confirmed) {
            casebook.close(incident, IncidentState::Confirmed);
        }
        casebook.declare_for(incident);
    }

    /// The arbiter says that it did not, or does not matter: it does not count.
    fn dismiss(&mut self, play: &mut Play, casebook: &mut Casebook, incident: u32) {
        let offence = casebook.offences().known(incident);
        let given = casebook.open_instructions().iter();
        let open = given.filter(|given| given.incident == Some(incident));
        let waived = open.map(|given| Waived { article: given.article, act: given.act.clone() });
        let waived = waived.collect();
        let Some(told) = casebook.close(incident, IncidentState::Dismissed) else { return };
        play.reconsider_ending(casebook);
        let ended = casebook.result_mut().take_withheld(incident);
        if ended.is_some() {
            casebook.end_by(ended);
        }
        let pending = play.pending_mut().take_for(incident);
        let dismissed = Dismissed { incident: told, offence, pending, waived, ended };
        push_within(&mut self.dismissed, dismissed, MAX_DISMISSED);
    }

    /// What the arbiter has decided of it was a mistake: it waits for him again.
    fn reopen(&mut self, play: &mut Play, casebook: &mut Casebook, incident: u32) {
        if self.reinstate(play, casebook, incident, IncidentState::Raised) {
            return;
        }
        if let Some(confirmed) = casebook.find(incident).cloned() {
            casebook.reinstate(&confirmed, IncidentState::Raised);
        }
    }

    fn state_of(&self, casebook: &Casebook, incident: u32) -> Result<IncidentState, NotSaid> {
        let standing = casebook.find(incident).map(|found| found.state);
        let dismissed = self.find_dismissed(incident).map(|_| IncidentState::Dismissed);
        standing.or(dismissed).ok_or(NotSaid::NoIncident(incident))
    }

    fn find_dismissed(&self, incident: u32) -> Option<&Dismissed> {
        self.dismissed.iter().find(|dismissed| dismissed.incident.id == incident)
    }

    /// What the Laws have ended the game by is not decided anew before the game goes on.
    fn check_not_ended_by(&self, casebook: &Casebook, incident: u32) -> Result<(), NotSaid> {
        let dismissed = self.find_dismissed(incident);
        let has_ended = dismissed.and_then(|dismissed| dismissed.ended);
        let is_decided = dismissed.is_some()
            || casebook.find(incident).is_some_and(|one| one.state != IncidentState::Raised);
        let by_confirming =
            is_decided && casebook.result().blamed() == Some(incident) && casebook.is_over();
        if by_confirming || has_ended.is_some() && casebook.ending() == has_ended {
            return Err(NotSaid::EndedBy(incident));
        }
        Ok(())
    }

    /// A dismissed incident stands again: it counts, and what it asks for is to be done. Answers whether there was one.
    fn reinstate(
        &mut self,
        play: &mut Play,
        casebook: &mut Casebook,
        id: u32,
        state: IncidentState,
    ) -> bool {
        let found = self.dismissed.iter().position(|dismissed| dismissed.incident.id == id);
        let Some(index) = found else { return false };
        let Dismissed { incident, offence, pending, waived, .. } = self.dismissed.remove(index);
        casebook.reinstate(&incident, state);
        play.pending_mut().put_back(pending);
        let Some(offence) = offence else {
            instruct_again(casebook, id, waived);
            return true;
        };
        casebook.offences_mut().count_again(offence);
        let is_first = casebook.offences().first(id).is_some();
        let was_first = !waived.iter().any(|waived| matches!(waived.act, Act::Declare(_)));
        if is_first && !was_first {
            pending_offence::give_time_for(offence.committed, casebook);
        } else if is_first {
            instruct_again(casebook, id, waived);
        } else {
            declare_second(play, casebook, offence.committed);
        }
        if is_first && let Some(second) = casebook.offences().next_like(id) {
            declare_second(play, casebook, second);
        }
        true
    }
}

fn instruct_again(casebook: &mut Casebook, incident: u32, waived: Vec<Waived>) {
    for Waived { article, act } in waived {
        casebook.instruct(Some(incident), article, act);
    }
}

/// An offence is the second after all: it loses, whatever it called for as the first.
fn declare_second(play: &Play, casebook: &mut Casebook, committed: Committed) {
    let incident = committed.incident;
    casebook.end_instructions(InstructionState::Waived, |given| given.incident == Some(incident));
    let position = play.pending().position_for(incident).unwrap_or_else(|| play.position());
    let loss = pending_offence::loss_by_second(committed, position, casebook);
    if !casebook.is_over() {
        casebook.declare_loss(incident, loss);
    }
}

/// Keeps one more; the oldest gives way.
fn push_within<T>(list: &mut Vec<T>, one: T, max: usize) {
    if list.len() == max {
        list.remove(0);
    }
    list.push(one);
}
