//! What the clock watchdog sees, as incidents; and whether instructions about the clock are carried out.

use touchmove_drivers::Instant;

use super::casebook::Casebook;
use super::incident_ledger::NewIncident;
use super::says::{
    Act, Certainty, Incident, IncidentKind, IncidentState, Instruction, InstructionState, Says,
};
use super::watchdog::{self, ClockChange, ClockNotice, Correction, Watchdog};
use crate::account::{Entry, EvidenceSpan};

/// What an instruction that nobody carried out is called.
const OVERDUE: &str = "instruction-overdue";

/// The watchdog hears the entry, and what was said of it; what it finds is said too. `ply` is the one to come.
pub(super) fn watch(watchdog: &mut Watchdog, casebook: &mut Casebook, entry: &Entry, ply: u32) {
    let mut notices = watchdog.hear(entry);
    for ruling in casebook.rulings() {
        match &ruling.what {
            Says::Ended(_) => watchdog.note_end(entry.at),
            Says::NotEnded => watchdog.note_resumption(),
            Says::Incident(incident) if is_press_for_no_move(incident) => {
                watchdog.note_press_for_nothing();
            }
            Says::Instruction(Instruction { act: Act::ClockMode(extra), .. }) => {
                watchdog.allow_extra(*extra);
            }
            Says::Instruction(given) => match (given.state, correction(given)) {
                (InstructionState::Open, Some(correction)) => {
                    notices.extend(watchdog.expect(correction, entry.at));
                }
                (_, Some(correction)) => watchdog.waive(correction.id),
                (_, None) => {}
            },
            _ => {}
        }
    }
    take(notices, casebook, ply);
}

/// Time has passed without an entry.
pub(super) fn advance(watchdog: &mut Watchdog, casebook: &mut Casebook, at: Instant, ply: u32) {
    take(watchdog.advance(at), casebook, ply);
}

fn take(notices: Vec<ClockNotice>, casebook: &mut Casebook, ply: u32) {
    for notice in notices {
        match notice {
            ClockNotice::Alert(told) => suspect_clock(&told, casebook, ply),
            ClockNotice::Fulfilled(id) => {
                casebook
                    .end_instructions(InstructionState::Done, |given| u64::from(given.id) == id);
            }
            ClockNotice::Overdue(id) => remind(id, casebook, ply),
        }
    }
}

fn suspect_clock(told: &watchdog::ToldAlert, casebook: &mut Casebook, ply: u32) {
    let finding = NewIncident {
        kind: IncidentKind::Clock(told.alert.kind()),
        article: told.alert.article(casebook.edition()),
        side: told.alert.side(),
        certainty: told.certainty,
        ply,
        evidence: EvidenceSpan { from: told.from, to: told.to },
        squares: Vec::new(),
        difference: told.alert.difference(),
    };
    casebook.raise_at(told.at, finding);
}

/// An instruction waits for two minutes: a reminder, with the article that it rests on.
fn remind(id: u64, casebook: &mut Casebook, ply: u32) {
    let open = casebook.open_instructions().iter().find(|given| u64::from(given.id) == id);
    let Some((article, side)) = open.map(|given| (given.article, side_of(&given.act))) else {
        return;
    };
    let (kind, certainty) = (IncidentKind::Clock(OVERDUE), Certainty::Low);
    let (squares, difference, evidence) = (Vec::new(), None, casebook.evidence());
    let finding =
        NewIncident { kind, article, side, certainty, ply, evidence, squares, difference };
    casebook.raise_at(casebook.now(), finding);
}

/// Whether the clock was pressed, and no move that stays can be counted for it.
fn is_press_for_no_move(incident: &Incident) -> bool {
    let is_one = match incident.kind {
        IncidentKind::PressWithoutMove
        | IncidentKind::IllegalMoveCompleted
        | IncidentKind::PromotionNotReplaced
        | IncidentKind::DisplacedPieces => true,
        IncidentKind::TouchMoveViolation
        | IncidentKind::ReleasedPieceMoved
        | IncidentKind::WrongSideTouch
        | IncidentKind::IllegalMovePending
        | IncidentKind::TwoHands
        | IncidentKind::EndNotImmediate
        | IncidentKind::FlagFall
        | IncidentKind::DrawOfferIrregular
        | IncidentKind::IllegalPositionWatch(_)
        | IncidentKind::ScoresheetUpdateRequired
        | IncidentKind::Clock(_) => false,
    };
    is_one && incident.state == IncidentState::Raised
}

/// The correction of a time that an instruction asks for.
fn correction(given: &Instruction) -> Option<Correction> {
    let (side, change) = match given.act {
        Act::ClockAdd { side, time } => (side, ClockChange::Add(time)),
        Act::ClockSub { side, time } => (side, ClockChange::Take(time)),
        _ => return None,
    };
    Some(Correction { id: given.id.into(), side, change })
}

const fn side_of(act: &Act) -> Option<shakmaty::Color> {
    match act {
        Act::ClockAdd { side, .. } | Act::ClockSub { side, .. } | Act::ClockRun(side) => {
            Some(*side)
        }
        _ => None,
    }
}
