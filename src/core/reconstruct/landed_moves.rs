//! The moves by which a hypothesis goes on when readings change.

use std::iter;

use shakmaty::{Bitboard, Chess, Move, Position, Role};
use touchmove_drivers::Instant;

use super::beam::{Beam, Hypothesis, Way};
use super::nameless_pieces::{add_replies_of_nameless, price_unnamed};
use super::plies::{MAX_PLIES_BACK, Ply, PlyId, Step, Turn, Weighed};
use super::position;
use super::price::{lifted, price};
use super::readings::Readings;
use super::rival_captures::are_told_apart;
use super::weights::Cost;
use crate::account::{EvidenceSpan, Sight, differing, position_after, replies};

/// So many hypotheses, the best ones, are looked at for a change of mind and for what was never seen.
pub(super) const MAX_HYPOTHESES_CHANGED: usize = 12;

/// So many that go back already, the best ones, may go further back.
const MAX_GOING_BACK: usize = 4;

/// Adds the legal moves from hypothesis number `index` of which every piece has arrived, one of them
/// on a square of `squares`. Pieces that have not left yet, and a victim that still stands, follow.
pub(super) fn add_replies(beam: &mut Beam, index: usize, squares: Bitboard, seen: &Readings) {
    let one = beam.nth(index);
    let ply = beam.ply(one.head);
    let shown = seen.sets();
    let arrived = one.mismatch & squares & shown.pieces_of(ply.turn());
    if arrived.any() {
        let before = ply.after.clone();
        for square in arrived {
            for piece in shown.piece_at(square).into_iter().chain(shown.other_piece(square)) {
                for mv in position::replies_to(&before, square, piece) {
                    try_reply(beam, one.head, one.cost, &before, mv, seen);
                }
            }
        }
    }
    if shown.unnamed().any() {
        add_replies_of_nameless(beam, index, seen);
    }
}

/// Goes on from the hypotheses made since there were `old`, whatever already lies on the board.
pub(super) fn add_replies_to_new(beam: &mut Beam, old: usize, seen: &Readings) {
    let mut index = old;
    while index < beam.count() && !beam.is_crowded() {
        add_replies(beam, index, Bitboard::FULL, seen);
        index += 1;
    }
}

/// The move before was another one: the same player's piece goes on, or comes after all, or the piece
/// is exchanged, and less is left unexplained so.
pub(super) fn add_changed_minds(beam: &mut Beam, old: usize, changed: Bitboard, seen: &Readings) {
    let (shown, now) = (seen.sets(), seen.last().at);
    for index in 0..old.min(MAX_HYPOTHESES_CHANGED) {
        let one = beam.nth(index);
        let ply = beam.ply(one.head);
        let (Step::Move(_), Some(parent)) = (ply.step, ply.parent) else { continue };
        // A scan may meet where the piece has come before where it stood.
        let lately = (one.mismatch & shown.pieces_of(!ply.turn())).into_iter();
        let lately = lately.filter(|at| now < seen.change(*at).at + beam.weights().scan);
        let arrived = lately.fold(changed, |all, at| all | Bitboard::from(at));
        let arrived = one.mismatch & arrived & shown.pieces_of(!ply.turn());
        let before = beam.ply(parent).after.clone();
        add_captures_instead(beam, &one, parent, changed, seen);
        for square in arrived {
            let Some(piece) = shown.piece_at(square) else { continue };
            for mv in position::replies_to(&before, square, piece) {
                let left = shown.mismatch(position_after(&before, mv).board());
                if left.count() < one.mismatch.count() {
                    let cost = cost_instead(beam, &one, left, &before, seen);
                    try_reply(beam, parent, cost, &before, mv, seen);
                }
            }
        }
    }
}

/// The last move's piece has left again where pieces have no names, and nothing shows where it went: it has taken another one,
/// whose square was never empty. A king that leaves may tell a result.
fn add_captures_instead(
    beam: &mut Beam,
    one: &Hypothesis,
    parent: PlyId,
    changed: Bitboard,
    seen: &Readings,
) {
    let (shown, Some(last)) = (seen.sets(), beam.ply(one.head).mv()) else { return };
    let left = one.mismatch & changed & !shown.occupied();
    if shown.unnamed().is_empty() || !left.contains(last.to()) || last.role() == Role::King {
        return;
    }
    let before = beam.ply(parent).after.clone();
    for mv in replies(&before) {
        let takes = mv.is_capture() && mv.from() == last.from();
        if takes && shown.mismatch(position_after(&before, mv).board()).is_empty() {
            let cost = cost_instead(beam, one, Bitboard::EMPTY, &before, seen);
            try_reply(beam, parent, cost, &before, mv, seen);
        }
    }
}

/// What the line has paid when its last move, made from `before`, gives way to another one that leaves `left`
/// unexplained: more if the opponent has begun to answer. A piece that it takes is none of his answers.
pub(super) fn cost_instead(
    beam: &Beam,
    one: &Hypothesis,
    left: Bitboard,
    before: &Chess,
    seen: &Readings,
) -> Cost {
    let answers = before.them() | seen.sets().pieces_of(!before.turn());
    let weight = match (one.mismatch & left & answers).any() {
        true => beam.costs().changed_answered,
        false => beam.costs().changed_mind,
    };
    one.cost.plus(weight).minus(beam.costs().a_move)
}

/// The board shows a position that stood before in the best line, or in one that goes back already: who takes several moves
/// back passes the positions between, and until he has come to the end another line may be the best.
pub(super) fn add_take_backs(beam: &mut Beam, seen: &Readings) {
    let best = beam.best();
    if best.mismatch.is_empty() {
        return;
    }
    let going_back = beam.all().iter().skip(1).filter(|one| one.way == Way::Back);
    let mut found = Vec::new();
    for one in iter::once(&best).chain(going_back.take(MAX_GOING_BACK)) {
        let mut cost = match one.way {
            Way::On => one.cost.plus(beam.costs().take_back),
            Way::Back => one.cost,
        };
        for (id, ply) in beam.plies().back_from(one.head).skip(1).take(MAX_PLIES_BACK) {
            cost = cost.plus(beam.costs().take_back_ply);
            if seen.sets().fits(ply.after.board(), beam.numb()) {
                found.push((id, cost));
            }
        }
    }
    for (id, cost) in found {
        beam.add(id, cost, Way::Back, seen);
    }
}

/// Adds the hypothesis that goes on from `parent` by `mv`, if all pieces of the move have arrived.
pub(super) fn try_reply(
    beam: &mut Beam,
    parent: PlyId,
    paid: Cost,
    before: &Chess,
    mv: Move,
    seen: &Readings,
) {
    let shown = seen.sets();
    let after = position_after(before, mv);
    let arrivals = position::arrivals(before, &after);
    let left = shown.mismatch(after.board());
    if (arrivals & left).any() || is_pressed_between(beam, parent, before, mv, seen) {
        return;
    }
    let Some(unnamed) = price_unnamed(beam, parent, mv, arrivals, seen) else { return };
    let paid = paid.plus(price(beam, parent, mv, seen));
    let cost = paid.plus(unnamed.unseen).plus(unnamed.by_chess);
    let number = beam.ply(parent).number + 1;
    let is_new = beam.has_room(cost)
        && beam
            .reaching(number, &after, left, cost)
            .all(|one| are_told_apart(beam.plies(), one.head, parent, seen));
    if is_new {
        let mut ply = new_ply(beam, parent, before, after, mv, Sight::Seen, seen);
        ply.weighed.thought = unnamed.by_chess;
        beam.add_continuation(ply, cost, seen);
    }
}

/// Whether the player pressed for the rook's move, and only then moved the king.
pub(super) fn is_pressed_between(
    beam: &Beam,
    parent: PlyId,
    before: &Chess,
    mv: Move,
    seen: &Readings,
) -> bool {
    let Move::Castle { king, rook } = mv else { return false };
    let turn = before.turn();
    let goal = shakmaty::CastlingSide::from_queen_side(rook < king).rook_to(turn);
    let Some(pressed) = beam.pressed_at(turn) else { return false };
    beam.ply(parent).landed < pressed
        && goal != rook
        && seen.change(goal).at < pressed
        && seen.change(king).at > pressed + beam.weights().scan
}

/// A ply with the records that show it so far.
pub(super) fn new_ply(
    beam: &Beam,
    parent: PlyId,
    before: &Chess,
    after: Chess,
    mv: Move,
    sight: Sight,
    seen: &Readings,
) -> Ply {
    let changed = differing(before.board(), after.board());
    let fits = changed & !seen.sets().mismatch(after.board());
    let mut evidence = EvidenceSpan { from: u64::MAX, to: 0 };
    let mut landed = Instant::ZERO;
    for change in fits.into_iter().map(|square| seen.change(square)) {
        evidence.from = evidence.from.min(change.record);
        evidence.to = evidence.to.max(change.record);
        landed = landed.max(change.at);
    }
    if fits.is_empty() {
        let last = seen.last();
        (evidence, landed) = (EvidenceSpan { from: last.record, to: last.record }, last.at);
    }
    let last = beam.ply(parent);
    // What nobody saw happen did not happen before the same player's last move.
    let own = last.parent.map_or(Instant::ZERO, |own| beam.ply(own).landed);
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
        lifted: lifted(beam, parent, mv, seen),
        landed,
        weighed: Weighed::default(),
    }
}
