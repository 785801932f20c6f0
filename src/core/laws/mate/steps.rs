//! Steps of the pieces, from many squares at once.

use shakmaty::{Bitboard, Color};

/// Squares on files a and h.
const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);

/// All squares one step up, down, left and right of `from`.
pub(super) const fn straight(from: Bitboard) -> Bitboard {
    Bitboard(from.0 << 8 | from.0 >> 8 | (from.0 & !FILE_H.0) << 1 | (from.0 & !FILE_A.0) >> 1)
}

/// All squares one diagonal step from `from`.
pub(super) const fn diagonal(from: Bitboard) -> Bitboard {
    let right = (from.0 & !FILE_H.0) << 1;
    let left = (from.0 & !FILE_A.0) >> 1;
    Bitboard((right | left) << 8 | (right | left) >> 8)
}

/// All squares around `from`.
pub(super) const fn around(from: Bitboard) -> Bitboard {
    Bitboard(straight(from).0 | diagonal(from).0)
}

/// All squares a knight's leap from `from`.
pub(super) const fn leaps(from: Bitboard) -> Bitboard {
    let right = (from.0 & !FILE_H.0) << 1;
    let left = (from.0 & !FILE_A.0) >> 1;
    let far_right = (right & !FILE_H.0) << 1;
    let far_left = (left & !FILE_A.0) >> 1;
    Bitboard(
        (right | left) << 16
            | (right | left) >> 16
            | (far_right | far_left) << 8
            | (far_right | far_left) >> 8,
    )
}

/// All squares one step ahead of pawns of `side` on `from`.
pub(super) const fn ahead(from: Bitboard, side: Color) -> Bitboard {
    match side {
        Color::White => Bitboard(from.0 << 8),
        Color::Black => Bitboard(from.0 >> 8),
    }
}

/// All squares that pawns of `side` attack from `from`.
pub(super) const fn pawn_attacks(from: Bitboard, side: Color) -> Bitboard {
    let beside = Bitboard((from.0 & !FILE_H.0) << 1 | (from.0 & !FILE_A.0) >> 1);
    ahead(beside, side)
}
