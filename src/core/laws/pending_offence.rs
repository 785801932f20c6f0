//! The completed offence that is open before the arbiter: what it costs, and what is to be done (7.5; `docs/laws/rules.md`
//! 5.2, 5.3).
//!
//! A completed offence comes in, and what follows in the game; what the Laws want is said in the casebook, and the turn in
//! which it happened may be played again.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Position, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::Policy;

use super::board_at_press::{
    OffencePress, TimedPress, was_shown_twice, was_unfinished, was_unmade,
};
use super::casebook::{Casebook, Charge, Loss, LossRule};
use super::edition::Rule;
use super::ending::ResultReason;
use super::offence::{Committed, Offence};
use super::says::{
    Act, Awaited, Certainty, ClaimKind, ClaimVerdict, Holds, IncidentState, InstructionState, Right,
};
use super::turn::{Exactness, Turn};
use crate::account::{BoardTrust, LineMove, Press, Shown, position_after, replies};

/// The completed offence that may still be put right, or stand, if there is one.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingOffence(Option<Box<Pending>>);

#[derive(Clone, Debug)]
struct Pending {
    incident: u32,
    offence: Offence,
    side: Color,
    ply: u32,
    /// When it was completed.
    pressed: Instant,
    /// The offender's turn in which it happened.
    turn: Turn,
    step: PendingStep,
    /// The offender's time at the press.
    left: Option<ClockTime>,
    /// What the board showed then.
    shown: Option<Arc<Shown>>,
}

/// How far an offence is dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingStep {
    /// Nobody has acted on it: the opponent may claim it.
    Unclaimed,
    /// What the Laws want was said.
    Ruled,
}

/// Why an offence is ruled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ruler {
    /// The Laws say so by themselves: what the daemon may do depends on the policy.
    Daemon,
    /// The opponent has claimed it before the arbiter.
    Claimed,
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

/// The turn that is being played, and the number of its ply.
#[derive(Debug)]
pub(super) struct CurrentTurn<'a> {
    pub(super) turn: &'a mut Turn,
    pub(super) ply: u32,
}

/// An illegal move that was put right: it may turn out that another move was played all the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Restored {
    pub(super) ply: u32,
    pub(super) incident: u32,
    pub(super) pressed: Instant,
}

impl PendingOffence {
    /// An offence is completed.
    pub(super) fn complete(
        &mut self,
        offending: Offending,
        casebook: &mut Casebook,
        current: CurrentTurn<'_>,
    ) {
        let Offending { offence, turn, certainty, ply, squares } = offending;
        if casebook.is_over() || casebook.article(offence.rule()).is_empty() {
            return;
        }
        let side = turn.side();
        let (kind, rule) = (offence.kind(), offence.rule());
        let incident = casebook.raise(Charge { kind, rule, side, certainty, ply, squares });
        let (pressed, step) = (casebook.now(), PendingStep::Unclaimed);
        let (left, shown) = (None, None);
        let pending = Pending { incident, offence, side, ply, pressed, turn, step, left, shown };
        self.0 = Some(Box::new(pending));
        if certainty == Certainty::Low {
            return;
        }
        match casebook.rulebook().policy {
            Policy::Observe => casebook.say_holds(Holds::Await(Awaited::ArbiterOrOpponent)),
            Policy::Propose | Policy::Act => self.rule(Ruler::Daemon, casebook, current),
        }
    }

    /// A move was made with two hands, in this turn. What was pending before stays so; until the opponent moves he may claim
    /// what nobody has acted on (A.5.2).
    pub(super) fn complete_two_hands(
        &mut self,
        turn: Turn,
        ply: u32,
        casebook: &mut Casebook,
        current: CurrentTurn<'_>,
    ) {
        let before = self.0.take();
        let (offence, certainty, squares) = (Offence::TwoHands, Certainty::High, Vec::new());
        self.complete(Offending { offence, turn, certainty, ply, squares }, casebook, current);
        self.0 = before.or(self.0.take_if(|own| own.step == PendingStep::Unclaimed));
    }

    /// The press that completed it told so much time, and the board showed this.
    pub(super) fn note_press(&mut self, press: &Press) {
        if let Some(pending) = &mut self.0 {
            pending.left = press.left;
            pending.shown.clone_from(&press.shown);
        }
    }

    /// The opponent claims an illegal move (A.5.2).
    pub(super) fn claim(&mut self, side: Color, casebook: &mut Casebook, current: CurrentTurn<'_>) {
        let article = casebook.article(Rule::IllegalReduced);
        let his = self.0.as_deref().filter(|pending| pending.side != side);
        let Some((step, incident)) = his.map(|pending| (pending.step, pending.incident)) else {
            return casebook.refuse("illegal-move-claim", article);
        };
        let (kind, verdict) = (ClaimKind::IllegalMove, ClaimVerdict::Correct);
        casebook.say_holds(Holds::Claim { side, kind, verdict, article });
        match step {
            PendingStep::Unclaimed => self.rule(Ruler::Claimed, casebook, current),
            PendingStep::Ruled => casebook.declare_for(incident),
        }
    }

    /// The opponent of who moved has made his next move: an illegal move that nobody claimed stands (A.5.2).
    pub(super) fn let_stand(&mut self, side: Color, casebook: &mut Casebook) {
        if !casebook.rulebook().is_reduced() {
            return;
        }
        let Some(pending) = self.0.take_if(|pending| pending.side != side) else { return };
        let article = casebook.article(Rule::IllegalReduced);
        casebook.say_holds(Holds::RightLost { side, right: Right::ClaimIllegal, article });
        casebook.say_holds(Holds::IllegalMoveStands { side, article });
        let incident = pending.incident;
        casebook
            .end_instructions(InstructionState::Waived, |given| given.incident == Some(incident));
    }

    /// Play goes on from another position: what nobody has acted on may be claimed no more, but where it is known exactly.
    pub(super) fn play_elsewhere(&mut self, account: Exactness) {
        self.0 = self.0.take_if(|pending| {
            account == Exactness::Exact && pending.step == PendingStep::Unclaimed
        });
    }

    /// Whether the offender is accused for what the board showed at the press for this move.
    pub(super) fn accuses(&self, mv: &LineMove, casebook: &Casebook) -> bool {
        let pending = self.0.as_ref().filter(|pending| pending.is_of(mv));
        let incident = pending.and_then(|pending| casebook.find(pending.incident));
        incident.is_some_and(|incident| incident.certainty > Certainty::Low)
    }

    /// A move is told for which its player had pressed before it was complete, or that was told too late: then it is pressed
    /// for already. `together` is the time within which readings tell no order.
    pub(super) fn settle_with_move(
        &mut self,
        mv: &LineMove,
        together: Duration,
        casebook: &mut Casebook,
        current: CurrentTurn<'_>,
    ) -> Option<TimedPress> {
        let pending = self.0.take_if(|pending| pending.is_of(mv))?;
        let (incident, press) = (pending.incident, pending.press());
        let seen = pending.seen();
        let is_shown_twice = was_shown_twice(&seen, mv);
        let is_early = mv.landed <= press.at + together || is_shown_twice;
        let is_unfinished = !is_shown_twice && was_unfinished(&seen, mv);
        let is_unmade = was_unmade(&seen, mv);
        if mv.legal && is_early && !is_unfinished && !is_unmade {
            casebook.close(incident, IncidentState::Withdrawn);
            self.reconsider_ending(casebook, current);
            return Some(press);
        }
        let goes_on =
            is_early || is_unfinished || matches!(pending.offence, Offence::PawnNotReplaced(_));
        match pending.offence {
            // The move was on the board already, and the board has not told it.
            Offence::PressWithoutMove if mv.trust == BoardTrust::Doubted => {
                casebook.close(incident, IncidentState::Withdrawn);
                self.reconsider_ending(casebook, current);
                return Some(press);
            }
            Offence::PressWithoutMove => return None,
            _ if mv.legal || !goes_on => casebook.end_repairs(incident),
            _ if casebook.find(incident).is_some_and(|one| one.certainty > Certainty::Low) => {
                self.0 = Some(pending);
            }
            // What was doubtful at the press is judged anew: the illegal move stands.
            _ => {
                casebook.close(incident, IncidentState::Withdrawn);
            }
        }
        goes_on.then_some(press)
    }

    /// Whether a press of this side in this ply was for nothing that anybody saw.
    pub(super) fn is_press_without_move(&self, side: Color, ply: u32) -> bool {
        self.0.as_deref().is_some_and(|pending| {
            (pending.offence, pending.side, pending.ply) == (Offence::PressWithoutMove, side, ply)
        })
    }

    /// What happened has turned out to be no offence.
    pub(super) fn withdraw(&mut self, casebook: &mut Casebook, current: CurrentTurn<'_>) {
        if let Some(pending) = self.0.take() {
            casebook.close(pending.incident, IncidentState::Withdrawn);
            self.reconsider_ending(casebook, current);
        }
    }

    /// Whether it is of this ply.
    pub(super) fn is_of_ply(&self, ply: u32) -> bool {
        self.0.as_ref().is_some_and(|pending| pending.ply == ply)
    }

    /// Whether the player's press in this ply is known already: his time has not run anew since.
    pub(super) fn has_press(&self, ply: u32, runs_since: Option<Instant>) -> bool {
        let pending = self.0.as_ref().filter(|pending| pending.ply == ply);
        pending.is_some_and(|pending| runs_since.is_none_or(|since| since <= pending.pressed))
    }

    /// Where the piece of an illegal move that was pressed for in the turn of this move had stood, if it is another than
    /// that of the move.
    pub(super) fn stray_piece(&self, mv: &LineMove) -> Option<Square> {
        let is_it =
            |pending: &&Pending| pending.ply == mv.ply && pending.offence == Offence::IllegalMove;
        let shown = self.0.as_deref().filter(is_it)?.shown.as_deref()?;
        let gone = mv.before.us() & shown.differing(mv.before.board());
        gone.single_square().filter(|square| Some(*square) != mv.mv.from())
    }

    /// The incident that tells of it.
    pub(super) fn incident(&self) -> Option<u32> {
        self.0.as_ref().map(|pending| pending.incident)
    }

    /// The position in which the offence of this incident happened, if that is the one.
    pub(super) fn position_for(&self, incident: u32) -> Option<&Chess> {
        let pending = self.0.as_ref().filter(|pending| pending.incident == incident);
        pending.map(|pending| &**pending.turn.position())
    }

    /// Takes out the offence of this incident.
    pub(super) fn take_for(&mut self, incident: u32) -> Self {
        Self(self.0.take_if(|pending| pending.incident == incident))
    }

    /// An offence that was taken out is back, unless another has happened since.
    pub(super) fn put_back(&mut self, taken: Self) {
        self.0 = self.0.take().or(taken.0);
    }

    /// The move of this ply is taken back, and this was pending before it; `now` is after it. What is said of an earlier move
    /// stands as long as that one does. Answers what was put right by taking the move back.
    pub(super) fn restore(
        &mut self,
        now: Self,
        ply: u32,
        casebook: &mut Casebook,
    ) -> Option<Restored> {
        let (completed, earlier) = match now.0 {
            Some(pending) if pending.ply == ply => (Some(pending), None),
            pending => (None, pending.filter(|pending| pending.ply < ply)),
        };
        self.0 = self.0.take().or(earlier);
        self.0.take_if(|pending| casebook.find(pending.incident).is_none());
        let completed = completed?;
        self.0 = None;
        casebook.end_repairs(completed.incident);
        Some(Restored { ply, incident: completed.incident, pressed: completed.pressed })
    }

    /// Without the incident that ended it, or one that made it the second of its kind, the game goes on.
    pub(super) fn reconsider_ending(&self, casebook: &mut Casebook, current: CurrentTurn<'_>) {
        let blamed = casebook.result().blamed();
        if let Some(gone) = blamed.filter(|incident| casebook.find(*incident).is_none()) {
            casebook.go_on_without(gone);
        }
        self.reconsider_losses(casebook, current);
    }

    /// A loss by a second offence falls with the first: the second was the first, and costs what that costs.
    fn reconsider_losses(&self, casebook: &mut Casebook, mut current: CurrentTurn<'_>) {
        let declared = |act: &Act| matches!(act, Act::Declare(_));
        let open = casebook.open_instructions().iter().filter(|given| declared(&given.act));
        let mut lost: Vec<_> =
            open.filter_map(|given| given.incident).chain(casebook.result().blamed()).collect();
        lost.dedup();
        for incident in lost {
            let Some(committed) = casebook.offences().first(incident) else { continue };
            casebook.go_on_without(incident);
            casebook.end_instructions(InstructionState::Waived, |given| {
                given.incident == Some(incident) && declared(&given.act)
            });
            match self.0.as_deref().filter(|pending| pending.incident == incident) {
                Some(pending) => self.put_right(pending, casebook, &mut current),
                None => give_time_for(committed, casebook),
            }
        }
    }

    /// Says what the Laws want.
    fn rule(&mut self, by: Ruler, casebook: &mut Casebook, mut current: CurrentTurn<'_>) {
        let Some(pending) = &mut self.0 else { return };
        pending.step = PendingStep::Ruled;
        let Some(pending) = self.0.as_deref() else { return };
        let before = pending.turn.position();
        let put_right = match pending.offence {
            Offence::PawnNotReplaced(square) => with_queen_on(square, before),
            _ => None,
        };
        let position = put_right.as_ref().unwrap_or(before);
        match (pending.lose(position, casebook), by) {
            (Some(loss), Ruler::Daemon) => casebook.declare_loss(pending.incident, loss),
            (Some(loss), Ruler::Claimed) => casebook.end_by_loss(Some(pending.incident), loss),
            (None, _) => self.put_right(pending, casebook, &mut current),
        }
    }

    /// What an offence that does not lose calls for, in the turn in which it happened.
    fn put_right(&self, pending: &Pending, casebook: &mut Casebook, current: &mut CurrentTurn<'_>) {
        let Pending { incident, offence, ref turn, .. } = *pending;
        let side = turn.side();
        let opponent = side.other();
        let restore = || Act::Restore(Arc::clone(turn.position()));
        let (of_offence, article) =
            (casebook.article(offence.rule()), casebook.article(offence.penalty()));
        if article.is_empty() {
            // The editions that know no penalty have the clock given back, or the position set up again.
            if offence == Offence::PressWithoutMove {
                let act = Act::ClockRun(side);
                return casebook.instruct(Some(incident), of_offence, act);
            }
            casebook.instruct(Some(incident), of_offence, restore());
            return self.play_again(pending, casebook, current);
        }
        match offence {
            Offence::IllegalMove => casebook.instruct(Some(incident), of_offence, restore()),
            Offence::PawnNotReplaced(square) => {
                let act = Act::Replace { square, role: Role::Queen };
                casebook.instruct(Some(incident), of_offence, act);
            }
            Offence::PressWithoutMove | Offence::TwoHands => {}
        }
        let time = casebook.rulebook().penalty();
        casebook.instruct(Some(incident), article, Act::ClockAdd { side: opponent, time });
        match offence {
            // Who used two hands and has not pressed yet presses himself.
            Offence::TwoHands if !casebook.edition().two_hands_need_press() => {}
            Offence::PawnNotReplaced(_) | Offence::TwoHands => {
                casebook.instruct(Some(incident), article, Act::ClockRun(opponent));
            }
            Offence::PressWithoutMove => {
                casebook.instruct(Some(incident), article, Act::ClockRun(side));
            }
            Offence::IllegalMove => self.play_again(pending, casebook, current),
        }
    }

    /// It is the offender's turn again: what his hands did in it binds still, and his clock runs. Of a turn that is long over
    /// nothing is told before the position is set up again.
    fn play_again(
        &self,
        pending: &Pending,
        casebook: &mut Casebook,
        current: &mut CurrentTurn<'_>,
    ) {
        if pending.ply + 1 < current.ply {
            return;
        }
        let mut turn = pending.turn.clone();
        turn.tell_again();
        if let Some(holds) = turn.take_news(casebook.edition()) {
            casebook.say_holds(holds);
        }
        let (incident, article) = (pending.incident, casebook.article(pending.offence.rule()));
        casebook.instruct(Some(incident), article, Act::ClockRun(pending.side));
        if current.turn.position() == turn.position() {
            *current.turn = turn;
        }
    }
}

impl Pending {
    /// Whether it was completed by the press for this move.
    fn is_of(&self, mv: &LineMove) -> bool {
        self.side == mv.before.turn() && self.ply == mv.ply && *self.turn.position() == mv.before
    }

    const fn press(&self) -> TimedPress {
        TimedPress { at: self.pressed, left: self.left }
    }

    fn seen(&self) -> OffencePress<'_> {
        OffencePress {
            offence: self.offence,
            side: self.side,
            position: self.turn.position(),
            shown: self.shown.as_deref(),
        }
    }

    /// Counts the offence; how the game ends by it, if it does (7.5.5, A.4.2 of 2017).
    fn lose(&self, position: &Chess, casebook: &mut Casebook) -> Option<Loss> {
        let Self { incident, offence, side, .. } = *self;
        if casebook.rulebook().first_offence_loses() {
            let loss = LossRule {
                lost: ResultReason::IllegalMove,
                saved: ResultReason::IllegalMoveCannotMate,
                rule: Rule::IllegalReduced,
            };
            return Some(casebook.loss_of(side, position, loss));
        }
        if casebook.article(offence.penalty()).is_empty() {
            return None;
        }
        let group = casebook.edition().counted_as(offence.group());
        let committed = Committed { incident, side, offence, group };
        let offences = casebook.offences_mut();
        offences.commit(committed);
        let is_first = offences.first(incident).is_some();
        (!is_first).then(|| loss_by_second(committed, position, casebook))
    }
}

/// How the game ends by a second offence (7.5.5).
pub(super) fn loss_by_second(committed: Committed, position: &Chess, casebook: &Casebook) -> Loss {
    let loss = LossRule {
        lost: ResultReason::SecondIllegal,
        saved: ResultReason::SecondIllegalCannotMate,
        rule: committed.offence.penalty(),
    };
    casebook.loss_of(committed.side, position, loss)
}

/// What an offence costs that is long past.
pub(super) fn give_time_for(committed: Committed, casebook: &mut Casebook) {
    let Committed { incident, side, offence, .. } = committed;
    let (article, time) = (casebook.article(offence.penalty()), casebook.rulebook().penalty());
    let act = Act::ClockAdd { side: side.other(), time };
    casebook.instruct(Some(incident), article, act);
}

/// The position after a pawn was replaced on this square (7.5.2).
fn with_queen_on(square: Square, position: &Chess) -> Option<Chess> {
    let promotions = replies(position);
    let is_it = |mv: &&shakmaty::Move| mv.promotion() == Some(Role::Queen) && mv.to() == square;
    promotions.iter().find(is_it).map(|mv| position_after(position, *mv))
}
