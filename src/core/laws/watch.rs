//! What the clock watchdog sees, as incidents; and whether instructions about the clock are carried out.

use super::Laws;
use super::ledger::Finding;
use super::says::{
    Act, Certainty, Incident, IncidentKind, IncidentState, Instruction, InstructionState, Says,
};
use super::watchdog::{self, Change, Correction, Notice};
use crate::account::{Entry, Evidence};

/// What an instruction that nobody carried out is called.
const OVERDUE: &str = "instruction-overdue";

impl Laws {
    /// The watchdog hears the entry, and what was said of it.
    pub(super) fn watch_clock(&mut self, entry: &Entry) {
        let Some(watchdog) = &mut self.watchdog else { return };
        let mut notices = watchdog.hear(entry);
        for ruling in self.casebook.rulings() {
            match &ruling.what {
                Says::Ended(_) => watchdog.ended(entry.at),
                Says::NotEnded => watchdog.goes_on(),
                Says::Incident(incident) if is_press_for_no_move(incident) => {
                    watchdog.pressed_for_nothing();
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
        self.take_notices(notices);
    }

    pub(super) fn take_notices(&mut self, notices: Vec<Notice>) {
        for notice in notices {
            match notice {
                Notice::Alert(told) => self.suspect_clock(&told),
                Notice::Fulfilled(id) => {
                    self.casebook.end_instructions(InstructionState::Done, |given| {
                        u64::from(given.id) == id
                    });
                }
                Notice::Overdue(id) => self.remind(id),
            }
        }
    }

    fn suspect_clock(&mut self, told: &watchdog::Told) {
        let finding = Finding {
            kind: IncidentKind::Clock(told.alert.kind()),
            article: told.alert.article(self.casebook.edition()),
            side: told.alert.side(),
            certainty: told.certainty,
            ply: self.ply(),
            evidence: Evidence { from: told.from, to: told.to },
            squares: Vec::new(),
            difference: told.alert.difference(),
        };
        self.casebook.raise_at(told.at, finding);
    }

    /// An instruction waits for two minutes: a reminder, with the article that it rests on.
    fn remind(&mut self, id: u64) {
        let open = self.casebook.open_instructions().iter().find(|given| u64::from(given.id) == id);
        let Some((article, side)) = open.map(|given| (given.article, side_of(&given.act))) else {
            return;
        };
        let evidence = self.casebook.evidence();
        let (kind, certainty, ply) = (IncidentKind::Clock(OVERDUE), Certainty::Low, self.ply());
        let (squares, difference) = (Vec::new(), None);
        let finding =
            Finding { kind, article, side, certainty, ply, evidence, squares, difference };
        self.casebook.raise_at(self.casebook.now(), finding);
    }
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
        | IncidentKind::Clock(_) => false,
    };
    is_one && incident.state == IncidentState::Raised
}

/// The correction of a time that an instruction asks for.
fn correction(given: &Instruction) -> Option<Correction> {
    let (side, change) = match given.act {
        Act::ClockAdd { side, time } => (side, Change::Add(time)),
        Act::ClockSub { side, time } => (side, Change::Take(time)),
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
