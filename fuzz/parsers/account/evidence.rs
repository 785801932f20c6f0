//! What an account shows, and whether it bears out what somebody is accused of.

use shakmaty::{Color, Position};
use touchmove_core::account::{Entry, What};
use touchmove_core::laws::Ruling;
use touchmove_core::laws::says::{Incident, IncidentKind, IncidentState, Says};

/// What an account has shown so far.
#[derive(Debug, Default)]
pub struct Evidence {
    /// The record of the last entry.
    last: u64,
    /// Of each side, Black first.
    sides: [OfSide; 2],
    /// Whether the clock was read.
    has_clock: bool,
    /// What was said, as `two_hands` or `found_illegal_move`.
    said: Vec<String>,
}

/// What a side was seen to do.
#[derive(Debug, Default)]
struct OfSide {
    has_touched: bool,
    has_moved: bool,
    has_moved_illegally: bool,
    has_pressed: bool,
    is_out_of_time: bool,
    /// What was said of it, or by it.
    said: Vec<String>,
}

impl Evidence {
    /// Takes an entry in, and what was said of it; what somebody is accused of without evidence, if he is.
    pub fn hear(&mut self, entry: &Entry, rulings: &[Ruling]) -> Result<(), String> {
        self.last = self.last.max(entry.record);
        self.take(&entry.what);
        for ruling in rulings {
            if let Says::Incident(told) = &ruling.what
                && told.state == IncidentState::Raised
                && !self.bears_out(told)
            {
                return Err(format!("no evidence of {told:?} in {self:?}"));
            }
        }
        Ok(())
    }

    fn take(&mut self, what: &What) {
        match what {
            What::Touch(touch) => self.of(touch.side).has_touched = true,
            What::Move(made) => {
                let of = self.of(made.before.turn());
                of.has_moved = true;
                of.has_moved_illegally |= !made.legal;
            }
            What::Press(press) => self.of(press.side).has_pressed = true,
            What::Clock(clock) => {
                self.has_clock = true;
                for (side, down) in [Color::White, Color::Black].into_iter().zip(clock.flags) {
                    self.of(side).is_out_of_time |= down;
                }
            }
            What::Decision(decision) => {
                self.said.push(decision.verb.clone());
                let side = match decision.particular("side") {
                    Some("white") => Color::White,
                    Some("black") => Color::Black,
                    _ => return,
                };
                self.of(side).said.push(decision.verb.clone());
            }
            _ => {}
        }
    }

    /// Whether what was shown could be what is told. A flag is claimed of the other side; both flags are nobody's.
    fn bears_out(&self, told: &Incident) -> bool {
        let span = told.evidence;
        if span.from > span.to || span.to > self.last {
            return false;
        }
        let has_said = |verb: &str| self.said.iter().any(|said| said == verb);
        let any = |seen: fn(&OfSide) -> bool| match told.side {
            Some(side) => seen(&self.sides[usize::from(side.is_white())]),
            None => self.sides.iter().any(seen),
        };
        let has_offered = |of: &OfSide| of.said.iter().any(|said| said == "offer_draw");
        let used_two_hands = |of: &OfSide| of.said.iter().any(|said| said == "two_hands");
        match told.kind {
            IncidentKind::TouchMoveViolation | IncidentKind::ReleasedPieceMoved => {
                any(|of| of.has_touched || of.has_moved_illegally)
            }
            IncidentKind::WrongSideTouch => any(|of| of.has_touched),
            IncidentKind::IllegalMovePending | IncidentKind::IllegalMoveCompleted => {
                any(|of| of.has_moved_illegally || of.has_pressed) || has_said("found_illegal_move")
            }
            IncidentKind::PromotionNotReplaced | IncidentKind::PressWithoutMove => {
                any(|of| of.has_pressed)
            }
            IncidentKind::TwoHands => any(used_two_hands),
            IncidentKind::FlagFall => {
                any(|of| of.is_out_of_time) || has_said("claim_flag") || has_said("both_flags")
            }
            IncidentKind::DrawOfferIrregular => any(has_offered),
            IncidentKind::DisplacedPieces => any(|of| of.has_pressed || of.has_moved),
            IncidentKind::EndNotImmediate => any(|of| of.has_moved),
            IncidentKind::IllegalPositionWatch(_) => has_said("watch_illegal_position"),
            IncidentKind::ScoresheetUpdateRequired => has_said("scoresheet_incomplete"),
            IncidentKind::Clock(_) => self.has_clock || any(|of| of.has_pressed),
        }
    }

    fn of(&mut self, side: Color) -> &mut OfSide {
        &mut self.sides[usize::from(side.is_white())]
    }
}
