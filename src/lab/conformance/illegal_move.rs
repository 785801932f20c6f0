//! Which move, legal or not, leads from a position to the pieces that stand.

use shakmaty::{Bitboard, Board, Chess, Move, Position, Role, Square};
use touchmove_core::account::position_after;

/// The move after which exactly this stands, legal or not; none takes a king.
pub(super) fn illegal_move(position: &Chess, pieces: &Board) -> Option<Move> {
    let leads_here = |mv: &Move| {
        mv.capture() != Some(Role::King) && position_after(position, *mv).board() == pieces
    };
    let ours = position.us();
    let goes = ours.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    let goes = goes.filter(|(from, to)| from != to);
    let king = position.board().king_of(position.turn());
    let castles = position.our(Role::Rook).into_iter();
    let castles = castles.filter_map(|rook| Some(Move::Castle { king: king?, rook }));
    let castles = castles.filter(|mv| has_room_to_castle(position, *mv));
    goes.flat_map(|(from, to)| moves_of_a_piece(position.board(), pieces, from, to))
        .chain(castles)
        .find(leads_here)
}

/// Whether nothing stands where king and rook go but themselves.
fn has_room_to_castle(position: &Chess, mv: Move) -> bool {
    let (Some(side), Move::Castle { king, rook }) = (mv.castling_side(), mv) else { return false };
    let us = position.turn();
    let others = position.board().occupied() & !(Bitboard::from(king) | Bitboard::from(rook));
    [side.king_to(us), side.rook_to(us)].into_iter().all(|goal| !others.contains(goal))
}

/// What a piece may have done that went from one square to another.
fn moves_of_a_piece(board: &Board, pieces: &Board, from: Square, to: Square) -> Vec<Move> {
    let Some(role) = board.role_at(from).filter(|_| pieces.piece_at(to) != board.piece_at(to))
    else {
        return Vec::new();
    };
    let capture = board.role_at(to);
    let becomes = |promotion| Move::Normal { role, from, capture, to, promotion };
    match role {
        Role::Pawn => {
            let promoted = pieces.role_at(to).filter(|role| *role != Role::Pawn);
            let in_passing = Move::EnPassant { from, to };
            let in_passing = Some(in_passing).filter(|_| capture.is_none());
            std::iter::once(becomes(promoted)).chain(in_passing).collect()
        }
        _ => vec![becomes(None)],
    }
}
