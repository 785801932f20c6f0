//! What the board shows otherwise than the position after a line, and what that costs while it stays so.

use shakmaty::{Bitboard, Position, Square};

use super::contradiction::{Contradiction, LineEnd, contradiction, unmoved};
use super::plies::{Plies, PlyId};
use super::readings::Readings;
use super::weights::{Rate, Weights};
use crate::account::differing;

/// What lines are measured by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measuring<'a> {
    pub(super) plies: &'a Plies,
    pub(super) weights: &'a Weights,
    pub(super) seen: &'a Readings,
}

impl Measuring<'_> {
    /// What the line to `head` pays for `mismatch`, the squares that are wrong after it, where `numb` squares report nothing
    /// useful.
    pub(super) fn rate(&self, head: PlyId, mismatch: Bitboard, numb: Bitboard) -> Rate {
        if mismatch.is_empty() {
            return 0;
        }
        let (weights, seen) = (self.weights, self.seen);
        let contradiction = self.contradiction(head, mismatch);
        let telling = contradiction.map_or(Bitboard::EMPTY, Contradiction::squares);
        let numb = match numb.is_empty() {
            true => Bitboard::EMPTY,
            false => mismatch & (numb | self.not_shown_for_long(head, mismatch)) & !telling,
        };
        let felt = mismatch & !numb;
        let occupied = felt & seen.sets().occupied();
        let ply = self.plies.get(head);
        let stays = unmoved(self.plies, ply, occupied, seen);
        let rate = count_few(felt & !occupied) * weights.costs.missing
            + count_few(occupied & !stays) * weights.costs.wrong
            + count_few(stays) * weights.costs.stays
            + if contradiction.is_some() { weights.costs.elsewhere } else { 0 };
        rate.min(weights.costs.most) + count_few(numb) * weights.costs.numb
    }

    /// The squares of `mismatch` that report nothing useful, if the line to `head` was played.
    pub(super) fn numb(&self, head: PlyId, mismatch: Bitboard) -> Bitboard {
        let contradiction = self.contradiction(head, mismatch);
        let telling = contradiction.map_or(Bitboard::EMPTY, Contradiction::squares);
        self.not_shown_for_long(head, mismatch) & !telling
    }

    /// The last ply of the line to `head` that the board contradicts.
    pub(super) fn contradiction(&self, head: PlyId, mismatch: Bitboard) -> Option<Contradiction> {
        let line = LineEnd { plies: self.plies, head, mismatch };
        contradiction(line, self.weights.scan, self.seen)
    }

    /// A square is numb when what a line expects there has not shown itself since before its last two
    /// plies, neither of which touched it. Where one is, other lines may have it elsewhere. What a read-out after a gap
    /// found changed is not: pieces were moved there.
    fn not_shown_for_long(&self, head: PlyId, wrong: Bitboard) -> Bitboard {
        let mut recent = self.plies.back_from(head).map(|(_, ply)| ply);
        let (false, Some(last), Some(second), Some(third)) =
            (wrong.is_empty(), recent.next(), recent.next(), recent.next())
        else {
            return Bitboard::EMPTY;
        };
        let touched = differing(last.after.board(), third.after.board())
            | differing(last.after.board(), second.after.board());
        let since = |square: &Square| {
            self.seen.change(*square).at < second.landed && !self.seen.was_found_again(*square)
        };
        (wrong & !touched).into_iter().filter(since).collect()
    }
}

/// How many squares these are: mostly none or one, and not every processor that this is built for can count bits.
fn count_few(mut squares: Bitboard) -> u32 {
    let mut count = 0;
    while squares.pop_front().is_some() {
        count += 1;
    }
    count
}
