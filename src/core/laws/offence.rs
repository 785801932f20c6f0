//! Offences of article 7.5: what each costs, and what is to be done (`docs/laws/rules.md` 5.2, 5.3).

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::Policy;

use super::edition::{OffenceGroup, Rule};
use super::ending::{Ending, ResultReason, ResultValue};
use super::says::{Act, Certainty, ClaimKind, Holds, IncidentKind, InstructionState, Verdict};
use super::sheet::MadeMove;
use super::turn::Turn;
use super::{Laws, Rulings};
use crate::account::{Shown, position_after, replies};

/// The offences that count: an incident that falls takes its own along.
#[derive(Clone, Debug, Default)]
pub struct Offences {
    /// Those of which no incident is known: Black's, White's.
    earlier: [[u8; 4]; 2],
    /// The others, the oldest first.
    known: Vec<Committed>,
}

/// An offence that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Committed {
    pub(super) incident: u32,
    pub(super) side: Color,
    pub(super) offence: Offence,
    group: OffenceGroup,
}

/// So many offences are known by their incidents; older ones count for ever.
const MOST: usize = 64;

impl Offences {
    /// Counts one of which no incident is known.
    pub fn count(&mut self, side: Color, group: OffenceGroup) {
        let count = &mut self.earlier[usize::from(side)][group as usize];
        *count = count.saturating_add(1);
    }

    fn commit(&mut self, committed: Committed) {
        if self.known.len() == MOST {
            let oldest = self.known.remove(0);
            self.count(oldest.side, oldest.group);
        }
        self.known.push(committed);
    }

    /// The incident of this number did not happen, or does not count.
    pub(super) fn forgive(&mut self, incident: u32) {
        self.known.retain(|known| known.incident != incident);
    }

    /// The offence of this incident, if it counts, with those known before it.
    pub(super) fn known(&self, incident: u32) -> Option<(usize, Committed)> {
        let index = self.known.iter().position(|known| known.incident == incident)?;
        Some((index, self.known[index]))
    }

    /// An offence that was forgiven counts after all, in its place.
    pub(super) fn count_again(&mut self, (place, committed): (usize, Committed)) {
        if self.known.len() == MOST {
            return self.commit(committed);
        }
        self.known.insert(place.min(self.known.len()), committed);
    }

    /// The offence that counts together with this one and follows it.
    pub(super) fn next_like(&self, incident: u32) -> Option<Committed> {
        let (index, it) = self.known(incident)?;
        let is_like = |known: &&Committed| (known.side, known.group) == (it.side, it.group);
        self.known[index + 1..].iter().find(is_like).copied()
    }

    /// The offence of this incident, if it counts and is the first of those that count together.
    pub(super) fn first(&self, incident: u32) -> Option<Committed> {
        let index = self.known.iter().position(|known| known.incident == incident)?;
        let it = self.known[index];
        let is_like = |known: &Committed| (known.side, known.group) == (it.side, it.group);
        let has_earlier = self.earlier[usize::from(it.side)][it.group as usize] > 0
            || self.known[..index].iter().any(is_like);
        (!has_earlier).then_some(it)
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
        let (turn, left, shown) = (Box::new(turn), None, None);
        let pending = Pending { incident, offence, side, ply, pressed, turn, step, left, shown };
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
        let put_right = match offence {
            Offence::PawnNotReplaced(square) => with_queen_on(square, &turn.position),
            _ => None,
        };
        let position = put_right.as_ref().unwrap_or(&turn.position);
        match (self.loses((incident, offence), side, position), by) {
            (Some(ending), Ruler::Daemon) => self.declare(incident, ending, rulings),
            (Some(ending), Ruler::Claimed) => self.end_for(incident, ending, rulings),
            (None, _) => self.put_right(incident, offence, turn, rulings),
        }
    }

    /// What an offence that does not lose calls for, in the turn in which it happened.
    fn put_right(&mut self, incident: u32, offence: Offence, turn: Turn, rulings: &mut Rulings) {
        let side = turn.side();
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
        // Until the opponent moves he may claim what nobody has acted on (A.5.2).
        let is_open = |own: &mut Box<Pending>| own.step == PendingStep::Unclaimed;
        self.core.pending = pending.or(self.core.pending.take_if(is_open));
    }

    /// Somebody says that a player uses two hands: in the move that he has made, or else in the next.
    pub(super) fn note_two_hands_said(&mut self, side: Color, rulings: &mut Rulings) {
        self.core.two_hands = Some(side);
        let Some(last) = self.made.last().filter(|last| last.side == side) else { return };
        let was_pressed = last.pressed.is_some();
        self.use_hands(side, Moment::Made, rulings);
        if was_pressed {
            self.use_hands(side, Moment::Pressed, rulings);
        }
    }

    /// A loss by a second offence falls with the first: the second was the first, and costs what that costs.
    pub(super) fn reconsider_losses(&mut self, rulings: &mut Rulings) {
        let declared = |act: &Act| matches!(act, Act::Declare(_));
        let open = self.ledger.open().iter().filter(|given| declared(&given.act));
        let lost: Vec<_> = open.filter_map(|given| given.incident).chain(self.ended_by).collect();
        for incident in lost {
            let Some(committed) = self.ledger.offences.first(incident) else { continue };
            if self.ended_by.take_if(|by| *by == incident).is_some() {
                self.end_by(None, rulings);
            }
            self.ledger.end(InstructionState::Waived, rulings, |given| {
                given.incident == Some(incident) && declared(&given.act)
            });
            let pending = self.core.pending.as_ref().filter(|pending| pending.incident == incident);
            if let Some(turn) = pending.map(|pending| (*pending.turn).clone()) {
                self.put_right(incident, committed.offence, turn, rulings);
            } else {
                self.give_time_for(committed, rulings);
            }
        }
    }

    /// What an offence costs that is long past.
    pub(super) fn give_time_for(&mut self, committed: Committed, rulings: &mut Rulings) {
        let Committed { incident, side, offence, .. } = committed;
        let (article, time) = (self.article(offence.penalty()), self.rulebook.penalty());
        let act = Act::ClockAdd { side: side.other(), time };
        self.ledger.instruct(Some(incident), article, act, rulings);
    }

    /// Counts the offence; how the game ends by it, if it does (7.5.5, A.4.2 of 2017).
    fn loses(
        &mut self,
        (incident, offence): (u32, Offence),
        side: Color,
        position: &Chess,
    ) -> Option<Ending> {
        let (lost, saved, rule) = if self.rulebook.first_offence_loses() {
            (ResultReason::IllegalMove, ResultReason::IllegalMoveCannotMate, Rule::IllegalReduced)
        } else {
            let group = self.rulebook.edition.counted_as(offence.group());
            let offences = &mut self.ledger.offences;
            offences.commit(Committed { incident, side, offence, group });
            if offences.first(incident).is_some() {
                return None;
            }
            return Some(self.loss_by_second(offence, side, position));
        };
        Some(self.loss(side, position, (lost, saved, rule)))
    }

    /// How the game ends by a second offence (7.5.5).
    pub(super) fn loss_by_second(&self, offence: Offence, side: Color, position: &Chess) -> Ending {
        let (lost, saved) = (ResultReason::SecondIllegal, ResultReason::SecondIllegalCannotMate);
        self.loss(side, position, (lost, saved, offence.penalty()))
    }

    /// A side loses, unless its opponent cannot mate.
    fn loss(
        &self,
        side: Color,
        position: &Chess,
        (lost, saved, rule): (ResultReason, ResultReason, Rule),
    ) -> Ending {
        let opponent = side.other();
        let (value, reason) = if self.may_mate_in(position, opponent) {
            (ResultValue::win_of(opponent), lost)
        } else {
            (ResultValue::Draw, saved)
        };
        Ending { value, reason, article: Some(self.article(rule)) }
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

    /// It is this turn again: what the hands did in it binds still. Of a turn that is long over nothing is told before the
    /// position is set up again.
    pub(super) fn back_to(&mut self, mut turn: Turn, rulings: &mut Rulings) {
        let next = self.ply();
        if self.core.pending.as_ref().is_some_and(|pending| pending.ply + 1 < next) {
            return;
        }
        turn.tell_again();
        if let Some(holds) = turn.news(self.rulebook.edition) {
            rulings.holds(holds);
        }
        if self.turn.position == turn.position {
            self.turn = turn;
        }
    }
}

/// The position after a pawn was replaced on this square (7.5.2).
fn with_queen_on(square: Square, position: &Chess) -> Option<Chess> {
    let promotions = replies(position);
    let is_it = |mv: &&Move| mv.promotion() == Some(Role::Queen) && mv.to() == square;
    promotions.iter().find(is_it).map(|mv| position_after(position, *mv))
}

fn article_of(rulebook: &super::Rulebook, offence: Offence) -> super::Article {
    rulebook.article(offence.rule())
}
