//! A move that the board denies: its man still stands where it stood, and one like it has gone from elsewhere, just then.
//! That is the one that has come, and the move was another one.

use shakmaty::{Bitboard, Position, Square};

use super::beam::{Beam, Hypothesis, LOOKBACK};
use super::odd::ASKED;
use super::plies::{Ply, PlyId, Step, Turn};
use super::position;
use super::seen::Seen;
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
        let line = self.plies.back_from(head).take(LOOKBACK);
        line.filter_map(|(id, ply)| {
            let (from, to) = ply.mv().and_then(|mv| Some((mv.from()?, mv.to())))?;
            let before = self.plies.get(ply.parent?);
            let is_denied = stands.contains(from)
                && seen.change(from).record < ply.evidence.from
                && !seen.shown().mismatch(before.after.board()).contains(from);
            let like = |at: &Square| board.piece_at(*at) == ply.after.board().piece_at(to);
            let gone = missing.into_iter().filter(|_| is_denied).filter(like);
            let mut gone = gone.filter(|&at| id == head || self.left_with(ply, at, seen));
            Some(Denied { ply: id, stays: from, gone: gone.next()? })
        })
        .next()
    }

    /// Whether the man on `at` was taken up when the move of this ply was made: since its player moved before, and before it
    /// had landed.
    fn left_with(&self, ply: &Ply, at: Square, seen: &Seen) -> bool {
        let own = ply.parent.and_then(|before| self.plies.get(before).parent);
        let since = own.map(|own| self.plies.get(own).landed);
        let left = seen.change(at).at;
        since.is_none_or(|since| since < left) && left <= ply.landed + self.weights.scan
    }

    /// Adds the lines in which an illegal move was made instead of one that the board denies, and the rest as it was.
    pub(super) fn add_illegal_instead_of_denied(&mut self, seen: &Seen) {
        for index in 0..self.all.len().min(ASKED) {
            let one = self.all[index];
            if let Some(denied) = self.denied(one.head, one.mismatch, seen)
                && denied.ply != one.head
            {
                self.add_instead(one, denied, seen);
            }
        }
        self.rank(seen);
    }

    fn add_instead(&mut self, one: Hypothesis, denied: Denied, seen: &Seen) -> Option<()> {
        let ply = self.plies.get(denied.ply);
        let (to, number) = (ply.mv()?.to(), ply.number);
        let parent = ply.parent?;
        let before = self.plies.get(parent).after.clone();
        let mv = position::relocation(&before, denied.gone, to)?;
        let cost = one.cost.plus(self.weights.changed_mind).plus(self.cost_of_illegal(&before, mv));
        if position::is_as_legal(&before, mv) || !self.has_room(cost) {
            return None;
        }
        let after = position_after(&before, mv);
        let left = seen.change(denied.gone);
        let evidence = Evidence { from: ply.evidence.from.min(left.record), ..ply.evidence };
        let instead =
            Ply { step: Step::Move(mv), after, evidence, lifted: Some(left.at), ..ply.clone() };
        let back = self.plies.back_from(one.head).take_while(|(_, ply)| ply.number > number);
        let mut rest: Vec<Ply> = back.map(|(_, ply)| ply.clone()).collect();
        rest.reverse();
        let line = self.done_after(instead, rest)?;
        let end = &line.last()?.after;
        let left = seen.shown().mismatch(end.board());
        if (left & denied.squares()).any()
            || self.is_known(self.plies.get(one.head).number, end, left, cost)
        {
            return None;
        }
        let mut head = parent;
        for ply in line {
            head = self.plies.push(Ply { parent: Some(head), ..ply });
        }
        self.add(head, cost, one.way, seen);
        Some(())
    }

    /// The same moves after another one; `None` where they cannot be made.
    fn done_after(&self, first: Ply, rest: Vec<Ply>) -> Option<Vec<Ply>> {
        let mut line = vec![first];
        for ply in rest {
            let (before, mv) = (&line.last()?.after, ply.mv()?);
            let is_there =
                |from| before.board().piece_at(from) == Some(mv.role().of(before.turn()));
            if ply.turn == Turn::Others || !mv.from().is_some_and(is_there) {
                return None;
            }
            let after = position::done_again(before, mv)?;
            line.push(Ply { after, ..ply });
        }
        Some(line)
    }
}
