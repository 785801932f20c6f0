//! From the press of a clock to the account: judged when the board was read after it, passed on when its
//! move is told.

use std::sync::Arc;

use shakmaty::Color;

use super::Reconstruct;
use super::hearing::Watch;
use super::presses::{Heard, Judged, PendingPress};
use super::stage::Stage;
use crate::account::{Entry, Press};

impl Reconstruct {
    /// A press is passed on when the board has been read once completely after it, or the opponent's
    /// move shows what it was for.
    pub(super) fn take_press(&mut self, press: Press, watch: Watch) {
        let (now, record, side) = (self.account.now(), self.account.record(), press.side);
        let watch = match self.hearing.watch(now) {
            Watch::Seen => watch,
            Watch::Missed => Watch::Missed,
        };
        let has_sign = self.seen.as_ref().is_some_and(|seen| self.stage.sign(seen).is_some());
        self.pass_on_kept_back(!side);
        let then = self.seen.as_ref().map(|seen| Arc::new(seen.sets().for_account()));
        let pending = PendingPress::new(press, Heard { at: now, record, watch }, then);
        let passed_on = match &mut self.stage {
            Stage::Playing(game) => {
                // What stood then may not be seen any more.
                if watch == Watch::Missed && !has_sign {
                    game.end_journey(side);
                }
                if let Some(seen) = self.seen.as_ref().filter(|_| watch == Watch::Seen) {
                    game.think_of_illegal(side, now, seen);
                }
                game.keep_press(pending)
            }
            Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => Some(pending),
        };
        self.account.write_entries(passed_on.map(PendingPress::entry));
    }

    /// The board has been read once after this side's press. A press after the kings told the result
    /// stops the clock and is for no move.
    pub(super) fn judge_press(&mut self, side: Color) {
        let (now, record) = (self.account.now(), self.account.record());
        let sign = self.seen.as_ref().and_then(|seen| self.stage.sign(seen));
        let put_down = sign.map(|shown| shown.put_down);
        let (Stage::Playing(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let mut pending = game.take_press(side);
        let is_watched = pending.as_ref().is_some_and(PendingPress::is_watched);
        if let Some(pending) = pending.as_mut().filter(|_| is_watched) {
            game.think_of_illegal(side, now, seen);
            pending.show(seen.sets().for_account());
        }
        let pressed_by = pending.as_ref().map_or(record, PendingPress::record);
        let vouches = is_watched || game.is_in_step();
        if vouches && put_down.is_none_or(|put_down| pressed_by < put_down.record) {
            if let Some(mover) = game.mover_without_press() {
                self.clock.compare(side, mover);
            }
            if is_watched {
                game.charge_absent(side, pressed_by, seen);
            }
            let pressed_at = pending.as_ref().map_or(now, PendingPress::at);
            game.stand_by_press(Judged { side, pressed_at, now });
        }
        self.tell_line();
        let Some(pending) = pending else { return };
        if let Stage::Playing(game) = &self.stage {
            let (at, record) = (pending.at(), pending.record());
            let touched = game.touched_unfinished(&pending).into_iter();
            self.account.write_entries(touched.map(|what| Entry { at, record, what }));
        }
        let judged = match self.playing() {
            Some((game, scene)) => game.keep_unclear(pending, scene),
            None => Some(pending),
        };
        self.pass_on(judged);
    }

    /// The pieces have rested since a press that was not clear, or it was kept back for long enough.
    pub(super) fn look_again_at_press(&mut self, side: Color) {
        self.tell_line();
        let Some((game, scene)) = self.playing() else { return };
        let passed_on = game.pass_on_rested(side, scene);
        self.account.write_entries(passed_on);
    }

    /// Passes on this side's press that is kept back: what it was for is told, or play has gone on.
    fn pass_on_kept_back(&mut self, side: Color) {
        let Stage::Playing(game) = &mut self.stage else { return };
        let passed_on = game.pass_on_kept_back(side);
        self.account.write_entries(passed_on);
    }

    /// Passes on the presses that are kept back for a move that is told by now.
    pub(super) fn pass_on_cleared(&mut self) {
        for side in Color::ALL {
            if let Stage::Playing(game) = &self.stage
                && game.is_press_cleared(side)
            {
                self.pass_on_kept_back(side);
            }
        }
    }

    /// Passes on the press that the head of the line answers, before what was played after it is told.
    pub(super) fn pass_on_answered(&mut self) {
        let Some((game, scene)) = self.playing() else { return };
        let answered = game.take_answered_press(scene.now, scene.seen);
        self.pass_on(answered);
    }

    /// Passes on the presses that waited for a ply of which the board now shows that it is none.
    pub(super) fn pass_on_for_none(&mut self) {
        let Stage::Playing(game) = &mut self.stage else { return };
        let passed_on = game.take_presses_for_none();
        self.account.write_entries(passed_on);
    }

    /// Passes a judged press on, now or when its move is told.
    fn pass_on(&mut self, pending: Option<PendingPress>) {
        let passed_on = match &mut self.stage {
            Stage::Playing(game) => pending.and_then(|pending| game.pass_on(pending)),
            Stage::NotBegun | Stage::Over(_) | Stage::Left(_) => pending.map(PendingPress::entry),
        };
        self.account.write_entries(passed_on);
    }
}
