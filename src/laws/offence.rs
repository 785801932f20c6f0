//! Offences of article 7.5: what each costs, and what is to be done (`laws/spec.md` 3.5, 3.6).

use std::sync::Arc;

use shakmaty::{Chess, Color, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::Policy;

use super::edition::{OffenceGroup, Rule};
use super::ending::{Ending, ResultReason, ResultValue};
use super::says::{Act, Certainty, ClaimKind, Holds, IncidentKind, Verdict};
use super::sheet::MadeMove;
use super::turn::Turn;
use super::{Laws, Rulings};
use crate::account::Shown;

/// The offences of both sides so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Offences([[u8; 4]; 2]);

impl Offences {
    /// Counts one more in a group; how many there are then.
    pub fn count(&mut self, side: Color, group: OffenceGroup) -> u8 {
        let count = &mut self.0[usize::from(side)][group as usize];
        *count = count.saturating_add(1);
        *count
    }
}

/// A completed offence that may still be put right, or stand.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) incident: u32,
    pub(super) offence: Offence,
    pub(super) side: Color,
    pub(super) ply: u32,
    /// When it was completed.
    pub(super) pressed: Instant,
    /// The offender's turn in which it happened.
    pub(super) turn: Box<Turn>,
    pub(super) step: PendingStep,
    /// The offences before it.
    pub(super) offences: Offences,
    /// The offender's time at the press.
    pub(super) left: Option<ClockTime>,
    /// What the board showed then.
    pub(super) shown: Option<Arc<Shown>>,
}

/// How far an offence is dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PendingStep {
    /// Nobody has acted on it: the opponent may claim it.
    Unclaimed,
    /// What the Laws want was said.
    Ruled,
}

/// An offence of article 7.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offence {
    /// An illegal move (7.5.1).
    IllegalMove,
    /// A pawn that was not replaced, on this square (7.5.2).
    PawnNotReplaced(Square),
    /// The clock pressed without a move (7.5.3).
    PressWithoutMove,
    /// Two hands (7.5.4).
    TwoHands,
}

/// Why an offence is ruled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruler {
    /// The Laws say so by themselves: what the daemon may do depends on the policy.
    Daemon,
    /// The opponent has claimed it before the arbiter.
    Claimed,
}

/// When two hands are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// When the move is made.
    Made,
    /// When it is pressed for.
    Pressed,
}

impl Offence {
    pub(super) const fn kind(self) -> IncidentKind {
        match self {
            Self::IllegalMove => IncidentKind::IllegalMoveCompleted,
            Self::PawnNotReplaced(_) => IncidentKind::PromotionNotReplaced,
            Self::PressWithoutMove => IncidentKind::PressWithoutMove,
            Self::TwoHands => IncidentKind::TwoHands,
        }
    }

    pub(super) const fn rule(self) -> Rule {
        match self {
            Self::IllegalMove => Rule::IllegalMove,
            Self::PawnNotReplaced(_) => Rule::PawnNotReplaced,
            Self::PressWithoutMove => Rule::PressWithoutMove,
            Self::TwoHands => Rule::TwoHands,
        }
    }

    const fn penalty(self) -> Rule {
        match self {
            Self::IllegalMove | Self::PawnNotReplaced(_) => Rule::IllegalPenalty,
            Self::PressWithoutMove => Rule::PressPenalty,
            Self::TwoHands => Rule::HandsPenalty,
        }
    }

    const fn group(self) -> OffenceGroup {
        match self {
            Self::IllegalMove | Self::PawnNotReplaced(_) => OffenceGroup::Illegal,
            Self::PressWithoutMove => OffenceGroup::Press,
            Self::TwoHands => OffenceGroup::Hands,
        }
    }
}

impl Laws {
    /// An offence is completed, in this turn of the offender's.
    pub(super) fn offend(
        &mut self,
        offence: Offence,
        turn: Turn,
        (certainty, ply, squares): (Certainty, u32, Vec<Square>),
        rulings: &mut Rulings,
    ) {
        if self.ending.is_some() || self.rulebook.article(offence.rule()).is_empty() {
            return;
        }
        let side = turn.side();
        let found = (certainty, ply, squares);
        let incident = self.raise(offence.kind(), offence.rule(), side, found, rulings);
        let (pressed, step) = (rulings.at, PendingStep::Unclaimed);
        let (offences, turn) = (self.core.offences, Box::new(turn));
        let (left, shown) = (None, None);
        let pending =
            Pending { incident, offence, side, ply, pressed, turn, step, offences, left, shown };
        self.core.pending = Some(Box::new(pending));
        if certainty == Certainty::Low {
            return;
        }
        match self.rulebook.policy {
            Policy::Observe => rulings.holds(Holds::Await("arbiter-or-opponent")),
            Policy::Propose | Policy::Act => self.rule_on_pending(Ruler::Daemon, rulings),
        }
    }

    /// Says what the Laws want of the pending offence.
    pub(super) fn rule_on_pending(&mut self, by: Ruler, rulings: &mut Rulings) {
        let Some(mut pending) = self.core.pending.take() else { return };
        pending.step = PendingStep::Ruled;
        let Pending { incident, offence, side, .. } = *pending;
        let turn = (*pending.turn).clone();
        self.core.pending = Some(pending);
        if let Some(ending) = self.loses(offence, side, &turn.position) {
            return match by {
                Ruler::Daemon => self.declare(incident, ending, rulings),
                Ruler::Claimed => self.end_for(incident, ending, rulings),
            };
        }
        let article = self.article(offence.penalty());
        if article.is_empty() {
            self.ledger.instruct(
                Some(incident),
                article_of(&self.rulebook, offence),
                Act::Restore(Arc::clone(&turn.position)),
                rulings,
            );
            return self.back_to(turn, rulings);
        }
        let opponent = side.other();
        let incident = Some(incident);
        let mut instruct = |article, act| self.ledger.instruct(incident, article, act, rulings);
        match offence {
            Offence::IllegalMove => {
                instruct(
                    article_of(&self.rulebook, offence),
                    Act::Restore(Arc::clone(&turn.position)),
                );
            }
            Offence::PawnNotReplaced(square) => {
                let act = Act::Replace { square, role: Role::Queen };
                instruct(article_of(&self.rulebook, offence), act);
            }
            Offence::PressWithoutMove | Offence::TwoHands => {}
        }
        let time = self.rulebook.penalty();
        instruct(article, Act::ClockAdd { side: opponent, time });
        match offence {
            Offence::PawnNotReplaced(_) | Offence::TwoHands => {
                instruct(article, Act::ClockRun(opponent));
            }
            Offence::PressWithoutMove => {
                instruct(article, Act::ClockRun(side));
            }
            Offence::IllegalMove => self.back_to(turn, rulings),
        }
    }

    /// The opponent claims an illegal move (A.5.2).
    pub(super) fn claim_illegal(&mut self, side: Color, rulings: &mut Rulings) {
        let article = self.article(Rule::IllegalReduced);
        let his = self.core.pending.as_deref().filter(|pending| pending.side != side);
        let Some((step, incident)) = his.map(|pending| (pending.step, pending.incident)) else {
            let (what, reason) = ("illegal-move-claim", None);
            return rulings.holds(Holds::Refused { what, reason, article });
        };
        let (kind, verdict) = (ClaimKind::IllegalMove, Verdict::Correct);
        rulings.holds(Holds::Claim { side, kind, verdict, article });
        match step {
            PendingStep::Unclaimed => self.rule_on_pending(Ruler::Claimed, rulings),
            PendingStep::Ruled => self.declare_for(incident, rulings),
        }
    }

    /// A player is said to have used two hands.
    pub(super) fn use_hands(&mut self, side: Color, moment: Moment, rulings: &mut Rulings) {
        let needs_press = self.rulebook.edition.two_hands_need_press();
        let is_due = match moment {
            Moment::Made => !needs_press,
            Moment::Pressed => needs_press,
        };
        if !is_due || self.core.two_hands.take_if(|hands| *hands == side).is_none() {
            return;
        }
        let ply = self.made.last().map_or(0, |made| made.ply);
        let Some(turn) = self.made.last().and_then(MadeMove::turn_before) else { return };
        let pending = self.core.pending.take();
        self.offend(Offence::TwoHands, turn, (Certainty::High, ply, Vec::new()), rulings);
        self.core.pending = pending;
    }

    /// Counts the offence; how the game ends by it, if it does (7.5.5, A.4.2 of 2017).
    fn loses(&mut self, offence: Offence, side: Color, position: &Chess) -> Option<Ending> {
        let opponent = side.other();
        let (lost, saved, rule) = if self.rulebook.first_offence_loses() {
            (ResultReason::IllegalMove, ResultReason::IllegalMoveCannotMate, Rule::IllegalReduced)
        } else {
            let group = self.rulebook.edition.counted_as(offence.group());
            if self.core.offences.count(side, group) < 2 {
                return None;
            }
            let (lost, saved) =
                (ResultReason::SecondIllegal, ResultReason::SecondIllegalCannotMate);
            (lost, saved, offence.penalty())
        };
        let (value, reason) = if self.may_mate_in(position, opponent) {
            (ResultValue::win_of(opponent), lost)
        } else {
            (ResultValue::Draw, saved)
        };
        Some(Ending { value, reason, article: Some(self.article(rule)) })
    }

    /// The arbiter is to declare the game over; where the daemon may act, it is.
    pub(super) fn declare(&mut self, incident: u32, ending: Ending, rulings: &mut Rulings) {
        match self.rulebook.policy {
            Policy::Act => self.end_for(incident, ending, rulings),
            Policy::Propose => {
                let article = ending.article.unwrap_or_default();
                self.ledger.instruct(Some(incident), article, Act::Declare(ending), rulings);
            }
            Policy::Observe => {}
        }
    }

    /// It is this turn again: what the hands did in it binds still.
    pub(super) fn back_to(&mut self, mut turn: Turn, rulings: &mut Rulings) {
        turn.tell_again();
        if let Some(holds) = turn.news(self.rulebook.edition) {
            rulings.holds(holds);
        }
        if self.turn.position == turn.position {
            self.turn = turn;
        }
    }
}

fn article_of(rulebook: &super::Rulebook, offence: Offence) -> super::Article {
    rulebook.article(offence.rule())
}
