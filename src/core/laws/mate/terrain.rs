//! The ways of the kings in a position with pieces that never move.

use std::num::NonZeroU8;

use shakmaty::{Bitboard, Color, Square};

use super::net;
use super::reach::Reach;
use super::steps;

/// Steps that the kings are from the squares of a mate, around what never moves.
pub(super) struct Terrain {
    /// Pairs of squares, as steps to them from each square: of the king, and of its opponent.
    ways: Vec<([u8; 64], [u8; 64])>,
    /// Steps by the squares of both kings, as far as they were asked for.
    known: Vec<Option<NonZeroU8>>,
}

/// Farther than any way.
const FAR: u8 = 40;

/// So many pairs are kept.
const MAX_ROUNDS: usize = 48;

impl Terrain {
    /// Where pieces are stuck, the ways to the squares on which `side` may mate.
    pub(super) fn of(reach: &Reach, side: Color) -> Option<Self> {
        if !reach.is_blocked() {
            return None;
        }
        let (king, own) = (reach.king(!side)?, reach.king(side)?);
        let ways = net::spots(reach, side)
            .take(MAX_ROUNDS)
            .map(|spot| {
                let target = Bitboard::from_square(spot.king);
                (steps(target, king.squares), steps(spot.own_king, own.squares))
            })
            .collect();
        Some(Self { ways, known: vec![None; 64 * 64] })
    }

    /// Steps that both kings still have to go.
    pub(super) fn way(&mut self, king: Square, own_king: Square) -> u32 {
        let pair = usize::from(king) * 64 + usize::from(own_king);
        if let Some(known) = self.known.get(pair).copied().flatten() {
            return u32::from(known.get()) - 1;
        }
        let way = self.measure(king, own_king);
        if let Some(known) = self.known.get_mut(pair) {
            *known = NonZeroU8::new(way + 1);
        }
        u32::from(way)
    }

    fn measure(&self, king: Square, own_king: Square) -> u8 {
        let steps =
            |from: &[u8; 64], square: Square| from.get(usize::from(square)).copied().unwrap_or(FAR);
        self.ways
            .iter()
            .map(|(kings, own)| steps(kings, king) + steps(own, own_king))
            .min()
            .unwrap_or(0)
    }
}

/// Steps from each square of `region` to the nearest of `targets`.
fn steps(targets: Bitboard, region: Bitboard) -> [u8; 64] {
    let mut steps = [FAR; 64];
    let mut met = Bitboard::EMPTY;
    let mut front = targets & region;
    for count in 0..FAR {
        for square in front {
            if let Some(step) = steps.get_mut(usize::from(square)) {
                *step = count;
            }
        }
        met |= front;
        front = steps::around(front) & region & !met;
        if front.is_empty() {
            break;
        }
    }
    steps
}
