//! The moves from a position that stands, lawful or not.
//!
//! An illegal move that stands may leave a king in check. What is legal then is still shakmaty's to say, but a king
//! is never taken, and nobody moves where one is missing.

use shakmaty::{Chess, Move, MoveList, Position, Role};

/// All legal moves.
pub fn replies(position: &Chess) -> MoveList {
    if !has_kings(position) {
        return MoveList::new();
    }
    let mut moves = position.legal_moves();
    if !moves.iter().all(|mv| is_playable(position, *mv)) {
        moves.retain(|mv| is_playable(position, *mv));
    }
    moves
}

/// Whether each side has its king.
pub fn has_kings(position: &Chess) -> bool {
    let (kings, white) = (position.board().kings(), position.board().white());
    [kings & white, kings & !white].iter().all(|king| king.any() && !king.more_than_one())
}

/// Whether a move takes no king, and goes to a free square where it captures en passant.
pub fn is_playable(position: &Chess, mv: Move) -> bool {
    match mv {
        Move::EnPassant { to, .. } => !position.board().occupied().contains(to),
        _ => mv.capture() != Some(Role::King),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Square};

    use super::*;
    use crate::account::position_after;

    #[test]
    fn a_king_that_was_left_in_check_is_not_taken_and_without_one_nobody_moves() {
        let apart: Fen = "8/8/8/8/8/2k5/8/2K5 w - - 0 1".parse().unwrap();
        let apart: Chess = apart.into_position(CastlingMode::Standard).unwrap();
        let king = |from, to, capture| Move::Normal {
            role: Role::King,
            from,
            capture,
            to,
            promotion: None,
        };
        let beside = position_after(&apart, king(Square::C1, Square::C2, None));
        let takes = king(Square::C3, Square::C2, Some(Role::King));
        assert!(!replies(&beside).contains(&takes));
        assert!(!replies(&beside).is_empty());
        assert!(replies(&position_after(&beside, takes)).is_empty());
    }
}
