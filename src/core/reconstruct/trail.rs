//! Where pieces were put down lately, each for as long as a scan caught it.

use shakmaty::{Bitboard, Move, Piece, Position, Square, attacks};
use touchmove_drivers::Instant;

use super::readings::Readings;

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

    /// How often the piece that makes `mv` was put down after `since` where the move does not lead it:
    /// neither on its goal, nor where it came from, nor between them.
    pub(super) fn astray(&self, before: &impl Position, mv: Move, since: Option<Instant>) -> u32 {
        let (Some(from), to) = (mv.from(), mv.to()) else { return 0 };
        let Some(piece) = before.board().piece_at(from) else { return 0 };
        let way = attacks::between(from, to) | Bitboard::from(from) | Bitboard::from(to);
        let recent = self.landings.iter().rev().take_while(|landing| Some(landing.at) > since);
        let astray =
            recent.filter(|landing| landing.piece == piece && !way.contains(landing.square));
        u32::try_from(astray.count()).unwrap_or(0)
    }
}
