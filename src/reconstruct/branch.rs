//! The moves by which a hypothesis goes on when readings change.

use std::time::Duration;

use shakmaty::{Bitboard, Chess, Move, Position, Role};

use touchmove_drivers::Instant;

use super::beam::{Beam, Way};
use super::plies::{Ply, PlyId, Step, Turn};
use super::seen::Seen;
use super::shown::differing;
use super::weights::Cost;
use super::{likely, position};
use crate::account::{Evidence, Sight};

/// So many hypotheses, the best ones, are looked at for what was never seen.
const LOOKED_AT: usize = 12;

/// A reply may begin so long before the move that it answers, when both players move at once.
const OVERLAP: Duration = Duration::from_millis(200);

/// So many men may have been taken on one square between two that were seen there.
const MOST_EXCHANGED: u8 = 3;

/// A move of which a man was not seen where it went.
struct Unseen {
    parent: PlyId,
    paid: Cost,
    mv: Move,
    before: Chess,
}

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
        let shown = seen.shown();
        for index in 0..old.min(LOOKED_AT) {
            let one = self.all[index];
            let ply = self.plies.get(one.head);
            let (Step::Move(_), Some(parent)) = (ply.step, ply.parent) else { continue };
            let mover = !ply.turn();
            let arrived = one.mismatch & changed & shown.men_of(mover);
            let before = self.plies.get(parent).after.clone();
            let answered = (one.mismatch & (before.them() | shown.men_of(!mover))).any();
            let weight =
                if answered { self.weights.changed_answered } else { self.weights.changed_mind };
            let cost = one.cost.plus(weight).minus(self.weights.a_move);
            for square in arrived {
                let Some(man) = shown.man(square) else { continue };
                for &mv in &position::replies_to(&before, square, man) {
                    let left = shown.mismatch(position::after(&before, mv).board());
                    if left.count() < one.mismatch.count() {
                        self.try_reply(parent, cost, &before, mv, seen);
                    }
                }
            }
        }
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

    /// A move of which a man was never seen where it went, followed by one that is seen: both players
    /// at once, a pawn that stands for a piece, an update that was lost.
    pub(super) fn go_on_unseen(&mut self, old: usize, changed: Bitboard, seen: &Seen) {
        let clean = self.all.iter().map(|one| (one.cost, one.mismatch)).min_by_key(|one| one.0);
        if clean.is_none_or(|(_, mismatch)| (mismatch & !self.numb).is_empty()) {
            return;
        }
        for index in 0..old.min(LOOKED_AT) {
            self.unseen_from(index, changed, seen);
        }
    }

    fn unseen_from(&mut self, index: usize, changed: Bitboard, seen: &Seen) {
        let one = self.all[index];
        let position = self.plies.get(one.head).after.clone();
        let shown = seen.shown();
        let gone = one.mismatch & !shown.occupied();
        let (ours, theirs) = (gone & position.us(), gone & position.them());
        let landed = one.mismatch & changed & shown.men_of(!position.turn());
        let both_gone = ours.any() && theirs.any() && (one.mismatch & changed).any();
        let replaced = one.mismatch & position.us();
        let pawn_stands = stands_for(&position, one.mismatch, seen);
        if replaced.is_empty() || landed.is_empty() && !both_gone && !pawn_stands {
            return;
        }
        // What is seen of the next move: a man of the opponent's that came, or one that took.
        let came = (one.mismatch & shown.men_of(!position.turn())).any() || pawn_stands;
        let replies = position::replies(&position);
        let arrived = |mv: &&Move| {
            one.mismatch.contains(mv.to())
                && shown.man(mv.to()) == Some(mv.role().of(position.turn()))
        };
        let seen_elsewhere: Bitboard =
            replies.iter().filter(arrived).filter_map(|mv| mv.from()).collect();
        for &mv in &replies {
            if mv.from().is_some_and(|from| (replaced & !seen_elsewhere).contains(from))
                && (came || (shown.occupied() | self.numb).contains(mv.to()))
            {
                let unseen =
                    Unseen { parent: one.head, paid: one.cost, mv, before: position.clone() };
                self.try_unseen(unseen, MOST_EXCHANGED, seen);
            }
        }
    }

    /// Adds the hypothesis that goes on by a move of which a man is not seen where it went, if it is
    /// followed by one that is seen; up to `more` men may have been taken there in between.
    fn try_unseen(&mut self, one: Unseen, more: u8, seen: &Seen) {
        let shown = seen.shown();
        let Unseen { parent, paid, mv, before } = one;
        let after = position::after(&before, mv);
        let left = shown.mismatch(after.board());
        let unseen = position::arrivals(&before, &after) & left;
        let stands = mv.is_promotion() && shown.man(mv.to()) == Some(Role::Pawn.of(before.turn()));
        if unseen.is_empty() || mv.is_promotion() && mv.promotion() != Some(Role::Queen) {
            return;
        }
        let weight = if stands {
            self.weights.pawn_for_piece
        } else if (unseen & !self.numb).is_empty() {
            self.weights.unseen_numb
        } else if shown.men_of(after.turn()).contains(mv.to()) {
            self.weights.taken_at_once
        } else {
            self.weights.unseen
        };
        let doubt = Cost::milli(likely::doubt(&before, &after, mv));
        let cost = paid.plus(self.price(parent, mv, seen)).plus(weight).plus(doubt);
        if !self.has_room(cost) {
            return;
        }
        if stands || self.is_followed(&after, left, seen) {
            let number = self.plies.get(parent).number + 1;
            if self.is_known(number, &after, left, cost) {
                return;
            }
            let ply = self.ply(parent, &before, after, mv, Sight::Bridged, seen);
            let head = self.plies.push(ply);
            self.add(head, cost, Way::On, seen);
            self.reply_on(self.all.len() - 1, seen);
            return;
        }
        if let Some(more) = more.checked_sub(1) {
            self.try_exchange(parent, cost, mv, &before, after, more, seen);
        }
    }

    /// The man that was not seen was taken at once by another one that was not seen either.
    #[expect(clippy::too_many_arguments, reason = "one move with all that is known of it")]
    fn try_exchange(
        &mut self,
        parent: PlyId,
        cost: Cost,
        mv: Move,
        before: &Chess,
        after: Chess,
        more: u8,
        seen: &Seen,
    ) {
        let left = seen.shown().mismatch(after.board());
        let gone = left & after.us() & !seen.shown().occupied();
        let stands = seen.shown().occupied() | self.numb;
        if !stands.contains(mv.to()) || gone.is_empty() {
            return;
        }
        let takes = |reply: &&Move| {
            reply.to() == mv.to() && reply.from().is_some_and(|from| gone.contains(from))
        };
        let replies: Vec<Move> = position::replies(&after).iter().filter(takes).copied().collect();
        if replies.is_empty() {
            return;
        }
        let ply = self.ply(parent, before, after.clone(), mv, Sight::Bridged, seen);
        let head = self.plies.push(ply);
        for reply in replies {
            let next = Unseen { parent: head, paid: cost, mv: reply, before: after.clone() };
            self.try_unseen(next, more, seen);
        }
    }

    /// Whether a legal move from here is seen complete.
    fn is_followed(&self, position: &Chess, left: Bitboard, seen: &Seen) -> bool {
        let shown = seen.shown();
        (left & shown.men_of(position.turn())).into_iter().any(|square| {
            shown.man(square).is_some_and(|man| {
                position::replies_to(position, square, man).iter().any(|&reply| {
                    let next = position::after(position, reply);
                    (position::arrivals(position, &next) & shown.mismatch(next.board())).is_empty()
                })
            })
        })
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
        let after = position::after(before, mv);
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
            let head = self.plies.push(ply);
            self.add(head, cost, Way::On, seen);
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

    /// What a move costs, wherever it was seen.
    fn price(&self, parent: PlyId, mv: Move, seen: &Seen) -> Cost {
        let weights = &self.weights;
        let mut cost = weights.a_move;
        if mv.promotion().is_some_and(|role| role != Role::Queen) {
            cost = cost.plus(weights.underpromotion);
        }
        let opponents = self.plies.get(parent);
        let since = opponents.parent.map(|own| self.plies.get(own).landed);
        let astray = self.trail.astray(&opponents.after, mv, since);
        cost = cost.plus(weights.astray.times(astray.min(3)));
        if opponents.turn == Turn::Others && opponents.mv().is_some_and(|last| goes_back(last, mv))
        {
            cost = cost.plus(weights.against_its_kind);
        }
        let own = opponents.parent.map(|before| self.plies.get(before));
        let (Some(own), Some(from)) = (own, mv.from()) else { return cost };
        let Some(own_move) = own.mv() else { return cost };
        if own_move.to() == from && seen.last().at.since(own.landed) < weights.at_once {
            cost = cost.plus(weights.same_man_again);
        }
        if let Some(lifted) = self.lifted(mv, seen) {
            if own_move.to() != from && lifted < own.landed {
                cost = cost.plus(weights.both_hands);
            }
            if opponents.lifted.is_some_and(|theirs| lifted + weights.scan + OVERLAP < theirs) {
                cost = cost.plus(weights.out_of_order);
            }
        }
        cost
    }

    /// When the man that moves was seen to leave; `None` while it stands there.
    fn lifted(&self, mv: Move, seen: &Seen) -> Option<Instant> {
        let from = mv.from().filter(|&from| !seen.shown().occupied().contains(from))?;
        Some(seen.change(from).at)
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
        // What nobody saw happen did not happen before what it followed.
        if sight != Sight::Seen && landed < last.landed {
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

/// Whether a move only undoes the last one.
fn goes_back(last: Move, mv: Move) -> bool {
    mv.from() == Some(last.to()) && last.from() == Some(mv.to())
}

/// Whether a pawn of the side to move stands on the last rank where another man is expected.
fn stands_for(before: &Chess, mismatch: Bitboard, seen: &Seen) -> bool {
    let pawns = seen.shown().men().pawns() & seen.shown().men_of(before.turn());
    (pawns & Bitboard::BACKRANKS & mismatch).any()
}
