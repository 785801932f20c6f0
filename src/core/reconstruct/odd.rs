//! What only quiet, or a press, allows to think of: illegal moves that stand, and play from another position.

use std::time::Duration;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::beam::{Beam, Hypothesis};
use super::plies::{Ply, PlyId, Step, Turn};
use super::seen::Seen;
use super::weights::Cost;
use super::{kings, position};
use crate::account::{Evidence, PositionWhy, Sight, position_after};

/// So many hypotheses, the best ones, are asked.
pub(super) const ASKED: usize = 8;

/// With fewer squares unexplained a man is in the hand, or an update was lost.
pub(super) const LEAST_UNEXPLAINED: usize = 3;

impl Beam {
    /// Adds the illegal moves that the board shows complete and at rest for `rest` now.
    pub(super) fn add_illegal(&mut self, rest: Duration, seen: &Seen) {
        for index in 0..self.all.len().min(ASKED) {
            let one = self.all[index];
            if (one.mismatch & !self.numb).count() >= 2 {
                self.illegal_from(one, rest, seen);
                if rest.is_zero() {
                    self.illegal_instead(one, rest, seen);
                }
            }
        }
    }

    /// Adds the illegal moves of this side, which has pressed, that the board shows complete.
    pub(super) fn add_illegal_of(&mut self, side: Color, now: Instant, seen: &Seen) {
        let old = self.all.len();
        for index in 0..self.all.len().min(ASKED) {
            let one = self.all[index];
            if (one.mismatch & !self.numb).count() < 2 {
                continue;
            }
            match self.plies.get(one.head).turn() == side {
                true => self.illegal_from(one, Duration::ZERO, seen),
                false => self.illegal_instead(one, Duration::ZERO, seen),
            }
        }
        if self.all.len() > old {
            self.reply_on(old, seen);
            self.rank(seen);
            self.rank_at(now);
        }
    }

    /// Adds castling of which only the king, or only the rook, was seen to arrive.
    pub(super) fn add_half_castling(&mut self, seen: &Seen) {
        for index in 0..self.all.len().min(ASKED) {
            let one = self.all[index];
            let before = self.plies.get(one.head).after.clone();
            if (one.mismatch & before.us() & before.board().kings()).is_empty() {
                continue;
            }
            for mv in position::castlings(&before) {
                let after = position_after(&before, mv);
                let left = seen.shown().mismatch(after.board());
                let half = position::arrivals(&before, &after) & left;
                let cost = one.cost.plus(self.weights.a_move).plus(self.weights.unseen);
                if half.count() == 1 && left.count() < one.mismatch.count() && self.has_room(cost) {
                    let ply = self.ply(one.head, &before, after, mv, Sight::Seen, seen);
                    self.go_on(ply, cost, seen);
                }
            }
        }
    }

    /// The same instead of the last move: its man has gone on.
    fn illegal_instead(&mut self, one: Hypothesis, rest: Duration, seen: &Seen) {
        let ply = self.plies.get(one.head);
        let (Some(_), Some(parent)) = (ply.mv(), ply.parent) else { return };
        let before = &self.plies.get(parent).after;
        if self.pressed[!ply.turn() as usize].is_some_and(|pressed| ply.landed < pressed) {
            return;
        }
        let mismatch = seen.shown().mismatch(before.board());
        let cost = self.cost_instead(&one, one.mismatch, before, seen);
        self.illegal_from(Hypothesis { head: parent, mismatch, cost, ..one }, rest, seen);
    }

    fn illegal_from(&mut self, one: Hypothesis, rest: Duration, seen: &Seen) {
        let before = self.plies.get(one.head).after.clone();
        let shown = seen.shown();
        let rested = |square: Square| seen.last().at.since(seen.change(square).at) >= rest;
        let board = before.board();
        let gone: Bitboard = one.mismatch & before.us();
        let came = one.mismatch & (shown.men_of(before.turn()) | shown.unnamed());
        for to in came.into_iter().filter(|&to| rested(to)) {
            for from in gone.into_iter().filter(|&from| from != to && rested(from)) {
                let fits = match shown.man(to) {
                    Some(man) => board.piece_at(from) == Some(man),
                    None => !shown.occupied().contains(from),
                };
                if fits && let Some(mv) = position::relocation(&before, from, to) {
                    self.try_illegal(one, &before, mv, seen);
                }
            }
        }
        for side in CastlingSide::ALL {
            if gone.count() >= 2
                && let Some(mv) = position::any_castling(&before, side)
            {
                self.try_illegal(one, &before, mv, seen);
            }
        }
    }

    fn try_illegal(&mut self, one: Hypothesis, before: &Chess, mv: Move, seen: &Seen) {
        let after = position_after(before, mv);
        let left = seen.shown().mismatch(after.board());
        if left.count() + 2 > one.mismatch.count() || position::is_as_legal(before, mv) {
            return;
        }
        let cost = one.cost.plus(self.weights.a_move).plus(self.cost_of_illegal(before, mv));
        if self.has_room(cost) {
            let ply = self.ply(one.head, before, after, mv, Sight::Seen, seen);
            self.go_on(ply, cost, seen);
        }
    }

    /// What an illegal move costs beside the move.
    pub(super) fn cost_of_illegal(&self, before: &Chess, mv: Move) -> Cost {
        let kind = match mv {
            Move::Castle { .. } => self.weights.king_left,
            Move::Normal { role: Role::Pawn, to, .. }
                if Bitboard::BACKRANKS.contains(to) && position::is_push_or_capture(before, mv) =>
            {
                self.weights.king_left
            }
            Move::Normal { role: Role::King, to, .. } if kings::CENTRE.contains(to) => {
                self.weights.against_its_kind.plus(self.weights.king_left)
            }
            _ if position::is_of_its_kind(before, mv) => self.weights.king_left,
            _ => self.weights.against_its_kind,
        };
        let takes_own = mv.is_capture() && before.us().contains(mv.to());
        if takes_own { kind.plus(self.weights.takes_own) } else { kind }
    }

    /// Adds the moves by the side that hasn't the move, or with its men. Whose turn it is then, the next
    /// move tells.
    pub(super) fn add_out_of_turn(&mut self, seen: &Seen) {
        for index in 0..self.all.len().min(ASKED) {
            let one = self.all[index];
            let felt = one.mismatch & !self.numb;
            let (2, Some(before)) =
                (felt.count(), position::passed(&self.plies.get(one.head).after))
            else {
                continue;
            };
            let shown = seen.shown();
            let (came, gone) = (felt & shown.men_of(before.turn()), felt & before.us());
            let (Some(to), Some(from)) = (came.single_square(), (gone & !came).single_square())
            else {
                continue;
            };
            let last = self.plies.get(one.head);
            let landed = seen.change(to).record > last.evidence.to
                && last.mv().is_none_or(|mv| mv.to() != from);
            if !landed || shown.man(to) != before.board().piece_at(from) {
                continue;
            }
            let Some(mv) = position::relocation(&before, from, to) else { continue };
            let after = position_after(&before, mv);
            let cost = one.cost.plus(self.weights.a_move).plus(self.weights.out_of_turn);
            let passed = position::passed(&after).map(|passed| (passed, self.weights.a_move));
            for (after, doubt) in [Some((after, Cost::NONE)), passed].into_iter().flatten() {
                if self.has_room(cost) && shown.mismatch(after.board()).is_empty() {
                    let ply = self.ply(one.head, &before, after, mv, Sight::Seen, seen);
                    self.go_on(Ply { turn: Turn::Others, ..ply }, cost.plus(doubt), seen);
                }
            }
        }
    }

    /// Play may go on from what the board shows after `base`, whoever is to move.
    pub(super) fn add_position(
        &mut self,
        base: PlyId,
        likely: Option<Color>,
        why: PositionWhy,
        seen: &Seen,
    ) {
        self.add_placed(base, likely, why, self.weights.new_position, seen);
    }

    /// The same where two men stand on each other's squares, which no move brings about.
    pub(super) fn add_exchanged(&mut self, base: PlyId, likely: Option<Color>, seen: &Seen) {
        let wrong = seen.shown().mismatch(self.plies.get(base).after.board()) & !self.numb;
        let expected = self.plies.get(base).after.board();
        let mut squares = wrong.into_iter();
        let (Some(one), Some(other), None) = (squares.next(), squares.next(), squares.next())
        else {
            return;
        };
        let shown = seen.shown();
        if expected.piece_at(one).is_some()
            && expected.piece_at(other).is_some()
            && expected.piece_at(one) == shown.man(other)
            && expected.piece_at(other) == shown.man(one)
        {
            self.add_placed(base, likely, PositionWhy::Displaced, self.weights.take_back, seen);
        }
    }

    fn add_placed(
        &mut self,
        base: PlyId,
        likely: Option<Color>,
        why: PositionWhy,
        weight: Cost,
        seen: &Seen,
    ) {
        if !position::is_start_like(seen.shown()) {
            return;
        }
        let cost = self.best().cost.plus(weight);
        let like = self.plies.get(base).after.clone();
        let likely = likely.unwrap_or(like.turn());
        for (turn, doubt) in [(likely, Cost::NONE), (!likely, self.weights.a_move)] {
            let Some(after) = position::standing(seen.shown().men(), turn, &like) else { continue };
            let ply = self.position(base, after, why, seen);
            self.go_on(ply, cost.plus(doubt), seen);
        }
    }

    fn position(&self, parent: PlyId, after: Chess, why: PositionWhy, seen: &Seen) -> Ply {
        let last = seen.last();
        let number = self.plies.get(parent).number;
        Ply {
            parent: Some(parent),
            step: Step::Position(why),
            after,
            number,
            sight: Sight::Seen,
            turn: Turn::Own,
            evidence: Evidence { from: last.record, to: last.record },
            lifted: None,
            landed: last.at,
        }
    }
}
