//! What is known of positions that differ only in where the kings stand, and in who is to move.
//!
//! What may ever happen from one of them may happen from each in which the kings stand where they may get to
//! from there, or less.

use std::collections::HashMap;

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position};

use super::met::Key;
use super::net;
use super::reach::Reach;

/// What it costs to analyse a position, in work, for each of its pieces.
const ANALYSIS: u32 = 30;

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Known {
    /// Where the kings may get to: Black's, White's.
    kings: [Bitboard; 2],
    may_mate: bool,
}

/// Whether a side may be able to mate, of many positions.
#[derive(Default)]
pub(super) struct Skeletons {
    known: HashMap<u128, Known>,
}

impl Skeletons {
    /// Whether `side` may be able to mate, and what it cost to see that; `false` is proof that it cannot.
    pub(super) fn may_mate(&mut self, position: &Chess, key: Key, side: Color) -> (bool, u32) {
        let board = position.board();
        let analysis = ANALYSIS * board.occupied().count() as u32;
        if position.maybe_ep_square().is_some() || position.castles().any() {
            return (may_mate(position, side), analysis);
        }
        let skeleton = key.without_kings(position);
        let stand = |known: &Known| {
            Color::ALL.into_iter().all(|of| {
                board.king_of(of).is_some_and(|king| known.kings[usize::from(of)].contains(king))
            })
        };
        if let Some(known) = self.known.get(&skeleton).filter(|known| stand(known)) {
            return (known.may_mate, 1);
        }
        let reach = Reach::of(position);
        let squares = |of| reach.king(of).map_or(Bitboard::EMPTY, |king| king.squares);
        let may_mate = net::spots(&reach, side).next().is_some();
        let kings = [squares(Color::Black), squares(Color::White)];
        self.known.insert(skeleton, Known { kings, may_mate });
        (may_mate, analysis)
    }
}

/// Whether `side` may be able to mate; `false` is proof that it cannot.
pub(super) fn may_mate(position: &Chess, side: Color) -> bool {
    let castles = position.castles();
    // A king that castles from where it likes is not seen to go over its rook.
    castles.mode() == CastlingMode::Chess960 && castles.any()
        || net::spots(&Reach::of(position), side).next().is_some()
}
