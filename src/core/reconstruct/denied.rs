//! A move that the board denies: its man still stands where it stood, and one like it has gone from elsewhere, just then.
//! That is the one that has come, and the move was another one.

use shakmaty::{Bitboard, Move, Position, Square};

use super::beam::{Beam, Hypothesis, LOOKBACK};
use super::odd::ASKED;
use super::plies::{Ply, PlyId, Step};
use super::position;
use super::seen::Seen;
use super::sheet::Hands;
use crate::account::{Evidence, position_after};

/// A ply of a line that the board denies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Denied {
    ply: PlyId,
    /// Where its man still stands.
    stays: Square,
    /// Where the one has gone from that has come instead.
    gone: Square,
}

impl Denied {
    /// The two squares that tell it: neither reports nothing.
    pub(super) fn squares(self) -> Bitboard {
        Bitboard::from(self.stays) | Bitboard::from(self.gone)
    }
}

impl Beam {
    /// The last ply of the line to `head` that the board denies, where it shows `mismatch` wrong after it.
    pub(super) fn denied(&self, head: PlyId, mismatch: Bitboard, seen: &Seen) -> Option<Denied> {
        let stands = mismatch & seen.shown().occupied();
        let missing = mismatch & !stands;
        if stands.is_empty() || missing.is_empty() {
            return None;
        }
        let board = self.plies.get(head).after.board();
        self.plies.back_from(head).take(LOOKBACK).find_map(|(id, ply)| {
            let mv = ply.mv()?;
            let from = mv.from().filter(|&from| stands.contains(from))?;
            if self.unmoved(ply, Bitboard::from(from), seen).is_empty() {
                return None;
            }
            let man = ply.after.board().piece_at(mv.to());
            let is_it = |at: &Square| {
                board.piece_at(*at) == man && (id == head || self.left_with(ply, *at, seen))
            };
            Some(Denied { ply: id, stays: from, gone: missing.into_iter().find(is_it)? })
        })
    }

    /// Those of `squares` that show what stood there before the ply, and did when it was first seen.
    pub(super) fn unmoved(&self, ply: &Ply, squares: Bitboard, seen: &Seen) -> Bitboard {
        let Some(before) = ply.parent.map(|before| self.plies.get(before)) else {
            return Bitboard::EMPTY;
        };
        let stood = squares & !seen.shown().mismatch(before.after.board());
        let unmoved = |square: &Square| seen.change(*square).record < ply.evidence.from;
        stood.into_iter().filter(unmoved).collect()
    }

    /// Whether the man on `at` was taken up when the move of this ply was made: since its player moved before, and before it
    /// had landed.
    fn left_with(&self, ply: &Ply, at: Square, seen: &Seen) -> bool {
        let own = ply.parent.and_then(|before| self.plies.get(before).parent);
        let since = own.map(|own| self.plies.get(own).landed);
        let left = seen.change(at).at;
        since.is_none_or(|since| since < left) && left <= ply.landed + self.weights.scan
    }

    /// Adds the lines in which an illegal move was made instead of one that the board denies, and the rest as it was. Of the
    /// last move only quiet or a press tells.
    pub(super) fn add_illegal_instead_of_denied(&mut self, seen: &Seen) {
        let old = self.all.len();
        for index in 0..old.min(ASKED) {
            let one = self.all[index];
            if let Some(denied) = self.denied(one.head, one.mismatch, seen)
                && denied.ply != one.head
            {
                self.add_instead(one, denied, seen);
            }
        }
        if self.all.len() > old {
            self.rank(seen);
        }
    }

    fn add_instead(&mut self, one: Hypothesis, denied: Denied, seen: &Seen) -> Option<()> {
        let ply = self.plies.get(denied.ply);
        let parent = ply.parent;
        let before = &self.plies.get(parent?).after;
        let mv = position::relocation(before, denied.gone, ply.mv()?.to())?;
        let cost = one.cost.plus(self.weights.changed_mind).plus(self.cost_of_illegal(before, mv));
        if position::is_as_legal(before, mv) || !self.has_room(cost) {
            return None;
        }
        let line = self.line_instead(one.head, denied, mv, seen)?;
        let end = line.last()?;
        let left = seen.shown().mismatch(end.after.board());
        if (left & denied.squares()).any() || self.is_known(end.number, &end.after, left, cost) {
            return None;
        }
        let push = |parent, ply| Some(self.plies.push(Ply { parent, ..ply }));
        let head = line.into_iter().fold(parent, push)?;
        self.add(head, cost, one.way, seen);
        Some(())
    }

    /// The plies of the line to `head` from the denied one on, with `mv` in its place; `None` where the others cannot follow it.
    fn line_instead(&self, head: PlyId, denied: Denied, mv: Move, seen: &Seen) -> Option<Vec<Ply>> {
        let ply = self.plies.get(denied.ply);
        let after = position_after(&self.plies.get(ply.parent?).after, mv);
        let left = seen.change(denied.gone);
        let evidence = Evidence { from: ply.evidence.from.min(left.record), ..ply.evidence };
        let (step, lifted) = (Step::Move(mv), Some(left.at));
        let mut line = vec![Ply { step, after, evidence, lifted, ..ply.clone() }];
        let rest = self.plies.back_from(head).take_while(|(id, _)| *id != denied.ply);
        let rest: Vec<&Ply> = rest.map(|(_, ply)| ply).collect();
        for ply in rest.into_iter().rev() {
            let played = Hands::of(ply.mv()?)?.play(&line.last()?.after);
            let (_, mv, after) = played.filter(|(turn, ..)| *turn == ply.turn)?;
            line.push(Ply { step: Step::Move(mv), after, ..ply.clone() });
        }
        Some(line)
    }
}
