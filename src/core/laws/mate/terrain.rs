//! The ways of the kings in a position with pieces that never move.

use shakmaty::{Bitboard, Chess, Color, Square};

use super::net;
use super::reach::Reach;
use super::steps;

/// Steps that the kings are from the squares of a mate, around what never moves.
pub(super) struct Terrain {
    /// Pairs of squares, as steps to them from each square: of the king, and of its opponent.
    ways: Vec<([u8; 64], [u8; 64])>,
}

/// Farther than any way.
const FAR: u8 = 40;

/// So many pairs are kept.
const MAX_ROUNDS: usize = 48;

impl Terrain {
    /// Where pieces of `position` are stuck, the ways to the squares on which `side` may mate.
    pub(super) fn of(position: &Chess, side: Color) -> Option<Self> {
        let reach = Reach::of(position);
        if !reach.is_blocked() {
            return None;
        }
        let (king, own) = (reach.king(!side)?, reach.king(side)?);
        let ways = net::spots(&reach, side)
            .take(MAX_ROUNDS)
            .map(|spot| {
                let target = Bitboard::from_square(spot.king);
                (steps(target, king.squares), steps(spot.own_king, own.squares))
            })
            .collect();
        Some(Self { ways })
    }

    /// Steps that both kings still have to go.
    pub(super) fn way(&self, king: Square, own_king: Square) -> u32 {
        let steps = |from: &[u8; 64], square: Square| {
            u32::from(from.get(usize::from(square)).copied().unwrap_or(FAR))
        };
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
