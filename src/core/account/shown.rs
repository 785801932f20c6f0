//! What a board shows, held against positions.

use shakmaty::{Bitboard, Board, Chess, Move, Position};

use super::replies;

/// What the board shows at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The pieces that it names.
    pub pieces: Board,
    /// Where pieces stand that it cannot name.
    pub unnamed: Bitboard,
}

impl Shown {
    /// The squares on which it cannot be this position.
    pub fn differing(&self, board: &Board) -> Bitboard {
        let named = differing(&self.pieces, board);
        (named & !self.unnamed) | (self.unnamed & !board.occupied())
    }

    /// Whether it shows this position, at most with a reply to it under way: the player on move has lifted
    /// pieces of his, some pieces stand already as after one of his moves, or all do and his opponent lifts pieces
    /// again.
    pub fn shows(&self, position: &Chess) -> bool {
        let differing = self.differing_unlifted(position);
        let is_under_way = |reply: &Move| {
            let after = position_after(position, *reply);
            let taken_off = self::differing(position.board(), after.board()) & !self.occupied();
            (differing & self.differing(after.board()) & !taken_off).is_empty()
                || self.differing_unlifted(&after).is_empty()
        };
        differing.is_empty() || replies(position).iter().any(is_under_way)
    }

    /// Whether it shows a legal move from this position, at most with a reply to it under way.
    pub fn shows_move_from(&self, position: &Chess) -> bool {
        let differing = self.differing(position.board());
        let has_left =
            |mv: &&Move| mv.is_castle() || mv.from().is_none_or(|from| differing.contains(from));
        let is_made = |mv: &Move| self.shows(&position_after(position, *mv));
        differing.any() && replies(position).iter().filter(has_left).any(is_made)
    }

    /// The squares on which it cannot be this position with pieces of the player on move in his hands.
    fn differing_unlifted(&self, position: &Chess) -> Bitboard {
        self.differing(position.board()) & !(position.us() & !self.occupied())
    }

    /// Where pieces stand.
    pub fn occupied(&self) -> Bitboard {
        self.pieces.occupied() | self.unnamed
    }
}

/// The squares on which two boards differ.
pub fn differing(a: &Board, b: &Board) -> Bitboard {
    (a.white() ^ b.white())
        | (a.black() ^ b.black())
        | (a.pawns() ^ b.pawns())
        | (a.knights() ^ b.knights())
        | (a.bishops() ^ b.bishops())
        | (a.rooks() ^ b.rooks())
        | (a.queens() ^ b.queens())
        | (a.kings() ^ b.kings())
}

/// The position after a move, legal or not.
pub fn position_after(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}
