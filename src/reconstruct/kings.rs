//! Kings in the centre: how players tell a DGT board the result (DGT sheet 9).

use shakmaty::{Bitboard, Color, Piece, Role, Square};

use touchmove_drivers::Instant;

use super::seen::{Seen, piece_of};
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
/// With it comes the moment when the later king was put down.
pub(super) fn sign(seen: &Seen) -> Option<(Instant, KingsSign)> {
    let white = king_in_centre(seen, Color::White)?;
    let black = king_in_centre(seen, Color::Black)?;
    let sign = match (white.is_light(), black.is_light()) {
        (true, true) => KingsSign::WhiteWins,
        (false, false) => KingsSign::BlackWins,
        _ => KingsSign::Draw,
    };
    Some((seen.change(white).at.max(seen.change(black).at), sign))
}

fn king_in_centre(seen: &Seen, color: Color) -> Option<Square> {
    let king = Piece { color, role: Role::King };
    CENTRE.into_iter().find(|&square| piece_of(seen.reading(square)) == Some(king))
}
