//! Landings that no update has told and a read-out has found.
//!
//! In: the squares that it has found otherwise. Out: the moves that went there, as though they had been seen in time: the press
//! that seemed to be without a move was for one of them, and a piece without a name that had only been seen to leave has taken
//! none of those whose squares were never empty.

use shakmaty::{Bitboard, Move, Position, Square};

use super::beam::{Beam, Hypothesis};
use super::landed_moves::{MAX_HYPOTHESES_CHANGED, new_ply, try_reply};
use super::missed_landings::paid_for_press;
use super::plies::PlyId;
use super::readings::Readings;
use super::weights::Cost;
use crate::account::{Sight, position_after, replies};

/// So many plies of a line, the last ones, may have been other ones: the opponent may have replied meanwhile.
const MAX_PLIES_CHANGED: usize = 2;

/// Adds the moves to the squares that a read-out has `found`.
pub(super) fn add_late_landings(beam: &mut Beam, found: Bitboard, seen: &Readings) {
    let old = beam.count();
    for index in 0..old.min(MAX_HYPOTHESES_CHANGED) {
        let one = beam.nth(index);
        add_pressed(beam, &one, found, seen);
        let late = one.mismatch & found & seen.sets().unnamed();
        for to in late {
            let back = beam.plies().back_from(one.head).take(MAX_PLIES_CHANGED);
            let changed: Vec<_> =
                back.map(|(id, _)| id).filter(|id| is_unseen_capture(beam, *id, seen)).collect();
            for capture in changed {
                add_instead(beam, &one, capture, to, seen);
            }
        }
    }
    if beam.count() > old {
        beam.rank(seen);
    }
}

/// Adds the replies for which their player has pressed in time.
fn add_pressed(beam: &mut Beam, one: &Hypothesis, found: Bitboard, seen: &Readings) {
    let before = beam.ply(one.head).after.clone();
    let shown = seen.sets();
    let landed = one.mismatch & found & (shown.unnamed() | shown.pieces_of(before.turn()));
    if landed.is_empty() {
        return;
    }
    for mv in replies(&before).into_iter().filter(|mv| landed.contains(mv.to())) {
        let paid_back = paid_for_press(beam, one.head, mv, seen);
        if paid_back > Cost::NONE {
            try_reply(beam, one.head, one.cost.minus(paid_back), &before, mv, seen);
        }
    }
}

/// Whether the ply is a capture by a piece without a name of which only its leaving was seen.
fn is_unseen_capture(beam: &Beam, id: PlyId, seen: &Readings) -> bool {
    let ply = beam.ply(id);
    let (Some(mv), Some(parent)) = (ply.mv(), ply.parent) else { return false };
    mv.is_capture()
        && seen.sets().unnamed().contains(mv.to())
        && seen.change(mv.to()).record <= beam.ply(parent).evidence.to
}

/// Adds the line in which the piece of `capture` went to `to`, and was answered by the same move.
fn add_instead(beam: &mut Beam, one: &Hypothesis, capture: PlyId, to: Square, seen: &Readings) {
    let taken = beam.ply(capture);
    let (Some(from), Some(parent)) = (taken.mv().and_then(Move::from), taken.parent) else {
        return;
    };
    let by_chess = taken.weighed.thought.plus(taken.weighed.paid);
    let cost = one.cost.plus(beam.costs().changed_mind).minus(by_chess);
    let before = beam.ply(parent).after.clone();
    let goes = |mv: &Move| mv.from() == Some(from) && mv.to() == to && !mv.is_promotion();
    let Some(mv) = replies(&before).into_iter().find(goes) else { return };
    let after = position_after(&before, mv);
    let answer = beam.ply(one.head).mv().filter(|_| capture != one.head);
    if answer.is_some_and(|answer| !after.is_legal(answer)) {
        return;
    }
    let last = answer.map_or_else(|| after.clone(), |answer| position_after(&after, answer));
    if seen.sets().mismatch(last.board()).count() >= one.mismatch.count() || !beam.has_room(cost) {
        return;
    }
    let mut ply = new_ply(beam, parent, &before, after.clone(), mv, Sight::Seen, seen);
    if let Some(answer) = answer {
        let head = beam.add_ply(ply);
        ply = new_ply(beam, head, &after, last, answer, Sight::Seen, seen);
    }
    beam.add_continuation(ply, cost, seen);
}
