//! What a move costs a hypothesis, whatever is seen of it: how unlike hands it would be.

use std::time::Duration;

use shakmaty::{Move, Role};
use touchmove_drivers::Instant;

use super::beam::Beam;
use super::plies::{Ply, PlyId, Turn};
use super::readings::Readings;
use super::weights::Cost;
use crate::account::Sight;

/// A reply may begin so long before the move that it answers, when both players move at once.
const OVERLAP: Duration = Duration::from_millis(200);

/// No more squares than these on which a piece was put down count against its move.
const MAX_ASTRAY: u32 = 3;

/// What the move after `parent` costs.
pub(super) fn price(beam: &Beam, parent: PlyId, mv: Move, seen: &Readings) -> Cost {
    let (costs, weights) = (beam.costs(), beam.weights());
    let mut cost = costs.a_move;
    if mv.promotion().is_some_and(|role| role != Role::Queen) {
        cost = cost.plus(costs.underpromotion);
    }
    let opponents = beam.ply(parent);
    let own = opponents.parent.map(|before| beam.ply(before));
    let astray = beam.trail().astray(&opponents.after, mv, own);
    cost = cost.plus(costs.astray.times(astray.min(MAX_ASTRAY)));
    if opponents.turn == Turn::Others && opponents.mv().is_some_and(|last| goes_back(last, mv)) {
        cost = cost.plus(costs.against_its_kind);
    }
    let (Some(own), Some(from)) = (own, mv.from()) else { return cost };
    let Some(own_move) = own.mv() else { return cost };
    let lifted = lifted(beam, parent, mv, seen);
    // A piece that leaves again before the reply has landed has not come to rest.
    let soon = own.landed + weights.scan + weights.at_once;
    let at_once = seen.last().at < soon
        || lifted.is_some_and(|lifted| lifted < opponents.landed && lifted < soon);
    if own_move.to() == from && at_once {
        cost = cost.plus(costs.same_piece_again);
    }
    let has_taken = own_move
        .capture()
        .is_some_and(|victim| seen.sets().piece_at(from) != Some(victim.of(own.turn())));
    if own.sight == Sight::Bridged && !has_taken && goes_back(own_move, mv) {
        cost = cost.plus(costs.put_back);
    }
    if let Some(lifted) = lifted {
        if own_move.to() != from && lifted < landed_to_tell(own, seen) {
            cost = cost.plus(costs.both_hands);
        }
        if opponents.lifted.is_some_and(|theirs| lifted + weights.scan + OVERLAP < theirs) {
            cost = cost.plus(costs.out_of_order);
        }
    }
    cost
}

/// When the piece that moves on after `parent` was seen to leave; `None` while it stands there, and where it was not seen to
/// come.
pub(super) fn lifted(beam: &Beam, parent: PlyId, mv: Move, seen: &Readings) -> Option<Instant> {
    let from = mv.from().filter(|&from| !seen.sets().occupied().contains(from))?;
    let left = seen.change(from).at;
    let own = beam.ply(parent).parent.map(|before| beam.ply(before));
    let came = own.filter(|own| own.mv().is_some_and(|own| own.to() == from));
    let is_unseen = came.and_then(|own| own.lifted).is_some_and(|lifted| left < lifted);
    (!is_unseen).then_some(left)
}

/// When the piece was seen to arrive that tells the move: of castling the king, whose rook may come after the next moves
/// have begun.
fn landed_to_tell(own: &Ply, seen: &Readings) -> Instant {
    let castling = own.mv().and_then(Move::castling_side);
    let king = castling.map(|side| seen.change(side.king_to(!own.turn())).at);
    king.map_or(own.landed, |king| king.min(own.landed))
}

/// Whether a move only undoes the last one.
fn goes_back(last: Move, mv: Move) -> bool {
    mv.from() == Some(last.to()) && last.from() == Some(mv.to())
}
