//! Whether a side can mate by any series of legal moves (5.2.2, 6.9, 7.5.5).
//!
//! Both players may help. Four things decide, the cheap ones first: the pieces that are left
//! (`material`), a search for a mate that both help with (`search`, towards the mates of `goal`), where the
//! pieces of a blocked position may ever get to (`reach`, `net`), and a search with both kings on all squares at
//! once (`roam`). `Possible` and `Impossible` are proven; what takes too long to prove is `Undetermined`. The 50-move and 75-move rules and repetitions play no part.

mod arrivals;
mod estimate;
mod frame;
mod goal;
mod kings;
mod material;
mod met;
mod net;
mod order;
mod reach;
mod roam;
mod search;
mod skeleton;
mod steps;
mod terrain;

use shakmaty::{Bitboard, Chess, Color, Position};

use self::search::Finding;

/// Whether a side can mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mating {
    /// Some series of legal moves ends with this side's mate.
    Possible,
    /// No series of legal moves does.
    Impossible,
    /// Neither was proven within the bound, or it is no proper position.
    Undetermined,
}

/// How much is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// So much work is done, at most, give or take the moves of one position: a move counts 1, what else is
    /// done counts as many as it takes as long.
    pub work: u32,
}

impl Search {
    /// For every move that leaves hardly a reply.
    pub const FORCED: Self = Self { work: 8_000 };
    /// For every move: most positions of games, forced lines, walls of pawns. Up to 1 ms or so.
    pub const QUICK: Self = Self { work: 70_000 };
    /// After captures and pawns' moves, at a flag-fall, at a resignation. Up to 5 ms or so.
    pub const FULL: Self = Self { work: 305_000 };
}

impl Default for Search {
    fn default() -> Self {
        Self::FULL
    }
}

/// Whether `side` can mate from here.
pub fn can_mate(position: &Chess, side: Color, bound: Search) -> Mating {
    if !is_proper(position) {
        return if material::is_bare(position.board(), side) {
            Mating::Impossible
        } else {
            Mating::Undetermined
        };
    }
    by_material(position, side).unwrap_or_else(|| match search::mate(position, side, bound) {
        Finding::Mate(_) => Mating::Possible,
        Finding::NoMate => Mating::Impossible,
        Finding::Unknown => Mating::Undetermined,
    })
}

/// What the pieces alone tell, wherever they stand: `Impossible`, or nothing.
pub fn by_material(position: &Chess, side: Color) -> Option<Mating> {
    material::is_insufficient(position.board(), side).then_some(Mating::Impossible)
}

/// Whether moves can be made here by the Laws: a king each, no pawn on the first or last rank, and
/// nobody left his king in check.
fn is_proper(position: &Chess) -> bool {
    let board = position.board();
    let waiting = !position.turn();
    let one_king = |side| (board.kings() & board.by_color(side)).count() == 1;
    one_king(Color::White)
        && one_king(Color::Black)
        && (board.pawns() & Bitboard::BACKRANKS).is_empty()
        && board
            .king_of(waiting)
            .is_some_and(|king| board.attacks_to(king, !waiting, board.occupied()).is_empty())
}

#[cfg(test)]
mod tests;
