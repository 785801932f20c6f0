//! Where the board contradicts a line: the piece of a move still stands where it stood, and one like it has gone from
//! elsewhere, just then. That is the one that has come, and the move was another one.

use std::time::Duration;

use shakmaty::{Bitboard, Position, Square};

use super::plies::{MAX_PLIES_BACK, Plies, Ply, PlyId};
use super::readings::Readings;

/// A ply of a line that the board contradicts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction {
    pub(super) ply: PlyId,
    /// Where its piece still stands.
    pub(super) stays: Square,
    /// Where the one has gone from that has come instead.
    pub(super) gone: Square,
}

impl Contradiction {
    /// The two squares that show it: both report what stands there.
    pub(super) fn squares(self) -> Bitboard {
        Bitboard::from(self.stays) | Bitboard::from(self.gone)
    }
}

/// A line, and what the board shows otherwise than the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineEnd<'a> {
    pub(super) plies: &'a Plies,
    pub(super) head: PlyId,
    pub(super) mismatch: Bitboard,
}

/// The last ply of the line that the board contradicts. Readings closer than `scan` have no order.
pub(super) fn contradiction(
    line: LineEnd<'_>,
    scan: Duration,
    seen: &Readings,
) -> Option<Contradiction> {
    let LineEnd { plies, head, mismatch } = line;
    let stands = mismatch & seen.sets().occupied();
    let missing = mismatch & !stands;
    if missing.is_empty() {
        return None;
    }
    let board = plies.get(head).after.board();
    // Every reading asks it of all lines, and most have left none of these squares.
    let may_tell = |(id, _): &(PlyId, _)| (stands & plies.left_lately(*id)).any();
    let mut line = plies.left_back_from(head).take(MAX_PLIES_BACK).take_while(may_tell);
    line.find_map(|(id, left)| {
        let from = left.filter(|&from| stands.contains(from))?;
        let ply = plies.get(id);
        let mv = ply.mv()?;
        if unmoved(plies, ply, Bitboard::from(from), seen).is_empty() {
            return None;
        }
        let piece = ply.after.board().piece_at(mv.to());
        let is_it = |at: &Square| {
            board.piece_at(*at) == piece && (id == head || left_with(plies, ply, *at, scan, seen))
        };
        Some(Contradiction { ply: id, stays: from, gone: missing.into_iter().find(is_it)? })
    })
}

/// Those of `squares` that show what stood there before the ply, and did when it was first seen.
pub(super) fn unmoved(plies: &Plies, ply: &Ply, squares: Bitboard, seen: &Readings) -> Bitboard {
    let Some(before) = ply.parent.map(|before| plies.get(before)) else {
        return Bitboard::EMPTY;
    };
    let stays = |square: &Square| seen.change(*square).record < ply.evidence.from;
    let stay: Bitboard = squares.into_iter().filter(stays).collect();
    match stay.is_empty() {
        true => stay,
        false => stay & !seen.sets().mismatch(before.after.board()),
    }
}

/// Whether the piece on `at` was taken up when the move of this ply was made: since its player moved before, and before it
/// had landed.
fn left_with(plies: &Plies, ply: &Ply, at: Square, scan: Duration, seen: &Readings) -> bool {
    let own = ply.parent.and_then(|before| plies.get(before).parent);
    let since = own.map(|own| plies.get(own).landed);
    let left = seen.change(at).at;
    since.is_none_or(|since| since < left) && left <= ply.landed + scan
}
