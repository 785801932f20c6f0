//! Which men were touched, and what became of them.

use shakmaty::{Board, Color, Piece, Position, Square};
use touchmove_drivers::Instant;

use super::line::Ply;
use super::seen::Seen;
use super::timing::Timing;
use crate::account::{Touch, TouchEnd};

/// The men of the line that are off their squares.
#[derive(Clone, Debug)]
pub(super) struct Touches {
    lifted: [Option<Lift>; 64],
}

#[derive(Clone, Copy, Debug)]
struct Lift {
    man: Piece,
    at: Instant,
}

impl Touches {
    pub(super) const NONE: Self = Self { lifted: [None; 64] };

    /// The reading of `square` changed while the line has `board` and `side` is to move. A man that
    /// comes back to where it was lifted ends a touch.
    pub(super) fn changed(
        &mut self,
        square: Square,
        seen: &Seen,
        board: &Board,
        side: Color,
        timing: &Timing,
    ) -> Option<Touch> {
        let man = board.piece_at(square)?;
        let at = seen.change(square).at;
        let lift = &mut self.lifted[square as usize];
        if !seen.reading(square).is_occupied() {
            lift.get_or_insert(Lift { man, at });
            return None;
        }
        let lift = lift.take_if(|lift| lift.man == man && seen.fits(square, Some(man)))?;
        let noise = timing.noise_of_absence(at.since(lift.at));
        Some(Touch { square, man: Some(man), side, end: TouchEnd::Returned, noise })
    }

    /// The men that a settled move took off their squares were touched, and left.
    pub(super) fn left(&mut self, ply: &Ply) -> Vec<Touch> {
        let left = |square: Square| {
            let changed = ply.before.board().piece_at(square) != ply.after.board().piece_at(square);
            let lift = if changed { self.lifted[square as usize].take() } else { None }?;
            let (man, side) = (Some(lift.man), ply.mover());
            Some(Touch { square, man, side, end: TouchEnd::Left, noise: 0.0 })
        };
        Square::ALL.into_iter().filter_map(left).collect()
    }
}
