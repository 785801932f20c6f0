//! What the board shows otherwise than the position after a line, and what that costs while it stays so.

use std::time::Duration;

use shakmaty::{Bitboard, Position, Square};

use super::contradiction::{Contradiction, LineEnd, contradiction, unmoved};
use super::plies::{Plies, Ply, PlyId};
use super::readings::Readings;
use super::weights::{Rate, Weights};
use crate::account::differing;

/// Of so many plies it is looked for squares that their pieces have left.
const MAX_PLIES_LEFT_BEHIND: usize = 4;

/// A square that a piece was seen to leave before so many of a line's last plies may have got it back unseen.
const PLIES_THAT_MAY_TELL: usize = 3;

/// Who has lifted a piece to move it has put it down so soon.
const LONGEST_WAY: Duration = Duration::from_secs(3);

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
            false => {
                let old = self.not_shown_for_long(head, mismatch);
                mismatch & (numb | self.silent(head, old)) & !telling & !self.went(head, mismatch)
            }
        };
        let felt = mismatch & !numb;
        let occupied = felt & seen.sets().occupied();
        let stays = self.left_behind(head, occupied);
        let rate = count_few(felt & !occupied) * weights.costs.missing
            + count_few(occupied & !stays) * weights.costs.wrong
            + count_few(stays) * weights.costs.stays
            + if contradiction.is_some() { weights.costs.elsewhere } else { 0 };
        rate.min(weights.costs.most) + count_few(numb) * weights.costs.numb
    }

    /// The squares of `mismatch` around which play went on, if the line to `head` was played, but for those by which the board
    /// contradicts it.
    pub(super) fn passed_over(&self, head: PlyId, mismatch: Bitboard) -> Bitboard {
        let contradiction = self.contradiction(head, mismatch);
        let telling = contradiction.map_or(Bitboard::EMPTY, Contradiction::squares);
        self.not_shown_for_long(head, mismatch) & !telling
    }

    /// Those of `squares`, around which play went on, that report nothing useful: no piece was seen to leave them since before
    /// the last plies of the line to `head`.
    pub(super) fn silent(&self, head: PlyId, squares: Bitboard) -> Bitboard {
        let empty = squares & !self.seen.sets().occupied();
        if empty.is_empty() {
            return squares;
        }
        let before = self.plies.back_from(head).nth(PLIES_THAT_MAY_TELL);
        let was_left_lately = |square: &Square| {
            before.is_none_or(|(_, before)| before.landed <= self.seen.change(*square).at)
        };
        let left: Bitboard = empty.into_iter().filter(was_left_lately).collect();
        squares & !left
    }

    /// Those of `squares` between which a piece was seen to go: dead squares do not tell the same.
    fn went(&self, head: PlyId, squares: Bitboard) -> Bitboard {
        let (shown, expected) = (self.seen.sets(), self.plies.get(head).after.board());
        let (came, left) = (squares & shown.named().occupied(), squares & !shown.occupied());
        let mut went = Bitboard::EMPTY;
        for to in came {
            let Some(piece) = shown.piece_at(to) else { continue };
            let came_at = self.seen.change(to).at;
            let is_from = |from: &Square| {
                let left_at = self.seen.change(*from).at;
                left_at.max(came_at).since(left_at.min(came_at)) < LONGEST_WAY
            };
            let from: Bitboard =
                (left & expected.by_piece(piece)).into_iter().filter(is_from).collect();
            if from.any() {
                went |= from | Bitboard::from(to);
            }
        }
        went
    }

    /// The last ply of the line to `head` that the board contradicts.
    pub(super) fn contradiction(&self, head: PlyId, mismatch: Bitboard) -> Option<Contradiction> {
        let line = LineEnd { plies: self.plies, head, mismatch };
        contradiction(line, self.weights.scan, self.seen)
    }

    /// Those of `squares` that one of the line's last plies has left, or passed: that they are empty was not seen.
    fn left_behind(&self, head: PlyId, squares: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        let line = self.plies.back_from(head).take(MAX_PLIES_LEFT_BEHIND).map(|(_, ply)| ply);
        for ply in line {
            let left = squares & !found;
            if left.is_empty() {
                break;
            }
            found |= unmoved(self.plies, ply, left, self.seen) | self.passed(ply, left);
        }
        found
    }

    /// Those of `squares` on which the piece that moves was seen on its way.
    fn passed(&self, ply: &Ply, squares: Bitboard) -> Bitboard {
        let (Some(mv), Some(lifted)) = (ply.mv(), ply.lifted) else { return Bitboard::EMPTY };
        let piece = ply.after.board().piece_at(mv.to());
        let is_on_way = |square: &Square| {
            let came = self.seen.change(*square).at;
            lifted <= came + self.weights.scan
                && came < ply.landed
                && self.seen.fits(*square, piece)
        };
        squares.into_iter().filter(is_on_way).collect()
    }

    /// The squares of `wrong` around which play went on: what the line to `head` expects there has not shown itself since before
    /// its last two plies, neither of which touched it. What a read-out after a gap found changed is none: pieces were moved
    /// there.
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
