//! Play that goes on from another position: pieces were displaced, or moves are missing.

use shakmaty::{Chess, Color, Position};

use super::beam::Beam;
use super::plies::{Ply, PlyId, Step, Turn, Weighed};
use super::position;
use super::readings::Readings;
use super::weights::Cost;
use crate::account::{EvidenceSpan, PositionWhy, Sight};

/// Play may go on from what the board shows after `base`, whoever is to move.
pub(super) fn add_position(
    beam: &mut Beam,
    base: PlyId,
    likely: Option<Color>,
    why: PositionWhy,
    seen: &Readings,
) {
    add_placed(beam, base, likely, why, beam.costs().new_position, seen);
}

/// The same where two pieces stand on each other's squares, which no move brings about.
pub(super) fn add_exchanged(beam: &mut Beam, base: PlyId, likely: Option<Color>, seen: &Readings) {
    let wrong = seen.sets().mismatch(beam.ply(base).after.board()) & !beam.numb();
    let expected = beam.ply(base).after.board();
    let mut squares = wrong.into_iter();
    let (Some(one), Some(other), None) = (squares.next(), squares.next(), squares.next()) else {
        return;
    };
    let shown = seen.sets();
    if expected.piece_at(one).is_some()
        && expected.piece_at(other).is_some()
        && expected.piece_at(one) == shown.piece_at(other)
        && expected.piece_at(other) == shown.piece_at(one)
    {
        add_placed(beam, base, likely, PositionWhy::Displaced, beam.costs().take_back, seen);
    }
}

fn add_placed(
    beam: &mut Beam,
    base: PlyId,
    likely: Option<Color>,
    why: PositionWhy,
    weight: Cost,
    seen: &Readings,
) {
    if !position::is_start_like(seen.sets()) {
        return;
    }
    let cost = beam.best().cost.plus(weight);
    let like = beam.ply(base).after.clone();
    let likely = likely.unwrap_or(like.turn());
    for (turn, doubt) in [(likely, Cost::NONE), (!likely, beam.costs().a_move)] {
        let Some(after) = position::standing(seen.sets().named(), turn, &like) else { continue };
        let ply = placed_ply(beam, base, after, why, seen);
        beam.add_continuation(ply, cost.plus(doubt), seen);
    }
}

fn placed_ply(beam: &Beam, parent: PlyId, after: Chess, why: PositionWhy, seen: &Readings) -> Ply {
    let last = seen.last();
    let number = beam.ply(parent).number;
    Ply {
        parent: Some(parent),
        step: Step::Position(why),
        after,
        number,
        sight: Sight::Seen,
        turn: Turn::Own,
        evidence: EvidenceSpan { from: last.record, to: last.record },
        lifted: None,
        landed: last.at,
        weighed: Weighed::default(),
    }
}
