//! Where pieces were put down lately, each for as long as a scan caught it.

use shakmaty::{Bitboard, Move, Piece, Position, Square, attacks};
use touchmove_drivers::Instant;

use super::plies::Ply;
use super::readings::Readings;
use crate::account::Sight;

/// The last landings, the newest at the end.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    landings: Vec<Landing>,
}

#[derive(Clone, Copy, Debug)]
struct Landing {
    at: Instant,
    square: Square,
    piece: Piece,
}

/// So many landings are kept.
const MAX_LANDINGS: usize = 24;

impl Trail {
    pub(super) fn new() -> Self {
        Self { landings: Vec::with_capacity(MAX_LANDINGS) }
    }

    /// The readings of `changed` are new.
    pub(super) fn follow(&mut self, seen: &Readings, changed: Bitboard) {
        for square in changed {
            let Some(piece) = seen.sets().piece_at(square) else { continue };
            if self.landings.len() == MAX_LANDINGS {
                self.landings.remove(0);
            }
            self.landings.push(Landing { at: seen.last().at, square, piece });
        }
    }

    /// How often the piece that makes `mv` was put down since the same player's last move, `own`, where `mv` does not lead
    /// it: neither on its goal, nor where it came from, nor between them. A piece whose landing was never seen may have
    /// been seen on its way after it had left.
    pub(super) fn astray(&self, before: &impl Position, mv: Move, own: Option<&Ply>) -> u32 {
        let Some(piece) = mv.from().and_then(|from| before.board().piece_at(from)) else {
            return 0;
        };
        let unseen = own.filter(|own| own.sight == Sight::Bridged).and_then(Ply::mv);
        let way = unseen.map_or(Bitboard::EMPTY, way) | way(mv);
        let since = own.map(|own| own.landed);
        let recent = self.landings.iter().rev().take_while(|landing| Some(landing.at) > since);
        let astray =
            recent.filter(|landing| landing.piece == piece && !way.contains(landing.square));
        u32::try_from(astray.count()).unwrap_or(0)
    }
}

/// Where the move leads its piece, with where it began and ends.
fn way(mv: Move) -> Bitboard {
    let Some(from) = mv.from() else { return Bitboard::EMPTY };
    attacks::between(from, mv.to()) | Bitboard::from(from) | Bitboard::from(mv.to())
}
