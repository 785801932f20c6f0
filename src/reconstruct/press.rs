//! From the press of a clock to the account: judged when the board was read after it, passed on when its
//! move is told.

use shakmaty::Color;

use super::game::PendingPress;
use super::{Reconstruct, Stage};
use crate::account::{Entry, Press, What};

impl Reconstruct {
    /// A press is passed on when the board has been read once completely after it, or the opponent's
    /// move shows what it was for.
    pub(super) fn pressed(&mut self, press: Press) {
        let pending = PendingPress { press, at: self.now, record: self.record };
        let passed_on = match &mut self.stage {
            Stage::Game(game) => game.press(pending),
            Stage::NotBegun | Stage::Over(_) => Some(pending),
        };
        self.out.extend(passed_on.map(PendingPress::entry));
    }

    /// The board has been read once after this side's press. A press after the kings told the result
    /// stops the clock and is for no move.
    pub(super) fn judge_press(&mut self, side: Color) {
        let put_down =
            self.seen.as_ref().and_then(|seen| self.sign(seen)).map(|(put_down, _)| put_down);
        let (Stage::Game(game), Some(seen)) = (&mut self.stage, &self.seen) else { return };
        let pending = game.take_press(side);
        let pressed = pending.map_or(self.record, |pending| pending.record);
        if put_down.is_none_or(|put_down| pressed < put_down.record) {
            if let Some(mover) =
                game.last_mover().filter(|_| game.in_step() && !game.head_is_pressed())
            {
                self.clock.compare(side, mover);
            }
            game.beam.charge_absent(&[side], pressed, seen);
            game.stands_by_press(side, pending.map_or(self.now, |pending| pending.at));
            game.beam.rank_at(self.now);
        }
        self.tell_line();
        self.pass_on(pending);
    }

    /// Passes a judged press on, now or when its move is told.
    pub(super) fn pass_on(&mut self, pending: Option<PendingPress>) {
        let passed_on = match &mut self.stage {
            Stage::Game(game) => pending.and_then(|pending| game.pass_on(pending)),
            Stage::NotBegun | Stage::Over(_) => pending,
        };
        self.out.extend(passed_on.map(PendingPress::entry));
    }
}

impl PendingPress {
    pub(super) fn entry(self) -> Entry {
        Entry { at: self.at, record: self.record, what: What::Press(self.press) }
    }
}
