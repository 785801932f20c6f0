//! What only quiet, a press or a contradiction allows to think of: moves that are illegal, or not seen complete.

use std::time::Duration;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::beam::{Beam, Hypothesis};
use super::contradiction::Contradiction;
use super::landed_moves::{add_replies_to_new, cost_instead, new_ply};
use super::plies::{Ply, PlyId, Step, Turn};
use super::readings::Readings;
use super::settled_sheet::{Hands, Played};
use super::weights::Cost;
use super::{kings, position};
use crate::account::{EvidenceSpan, Sight, position_after};

/// So many hypotheses, the best ones, are asked.
pub(super) const MAX_HYPOTHESES_ASKED: usize = 8;

/// With fewer squares unexplained a piece is in the hand, or an update was lost.
pub(super) const MIN_UNEXPLAINED_SQUARES: usize = 3;

/// Adds the illegal moves that the board shows complete and at rest for `rest` now.
pub(super) fn add_illegal(beam: &mut Beam, rest: Duration, seen: &Readings) {
    for index in 0..beam.count().min(MAX_HYPOTHESES_ASKED) {
        let one = beam.nth(index);
        if beam.unexplained_by(&one).count() >= 2 {
            illegal_from(beam, one, rest, seen);
            if rest.is_zero() {
                illegal_instead(beam, one, rest, seen);
            }
        }
    }
}

/// Adds the illegal moves of this side, which has pressed, that the board shows complete.
pub(super) fn add_illegal_of(beam: &mut Beam, side: Color, now: Instant, seen: &Readings) {
    let old = beam.count();
    for index in 0..beam.count().min(MAX_HYPOTHESES_ASKED) {
        let one = beam.nth(index);
        if beam.unexplained_by(&one).count() < 2 {
            continue;
        }
        match beam.ply(one.head).turn() == side {
            true => illegal_from(beam, one, Duration::ZERO, seen),
            false => illegal_instead(beam, one, Duration::ZERO, seen),
        }
    }
    if beam.count() > old {
        add_replies_to_new(beam, old, seen);
        beam.rank(seen);
        beam.rank_at(now);
    }
}

/// Adds castling of which only the king, or only the rook, was seen to arrive.
pub(super) fn add_half_castling(beam: &mut Beam, seen: &Readings) {
    for index in 0..beam.count().min(MAX_HYPOTHESES_ASKED) {
        let one = beam.nth(index);
        let before = beam.ply(one.head).after.clone();
        if (one.mismatch & before.us() & before.board().kings()).is_empty() {
            continue;
        }
        for mv in position::castlings(&before) {
            let after = position_after(&before, mv);
            let left = seen.sets().mismatch(after.board());
            let half = position::arrivals(&before, &after) & left;
            let cost = one.cost.plus(beam.costs().a_move).plus(beam.costs().unseen);
            if half.count() == 1 && left.count() < one.mismatch.count() && beam.has_room(cost) {
                let ply = new_ply(beam, one.head, &before, after, mv, Sight::Seen, seen);
                beam.add_continuation(ply, cost, seen);
            }
        }
    }
}

/// The same instead of the last move: its piece has gone on.
fn illegal_instead(beam: &mut Beam, one: Hypothesis, rest: Duration, seen: &Readings) {
    let ply = beam.ply(one.head);
    let (Some(_), Some(parent)) = (ply.mv(), ply.parent) else { return };
    let before = &beam.ply(parent).after;
    if beam.pressed_at(!ply.turn()).is_some_and(|pressed| ply.landed < pressed) {
        return;
    }
    let mismatch = seen.sets().mismatch(before.board());
    let cost = cost_instead(beam, &one, one.mismatch, before, seen);
    illegal_from(beam, Hypothesis { head: parent, mismatch, cost, ..one }, rest, seen);
}

fn illegal_from(beam: &mut Beam, one: Hypothesis, rest: Duration, seen: &Readings) {
    let before = beam.ply(one.head).after.clone();
    let shown = seen.sets();
    let rested = |square: Square| seen.last().at.since(seen.change(square).at) >= rest;
    let board = before.board();
    let gone: Bitboard = one.mismatch & before.us();
    let came = one.mismatch & (shown.pieces_of(before.turn()) | shown.unnamed());
    for to in came.into_iter().filter(|&to| rested(to)) {
        for from in gone.into_iter().filter(|&from| from != to && rested(from)) {
            let fits = match shown.piece_at(to) {
                Some(piece) => board.piece_at(from) == Some(piece),
                None => !shown.occupied().contains(from),
            };
            if fits && let Some(mv) = position::relocation(&before, from, to) {
                try_illegal(beam, one, &before, mv, seen);
            }
        }
    }
    for side in CastlingSide::ALL {
        if gone.count() >= 2
            && let Some(mv) = position::any_castling(&before, side)
        {
            try_illegal(beam, one, &before, mv, seen);
        }
    }
}

fn try_illegal(beam: &mut Beam, one: Hypothesis, before: &Chess, mv: Move, seen: &Readings) {
    let after = position_after(before, mv);
    let left = seen.sets().mismatch(after.board());
    if left.count() + 2 > one.mismatch.count() || position::is_as_legal(before, mv) {
        return;
    }
    let cost = one.cost.plus(beam.costs().a_move).plus(cost_of_illegal(beam, before, mv));
    if beam.has_room(cost) {
        let ply = new_ply(beam, one.head, before, after, mv, Sight::Seen, seen);
        beam.add_continuation(ply, cost, seen);
    }
}

/// What an illegal move costs beside the move.
pub(super) fn cost_of_illegal(beam: &Beam, before: &Chess, mv: Move) -> Cost {
    let kind = match mv {
        Move::Castle { .. } => beam.costs().king_left,
        Move::Normal { role: Role::Pawn, to, .. }
            if Bitboard::BACKRANKS.contains(to) && position::is_push_or_capture(before, mv) =>
        {
            beam.costs().king_left
        }
        Move::Normal { role: Role::King, to, .. } if kings::CENTRE.contains(to) => {
            beam.costs().against_its_kind.plus(beam.costs().king_left)
        }
        _ if position::is_of_its_kind(before, mv) => beam.costs().king_left,
        _ => beam.costs().against_its_kind,
    };
    let takes_own = mv.is_capture() && before.us().contains(mv.to());
    if takes_own { kind.plus(beam.costs().takes_own) } else { kind }
}

/// Adds the moves by the side that hasn't the move, or with its pieces. Whose turn it is then, the next
/// move tells.
pub(super) fn add_out_of_turn(beam: &mut Beam, seen: &Readings) {
    for index in 0..beam.count().min(MAX_HYPOTHESES_ASKED) {
        let one = beam.nth(index);
        let felt = beam.unexplained_by(&one);
        let (2, Some(before)) = (felt.count(), position::passed(&beam.ply(one.head).after)) else {
            continue;
        };
        let shown = seen.sets();
        let (came, gone) = (felt & shown.pieces_of(before.turn()), felt & before.us());
        let (Some(to), Some(from)) = (came.single_square(), (gone & !came).single_square()) else {
            continue;
        };
        let last = beam.ply(one.head);
        let landed =
            seen.change(to).record > last.evidence.to && last.mv().is_none_or(|mv| mv.to() != from);
        if !landed || shown.piece_at(to) != before.board().piece_at(from) {
            continue;
        }
        let Some(mv) = position::relocation(&before, from, to) else { continue };
        let after = position_after(&before, mv);
        let cost = one.cost.plus(beam.costs().a_move).plus(beam.costs().out_of_turn);
        let passed = position::passed(&after).map(|passed| (passed, beam.costs().a_move));
        for (after, doubt) in [Some((after, Cost::NONE)), passed].into_iter().flatten() {
            if beam.has_room(cost) && shown.mismatch(after.board()).is_empty() {
                let ply = new_ply(beam, one.head, &before, after, mv, Sight::Seen, seen);
                beam.add_continuation(Ply { turn: Turn::Others, ..ply }, cost.plus(doubt), seen);
            }
        }
    }
}

/// Adds the lines in which an illegal move was made instead of one that the board denies, and the rest as it was. Of the
/// last move only quiet or a press tells.
pub(super) fn add_illegal_instead_of_contradicted(beam: &mut Beam, seen: &Readings) {
    let old = beam.count();
    for index in 0..old.min(MAX_HYPOTHESES_ASKED) {
        let one = beam.nth(index);
        if let Some(denied) = beam.contradiction(&one, seen)
            && denied.ply != one.head
        {
            add_instead(beam, one, denied, seen);
        }
    }
    if beam.count() > old {
        beam.rank(seen);
    }
}

fn add_instead(
    beam: &mut Beam,
    one: Hypothesis,
    denied: Contradiction,
    seen: &Readings,
) -> Option<()> {
    let ply = beam.ply(denied.ply);
    let parent = ply.parent;
    let before = &beam.ply(parent?).after;
    let mv = position::relocation(before, denied.gone, ply.mv()?.to())?;
    let cost = one.cost.plus(beam.costs().changed_mind).plus(cost_of_illegal(beam, before, mv));
    if position::is_as_legal(before, mv) || !beam.has_room(cost) {
        return None;
    }
    let line = line_instead(beam, one.head, denied, mv, seen)?;
    let end = line.last()?;
    let left = seen.sets().mismatch(end.after.board());
    if (left & denied.squares()).any()
        || beam.reaching(end.number, &end.after, left, cost).next().is_some()
    {
        return None;
    }
    let push = |parent, ply| Some(beam.add_ply(Ply { parent, ..ply }));
    let head = line.into_iter().fold(parent, push)?;
    beam.add(head, cost, one.way, seen);
    Some(())
}

/// The plies of the line to `head` from the denied one on, with `mv` in its place; `None` where the others cannot follow it.
fn line_instead(
    beam: &Beam,
    head: PlyId,
    denied: Contradiction,
    mv: Move,
    seen: &Readings,
) -> Option<Vec<Ply>> {
    let ply = beam.ply(denied.ply);
    let after = position_after(&beam.ply(ply.parent?).after, mv);
    let left = seen.change(denied.gone);
    let evidence = EvidenceSpan { from: ply.evidence.from.min(left.record), ..ply.evidence };
    let (step, lifted) = (Step::Move(mv), Some(left.at));
    let mut line = vec![Ply { step, after, evidence, lifted, ..ply.clone() }];
    let rest = beam.plies().back_from(head).take_while(|(id, _)| *id != denied.ply);
    let rest: Vec<&Ply> = rest.map(|(_, ply)| ply).collect();
    for ply in rest.into_iter().rev() {
        let played = Hands::of(ply.mv()?)?.play(&line.last()?.after);
        let Played { mv, after, .. } = played.filter(|played| played.turn == ply.turn)?;
        line.push(Ply { step: Step::Move(mv), after, ..ply.clone() });
    }
    Some(line)
}
