//! What the Laws have told of a game, and whether it stays in order.

use std::collections::BTreeMap;

use touchmove_core::account::{Entry, LineState, What};
use touchmove_core::laws::Ruling;
use touchmove_core::laws::ending::{Ending, ResultReason};
use touchmove_core::laws::says::{IncidentKind, IncidentState, InstructionState, Says};

/// What was told so far.
#[derive(Debug, Default)]
pub struct Told {
    is_over: bool,
    /// What ended it.
    ending: Option<Ending>,
    incidents: BTreeMap<u32, IncidentState>,
    kinds: BTreeMap<u32, IncidentKind>,
    instructions: BTreeMap<u32, InstructionState>,
    /// The incidents that instructions follow from.
    causes: BTreeMap<u32, u32>,
}

impl Told {
    /// Takes what was said of an entry; what is out of order, if anything.
    pub fn hear(&mut self, entry: &Entry, rulings: &[Ruling]) -> Result<(), String> {
        for ruling in rulings {
            match &ruling.what {
                Says::Ended(ending) => self.ending = Some(*ending),
                Says::NotEnded => self.ending = None,
                Says::Incident(told) => drop(self.kinds.insert(told.id, told.kind)),
                Says::Instruction(told) => {
                    self.causes.extend(told.incident.map(|incident| (told.id, incident)));
                }
                _ => {}
            }
            let is_in_order = match &ruling.what {
                Says::Ended(_) => !std::mem::replace(&mut self.is_over, true),
                Says::NotEnded => std::mem::take(&mut self.is_over) && may_reopen(&entry.what),
                Says::Incident(told) => self.incident(told.id, told.state),
                Says::Instruction(told) => self.instruction(told.id, told.state),
                Says::Made(_) | Says::Completed(..) | Says::Undone(_) | Says::Holds(_) => true,
            };
            if !is_in_order {
                return Err(format!("{:?} of {entry:?} after {self:?}", ruling.what));
            }
        }
        Ok(())
    }

    /// What stands, though what it follows from does not: an instruction of an incident that is withdrawn or dismissed, a
    /// game that is over by such an offence.
    pub fn check_causes(&self) -> Result<(), String> {
        let stands = |incident: &u32| {
            let state = self.incidents.get(incident);
            matches!(
                state,
                Some(IncidentState::Raised | IncidentState::Confirmed | IncidentState::Lapsed)
            )
        };
        let waits =
            |instruction: &u32| self.instructions.get(instruction) == Some(&InstructionState::Open);
        let mut causes = self.causes.iter();
        if let Some((id, of)) = causes.find(|(id, incident)| waits(id) && !stands(incident)) {
            return Err(format!("instruction {id} waits without its incident {of}: {self:?}"));
        }
        let is_offence = |kind: &IncidentKind| {
            matches!(
                kind,
                IncidentKind::IllegalMoveCompleted
                    | IncidentKind::PromotionNotReplaced
                    | IncidentKind::PressWithoutMove
                    | IncidentKind::TwoHands
            )
        };
        let is_by_offence = self.ending.is_some_and(|ending| {
            matches!(
                ending.reason,
                ResultReason::IllegalMove
                    | ResultReason::IllegalMoveCannotMate
                    | ResultReason::SecondIllegal
                    | ResultReason::SecondIllegalCannotMate
            )
        });
        let has_offence = self.kinds.iter().any(|(id, kind)| is_offence(kind) && stands(id));
        if is_by_offence && !has_offence {
            return Err(format!("the game is over by an offence that does not stand: {self:?}"));
        }
        Ok(())
    }

    /// Raised once, with the next number; then decided, and decided anew, until it is withdrawn. What was decided may wait
    /// again; what has lapsed never does.
    fn incident(&mut self, id: u32, state: IncidentState) -> bool {
        let next = self.incidents.keys().next_back().map_or(1, |last| last + 1);
        match (self.incidents.insert(id, state), state) {
            (None, IncidentState::Raised) => id == next,
            (Some(IncidentState::Raised), state) => state != IncidentState::Raised,
            (Some(IncidentState::Confirmed), state) => matches!(
                state,
                IncidentState::Withdrawn | IncidentState::Dismissed | IncidentState::Raised
            ),
            (Some(IncidentState::Lapsed), state) => matches!(
                state,
                IncidentState::Withdrawn | IncidentState::Dismissed | IncidentState::Confirmed
            ),
            (Some(IncidentState::Dismissed), state) => {
                matches!(state, IncidentState::Confirmed | IncidentState::Raised)
            }
            (None | Some(IncidentState::Withdrawn), _) => false,
        }
    }

    /// Opened once, with the next number; then done or waived, once.
    fn instruction(&mut self, id: u32, state: InstructionState) -> bool {
        let next = self.instructions.keys().next_back().map_or(1, |last| last + 1);
        match (self.instructions.insert(id, state), state) {
            (None, InstructionState::Open) => id == next,
            (Some(InstructionState::Open), state) => state != InstructionState::Open,
            (None | Some(InstructionState::Done | InstructionState::Waived), _) => false,
        }
    }
}

/// Whether an entry may take a result back: a decision, a move that is superseded, one that shows what was
/// played all the time, or kings that tell another.
const fn may_reopen(what: &What) -> bool {
    match what {
        What::Move(mv) => matches!(mv.state, LineState::Superseded | LineState::Settled),
        What::Decision(_) | What::Kings(_) | What::Question(_) => true,
        _ => false,
    }
}
