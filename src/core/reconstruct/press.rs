//! From the press of a clock to the account: judged when the board was read after it, passed on when its
//! move is told.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::Instant;

use super::game::Game;
use super::memory::Told;
use super::odd::add_illegal_of;
use super::plies::Ply;
use super::seen::Seen;
use super::silence::Watch;
use super::unnamed::charge_absent;
use super::weights::{Cost, Weights};
use super::{Reconstruct, Stage};
use crate::account::{Entry, Press, Shown, What};

/// A press that is judged when the board has been read once completely after it.
#[derive(Clone, Debug)]
pub(super) struct PendingPress {
    pub(super) press: Press,
    pub(super) at: Instant,
    pub(super) record: u64,
    /// Whether the board was heard when he did, and until it had been read.
    pub(super) watch: Watch,
    /// Since when the board is read.
    pub(super) read_from: Instant,
    /// What the board showed when he did.
    pub(super) then: Option<Arc<Shown>>,
}

/// Who replied so long ago replied to the move itself: a press that comes now is for another one.
pub(super) const ANSWERED: Duration = Duration::from_millis(500);

impl Reconstruct {
    /// A press is passed on when the board has been read once completely after it, or the opponent's
    /// move shows what it was for.
    pub(super) fn pressed(&mut self, press: Press, watch: Watch) {
        let is_disturbed = self.hearing.is_disturbed(self.now);
        let is_heard = self.told == Told::Now && !self.hearing.is_silent() && !is_disturbed;
        let watch = if is_heard { watch } else { Watch::Missed };
        let has_sign = self.seen.as_ref().is_some_and(|seen| self.sign(seen).is_some());
        self.pass_on_unclear(!press.side);
        let (at, record, read_from) = (self.now, self.record, self.now);
        let then = self.seen.as_ref().map(|seen| Arc::new(seen.shown().told()));
        let pending = PendingPress { press, at, record, watch, read_from, then };
        let passed_on = match &mut self.stage {
            Stage::Game(game) => {
                // What stood then may not be seen any more.
                if watch == Watch::Missed && !has_sign {
                    game.journeys.pressed(pending.press.side);
                }
                if let Some(seen) = self.seen.as_ref().filter(|_| watch == Watch::Seen) {
                    game.think_of_illegal(pending.press.side, self.now, seen);
                }
                game.press(pending)
            }
            Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => Some(pending),
        };
        self.out.extend(passed_on.map(PendingPress::entry));
    }

    /// The board has been read once after this side's press. A press after the kings told the result
    /// stops the clock and is for no move.
    pub(super) fn judge_press(&mut self, side: Color) {
        let put_down =
            self.seen.as_ref().and_then(|seen| self.sign(seen)).map(|(put_down, _)| put_down);
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let mut pending = game.take_press(side);
        let is_watched = pending.as_ref().is_some_and(|pending| pending.watch == Watch::Seen);
        if let Some(pending) = pending.as_mut().filter(|_| is_watched) {
            game.think_of_illegal(side, self.now, seen);
            pending.press.shown = Some(Arc::new(seen.shown().told()));
        }
        let pressed = pending.as_ref().map_or(self.record, |pending| pending.record);
        let vouches = is_watched || game.in_step();
        if vouches && put_down.is_none_or(|put_down| pressed < put_down.record) {
            if let Some(mover) =
                game.last_mover().filter(|_| game.in_step() && !game.head_is_pressed())
            {
                self.clock.compare(side, mover);
            }
            if is_watched {
                charge_absent(&mut game.beam, &[side], pressed, seen);
            }
            let pressed = pending.as_ref().map_or(self.now, |pending| pending.at);
            game.stands_by_press(side, pressed, self.now);
        }
        self.tell_line();
        if let (Stage::Game(game), Some(pending)) = (&self.stage, &pending)
            && game.is_left_unfinished(&pending.press)
            && game.last_by(side) == game.last_told() + 1
        {
            // Where the opponent's move is not told yet, some of them may be his.
            let (at, record) = (pending.at, pending.record);
            let touched = game.touches.off(side).into_iter();
            self.out.extend(touched.map(|what| Entry { at, record, what }));
        }
        let pending = pending.and_then(|pending| self.keep_unclear(pending));
        self.pass_on(pending);
    }

    /// Passes on the press that the head of the line answers, before what was played after it is told.
    pub(super) fn pass_on_answered(&mut self) {
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let answered = game.answered_press(self.now, seen);
        self.pass_on(answered);
    }

    /// Passes on the presses that waited for a ply of which the board now shows that it is none: what was put
    /// there stands as before.
    pub(super) fn presses_for_none(&mut self) {
        let Stage::Game(game) = &mut self.stage else { return };
        if game.in_step() {
            self.out.extend(game.late_presses_after(game.len()));
        }
    }

    /// Passes a judged press on, now or when its move is told.
    pub(super) fn pass_on(&mut self, pending: Option<PendingPress>) {
        let passed_on = match &mut self.stage {
            Stage::Game(game) => pending.and_then(|pending| game.pass_on(pending)),
            Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => pending.map(PendingPress::entry),
        };
        self.out.extend(passed_on);
    }
}

impl PendingPress {
    pub(super) fn entry(self) -> Entry {
        Entry { at: self.at, record: self.record, what: What::Press(self.press) }
    }
}

impl Game {
    /// This side has pressed: what no legal move explains may be an illegal one of its, and stands. It is asked at once, as
    /// the opponent may take at once what stands there, and when the board was read after the press.
    fn think_of_illegal(&mut self, side: Color, now: Instant, seen: &Seen) {
        if !self.in_step() {
            add_illegal_of(&mut self.beam, side, now, seen);
        }
    }

    /// Keeps a press until it can be judged; hands out an earlier one of the same side.
    pub(super) fn press(&mut self, pending: PendingPress) -> Option<PendingPress> {
        self.pressed[pending.press.side as usize].replace(pending)
    }

    /// The board has been read once by `now` since this side pressed: its last move stands, and lines in which
    /// it has made none since its last press pay for it.
    pub(super) fn stands_by_press(&mut self, side: Color, pressed_at: Instant, now: Instant) {
        let since = self.beam.note_press(side, pressed_at);
        self.pressed_before[side as usize] = since;
        let Weights { press_alone, unpressed, .. } = *self.beam.weights();
        let unpressed = if self.pace.presses_are_certain() { unpressed } else { Cost::NONE };
        let told = self.last_told();
        self.beam.charge(|plies, one| {
            let since_then =
                plies.back_from(one.head).take_while(|(_, ply)| Some(ply.landed) > since);
            let made = Made::of(side, pressed_at, told, since_then.map(|(_, ply)| ply));
            let alone = if made.unanswered == 0 { press_alone } else { Cost::NONE };
            let in_time = made.in_time.saturating_sub(1) + made.forgotten;
            alone.plus(unpressed.times(in_time.min(2)))
        });
        // The best by now, not the best when the readings last changed: that one may lack the move.
        self.beam.rank_at(now);
        let number = self.last_by(side);
        if number > self.vouched {
            self.pace.pressed(number - self.vouched);
            self.vouched = number;
        }
        self.told_vouched = self.told_vouched.max(self.vouched.min(self.last_told()));
    }

    /// The press that the head of the line answers: the opponent's move landed after it.
    fn answered_press(&mut self, now: Instant, seen: &Seen) -> Option<PendingPress> {
        let head = self.beam.head();
        let side = head.turn();
        head.mv()?;
        let landed = head.evidence.to;
        let pending = self.take_press(side)?;
        if pending.record >= landed {
            self.pressed[side as usize] = Some(pending);
            return None;
        }
        charge_absent(&mut self.beam, &[side], pending.record, seen);
        self.stands_by_press(side, pending.at, now);
        Some(pending)
    }

    /// Whether the board shows the last move, which is this player's and not told yet, otherwise than complete
    /// after his press: a man that it was to take away still stands, a pawn was not replaced, another man of
    /// his moved too.
    fn is_left_unfinished(&self, press: &Press) -> bool {
        let head = self.beam.head();
        let is_untold = head.turn() != press.side && self.last_by(press.side) > self.last_told();
        is_untold && press.shown.as_deref().is_some_and(|shown| !shown.shows(&head.after))
    }

    /// Takes this side's pending press.
    pub(super) fn take_press(&mut self, side: Color) -> Option<PendingPress> {
        self.pressed[side as usize].take()
    }

    /// A press that was judged is passed on when the move is told that it is for; at once where the board
    /// shows that move unfinished.
    pub(super) fn pass_on(&mut self, pending: PendingPress) -> Option<Entry> {
        let number = self.last_by(pending.press.side);
        if self.is_left_unfinished(&pending.press) {
            return Some(pending.entry());
        }
        self.after_ply(number, pending.entry())
    }

    /// Whether the last move of the best line was pressed for.
    pub(super) fn head_is_pressed(&self) -> bool {
        self.vouched >= self.len()
    }
}

/// How many moves of a line a player has made since he pressed last.
#[derive(Default)]
struct Made {
    /// Those for which this press may be.
    unanswered: u32,
    /// Of these, those that had landed by then.
    in_time: u32,
    /// Those that his opponent had answered before, and that are not told.
    forgotten: u32,
}

impl Made {
    /// Of these plies, the last first.
    fn of<'a>(
        side: Color,
        pressed_at: Instant,
        told: u32,
        plies: impl Iterator<Item = &'a Ply>,
    ) -> Self {
        let mut made = Self::default();
        let mut answered: Option<Instant> = None;
        for ply in plies.filter(|ply| ply.mv().is_some()) {
            if ply.turn() == side {
                answered = Some(ply.landed);
            } else if answered.is_some_and(|at| at + ANSWERED < pressed_at) {
                made.forgotten += u32::from(ply.number > told);
            } else {
                made.unanswered += 1;
                made.in_time += u32::from(ply.landed < pressed_at);
            }
        }
        made
    }
}
