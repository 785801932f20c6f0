//! How often a position has stood, and how long nothing was taken and no pawn moved (9.2, 9.3, 9.6).
//!
//! Positions are the same when the same player is on move, pieces of the same kind and colour stand on the
//! same squares, and the same moves are possible: a right to castle counts until king or rook moves,
//! and taking in passing only where it is legal (9.2.2).

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

/// The positions of a game, 16 bytes each.
#[derive(Clone, Debug, Default)]
pub struct History {
    stood: Vec<Stood>,
}

#[derive(Clone, Copy, Debug)]
struct Stood {
    key: u64,
    /// Half-moves since a piece was taken or a pawn moved.
    halfmoves: u32,
    /// How often the position had stood then, this time included.
    occurrences: u32,
}

/// Of no game more positions are known: behind them nothing is counted.
const MAX_POSITIONS: usize = 10_000;

impl History {
    /// No position yet; the first is that from which the game starts.
    pub const fn new() -> Self {
        Self { stood: Vec::new() }
    }

    /// The next position, of which the half-move clock is that of its FEN.
    pub fn push(&mut self, position: &Chess) {
        if self.stood.len() < MAX_POSITIONS {
            let stands = self.with(position);
            self.stood.push(stands);
        }
    }

    /// Only the start and so many half-moves after it are left.
    pub fn truncate(&mut self, to_ply: usize) {
        self.stood.truncate(to_ply.saturating_add(1));
    }

    /// How often the last position has stood; 0 before the start.
    pub fn occurrences_of_last(&self) -> u32 {
        self.stood.last().map_or(0, |last| last.occurrences)
    }

    /// Whether the last position, or one that can follow, may have stood three times: something stood twice
    /// since the last capture or pawn move.
    pub fn may_repeat_thrice(&self) -> bool {
        self.of_last_reach().any(|stood| stood.occurrences >= 2)
    }

    /// How often the position after an intended move would have stood, that time included.
    pub fn occurrences_with(&self, intended: &Chess) -> u32 {
        self.with(intended).occurrences
    }

    /// Half-moves up to the last position since a piece was taken or a pawn moved.
    pub fn halfmoves(&self) -> u32 {
        self.stood.last().map_or(0, |last| last.halfmoves)
    }

    /// The last position, and what stood before it since the last capture or pawn move.
    fn of_last_reach(&self) -> impl Iterator<Item = &Stood> {
        let reach = usize::try_from(self.halfmoves()).unwrap_or(usize::MAX);
        self.stood.iter().rev().take(reach.saturating_add(1))
    }

    /// What stood before the last capture or pawn move cannot stand again, and is not looked at.
    fn with(&self, position: &Chess) -> Stood {
        let key = key(position);
        let halfmoves = position.halfmoves();
        let reach = usize::try_from(halfmoves).unwrap_or(usize::MAX);
        let earlier = self.stood.iter().rev().take(reach).find(|stood| stood.key == key);
        let before = earlier.map_or(0, |stood| stood.occurrences);
        Stood { key, halfmoves, occurrences: before.saturating_add(1) }
    }
}

/// 9.2: the position has stood three times, and the player on move may claim.
pub const fn is_threefold(occurrences: u32) -> bool {
    occurrences >= 3
}

/// 9.6.1: the position has stood five times, and the game is drawn.
pub const fn is_fivefold(occurrences: u32) -> bool {
    occurrences >= 5
}

/// 9.3: fifty moves of each player without a capture or a pawn move; the player on move may claim.
pub const fn is_fifty(halfmoves: u32) -> bool {
    halfmoves >= 100
}

/// 9.6.2: seventy-five such moves of each, and the game is drawn unless the last one mates.
pub const fn is_seventy_five(halfmoves: u32) -> bool {
    halfmoves >= 150
}

/// What tells positions apart. Without own king, as illegal moves may leave it, nothing is legal, and
/// it is enough that a pawn stands where it could take in passing.
fn key(position: &Chess) -> u64 {
    let has_king = position.board().king_of(position.turn()).is_some();
    let mode = if has_king { EnPassantMode::Legal } else { EnPassantMode::PseudoLegal };
    position.zobrist_hash::<Zobrist64>(mode).0
}

#[cfg(test)]
mod tests;
