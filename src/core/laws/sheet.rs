//! The moves of a game: what is made (4.7), what completes it (6.2.1), and what ends the game with it.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use super::casebook::Charge;
use super::corrected::OF_MOVES;
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::ledger::Finding;
use super::mate::{self, Mating, Search};
use super::offence::{Offence, Pending};
use super::rulebook::Edition;
use super::says::{
    Certainty, CompletedBy, Holds, IncidentKind, IncidentState, InstructionState, Right, Says,
};
use super::turn::{Breach, Deeds, Exactness, Turn};
use super::{Core, Laws, repetition};
use crate::account::{Evidence, LineMove, MoveId, Release, Sight, position_after, replies};

/// The positions before so many moves, the last ones, are kept.
const RECENT: usize = 16;

/// A move that is less sure than this accuses nobody.
const DOUBTFUL: f32 = 0.4;

/// So sure a move is that nothing else explains.
const TOLD_SURELY: f32 = 0.9;

/// Men that land within this time of each other may have been in two hands at once.
const HANDS_MEET: Duration = Duration::from_secs(1);

/// With so many replies or fewer the player on move has hardly a choice.
const FORCED: usize = 2;

/// With so many answers to each reply or fewer the opponent has hardly one either.
const FORCED_ANSWERS: usize = 8;

/// A move that was made.
#[derive(Clone, Debug)]
pub(super) struct MadeMove {
    pub(super) id: MoveId,
    pub(super) ply: u32,
    pub(super) mv: Move,
    pub(super) side: Color,
    pub(super) is_legal: bool,
    pub(super) landed: Instant,
    pub(super) completed: Option<CompletedBy>,
    pub(super) pressed: Option<(Instant, Option<ClockTime>)>,
    /// Whether the board showed it when it had been read after its press, and the opponent has not pressed since.
    pub(super) stood: bool,
    /// How sure an illegal move is that is told in its place.
    pub(super) instead: Certainty,
    /// How sure it is by itself, where it is illegal and no press was seen for it.
    pub(super) by_itself: Certainty,
    /// Play went on from another position after it, or it became illegal by a correction alone: nobody is accused.
    pub(super) is_excused: bool,
    /// Whether the opponent may still complain of how it was touched (4.8).
    pub(super) may_be_complained_of: bool,
    /// The position before it, while few moves were made after it: positions are large.
    position: Option<Arc<Chess>>,
    /// What hands did in its turn.
    deeds: Deeds,
    /// What held before it.
    before: Box<Core>,
}

/// An illegal move that was put right: it may turn out that another move was played all the time.
#[derive(Clone, Debug)]
pub(super) struct Restored {
    pub(super) ply: u32,
    pub(super) incident: u32,
    pub(super) pressed: Instant,
}

impl Laws {
    /// Somebody has decided what the clock showed after a move.
    pub fn retime(&mut self, id: MoveId, left: Option<ClockTime>) {
        let pressed = self.made.iter_mut().filter(|made| made.id == id);
        pressed.filter_map(|made| made.pressed.as_mut()).for_each(|pressed| pressed.1 = left);
    }

    /// A move is settled: it is made (4.7).
    pub(super) fn made(&mut self, id: MoveId, mv: &LineMove) {
        let side = mv.before.turn();
        self.let_complaint_lapse(side);
        self.complete_by_next(side, mv.landed);
        if *self.turn.position == *mv.before {
            self.turn.position = Arc::clone(&mv.before);
        } else {
            self.turn = Turn::at(Arc::clone(&mv.before));
        }
        self.reconsider_restored(mv);
        self.turn.drop_releases_after(mv.landed);
        let breach = self
            .breach(mv)
            .filter(|breach| !mv.rewritten || self.corrected.was_accused(mv, &[breach.kind()]));
        let accused = breach.map(|breach| self.accuse(breach, mv));
        // What an offer was told for is told again with the move.
        let before = Box::new(self.core.clone());
        self.judge_offer(mv);
        self.casebook.say_at(mv.landed, Says::Made(id));
        let after = mv.after();
        self.history.push(&after);
        let turn = std::mem::replace(&mut self.turn, Turn::at(Arc::new(after)));
        let (position, deeds) = turn.into_parts();
        let by_itself = self.certainty_by_itself(mv);
        self.core.plies += 1;
        self.forget_old_position();
        self.made.push(MadeMove {
            id,
            ply: mv.ply,
            mv: mv.mv,
            side,
            is_legal: mv.legal,
            landed: mv.landed,
            completed: None,
            pressed: None,
            stood: false,
            instead: if mv.legal { Certainty::Low } else { Certainty::High },
            by_itself,
            is_excused: mv.rewritten && !self.corrected.was_accused(mv, OF_MOVES),
            may_be_complained_of: accused.is_some_and(|certainty| certainty >= Certainty::Medium),
            position: Some(position),
            deeds,
            before,
        });
        if let Some(certainty) = self.complete_pressed(side, mv) {
            // Nobody is accused by a press of an illegal move that may be none.
            let is_doubtful = !mv.legal && mv.confidence < DOUBTFUL;
            let certainty = if is_doubtful { Certainty::Low } else { certainty };
            self.judge_completed(side, certainty);
        }
        self.let_stand(side);
        self.use_hands(side, super::offence::Moment::Made);
        if mv.legal {
            self.end_with(mv, accused);
        }
    }

    /// A move is no longer part of the game.
    pub(super) fn undone(&mut self, id: MoveId, mv: &LineMove) {
        let Some(index) = self.made.iter().position(|made| made.id == id) else {
            return self.casebook.say(Says::Undone(id));
        };
        let is_last = index + 1 == self.made.len();
        let made = self.made.remove(index);
        self.casebook.say(Says::Undone(id));
        self.history.truncate(made.before.plies);
        if is_last {
            self.take_back(&made, &mv.before);
        }
        if made.pressed.is_some() {
            self.unmade.push(made);
        }
        // What ended the game on the board stood on this move.
        self.casebook.outcome_mut().forget_board_before_decisions();
        if self
            .casebook
            .ending()
            .is_some_and(|ending| ending.is_on_board() || ending.reason == ResultReason::Kings)
        {
            self.casebook.end_by(None);
        }
    }

    /// What is taken back says itself where it began.
    fn forget_old_position(&mut self) {
        let old = self.made.len().checked_sub(RECENT).and_then(|old| self.made.get_mut(old));
        old.into_iter().for_each(|old| {
            old.position = None;
            old.deeds.keep_first();
        });
    }

    pub(super) fn count(&mut self, side: Color) {
        self.core.completed[usize::from(side)] += 1;
    }

    /// An unpressed move is completed when its player makes the next one (6.2.1.2).
    fn complete_by_next(&mut self, side: Color, at: Instant) {
        let unpressed = |made: &&mut MadeMove| made.side == side && made.completed.is_none();
        if let Some(made) = self.made.iter_mut().rfind(unpressed) {
            made.completed = Some(CompletedBy::NextMove);
            let id = made.id;
            self.casebook.say_at(at, Says::Completed(id, CompletedBy::NextMove, None));
            self.count(side);
            self.judge_unpressed(id);
        }
    }

    /// How a legal move breaks the touch-move rules. A man told to have moved, and moved on by the same
    /// player before his press, had been released. Of a move that nobody saw it is only a guess which men were
    /// touched for it, and where men were displaced, who put them back.
    fn breach(&self, mv: &LineMove) -> Option<Breach> {
        if !mv.legal {
            return None;
        }
        let mut breach = self.turn.breach(mv.mv, self.casebook.edition(), self.touching.account)?;
        let is_sure =
            !matches!(mv.sight, Sight::Bridged | Sight::Uncertain) && mv.confidence >= DOUBTFUL;
        if !is_sure || self.stands_wrong(mv) || self.were_displaced(mv.ply.saturating_sub(2)) {
            breach.certainty = Certainty::Low;
        }
        Some(breach)
    }

    /// Whether the man of an illegal move that was pressed for in this turn has not come back: the line is wrong.
    fn stands_wrong(&self, mv: &LineMove) -> bool {
        let pending = self.core.pending.as_ref().filter(|pending| {
            pending.ply == mv.ply
                && pending.offence == Offence::IllegalMove
                && self.touching.account == Exactness::Read
        });
        pending.and_then(|pending| pending.shown.as_deref()).is_some_and(|shown| {
            let gone = mv.before.us() & shown.differing(mv.before.board());
            let man = gone.single_square().filter(|square| Some(*square) != mv.mv.from());
            man.is_some_and(|square| !self.turn.has_come_back(square))
        })
    }

    /// Whether readings showed displaced men since this ply.
    fn were_displaced(&self, since: u32) -> bool {
        self.touching.account == Exactness::Read
            && self.casebook.has_incident(IncidentKind::DisplacedPieces, since)
    }

    /// How sure it is that this move was made as it is told, whatever the Laws say of it. Where hands meet, and of what
    /// nobody saw, it is a guess which man went where.
    fn certainty_by_itself(&self, mv: &LineMove) -> Certainty {
        let is_seen = !matches!(mv.sight, Sight::Bridged | Sight::Uncertain);
        let hands_met = self.made.last().is_some_and(|last| mv.landed < last.landed + HANDS_MEET);
        let is_exact = self.touching.account == Exactness::Exact;
        if is_exact || is_seen && !hands_met && mv.confidence >= TOLD_SURELY {
            Certainty::Medium
        } else {
            Certainty::Low
        }
    }

    fn accuse(&mut self, breach: Breach, mv: &LineMove) -> Certainty {
        let kind = breach.kind();
        let Breach { article, certainty, squares, since, .. } = breach;
        let from = since.map_or(mv.evidence.from, |since| since.min(mv.evidence.from));
        let evidence = Evidence { from, to: mv.evidence.to };
        let (side, ply) = (Some(mv.before.turn()), mv.ply);
        let difference = None;
        let found = Finding { kind, article, side, certainty, ply, evidence, squares, difference };
        self.casebook.raise_at(mv.landed, found);
        certainty
    }

    /// What held before the move that is taken back holds again. An illegal move that was completed is put
    /// right so; everything else that was said of the move falls with it.
    fn take_back(&mut self, made: &MadeMove, told: &Arc<Chess>) {
        self.corrected.note(made, self.casebook.incidents());
        let position = made.position.as_ref().unwrap_or(told);
        self.turn = Turn::of(Arc::clone(position), made.deeds.clone());
        let now = std::mem::replace(&mut self.core, made.before.as_ref().clone());
        // What is said of an earlier move stands as long as that one does.
        let (completed, earlier) = match now.pending {
            Some(pending) if pending.ply == made.ply => (Some(pending), None),
            pending => (None, pending.filter(|pending| pending.ply < made.ply)),
        };
        self.core.pending = self.core.pending.take().or(earlier);
        self.core.started = now.started;
        let casebook = &self.casebook;
        let is_gone = |pending: &mut Box<Pending>| casebook.find(pending.incident).is_none();
        self.core.pending.take_if(is_gone);
        if completed.is_some() {
            self.core.pending = None;
            self.turn.presses();
        }
        self.restored = completed.map(|pending| {
            let incident = pending.incident;
            self.casebook.end_repairs(incident);
            Restored { ply: made.ply, incident, pressed: pending.pressed }
        });
        let restored = self.restored.as_ref().map(|restored| restored.incident);
        let pressed_before = self.core.pending.as_ref().map(|pending| pending.incident);
        let kept = [restored, pressed_before];
        self.casebook.withdraw_from(made.ply, |incident| {
            !kept.contains(&Some(incident.id))
                && incident.kind != IncidentKind::FlagFall
                && !incident.is_open_of_clock()
        });
        self.dismissed.retain(|dismissed| dismissed.outlasts(made.ply));
        self.reconsider_ending();
        self.turn.tell_again();
    }

    /// A move that landed before the press that completed an illegal one was played all the time.
    fn reconsider_restored(&mut self, mv: &LineMove) {
        let Some(restored) = self.restored.take_if(|restored| restored.ply == mv.ply) else {
            return;
        };
        if mv.landed <= restored.pressed {
            self.withdraw_offence(restored);
        }
    }

    /// Somebody has decided that an illegal move that is taken back was not played: nobody has put it right.
    pub(super) fn withdraw_never_played(&mut self, ply: u32) {
        if let Some(restored) = self.restored.take_if(|restored| restored.ply == ply) {
            self.withdraw_offence(restored);
        }
    }

    fn withdraw_offence(&mut self, restored: Restored) {
        self.casebook.close(restored.incident, IncidentState::Withdrawn);
        self.reconsider_ending();
    }

    /// The opponent of who moved has made his next move: an illegal move that nobody claimed stands (A.5.2).
    fn let_stand(&mut self, side: Color) {
        if !self.casebook.rulebook().is_reduced() {
            return;
        }
        let Some(pending) = self.core.pending.take_if(|pending| pending.side != side) else {
            return;
        };
        let article = self.casebook.article(Rule::IllegalReduced);
        self.casebook.say_holds(Holds::RightLost { side, right: Right::ClaimIllegal, article });
        self.casebook.say_holds(Holds::IllegalMoveStands(article));
        let incident = pending.incident;
        self.casebook
            .end_instructions(InstructionState::Waived, |given| given.incident == Some(incident));
    }

    /// What the move ends (5.1.1, 5.2.1, 5.2.2, 9.6). Mate by a breach of the touch-move rules does not.
    fn end_with(&mut self, mv: &LineMove, accused: Option<Certainty>) {
        if self.casebook.outcome().is_decided() || self.casebook.is_over() {
            return;
        }
        let Some(ending) = self.ending_on_board(mv) else { return };
        let is_by_touch = accused.is_some_and(|certainty| certainty >= Certainty::Medium)
            && self.casebook.edition() >= Edition::Fide2017
            && matches!(
                ending.reason,
                ResultReason::Checkmate | ResultReason::Stalemate | ResultReason::DeadPosition
            );
        if is_by_touch {
            let rule = match ending.reason {
                ResultReason::Checkmate => Rule::Checkmate,
                ResultReason::Stalemate => Rule::Stalemate,
                _ => Rule::DeadPosition,
            };
            let certainty = accused.unwrap_or(Certainty::Medium);
            let (ply, squares) = (mv.ply, Vec::new());
            let (kind, side) = (IncidentKind::EndNotImmediate, mv.before.turn());
            let incident =
                self.casebook.raise(Charge { kind, rule, side, certainty, ply, squares });
            self.casebook.outcome_mut().withhold(incident, ending);
            return;
        }
        self.complete_by_ending(mv.landed);
        self.casebook.end_at(mv.landed, ending);
    }

    /// How the position ends the game, if it does.
    pub(super) fn ending_on_board(&self, mv: &LineMove) -> Option<Ending> {
        let position = &*self.turn.position;
        let ending = |value, reason, rule| {
            Some(Ending { value, reason, article: Some(self.casebook.article(rule)) })
        };
        let draw = ResultValue::Draw;
        let automatic = self.casebook.edition() >= Edition::Fide2017;
        let replies = position.legal_moves().len();
        if replies == 0 && position.is_check() {
            let winner = ResultValue::win_of(mv.before.turn());
            ending(winner, ResultReason::Checkmate, Rule::Checkmate)
        } else if replies == 0 {
            ending(draw, ResultReason::Stalemate, Rule::Stalemate)
        } else if self.is_dead(position, mv.mv, replies) {
            ending(draw, ResultReason::DeadPosition, Rule::DeadPosition)
        } else if automatic && repetition::is_fivefold(self.history.occurrences_of_last()) {
            ending(draw, ResultReason::Fivefold, Rule::Fivefold)
        } else if automatic && repetition::is_seventy_five(self.history.halfmoves()) {
            ending(draw, ResultReason::SeventyFive, Rule::SeventyFive)
        } else {
            None
        }
    }

    /// Whether nobody can mate any more (`docs/laws/rules.md` 7.3). It is looked for where that may be: on boards without
    /// queens and rooks on which no pawn can step forward, and where the replies are as good as forced.
    fn is_dead(&self, position: &Chess, mv: Move, replies: usize) -> bool {
        let bound = if replies <= FORCED && is_forced(position) {
            Search::FORCED
        } else if mv.is_zeroing() && may_be_dead(position) {
            Search::FULL
        } else {
            return false;
        };
        let counts =
            self.casebook.edition() != Edition::Fide1995 || position.is_insufficient_material();
        let cannot_mate = |side| mate::can_mate(position, side, bound) == Mating::Impossible;
        counts && Color::ALL.into_iter().all(cannot_mate)
    }

    fn complete_by_ending(&mut self, at: Instant) {
        if let Some(last) = self.made.last_mut()
            && last.completed.is_none()
        {
            last.completed = Some(CompletedBy::EndsGame);
            let (id, side) = (last.id, last.side);
            self.casebook.say_at(at, Says::Completed(id, CompletedBy::EndsGame, None));
            self.count(side);
        }
    }
}

impl MadeMove {
    /// Whether it led where this man was put down, and was pressed for before the man was taken up again, but
    /// was not seen to stand: perhaps it was never made.
    pub(super) fn was_released_by(&self, release: &Release) -> bool {
        let taken_up = release.rested.map(|rested| self.landed + rested);
        let pressed = self.pressed.map(|(pressed, _)| pressed);
        !self.stood && self.is_to(release) && !(taken_up.is_some() && taken_up < pressed)
    }

    fn is_to(&self, release: &Release) -> bool {
        let king_to = self.mv.castling_side().map(|castling| castling.king_to(self.side));
        let to = king_to.unwrap_or(self.mv.to());
        let is_man = match release.from {
            Some(from) => self.mv.from() == Some(from),
            None => self.mv.promotion() == Some(release.man.role),
        };
        self.side == release.side && is_man && to == release.to
    }

    /// Whether its press was for this move, which is told instead: it had landed by then, or puts the man on
    /// the square that the pawn was moved to (7.5.2).
    pub(super) fn was_pressed_for(&self, mv: &LineMove) -> bool {
        let is_replaced = self.mv.role() == Role::Pawn
            && self.mv.promotion().is_none()
            && mv.mv.is_promotion()
            && (self.mv.from(), self.mv.to()) == (mv.mv.from(), mv.mv.to());
        is_replaced || self.pressed.is_some_and(|(pressed, _)| mv.landed <= pressed)
    }

    /// The turn in which it was made; `None` where so many moves came after it that it is not kept.
    pub(super) fn turn_before(&self) -> Option<Turn> {
        let position = self.position.clone()?;
        Some(Turn::of(position, self.deeds.clone()))
    }
}

impl Breach {
    const fn kind(&self) -> IncidentKind {
        if self.is_release {
            IncidentKind::ReleasedPieceMoved
        } else {
            IncidentKind::TouchMoveViolation
        }
    }
}

/// Whether the opponent has hardly a choice either, or nothing to mate with is left, whatever is replied.
fn is_forced(position: &Chess) -> bool {
    replies(position).into_iter().all(|reply| {
        let after = position_after(position, reply);
        replies(&after).len() <= FORCED_ANSWERS || after.is_insufficient_material()
    })
}

/// Whether a position is worth the search: neither queen nor rook, and no pawn that can step forward.
fn may_be_dead(position: &Chess) -> bool {
    let board = position.board();
    let [black, white] =
        [Color::Black, Color::White].map(|side| board.by_piece(Role::Pawn.of(side)));
    let ahead = Bitboard(white.0 << 8) | Bitboard(black.0 >> 8);
    let blocked = ahead & board.pawns();
    (board.queens() | board.rooks()).is_empty() && blocked.count() == board.pawns().count()
}
