//! The moves that are made (4.7), what completed each (6.2.1), and which of them a press is for.
//!
//! Moves and presses come in; which move a press completes goes out.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Chess, Color, Move, Role};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use super::board_at_press::TimedPress;
use super::says::{Certainty, CompletedBy};
use super::turn::{Deeds, Turn};
use super::undoable::Undoable;
use crate::account::{LineMove, MoveId, RestedPiece};

/// The positions before so many moves, the last ones, are kept.
const MAX_POSITIONS: usize = 16;

/// A piece that was put down so long ago stays where it is.
pub(super) const GOES_ON: Duration = Duration::from_secs(2);

/// A hand takes no longer from a piece to the clock.
const QUICK: Duration = Duration::from_millis(700);

/// A move is as sure as that where the line is what somebody has decided.
const DECIDED: f32 = 0.9;

/// Room is made for so many moves at a time: each takes 144 bytes, and a vector that doubles would keep more than a long game needs.
const MOVES_RESERVED: usize = 64;

/// The moves of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeMoves {
    made: Vec<MadeMove>,
    /// Moves taken back that were pressed for, until the next press: they may be told again, otherwise.
    taken_back: Vec<MadeMove>,
    /// How many moves both had made before the first position.
    before: u32,
}

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
    /// Whether it counts for the time control: in 1995 it may be completed before (6.5).
    pub(super) is_counted: bool,
    pub(super) pressed: Option<TimedPress>,
    /// Whether the board showed it when it had been read after its press, and the opponent has not pressed since.
    pub(super) stood: bool,
    /// How sure an illegal move is that is told in its place.
    pub(super) instead: Certainty,
    /// How sure it is by itself, where it is illegal and no press was seen for it.
    pub(super) by_itself: Certainty,
    /// No accusation by this move is surer.
    pub(super) at_most: Certainty,
    /// Play went on from another position after it, or it became illegal by a correction alone: nobody is accused.
    pub(super) is_excused: bool,
    /// Whether the opponent may still complain of how it was touched (4.8).
    pub(super) may_be_complained_of: bool,
    /// The position before it, while few moves were made after it: positions are large.
    pub(super) position: Option<Arc<Chess>>,
    /// What hands did in its turn.
    pub(super) deeds: Deeds,
    /// What held before it.
    pub(super) before: Box<Undoable>,
}

/// A move that is not part of the game any more.
#[derive(Debug)]
pub(super) struct RemovedMove {
    pub(super) made: MadeMove,
    /// Whether no move stood after it.
    pub(super) was_last: bool,
}

/// What a press completed.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompletedMove {
    pub(super) id: MoveId,
    pub(super) side: Color,
    pub(super) by: CompletedBy,
    /// Whether it had not counted for the time control before.
    pub(super) is_new: bool,
}

/// The press for a move that was taken back, where the move that is told now may be what it was for.
#[derive(Clone, Copy, Debug)]
pub(super) struct EarlierPress {
    pub(super) press: Option<TimedPress>,
    /// How sure an illegal move is that is told in the other's place, if it is another one.
    pub(super) instead: Option<Certainty>,
}

impl MadeMoves {
    /// Both had made so many moves before the first position.
    pub(super) const fn after(before: u32) -> Self {
        Self { made: Vec::new(), taken_back: Vec::new(), before }
    }

    /// The ply that is to come, from 1.
    pub(super) fn next_ply(&self) -> u32 {
        self.last_ply() + 1
    }

    /// The last ply; 0 before the first move.
    pub(super) fn last_ply(&self) -> u32 {
        self.last().map_or(0, |made| made.ply)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    pub(super) fn last(&self) -> Option<&MadeMove> {
        self.made.last()
    }

    /// The last move, if this side made it.
    pub(super) fn last_if_by(&self, side: Color) -> Option<&MadeMove> {
        self.last().filter(|last| last.side == side)
    }

    /// The moves, the last one first.
    pub(super) fn last_first(&self) -> impl Iterator<Item = &MadeMove> {
        self.made.iter().rev()
    }

    /// The move of this number.
    pub(super) fn find(&self, id: MoveId) -> Option<&MadeMove> {
        self.made.iter().find(|made| made.id == id)
    }

    /// Whether the opponent has moved after this move.
    pub(super) fn is_followed(&self, made: &MadeMove) -> bool {
        self.last_first()
            .take_while(|later| later.id != made.id)
            .any(|later| later.side != made.side)
    }

    /// How many moves both have made at least, where so many were completed.
    pub(super) fn made_by_both(&self, completed: impl Fn(Color) -> u32) -> u32 {
        let made = |side| {
            let own = self.made.iter().filter(|made| made.side == side);
            let open = own.filter(|made| !made.is_counted).count();
            completed(side) + u32::try_from(open).unwrap_or(0)
        };
        self.before.saturating_add(Color::ALL.map(made).into_iter().min().unwrap_or(0))
    }

    /// Whether this is a piece put down by a move that was taken back.
    pub(super) fn has_taken_back(&self, release: &RestedPiece) -> bool {
        self.taken_back.iter().any(|made| made.was_released_by(release))
    }
}

/// What changes the list.
impl MadeMoves {
    /// A move is made. What is taken back from far away says itself where it began.
    pub(super) fn push(&mut self, made: MadeMove) {
        let old = self.made.len().checked_sub(MAX_POSITIONS).and_then(|old| self.made.get_mut(old));
        old.into_iter().for_each(|old| {
            old.position = None;
            old.deeds.keep_first();
        });
        if self.made.len() == self.made.capacity() {
            self.made.reserve_exact(MOVES_RESERVED);
        }
        self.made.push(made);
    }

    /// The move of this number is not part of the game any more.
    pub(super) fn remove(&mut self, id: MoveId) -> Option<RemovedMove> {
        let index = self.made.iter().position(|made| made.id == id)?;
        let was_last = index + 1 == self.made.len();
        Some(RemovedMove { made: self.made.remove(index), was_last })
    }

    /// A move that was taken back may be told again, if it was pressed for.
    pub(super) fn keep_taken_back(&mut self, made: MadeMove) {
        if made.pressed.is_some() {
            self.taken_back.push(made);
        }
    }

    /// Somebody has decided what the clock showed after a move.
    pub(super) fn retime(&mut self, id: MoveId, left: Option<ClockTime>) {
        let pressed = self.made.iter_mut().filter(|made| made.id == id);
        pressed.filter_map(|made| made.pressed.as_mut()).for_each(|press| press.left = left);
    }

    /// Play goes on from another position: nobody is accused of the moves before.
    pub(super) fn excuse_all(&mut self) {
        self.made.iter_mut().for_each(|made| made.is_excused = true);
    }

    /// Nobody may complain of the last move any more. Answers whether somebody could.
    pub(super) fn end_complaint(&mut self) -> bool {
        self.made.last_mut().is_some_and(|last| std::mem::take(&mut last.may_be_complained_of))
    }

    /// This side presses: whether its opponent's move, if that is the last, still stands is not known any more.
    pub(super) fn doubt_standing(&mut self, side: Color) {
        if let Some(last) = self.made.last_mut().filter(|last| last.side != side) {
            last.stood = false;
        }
    }

    /// An unpressed move is completed when its player makes the next one (6.2.1.2).
    pub(super) fn complete_by_next(&mut self, side: Color) -> Option<MoveId> {
        let unpressed = |made: &&mut MadeMove| made.side == side && made.completed.is_none();
        let made = self.made.iter_mut().rfind(unpressed)?;
        made.completed = Some(CompletedBy::NextMove);
        made.is_counted = true;
        Some(made.id)
    }

    /// The last move is completed by releasing the piece, unless it is completed already (6.1 of 1995).
    pub(super) fn complete_by_release(&mut self) -> Option<MoveId> {
        let last = self.made.last_mut().filter(|last| last.completed.is_none())?;
        last.completed = Some(CompletedBy::Release);
        Some(last.id)
    }

    /// The last move, if it was completed by releasing the piece and nobody has pressed for it, counts: another is made. Answers
    /// whose it is.
    pub(super) fn count_released(&mut self) -> Option<Color> {
        let is_released = |last: &&mut MadeMove| last.completed == Some(CompletedBy::Release);
        let last = self.made.last_mut().filter(is_released).filter(|last| !last.is_counted)?;
        last.is_counted = true;
        Some(last.side)
    }

    /// The last move ends the game, and is completed by that, unless it was already (6.2.1.1).
    pub(super) fn complete_by_ending(&mut self) -> Option<CompletedMove> {
        let last = self.made.last_mut().filter(|last| last.completed.is_none())?;
        let by = CompletedBy::EndsGame;
        last.completed = Some(by);
        last.is_counted = true;
        Some(CompletedMove { id: last.id, side: last.side, by, is_new: true })
    }

    /// The last move was sealed: it is completed, and counts, unless it does already (14.2 of 1995).
    pub(super) fn complete_sealed(&mut self) -> Option<CompletedMove> {
        let last = self.made.last_mut().filter(|last| !last.is_counted)?;
        let by = CompletedBy::Sealed;
        last.completed = Some(by);
        last.is_counted = true;
        Some(CompletedMove { id: last.id, side: last.side, by, is_new: true })
    }

    /// The last move of this side is completed by its press, unless it was pressed for already. `stands` is whether the
    /// board shows it now.
    pub(super) fn complete_by_press(
        &mut self,
        side: Color,
        press: TimedPress,
        stands: StandsAtPress,
    ) -> Option<CompletedMove> {
        let last = self.made.iter_mut().rfind(|made| made.side == side);
        let made = last.filter(|made| made.pressed.is_none())?;
        made.stood = stands == StandsAtPress::Yes;
        let is_new = !std::mem::replace(&mut made.is_counted, true);
        made.pressed = Some(press);
        self.taken_back.clear();
        let by = match made.completed {
            Some(CompletedBy::EndsGame) => CompletedBy::EndsGame,
            _ => CompletedBy::Press,
        };
        made.completed = Some(by);
        Some(CompletedMove { id: made.id, side, by, is_new })
    }

    /// The last move was pressed for before it was told. Where an illegal move is told in its place, it is so sure.
    pub(super) fn complete_last(
        &mut self,
        press: TimedPress,
        instead: Option<Certainty>,
    ) -> Option<MoveId> {
        let made = self.made.last_mut()?;
        made.pressed = Some(press);
        made.completed = Some(CompletedBy::Press);
        made.is_counted = true;
        made.instead = instead.unwrap_or(made.instead);
        Some(made.id)
    }

    /// Takes the press for a move of this side that was taken back, and for which this one is told.
    pub(super) fn take_earlier_press(
        &mut self,
        side: Color,
        mv: &LineMove,
    ) -> Option<EarlierPress> {
        let fits = |made: &MadeMove| made.side == side && made.was_pressed_for(mv);
        let fitting = (0..self.taken_back.len()).filter(|index| fits(&self.taken_back[*index]));
        let first = fitting.min_by_key(|index| self.taken_back[*index].pressed_at())?;
        let made = self.taken_back.swap_remove(first);
        // The same move may be illegal by what somebody has decided of those before it.
        let is_same = (made.mv.from(), made.mv.to()) == (mv.mv.from(), mv.mv.to());
        let is_other = !made.is_legal || mv.confidence < DECIDED || !is_same;
        Some(EarlierPress { press: made.pressed, instead: is_other.then_some(made.instead) })
    }

    /// Takes a press for the side's last move anew. Answers whether it does: where that move was taken to be pressed for
    /// before the opponent had pressed for the move that it answers, that press was for an earlier one, and this one is
    /// for it. So it may be where that came before the move had landed.
    pub(super) fn renew_earlier_press(&mut self, side: Color, press: TimedPress) -> bool {
        let Some(last) = self.made.iter().rposition(|made| made.side == side) else {
            return false;
        };
        let pressed = |index: usize| self.made[index].pressed_at();
        let answered = last.checked_sub(1).and_then(pressed);
        let is_due = answered.is_some_and(|answered| Some(answered) >= pressed(last))
            || self.owes_press(side, press.at);
        let was_early = pressed(last).is_some_and(|pressed| pressed < self.made[last].landed);
        if is_due {
            self.made[last].pressed = Some(press);
        }
        is_due || was_early
    }
}

/// Whether the board shows a move when it is pressed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StandsAtPress {
    /// It does.
    Yes,
    /// It does not, or nobody knows.
    No,
}

/// Which move a press is for, by the times.
impl MadeMoves {
    /// Whether a hand of this side may be on its way to the clock (6.2.1): its last move has just landed, and was not
    /// pressed for, or only the one just before it was.
    fn owes_press(&self, side: Color, at: Instant) -> bool {
        let mut own = self.last_first().filter(|made| made.side == side);
        let Some(last) = own.next().filter(|last| at < last.landed + GOES_ON) else { return false };
        let before = own.next().filter(|before| last.landed < before.landed + GOES_ON);
        last.pressed.is_none() || before.is_some_and(|before| before.pressed.is_none())
    }

    /// Whether the last move of this side had just landed, and nobody has pressed for it.
    pub(super) fn has_just_landed(&self, side: Color, at: Instant) -> bool {
        let last = self.last_first().find(|made| made.side == side);
        last.is_some_and(|last| {
            last.pressed.is_none() && (last.landed..last.landed + QUICK).contains(&at)
        })
    }

    /// Whether the opponent has moved and pressed since this side's last move: no press is for that any more. One
    /// before his move had landed may have been for an earlier one. `together` is the time within which readings tell no
    /// order.
    pub(super) fn is_answered(&self, side: Color, at: Instant, together: Duration) -> bool {
        if self.owes_press(side, at) {
            return false;
        }
        let mut made = self.last_first();
        let Some(last) = made.next().filter(|last| last.side != side) else { return false };
        let Some(pressed) = last.pressed_at().filter(|pressed| *pressed < at) else {
            return false;
        };
        let (own, before) = (made.next(), made.next());
        let own_press = own.and_then(MadeMove::pressed_at);
        // He may have pressed for the move before, and made this one too early.
        let is_for_before = own_press.is_none()
            && before
                .is_some_and(|before| before.pressed.is_none() && pressed < before.landed + QUICK);
        // This side may have put its piece down after the opponent had moved already, and press for that.
        let came_later = own.is_some_and(|own| {
            own.landed >= last.landed && own_press.is_none_or(|pressed| pressed < own.landed)
        });
        // Presses alternate: after this side's for its own move the opponent's is for his, though its reading may
        // come later.
        let in_turn = own_press.is_some_and(|own| own < pressed);
        !is_for_before
            && !came_later
            && (last.landed <= pressed || in_turn && last.landed <= pressed + together)
    }
}

impl MadeMove {
    /// When it was pressed for.
    pub(super) fn pressed_at(&self) -> Option<Instant> {
        self.pressed.map(|press| press.at)
    }

    /// Whether it led where this piece was put down, and was pressed for before the piece was taken up again, but
    /// was not seen to stand: perhaps it was never made.
    fn was_released_by(&self, release: &RestedPiece) -> bool {
        let taken_up = release.rested.map(|rested| self.landed + rested);
        !self.stood && self.is_to(release) && !(taken_up.is_some() && taken_up < self.pressed_at())
    }

    fn is_to(&self, release: &RestedPiece) -> bool {
        let king_to = self.mv.castling_side().map(|castling| castling.king_to(self.side));
        let to = king_to.unwrap_or(self.mv.to());
        let is_piece = match release.from {
            Some(from) => self.mv.from() == Some(from),
            None => self.mv.promotion() == Some(release.piece.role),
        };
        self.side == release.side && is_piece && to == release.to
    }

    /// Whether its press was for this move, which is told instead: it had landed by then, or puts the piece on
    /// the square that the pawn was moved to (7.5.2).
    fn was_pressed_for(&self, mv: &LineMove) -> bool {
        let is_replaced = self.mv.role() == Role::Pawn
            && self.mv.promotion().is_none()
            && mv.mv.is_promotion()
            && (self.mv.from(), self.mv.to()) == (mv.mv.from(), mv.mv.to());
        is_replaced || self.pressed_at().is_some_and(|pressed| mv.landed <= pressed)
    }

    /// The turn in which it was made; `None` where so many moves came after it that it is not kept.
    pub(super) fn turn_before(&self) -> Option<Turn> {
        let position = self.position.clone()?;
        Some(Turn::of(position, self.deeds.clone()))
    }
}
