//! The moves by which a hypothesis goes on when readings change.

use shakmaty::{Bitboard, Chess, Move, Position};
use touchmove_drivers::Instant;

use super::beam::{Beam, Hypothesis, Way};
use super::plies::{Ply, PlyId, Step, Turn};
use super::position;
use super::seen::Seen;
use super::weights::Cost;
use crate::account::{Evidence, Sight, differing, position_after};

/// So many hypotheses, the best ones, are looked at for a change of mind and for what was never seen.
pub(super) const LOOKED_AT: usize = 12;

impl Beam {
    /// Adds the legal moves from hypothesis number `index` of which every man has arrived, one of them
    /// on a square of `squares`. Men that have not left yet, and a victim that still stands, follow.
    pub(super) fn reply(&mut self, index: usize, squares: Bitboard, seen: &Seen) {
        let one = self.all[index];
        let ply = self.plies.get(one.head);
        let shown = seen.shown();
        let arrived = one.mismatch & squares & shown.men_of(ply.turn());
        if arrived.any() {
            let before = ply.after.clone();
            for square in arrived {
                for man in shown.man(square).into_iter().chain(shown.other_man(square)) {
                    for &mv in &position::replies_to(&before, square, man) {
                        self.try_reply(one.head, one.cost, &before, mv, seen);
                    }
                }
            }
        }
        if shown.unnamed().any() {
            self.reply_unnamed(index, seen);
        }
    }

    /// The move before was another one: the same player's man goes on, or comes after all, or the piece
    /// is exchanged, and less is left unexplained so.
    pub(super) fn change_mind(&mut self, old: usize, changed: Bitboard, seen: &Seen) {
        let (shown, now) = (seen.shown(), seen.last().at);
        for index in 0..old.min(LOOKED_AT) {
            let one = self.all[index];
            let ply = self.plies.get(one.head);
            let (Step::Move(_), Some(parent)) = (ply.step, ply.parent) else { continue };
            // A scan may meet where the man has come before where it stood.
            let lately = (one.mismatch & shown.men_of(!ply.turn())).into_iter();
            let lately = lately.filter(|at| now < seen.change(*at).at + self.weights.scan);
            let arrived = lately.fold(changed, |all, at| all | Bitboard::from(at));
            let arrived = one.mismatch & arrived & shown.men_of(!ply.turn());
            let before = self.plies.get(parent).after.clone();
            for square in arrived {
                let Some(man) = shown.man(square) else { continue };
                for &mv in &position::replies_to(&before, square, man) {
                    let left = shown.mismatch(position_after(&before, mv).board());
                    if left.count() < one.mismatch.count() {
                        let cost = self.cost_instead(&one, left, &before, seen);
                        self.try_reply(parent, cost, &before, mv, seen);
                    }
                }
            }
        }
    }

    /// What the line has paid when its last move, made from `before`, gives way to another one that leaves `left`
    /// unexplained: more if the opponent has begun to answer. A man that it takes is none of his answers.
    pub(super) fn cost_instead(
        &self,
        one: &Hypothesis,
        left: Bitboard,
        before: &Chess,
        seen: &Seen,
    ) -> Cost {
        let answers = before.them() | seen.shown().men_of(!before.turn());
        let weight = match (one.mismatch & left & answers).any() {
            true => self.weights.changed_answered,
            false => self.weights.changed_mind,
        };
        one.cost.plus(weight).minus(self.weights.a_move)
    }

    /// The board shows a position that stood before in the best line.
    pub(super) fn take_back(&mut self, seen: &Seen) {
        let best = self.best();
        if best.mismatch.is_empty() {
            return;
        }
        let mut cost = match best.way {
            Way::On => best.cost.plus(self.weights.take_back),
            Way::Back => best.cost,
        };
        let mut found = Vec::new();
        for (id, ply) in self.plies.back_from(best.head).skip(1).take(super::beam::LOOKBACK) {
            cost = cost.plus(self.weights.take_back_ply);
            if (seen.shown().mismatch(ply.after.board()) & !self.numb).is_empty() {
                found.push((id, cost));
            }
        }
        for (id, cost) in found {
            self.add(id, cost, Way::Back, seen);
        }
    }

    /// Adds the hypothesis that goes on from `parent` by `mv`, if all men of the move have arrived.
    pub(super) fn try_reply(
        &mut self,
        parent: PlyId,
        paid: Cost,
        before: &Chess,
        mv: Move,
        seen: &Seen,
    ) {
        let shown = seen.shown();
        let after = position_after(before, mv);
        let arrivals = position::arrivals(before, &after);
        let left = shown.mismatch(after.board());
        if (arrivals & left).any() || self.is_pressed_between(parent, before, mv, seen) {
            return;
        }
        let Some(unnamed) = self.price_unnamed(parent, mv, before, arrivals, seen) else { return };
        let cost = paid.plus(self.price(parent, mv, seen)).plus(unnamed);
        let number = self.plies.get(parent).number + 1;
        if self.has_room(cost) && !self.is_known(number, &after, left, cost) {
            let ply = self.ply(parent, before, after, mv, Sight::Seen, seen);
            self.go_on(ply, cost, seen);
        }
    }

    /// Whether the player pressed for the rook's move, and only then moved the king.
    pub(super) fn is_pressed_between(
        &self,
        parent: PlyId,
        before: &Chess,
        mv: Move,
        seen: &Seen,
    ) -> bool {
        let Move::Castle { king, rook } = mv else { return false };
        let turn = before.turn();
        let goal = shakmaty::CastlingSide::from_queen_side(rook < king).rook_to(turn);
        let Some(pressed) = self.pressed[turn as usize] else { return false };
        self.plies.get(parent).landed < pressed
            && goal != rook
            && seen.change(goal).at < pressed
            && seen.change(king).at > pressed + self.weights.scan
    }

    /// A ply with the records that show it so far.
    pub(super) fn ply(
        &self,
        parent: PlyId,
        before: &Chess,
        after: Chess,
        mv: Move,
        sight: Sight,
        seen: &Seen,
    ) -> Ply {
        let changed = differing(before.board(), after.board());
        let fits = changed & !seen.shown().mismatch(after.board());
        let mut evidence = Evidence { from: u64::MAX, to: 0 };
        let mut landed = Instant::ZERO;
        for change in fits.into_iter().map(|square| seen.change(square)) {
            evidence.from = evidence.from.min(change.record);
            evidence.to = evidence.to.max(change.record);
            landed = landed.max(change.at);
        }
        if fits.is_empty() {
            let last = seen.last();
            (evidence, landed) = (Evidence { from: last.record, to: last.record }, last.at);
        }
        let last = self.plies.get(parent);
        // What nobody saw happen did not happen before the same player's last move.
        let own = last.parent.map_or(Instant::ZERO, |own| self.plies.get(own).landed);
        if sight != Sight::Seen && landed < own {
            (evidence, landed) = (last.evidence, last.landed);
        }
        let number = last.number + 1;
        Ply {
            parent: Some(parent),
            step: Step::Move(mv),
            after,
            number,
            sight,
            turn: Turn::Own,
            evidence,
            lifted: self.lifted(mv, seen),
            landed,
        }
    }
}
