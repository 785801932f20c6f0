//! Whether the board shows at a press a move that is not told yet: then the press waits for it.

use shakmaty::{Chess, Move, Position, Square};
use touchmove_drivers::Instant;

use super::made_moves::{GOES_ON, MadeMove};
use super::play::Play;
use crate::account::{Shown, position_after, replies};

/// What the board shows at a press of the player on move.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewMove<'a> {
    play: &'a Play,
    shown: &'a Shown,
    at: Instant,
}

impl<'a> NewMove<'a> {
    pub(super) const fn new(play: &'a Play, shown: &'a Shown, at: Instant) -> Self {
        Self { play, shown, at }
    }

    /// Whether the board shows a legal move of the player on move complete: reconstruction will tell it. His
    /// opponent may reply before the board is read.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete_on(self.shown)
    }

    /// Whether reconstruction may still tell a legal move where none is complete: one that goes on from another move
    /// than was told, or one whose player has his next piece in the hand. Only readings leave that open.
    pub(super) fn may_be_told(&self) -> bool {
        !self.play.is_exact()
            && (self.is_complete_but_for_a_piece()
                || self.is_after_another()
                || self.is_from_elsewhere())
    }

    /// Whether the board shows a move that is legal after another move of the piece that the opponent has moved just
    /// now: he went on with it.
    fn is_after_another(&self) -> bool {
        let differing = self.shown.differing(self.play.position().board());
        let went_on = |last: &&MadeMove| {
            self.at.since(last.landed) < GOES_ON && differing.contains(last.mv.to())
        };
        let Some(last) = self.play.moves().last().filter(went_on) else { return false };
        let Some(before) = last.turn_before() else { return false };
        let before = before.position();
        let mut others = replies(before).into_iter().filter(|mv| mv.from() == last.mv.from());
        others.any(|mv| self.is_played_from(&position_after(before, mv), self.shown))
    }

    /// The same of the piece that the player himself has moved last: it may have gone to another square, and on from
    /// there.
    fn is_from_elsewhere(&self) -> bool {
        let differing = self.shown.differing(self.play.position().board());
        let mut made = self.play.moves().last_first();
        let (Some(last), Some(own)) = (made.next(), made.next()) else { return false };
        let went_on = self.at.since(own.landed) < GOES_ON && differing.contains(own.mv.to());
        let Some(before) = own.turn_before().filter(|_| went_on) else { return false };
        let before = before.position();
        let others = replies(before).into_iter().filter(|mv| mv.from() == own.mv.from());
        let mut after = others.map(|mv| position_after(before, mv));
        after.any(|after| {
            replies(&after).contains(&last.mv)
                && self.is_played_from(&position_after(&after, last.mv), self.shown)
        })
    }

    /// Whether the board shows a legal move complete but for another piece of the player, who has it in his hand
    /// already.
    fn is_complete_but_for_a_piece(&self) -> bool {
        let position = self.play.position();
        let off = position.us() & !(self.shown.pieces.occupied() | self.shown.unnamed);
        let put_back = |square: Square| {
            let mut shown = self.shown.clone();
            let piece = position.board().piece_at(square);
            piece.iter().for_each(|piece| shown.pieces.set_piece_at(square, *piece));
            shown
        };
        off.count() == 2 && off.into_iter().any(|square| self.is_complete_on(&put_back(square)))
    }

    fn is_complete_on(&self, shown: &Shown) -> bool {
        self.is_played_from(self.play.position(), shown)
    }

    /// Whether this is what the board shows after a legal move from this position.
    fn is_played_from(&self, position: &Chess, shown: &Shown) -> bool {
        let is_made = |mv: &Move| {
            let after = position_after(position, *mv);
            if self.play.is_exact() {
                shown.differing(after.board()).is_empty()
            } else {
                shown.shows(&after)
            }
        };
        let differing = shown.differing(position.board());
        let has_left = |mv: &&Move| mv.from().is_none_or(|from| differing.contains(from));
        let legal = replies(position);
        differing.any() && legal.iter().filter(|mv| mv.is_castle() || has_left(mv)).any(is_made)
    }
}
