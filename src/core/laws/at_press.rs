//! What the board shows at a press: no move, a pawn on the last rank, an own man where no legal move leads.

use shakmaty::{Bitboard, Chess, Move, Position, Role, Square};

use super::offence::{Offence, Pending};
use crate::account::{LineMove, Shown, position_after};

/// What a board shows at a press that is for no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The position without a move.
    Nothing,
    /// A pawn on the last rank, on this square, and all else as after its promotion.
    Pawn(Square),
    /// An own man on a new square, as no legal move leads there.
    Illegal(Vec<Square>),
    /// One man is missing.
    Missing(Square),
    /// Anything else.
    Displaced(Vec<Square>),
}

/// Whether the board showed at the press that an own man stood where no legal move leads, and this move not made: its man
/// stood where it had stood, or its goal was empty.
pub(super) fn was_unmade(pending: &Pending, mv: &LineMove) -> bool {
    let (Offence::IllegalMove, Some(shown)) = (pending.offence, pending.shown.as_deref()) else {
        return false;
    };
    let Move::Normal { from, to, .. } = mv.mv else { return false };
    let stands = shown.men.piece_at(from) == mv.before.board().piece_at(from);
    let is_empty = !(shown.men.occupied() | shown.unnamed).contains(to);
    (stands || is_empty) && (arrived(shown, &pending.turn.position) & !Bitboard::from(to)).any()
}

/// Whether the board showed the move half made at the press: the man to be taken in passing, or the rook,
/// stood where it had stood, or the pawn that was to be replaced was still there.
pub(super) fn was_unfinished(pending: &Pending, mv: &LineMove) -> bool {
    let Some(shown) = pending.shown.as_deref() else { return false };
    let left_out = match mv.mv {
        Move::Normal { role: Role::Pawn, to, promotion: Some(_), .. } => {
            return shown.men.piece_at(to) == Some(Role::Pawn.of(pending.side));
        }
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        Move::Castle { rook, .. } => rook,
        _ => return false,
    };
    let stood = mv.before.board().piece_at(left_out);
    stood.is_some() && shown.men.piece_at(left_out) == stood
}

/// What the board shows at a press that is for no move from this position.
pub(super) fn found(shown: &Shown, position: &Chess) -> Found {
    let differing = shown.differing(position.board());
    if differing.is_empty() {
        return Found::Nothing;
    }
    if let Some(square) = pawn_not_replaced(shown, position) {
        return Found::Pawn(square);
    }
    let squares = || differing.into_iter().collect();
    if (differing & arrived(shown, position)).any() {
        return Found::Illegal(squares());
    }
    let occupied = shown.men.occupied() | shown.unnamed;
    match differing.single_square() {
        Some(square) if !occupied.contains(square) => Found::Missing(square),
        _ => Found::Displaced(squares()),
    }
}

/// Whether all that differs is a king two files from where it stood, and a rook that went with it.
pub(super) fn castles(shown: &Shown, position: &Chess, squares: &[Square]) -> bool {
    let us = position.turn();
    let king = position.board().king_of(us);
    let goal = shown.men.king_of(us);
    let (Some(king), Some(goal)) = (king, goal) else { return false };
    let rooks = Role::Rook.of(us);
    let is_rooks = |square: &&Square| {
        [position.board(), &shown.men].iter().any(|board| board.piece_at(**square) == Some(rooks))
    };
    let others = squares.iter().filter(|square| ![king, goal].contains(square));
    king.rank() == goal.rank()
        && king.file().distance(goal.file()) == 2
        && squares.len() == 4
        && others.filter(is_rooks).count() == 2
}

/// Where a pawn stands that was to be replaced, all else being as after its promotion.
fn pawn_not_replaced(shown: &Shown, position: &Chess) -> Option<Square> {
    let promotions = position.promotion_moves();
    let queens = promotions.iter().filter(|mv| mv.promotion() == Some(Role::Queen));
    let pawn_stands = |mv: &&Move| {
        let mut board = position_after(position, **mv).board().clone();
        board.set_piece_at(mv.to(), Role::Pawn.of(position.turn()));
        shown.differing(&board).is_empty() && !shown.unnamed.contains(mv.to())
    };
    queens.clone().find(pawn_stands).map(|mv| mv.to())
}

/// Squares on which a man of the player on move is shown that did not stand there.
fn arrived(shown: &Shown, position: &Chess) -> Bitboard {
    let named = shown.men.by_color(position.turn()) & !position.us();
    let exchanged = shown.men.by_color(position.turn()) & position.us();
    let exchanged = exchanged
        .into_iter()
        .filter(|square| shown.men.piece_at(*square) != position.board().piece_at(*square));
    let unnamed = shown.unnamed & !position.board().occupied();
    exchanged.fold(named | unnamed, |all, square| all | Bitboard::from(square))
}

/// Whether a pawn's move is a legal promotion but for the man that it becomes.
pub(super) fn is_promotion_but_for_the_man(position: &Chess, pawn: Move) -> bool {
    let promotions = position.promotion_moves();
    promotions.iter().any(|mv| mv.from() == pawn.from() && mv.to() == pawn.to())
}
