//! What a press and the clock do to a game.

use shakmaty::{Color, Position};
use touchmove_drivers::Instant;

use super::{FollowedGame, Scene};
use crate::account::{ClockState, Entry, What};
use crate::reconstruct::held_back::{HeldBack, MIN_UNPRESSED_PLIES};
use crate::reconstruct::illegal_moves::add_illegal_of;
use crate::reconstruct::nameless_pieces::charge_absent;
use crate::reconstruct::press_purpose::PressScene;
use crate::reconstruct::presses::{Judged, PendingPress};
use crate::reconstruct::readings::Readings;

impl FollowedGame {
    /// This side has pressed: what no legal move explains may be an illegal one of its, and stands. It is asked at once, as
    /// the opponent may take at once what stands there, and when the board was read after the press.
    pub(in crate::reconstruct) fn think_of_illegal(
        &mut self,
        side: Color,
        now: Instant,
        seen: &Readings,
    ) {
        if !self.is_in_step() {
            add_illegal_of(&mut self.beam, side, now, seen);
        }
    }

    /// Keeps a press until it can be judged; hands out an earlier one of the same side.
    pub(in crate::reconstruct) fn keep_press(
        &mut self,
        pending: PendingPress,
    ) -> Option<PendingPress> {
        self.presses.keep(pending)
    }

    /// Takes this side's press that is to be judged.
    pub(in crate::reconstruct) fn take_press(&mut self, side: Color) -> Option<PendingPress> {
        self.presses.take(side)
    }

    /// Whether a press of this side is not judged yet, and the board shows the line and nothing besides.
    pub(in crate::reconstruct) fn has_press_in_step(&self, side: Color) -> bool {
        self.presses.is_waiting(side) && self.is_in_step()
    }

    /// What this side's king did before it pressed was a move.
    pub(in crate::reconstruct) fn end_journey(&mut self, side: Color) {
        self.journeys.note_press(side);
    }

    /// Who has made the last move, if all is explained and nobody has pressed for it.
    pub(in crate::reconstruct) fn mover_without_press(&self) -> Option<Color> {
        let is_pressed = self.presses.vouched() >= self.beam.len();
        self.last_mover().filter(|_| self.is_in_step() && !is_pressed)
    }

    /// The pieces of this side that were missing before record `until`, and still are, nobody holds any more.
    pub(in crate::reconstruct) fn charge_absent(
        &mut self,
        side: Color,
        until: u64,
        seen: &Readings,
    ) {
        charge_absent(&mut self.beam, &[side], until, seen);
    }

    /// The board has been read once since this side pressed: its last move stands.
    pub(in crate::reconstruct) fn stand_by_press(&mut self, judged: Judged) {
        let told = self.last_told();
        self.presses.stand_by(judged, told, &mut self.beam, &mut self.pace);
    }

    /// The press that the head of the line answers: the opponent's move landed after it.
    pub(in crate::reconstruct) fn take_answered_press(
        &mut self,
        now: Instant,
        seen: &Readings,
    ) -> Option<PendingPress> {
        let head = self.beam.head();
        let side = head.turn();
        head.mv()?;
        let pending = self.presses.take_before(side, head.evidence.to)?;
        self.charge_absent(side, pending.record(), seen);
        self.stand_by_press(Judged { side, pressed_at: pending.at(), now });
        Some(pending)
    }

    /// Whether the board shows the last move, which is this player's and not told yet, otherwise than complete
    /// after his press: a piece that it was to take away still stands, a pawn was not replaced, another piece of
    /// his moved too.
    fn is_left_unfinished(&self, pending: &PendingPress) -> bool {
        let (head, side) = (self.beam.head(), pending.side());
        let is_untold = head.turn() != side && self.beam.last_by(side) > self.last_told();
        is_untold && pending.shown().is_some_and(|shown| !shown.shows(&head.after))
    }

    /// What this side has touched when it pressed for a move that it has left unfinished. Where the opponent's move is not
    /// told yet, some of it may be his, and nothing is told.
    pub(in crate::reconstruct) fn touched_unfinished(&self, pending: &PendingPress) -> Vec<What> {
        let side = pending.side();
        match self.is_left_unfinished(pending) && self.beam.last_by(side) == self.last_told() + 1 {
            true => self.touches.lifted_by(side),
            false => Vec::new(),
        }
    }

    /// A press that was judged is passed on when the move is told that it is for; at once where the board
    /// shows that move unfinished.
    pub(in crate::reconstruct) fn pass_on(&mut self, pending: PendingPress) -> Option<Entry> {
        let ply = self.beam.last_by(pending.side());
        if self.is_left_unfinished(&pending) {
            return Some(pending.entry());
        }
        let told = self.last_told();
        self.waiting.keep(ply, told, pending.entry())
    }

    /// Keeps a judged press back where it is not clear what it was for; hands back what is passed on.
    pub(in crate::reconstruct) fn keep_unclear(
        &mut self,
        pending: PendingPress,
        Scene { seen, timing, .. }: Scene<'_>,
    ) -> Option<PendingPress> {
        let Self { beam, emitted, lost, .. } = &*self;
        let scene = PressScene { beam, emitted, seen, timing, lost };
        let Some(why) = scene.why_unclear(&pending) else {
            return Some(pending);
        };
        self.presses.keep_back(pending, why)
    }

    /// The pieces have rested since this side's press that was not clear, or it was kept back for long enough: it is passed on,
    /// at once where what rests there now is judged, whether it will be told or not.
    pub(in crate::reconstruct) fn pass_on_rested(
        &mut self,
        side: Color,
        Scene { seen, timing, now }: Scene<'_>,
    ) -> Option<Entry> {
        let kept = self.presses.take_kept_back(side)?;
        let is_at_rest = seen.last().at + timing.reading_lag < now;
        let kept = match is_at_rest {
            true => match kept.at_rest(seen.sets().for_account()) {
                Ok(pending) => return Some(pending.entry()),
                Err(kept) => kept,
            },
            false => kept,
        };
        self.pass_on(kept.give_up())
    }

    /// Passes on this side's press that is kept back: what it was for is told, or play has gone on.
    pub(in crate::reconstruct) fn pass_on_kept_back(&mut self, side: Color) -> Option<Entry> {
        let kept = self.presses.take_kept_back(side)?;
        self.pass_on(kept.give_up())
    }

    /// Whether a press of this side is kept back for a move that is told by now.
    pub(in crate::reconstruct) fn is_press_cleared(&self, side: Color) -> bool {
        self.presses.is_kept_back(side) && self.told_position().turn() != side
    }

    /// The clock shows `state`. When a time runs again, the game was not over. Whoever stops the clock stands by what the
    /// board shows: the last move needs no press.
    pub(in crate::reconstruct) fn note_clock(
        &mut self,
        state: &ClockState,
        scene: Scene<'_>,
        out: &mut Vec<What>,
    ) {
        if self.hold.is_stopped_by(state) && self.is_in_step() {
            self.presses.vouch_for(self.beam.len());
            self.settle_all(scene, out);
        }
        self.note_clock_unseen(state);
    }

    /// The same where nobody knows what the board showed then.
    pub(in crate::reconstruct) fn note_clock_unseen(&mut self, state: &ClockState) {
        let next = self.next_ply();
        self.hold.note_clock(state, next);
    }

    /// Nobody presses a clock that is not there. Where it stood before, the game may be over: that is still asked.
    pub(in crate::reconstruct) fn lose_clock(&mut self) {
        if !self.hold.stands() {
            self.hold.lose_clock();
            self.pace.forget_presses();
        }
    }

    /// The Laws have ended the game: nobody need be asked, and what nobody has begun is no part of it.
    pub(in crate::reconstruct) fn mark_ended(&mut self, out: &mut Vec<What>) {
        self.hold.end_before(self.next_ply());
        self.questions.withdraw_game_over(out);
    }

    /// The Laws let the game go on.
    pub(in crate::reconstruct) fn mark_reopened(&mut self) {
        self.hold.reopen();
    }

    /// Somebody decided that the game is not over.
    pub(in crate::reconstruct) fn go_on(&mut self) {
        self.hold = HeldBack::NONE;
        self.pace.forget_presses();
    }

    /// The ply that nobody has begun.
    fn next_ply(&self) -> u32 {
        let begun = if self.is_in_step() {
            self.beam.len()
        } else {
            // A line that already explains all may still have to prove itself the best.
            let all = self.beam.all().iter();
            let complete = all.filter(|one| self.beam.unexplained_by(one).is_empty());
            let longest = complete.map(|one| self.beam.ply(one.head).number).max();
            longest.unwrap_or(0).max(self.beam.len() + 1)
        };
        begun + 1
    }

    /// Whether play goes on without presses where they were usual.
    pub(super) fn is_unpressed(&self) -> bool {
        self.hold.runs()
            && self.pace.presses_are_usual()
            && self.beam.len().saturating_sub(self.presses.vouched()) >= MIN_UNPRESSED_PLIES
    }
}
