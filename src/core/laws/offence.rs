//! Offences of article 7.5: what each costs, and what is to be done (`docs/laws/rules.md` 5.2, 5.3).

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::Policy;

use super::Laws;
use super::casebook::{Charge, Loss};
use super::edition::{OffenceGroup, Rule};
use super::ending::{Ending, ResultReason};
use super::says::{Act, Certainty, ClaimKind, Holds, IncidentKind, InstructionState, Verdict};
use super::sheet::MadeMove;
use super::turn::Turn;
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

/// An offence that is completed, in this turn of the offender's.
#[derive(Clone, Debug)]
pub(super) struct Offending {
    pub(super) offence: Offence,
    pub(super) turn: Turn,
    pub(super) certainty: Certainty,
    pub(super) ply: u32,
    pub(super) squares: Vec<Square>,
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
    pub(super) fn offend(&mut self, offending: Offending) {
        let Offending { offence, turn, certainty, ply, squares } = offending;
        if self.casebook.is_over() || self.casebook.rulebook().article(offence.rule()).is_empty() {
            return;
        }
        let side = turn.side();
        let (kind, rule) = (offence.kind(), offence.rule());
        let incident = self.casebook.raise(Charge { kind, rule, side, certainty, ply, squares });
        let (pressed, step) = (self.casebook.now(), PendingStep::Unclaimed);
        let (turn, left, shown) = (Box::new(turn), None, None);
        let pending = Pending { incident, offence, side, ply, pressed, turn, step, left, shown };
        self.core.pending = Some(Box::new(pending));
        if certainty == Certainty::Low {
            return;
        }
        match self.casebook.rulebook().policy {
            Policy::Observe => self.casebook.say_holds(Holds::Await("arbiter-or-opponent")),
            Policy::Propose | Policy::Act => self.rule_on_pending(Ruler::Daemon),
        }
    }

    /// Says what the Laws want of the pending offence.
    pub(super) fn rule_on_pending(&mut self, by: Ruler) {
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
        match (self.loses(incident, offence, side, position), by) {
            (Some(ending), Ruler::Daemon) => self.casebook.declare(incident, ending),
            (Some(ending), Ruler::Claimed) => self.casebook.end_for(incident, ending),
            (None, _) => self.put_right(incident, offence, turn),
        }
    }

    /// What an offence that does not lose calls for, in the turn in which it happened.
    fn put_right(&mut self, incident: u32, offence: Offence, turn: Turn) {
        let side = turn.side();
        let article = self.casebook.article(offence.penalty());
        if article.is_empty() {
            self.casebook.instruct(
                Some(incident),
                self.casebook.article(offence.rule()),
                Act::Restore(Arc::clone(&turn.position)),
            );
            return self.back_to(turn);
        }
        let opponent = side.other();
        let incident = Some(incident);
        let of_offence = self.casebook.article(offence.rule());
        let time = self.casebook.rulebook().penalty();
        let mut instruct = |article, act| self.casebook.instruct(incident, article, act);
        match offence {
            Offence::IllegalMove => {
                instruct(of_offence, Act::Restore(Arc::clone(&turn.position)));
            }
            Offence::PawnNotReplaced(square) => {
                let act = Act::Replace { square, role: Role::Queen };
                instruct(of_offence, act);
            }
            Offence::PressWithoutMove | Offence::TwoHands => {}
        }
        instruct(article, Act::ClockAdd { side: opponent, time });
        match offence {
            Offence::PawnNotReplaced(_) | Offence::TwoHands => {
                instruct(article, Act::ClockRun(opponent));
            }
            Offence::PressWithoutMove => {
                instruct(article, Act::ClockRun(side));
            }
            Offence::IllegalMove => self.back_to(turn),
        }
    }

    /// The opponent claims an illegal move (A.5.2).
    pub(super) fn claim_illegal(&mut self, side: Color) {
        let article = self.casebook.article(Rule::IllegalReduced);
        let his = self.core.pending.as_deref().filter(|pending| pending.side != side);
        let Some((step, incident)) = his.map(|pending| (pending.step, pending.incident)) else {
            return self.casebook.refuse("illegal-move-claim", article);
        };
        let (kind, verdict) = (ClaimKind::IllegalMove, Verdict::Correct);
        self.casebook.say_holds(Holds::Claim { side, kind, verdict, article });
        match step {
            PendingStep::Unclaimed => self.rule_on_pending(Ruler::Claimed),
            PendingStep::Ruled => self.casebook.declare_for(incident),
        }
    }

    /// A player is said to have used two hands.
    pub(super) fn use_hands(&mut self, side: Color, moment: Moment) {
        let needs_press = self.casebook.edition().two_hands_need_press();
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
        let (offence, certainty, squares) = (Offence::TwoHands, Certainty::High, Vec::new());
        self.offend(Offending { offence, turn, certainty, ply, squares });
        // Until the opponent moves he may claim what nobody has acted on (A.5.2).
        let is_open = |own: &mut Box<Pending>| own.step == PendingStep::Unclaimed;
        self.core.pending = pending.or(self.core.pending.take_if(is_open));
    }

    /// Somebody says that a player uses two hands: in the move that he has made, or else in the next.
    pub(super) fn note_two_hands_said(&mut self, side: Color) {
        self.core.two_hands = Some(side);
        let Some(last) = self.made.last().filter(|last| last.side == side) else { return };
        let was_pressed = last.pressed.is_some();
        self.use_hands(side, Moment::Made);
        if was_pressed {
            self.use_hands(side, Moment::Pressed);
        }
    }

    /// A loss by a second offence falls with the first: the second was the first, and costs what that costs.
    pub(super) fn reconsider_losses(&mut self) {
        let declared = |act: &Act| matches!(act, Act::Declare(_));
        let open = self.casebook.open_instructions().iter().filter(|given| declared(&given.act));
        let lost: Vec<_> = open
            .filter_map(|given| given.incident)
            .chain(self.casebook.outcome().blamed())
            .collect();
        for incident in lost {
            let Some(committed) = self.casebook.offences().first(incident) else { continue };
            self.casebook.go_on_without(incident);
            self.casebook.end_instructions(InstructionState::Waived, |given| {
                given.incident == Some(incident) && declared(&given.act)
            });
            let pending = self.core.pending.as_ref().filter(|pending| pending.incident == incident);
            if let Some(turn) = pending.map(|pending| (*pending.turn).clone()) {
                self.put_right(incident, committed.offence, turn);
            } else {
                self.give_time_for(committed);
            }
        }
    }

    /// What an offence costs that is long past.
    pub(super) fn give_time_for(&mut self, committed: Committed) {
        let Committed { incident, side, offence, .. } = committed;
        let (article, time) =
            (self.casebook.article(offence.penalty()), self.casebook.rulebook().penalty());
        let act = Act::ClockAdd { side: side.other(), time };
        self.casebook.instruct(Some(incident), article, act);
    }

    /// Counts the offence; how the game ends by it, if it does (7.5.5, A.4.2 of 2017).
    fn loses(
        &mut self,
        incident: u32,
        offence: Offence,
        side: Color,
        position: &Chess,
    ) -> Option<Ending> {
        if self.casebook.rulebook().first_offence_loses() {
            let loss = Loss {
                lost: ResultReason::IllegalMove,
                saved: ResultReason::IllegalMoveCannotMate,
                rule: Rule::IllegalReduced,
            };
            return Some(self.casebook.loss_of(side, position, loss));
        }
        let group = self.casebook.edition().counted_as(offence.group());
        let offences = self.casebook.offences_mut();
        offences.commit(Committed { incident, side, offence, group });
        let is_first = offences.first(incident).is_some();
        (!is_first).then(|| self.loss_by_second(offence, side, position))
    }

    /// How the game ends by a second offence (7.5.5).
    pub(super) fn loss_by_second(&self, offence: Offence, side: Color, position: &Chess) -> Ending {
        let loss = Loss {
            lost: ResultReason::SecondIllegal,
            saved: ResultReason::SecondIllegalCannotMate,
            rule: offence.penalty(),
        };
        self.casebook.loss_of(side, position, loss)
    }

    /// It is this turn again: what the hands did in it binds still. Of a turn that is long over nothing is told before the
    /// position is set up again.
    pub(super) fn back_to(&mut self, mut turn: Turn) {
        let next = self.ply();
        if self.core.pending.as_ref().is_some_and(|pending| pending.ply + 1 < next) {
            return;
        }
        turn.tell_again();
        if let Some(holds) = turn.news(self.casebook.edition()) {
            self.casebook.say_holds(holds);
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
