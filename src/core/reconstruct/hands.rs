//! Whose hand has touched a man, and what that says of the line.

use shakmaty::{Color, Position, Square};
use touchmove_drivers::Instant;

use super::game::{Game, REST_OF_ODD};
use super::kings;
use super::memory::UNSURE;
use super::plies::Ply;
use super::press::ANSWERED;
use super::seen::Seen;
use super::timing::Timing;
use crate::account::What;

impl Game {
    /// The reading of `square` has changed: what that says of the men that hands have touched, and after which
    /// ply of the line they did so.
    pub(super) fn touched(
        &mut self,
        square: Square,
        seen: &Seen,
        timing: &Timing,
    ) -> Option<(u32, Vec<What>)> {
        let ply = self.len();
        let head = self.beam.head();
        let line = (head.after.board(), ply, self.hand_at(square, seen));
        let (lifted_after, mut touched) = self.touches.changed(square, seen, line, timing)?;
        // Both have moved meanwhile: it was in nobody's hand.
        if self.last_told() >= lifted_after + 2 {
            touched.iter_mut().for_each(doubt);
        }
        (!self.has_moved_on(square, lifted_after)).then_some((lifted_after, touched))
    }

    /// Whose hand has changed this square: that of the player on move, but for a man of the other's that has hardly come there.
    fn hand_at(&self, square: Square, seen: &Seen) -> Color {
        let at = seen.change(square).at;
        let line = self.beam.plies().back_from(self.beam.best().head).map(|(_, ply)| ply);
        let came = |ply: &&Ply| ply.mv().is_some_and(|mv| mv.to() == square);
        let came = line.take(3).find(came).filter(|ply| at < ply.landed + ANSWERED);
        came.map_or(self.beam.head().turn(), |ply| !ply.turn())
    }

    /// Whether the man that was lifted here after that ply has moved, and was answered: what comes now is another.
    fn has_moved_on(&self, square: Square, lifted_after: u32) -> bool {
        let line = self.beam.plies().back_from(self.beam.best().head).map(|(_, ply)| ply);
        let mut answered = line.skip(1).take_while(|ply| ply.number > lifted_after);
        answered.any(|ply| ply.mv().is_some_and(|mv| mv.from() == Some(square)))
    }

    /// The reading of `square` has changed, after the board had rested since `rested`: if the opponent has
    /// touched a man of his, what he answers stands (4.7 with 4.2: he would not touch it before).
    pub(super) fn touched_by_opponent(
        &mut self,
        square: Square,
        now: Instant,
        rested: Instant,
        timing: &Timing,
        seen: &Seen,
        out: &mut Vec<What>,
    ) {
        let head = self.beam.head();
        let own = head.after.us().contains(square);
        let lifted = !seen.reading(square).is_occupied();
        let rest = timing.at_least(now.since(rested));
        if own
            && lifted
            && self.in_step()
            && rest > timing.reading_lag + REST_OF_ODD
            && !self.may_become_castling(head)
            && !self.waits_for_answer(head)
            && !kings::may_become_sign(head)
            && self.is_legal(head)
            && self.hold.from().is_none()
            && !(self.hold.runs() && self.pace.presses_are_usual())
        {
            let line = self.line();
            self.settle(&line, line.ahead.len(), now, seen, out);
        }
    }
}

fn doubt(touched: &mut What) {
    if let What::Touch(touch) = touched {
        touch.noise = touch.noise.max(UNSURE);
    }
}
