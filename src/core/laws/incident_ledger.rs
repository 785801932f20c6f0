//! The incidents and instructions of a game: their numbers, and what becomes of them.

use shakmaty::{Color, Square};
use touchmove_drivers::Instant;

use super::article::Article;
use super::offence::Offences;
use super::rulings::Rulings;
use super::says::{
    Act, Certainty, Incident, IncidentKind, IncidentState, Instruction, InstructionState, Says,
};
use super::watchdog::ClockDifference;
use crate::account::EvidenceSpan;

/// So many incidents and instructions of a game are kept; older ones are told, and forgotten.
const MAX_KEPT: usize = 64;

/// The incidents and instructions of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct IncidentLedger {
    incidents: Vec<Incident>,
    instructions: Vec<Instruction>,
    last_incident: u32,
    last_instruction: u32,
    /// The offences among them.
    offences: Offences,
}

/// An incident before it is told.
#[derive(Clone, Debug)]
pub(super) struct NewIncident {
    pub(super) kind: IncidentKind,
    pub(super) article: Article,
    pub(super) side: Option<Color>,
    pub(super) certainty: Certainty,
    pub(super) ply: u32,
    pub(super) evidence: EvidenceSpan,
    pub(super) squares: Vec<Square>,
    pub(super) difference: Option<ClockDifference>,
}

impl IncidentLedger {
    /// Of a game in which these offences were committed before.
    pub(super) fn after(offences: Offences) -> Self {
        Self { offences, ..Self::default() }
    }

    /// The offences that count.
    pub(super) const fn offences(&self) -> &Offences {
        &self.offences
    }

    /// The same, to be counted anew.
    pub(super) const fn offences_mut(&mut self) -> &mut Offences {
        &mut self.offences
    }

    /// Raises an incident; its number.
    pub(super) fn raise(
        &mut self,
        at: Instant,
        finding: NewIncident,
        rulings: &mut Rulings,
    ) -> u32 {
        self.last_incident += 1;
        let NewIncident { kind, article, side, certainty, ply, evidence, squares, difference } =
            finding;
        let (id, state) = (self.last_incident, IncidentState::Raised);
        let incident = Incident {
            id,
            state,
            kind,
            article,
            side,
            certainty,
            ply,
            evidence,
            squares,
            difference,
        };
        keep(&mut self.incidents, incident.clone());
        rulings.say_at(at, Says::Incident(incident));
        id
    }

    /// Whether an incident of this kind stands, of this ply or a later one.
    pub(super) fn has(&self, kind: IncidentKind, since: u32) -> bool {
        self.incidents.iter().any(|incident| incident.kind == kind && incident.ply >= since)
    }

    /// An incident that stands.
    pub(super) fn find(&self, id: u32) -> Option<&Incident> {
        self.incidents.iter().find(|incident| incident.id == id)
    }

    /// Gives an instruction; its number.
    pub(super) fn instruct(
        &mut self,
        incident: Option<u32>,
        article: Article,
        act: Act,
        rulings: &mut Rulings,
    ) -> u32 {
        self.last_instruction += 1;
        let (id, state) = (self.last_instruction, InstructionState::Open);
        let instruction = Instruction { id, state, incident, article, act };
        keep(&mut self.instructions, instruction.clone());
        rulings.say(Says::Instruction(instruction));
        id
    }

    /// The incident did not happen, or the arbiter has decided about it, or nobody may complain of it any more. What it
    /// asked for need not be done any more, where it did not happen or does not matter.
    pub(super) fn close(
        &mut self,
        id: u32,
        state: IncidentState,
        rulings: &mut Rulings,
    ) -> Option<Incident> {
        let index = self.incidents.iter().position(|incident| incident.id == id)?;
        let mut incident = self.incidents[index].clone();
        if incident.state == state {
            return None;
        }
        incident.state = state;
        let stays = matches!(state, IncidentState::Confirmed | IncidentState::Lapsed);
        if stays {
            self.incidents[index].state = state;
        } else {
            self.incidents.remove(index);
            self.offences.forgive(id);
        }
        rulings.say(Says::Incident(incident.clone()));
        if !stays {
            self.end(InstructionState::Waived, rulings, |given| given.incident == Some(id));
        }
        Some(incident)
    }

    /// An incident that was dismissed, or decided otherwise, stands again, in this state.
    pub(super) fn reinstate(
        &mut self,
        incident: &Incident,
        state: IncidentState,
        rulings: &mut Rulings,
    ) {
        self.incidents.retain(|known| known.id != incident.id);
        let incident = Incident { state, ..incident.clone() };
        keep(&mut self.incidents, incident.clone());
        rulings.say(Says::Incident(incident));
    }

    /// The incidents, as they were told.
    pub(super) fn incidents(&self) -> &[Incident] {
        &self.incidents
    }

    /// Withdraws what was raised of this ply and those after it, as far as it is `of_line`.
    pub(super) fn withdraw_from(
        &mut self,
        ply: u32,
        rulings: &mut Rulings,
        of_line: impl Fn(&Incident) -> bool,
    ) {
        let open = self.incidents.iter();
        let gone: Vec<_> = open
            .filter(|incident| incident.ply >= ply && of_line(incident))
            .map(|incident| incident.id)
            .collect();
        for id in gone {
            self.close(id, IncidentState::Withdrawn, rulings);
        }
    }

    /// Ends the open instructions that this holds of.
    pub(super) fn end(
        &mut self,
        state: InstructionState,
        rulings: &mut Rulings,
        which: impl Fn(&Instruction) -> bool,
    ) {
        let (ended, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.instructions).into_iter().partition(which);
        self.instructions = kept;
        for mut instruction in ended {
            instruction.state = state;
            rulings.say(Says::Instruction(instruction));
        }
    }

    /// The instructions that wait.
    pub(super) fn open(&self) -> &[Instruction] {
        &self.instructions
    }
}

fn keep<T>(list: &mut Vec<T>, one: T) {
    if list.len() == MAX_KEPT {
        list.remove(0);
    }
    list.push(one);
}
