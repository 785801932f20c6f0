//! What the pieces alone tell.

use shakmaty::{Bitboard, Board, Color};

/// Whether `side` has nothing but a king.
pub(super) fn is_bare(board: &Board, side: Color) -> bool {
    (board.by_color(side) & !board.kings()).is_empty()
}

/// Whether `side` cannot mate wherever the pieces stand.
///
/// A bare king never mates; one knight does not mate a king with queens only; bishops on squares of one
/// colour need an opponent's knight, pawn or bishop of the other colour in the king's way.
pub(super) fn is_insufficient(board: &Board, side: Color) -> bool {
    let own = board.by_color(side) & !board.kings();
    let theirs = board.by_color(!side) & !board.kings();
    if own.is_empty() {
        return true;
    }
    if own.is_subset(board.knights()) {
        return own.count() == 1 && theirs.is_subset(board.queens());
    }
    let bishops = board.bishops();
    own.is_subset(bishops)
        && theirs.is_disjoint(board.knights() | board.pawns())
        && (bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES))
}
