//! Kings in the centre: how players tell a DGT board the result (DGT sheet 9).

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::seen::{Change, Seen, piece_of};
use crate::account::KingsSign;

/// The four squares. Kings on any two of them touch, so together they are never a legal position.
pub(super) const CENTRE: Bitboard = Bitboard(
    1 << Square::D4 as u64
        | 1 << Square::E4 as u64
        | 1 << Square::D5 as u64
        | 1 << Square::E5 as u64,
);

/// The result that the kings tell, when both stand in the centre: both on light squares, White won;
/// both on dark ones, Black won; one on each, a draw. Other men may be anywhere.
/// With it comes the change that put the later king down.
pub(super) fn sign(seen: &Seen) -> Option<(Change, KingsSign)> {
    let white = king_in_centre(seen, Color::White)?;
    let black = king_in_centre(seen, Color::Black)?;
    let sign = match (white.is_light(), black.is_light()) {
        (true, true) => KingsSign::WhiteWins,
        (false, false) => KingsSign::BlackWins,
        _ => KingsSign::Draw,
    };
    let later = [white, black].map(|square| seen.change(square)).into_iter();
    Some((later.max_by_key(|change| change.record)?, sign))
}

/// Whether a king stands in the centre where `board` has none: the other one may follow.
pub(super) fn half_a_sign(seen: &Seen, board: &Board) -> bool {
    Color::ALL
        .into_iter()
        .filter_map(|color| king_in_centre(seen, color))
        .any(|square| board.role_at(square) != Some(Role::King))
}

fn king_in_centre(seen: &Seen, color: Color) -> Option<Square> {
    let king = Piece { color, role: Role::King };
    CENTRE.into_iter().find(|&square| piece_of(seen.reading(square)) == Some(king))
}
