//! Corrections accuse nobody: a move that a decision has written anew is an offence only where it was one before.

use shakmaty::{Color, Position, Square};

use super::made_moves::MadeMove;
use super::says::{Incident, IncidentKind};
use crate::account::LineMove;

/// What a move is that cannot be played.
pub(super) const ILLEGAL_MOVES: &[IncidentKind] =
    &[IncidentKind::IllegalMoveCompleted, IncidentKind::PromotionNotReplaced];

/// So many accusations are known.
const MAX_ACCUSATIONS: usize = 64;

/// Who was accused of which move before it was taken back.
#[derive(Clone, Debug, Default)]
pub(super) struct Accusations(Vec<Accused>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Accused {
    side: Color,
    from: Option<Square>,
    to: Square,
    kind: IncidentKind,
}

impl Accusations {
    /// A move is taken back of which these were told.
    pub(super) fn note(&mut self, made: &MadeMove, told: &[Incident]) {
        let is_of = |one: &&Incident| one.ply == made.ply && one.side == Some(made.side);
        for incident in told.iter().filter(is_of) {
            let (from, to) = (made.mv.from(), made.mv.to());
            let accused = Accused { side: made.side, from, to, kind: incident.kind };
            if self.0.contains(&accused) {
                continue;
            }
            if self.0.len() == MAX_ACCUSATIONS {
                self.0.remove(0);
            }
            self.0.push(accused);
        }
    }

    /// Whether the same was told of this move before it was written anew.
    pub(super) fn was_accused(&self, mv: &LineMove, kinds: &[IncidentKind]) -> bool {
        let side = mv.before.turn();
        self.0.iter().any(|accused| {
            accused.side == side
                && (accused.from, accused.to) == (mv.mv.from(), mv.mv.to())
                && kinds.contains(&accused.kind)
        })
    }
}
