//! Pieces that the board cannot name: which of them moved, and what they took.
//!
//! A board that senses only whether squares are occupied shows of a capture in the victim's place nothing
//! but that the capturing piece left. Which piece was taken, if any, what follows tells: all captures that may
//! have been are lines that compete. Of several the likelier is thought of first: the piece that has just
//! taken is taken back, nobody gives a queen for a guarded pawn. Where nothing that follows tells them apart, all of their
//! play is weighed (`rival_captures.rs`).

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square};

use super::beam::Beam;
use super::landed_moves::try_reply;
use super::plausibility::worth;
use super::plies::PlyId;
use super::position;
use super::readings::Readings;
use super::weights::Cost;
use crate::account::{position_after, replies};

/// So many pawns' worth is counted that a capture loses, and wins.
const MAX_PAWNS_LOST: u32 = 6;
const MAX_PAWNS_WON: u32 = 9;

/// Adds the legal moves from hypothesis number `index` by pieces without names: the piece that moves must
/// have left its square, and some piece must stand where it goes.
pub(super) fn add_replies_of_nameless(beam: &mut Beam, index: usize, seen: &Readings) {
    let one = beam.nth(index);
    let before = beam.ply(one.head).after.clone();
    let shown = seen.sets();
    let left = one.mismatch & before.us() & !shown.occupied();
    if left.is_empty() {
        return;
    }
    for mv in replies(&before) {
        let goes = mv.from().is_some_and(|from| left.contains(from))
            || matches!(mv, Move::Castle { rook, .. } if left.contains(rook));
        if goes && shown.unnamed().contains(position::goal(&before, mv)) {
            try_reply(beam, one.head, one.cost, &before, mv, seen);
        }
    }
}

/// Whether nothing but absence is unexplained where pieces have no names: they are in a hand, or have
/// taken pieces whose squares were never empty, and those captures compete already.
pub(super) fn only_lifted(beam: &Beam, seen: &Readings) -> bool {
    let shown = seen.sets();
    shown.unnamed().any() && (beam.unexplained() & shown.occupied()).is_empty()
}

/// Charges for pieces of these `sides` that were missing before record `until` and still are: a piece that
/// nobody can hold any more has taken one.
pub(super) fn charge_absent(beam: &mut Beam, sides: &[Color], until: u64, seen: &Readings) {
    let shown = seen.sets();
    if shown.unnamed().is_empty() {
        return;
    }
    let long = |square: &Square| seen.change(*square).record <= until;
    let absent: Bitboard = (!shown.occupied()).into_iter().filter(long).collect();
    let (numb, each) = (beam.numb(), beam.costs().not_in_hand);
    beam.charge(|plies, one| {
        let board = plies.get(one.head).after.board();
        let pieces =
            sides.iter().fold(Bitboard::EMPTY, |pieces, &side| pieces | board.by_color(side));
        let missing = (one.mismatch & pieces & absent & !numb).count();
        each.times(u32::try_from(missing).unwrap_or(u32::MAX).min(2))
    });
}

/// What a move by a piece without a name costs besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamelessPrice {
    /// For what was not seen of it.
    pub(super) unseen: Cost,
    /// For what chess says of it at first.
    pub(super) by_chess: Cost,
}

impl NamelessPrice {
    const NONE: Self = Self { unseen: Cost::NONE, by_chess: Cost::NONE };
}

/// What a move costs besides, of which a piece without a name is seen to arrive on `arrivals`; `None`
/// where it cannot be.
pub(super) fn price_unnamed(
    beam: &Beam,
    parent: PlyId,
    mv: Move,
    arrivals: Bitboard,
    seen: &Readings,
) -> Option<NamelessPrice> {
    let shown = seen.sets();
    if (arrivals & shown.unnamed()).is_empty() {
        return Some(NamelessPrice::NONE);
    }
    let stands = |from: Square| shown.occupied().contains(from) && !arrivals.contains(from);
    // King and rook that stand where castling puts them have castled, though one is still read where it stood.
    if !mv.is_castle() && mv.from().is_some_and(stands) {
        return None;
    }
    let was_seen = seen.change(mv.to()).record > beam.ply(parent).evidence.to;
    if !mv.is_capture() || mv.is_en_passant() || was_seen {
        return Some(NamelessPrice::NONE);
    }
    let unseen = beam.costs().victim_unseen;
    Some(NamelessPrice { unseen, by_chess: price_of_taking(beam, parent, mv) })
}

/// What chess says at first of a capture of which only the taker's leaving was seen.
fn price_of_taking(beam: &Beam, parent: PlyId, mv: Move) -> Cost {
    let (costs, last) = (beam.costs(), beam.ply(parent));
    let takes_back = last.mv().is_some_and(|last| last.is_capture() && last.to() == mv.to());
    let mut cost = if takes_back { Cost::NONE } else { costs.takes_first };
    if position_after(&last.after, mv).is_check() {
        cost = cost.minus(costs.checks_by_taking);
    }
    let gain = gain(&last.after, mv);
    let pawns = gain.unsigned_abs();
    match gain {
        ..=0 => cost.plus(costs.lost_by_taking.times(pawns.min(MAX_PAWNS_LOST))),
        _ => cost.minus(costs.won_by_taking.times(pawns.min(MAX_PAWNS_WON))),
    }
}

/// What a capture wins, in pawns, when both sides take there in the best way, the least piece first.
fn gain(before: &Chess, mv: Move) -> i32 {
    let (Some(from), Some(victim)) = (mv.from(), mv.capture()) else { return 0 };
    let board = before.board();
    let occupied = board.occupied().without(from);
    let mover = mv.role();
    worth(victim) - won_by(board, !before.turn(), mv.to(), mover, occupied)
}

/// What `turn` wins by taking `victim` on `square`, or nothing.
fn won_by(board: &Board, turn: Color, square: Square, victim: Role, occupied: Bitboard) -> i32 {
    let takers = board.attacks_to(square, turn, occupied) & occupied;
    let least = Role::ALL.into_iter().find_map(|role| {
        let from = (takers & board.by_role(role)).first()?;
        Some((from, role))
    });
    let Some((from, role)) = least else { return 0 };
    let rest = won_by(board, !turn, square, role, occupied.without(from));
    (worth(victim) - rest).max(0)
}
