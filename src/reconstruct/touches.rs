//! Which men were touched, and what became of them.

use shakmaty::{Board, Chess, Color, Piece, Position, Square};
use touchmove_drivers::Instant;

use super::seen::Seen;
use super::shown::differing;
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
            *lift = Some(Lift { man, at });
            return None;
        }
        let lift = lift.take_if(|lift| lift.man == man && seen.fits(square, Some(man)))?;
        let noise = timing.noise_of_absence(at.since(lift.at));
        Some(Touch { square, man: Some(man), side, end: TouchEnd::Returned, noise })
    }

    /// The men that a settled move took off their squares were touched, and left.
    pub(super) fn left(&mut self, before: &Chess, after: &Chess) -> Vec<Touch> {
        let changed = differing(before.board(), after.board());
        let left = |square: Square| {
            let lift = self.lifted[square as usize].take()?;
            let (man, side) = (Some(lift.man), before.turn());
            Some(Touch { square, man, side, end: TouchEnd::Left, noise: 0.0 })
        };
        changed.into_iter().filter_map(left).collect()
    }
}
