//! What the board shows at a press: no move, a pawn on the last rank, an own piece where no legal move leads.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use super::offence::Offence;
use crate::account::{LineMove, Shown, differing, position_after, replies};

/// When a press was, and what the clock told of its player's time.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimedPress {
    pub(super) at: Instant,
    pub(super) left: Option<ClockTime>,
}

/// An offence with what the board showed at the press that completed it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OffencePress<'a> {
    pub(super) offence: Offence,
    pub(super) side: Color,
    /// The position before it.
    pub(super) position: &'a Chess,
    pub(super) shown: Option<&'a Shown>,
}

/// What a board shows at a press that is for no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoardAtPress {
    /// The position without a move.
    Nothing,
    /// A pawn on the last rank, on this square, and all else as after its promotion.
    Pawn(Square),
    /// An own piece on a new square, as no legal move leads there.
    Illegal(Vec<Square>),
    /// A legal move but for one square that its piece does not go to: that it left was not read, or something else was read
    /// wrongly.
    MoveButForOne(Vec<Square>),
    /// One piece is missing.
    Missing(Square),
    /// Anything else.
    Displaced(Vec<Square>),
}

/// Whether the board showed at the press that an own piece stood where no legal move leads, and this move not made: its piece
/// stood where it had stood, or its goal was empty.
pub(super) fn was_unmade(press: &OffencePress<'_>, mv: &LineMove) -> bool {
    let (Offence::IllegalMove, Some(shown)) = (press.offence, press.shown) else {
        return false;
    };
    let Move::Normal { from, to, .. } = mv.mv else { return false };
    let stands = shown.pieces.piece_at(from) == mv.before.board().piece_at(from);
    let is_empty = !(shown.pieces.occupied() | shown.unnamed).contains(to);
    (stands || is_empty) && (arrived(shown, press.position) & !Bitboard::from(to)).any()
}

/// Whether the board showed the move half made at the press: the piece to be taken in passing, or the rook,
/// stood where it had stood, or the pawn that was to be replaced was still there.
pub(super) fn was_unfinished(press: &OffencePress<'_>, mv: &LineMove) -> bool {
    let Some(shown) = press.shown else { return false };
    let left_out = match mv.mv {
        Move::Normal { role: Role::Pawn, to, promotion: Some(_), .. } => {
            return shown.pieces.piece_at(to) == Some(Role::Pawn.of(press.side));
        }
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        Move::Castle { rook, .. } => rook,
        _ => return false,
    };
    let stood = mv.before.board().piece_at(left_out);
    stood.is_some() && shown.pieces.piece_at(left_out) == stood
}

/// What the board shows at a press that is for no move from this position.
pub(super) fn read(shown: &Shown, position: &Chess) -> BoardAtPress {
    let differing = shown.differing(position.board());
    if differing.is_empty() {
        return BoardAtPress::Nothing;
    }
    if let Some(square) = pawn_not_replaced(shown, position) {
        return BoardAtPress::Pawn(square);
    }
    let squares = || differing.into_iter().collect();
    if replies(position).iter().any(|mv| shows_but_for_one(shown, position, *mv)) {
        return BoardAtPress::MoveButForOne(squares());
    }
    if (differing & arrived(shown, position)).any() {
        return BoardAtPress::Illegal(squares());
    }
    let occupied = shown.occupied();
    match differing.single_square() {
        Some(square) if !occupied.contains(square) => BoardAtPress::Missing(square),
        _ => BoardAtPress::Displaced(squares()),
    }
}

/// Whether the board showed at the press this legal move but for one thing: the piece stood where it had stood as well.
pub(super) fn was_shown_twice(press: &OffencePress<'_>, mv: &LineMove) -> bool {
    press.shown.is_some_and(|shown| mv.legal && shows_twice(shown, &mv.before, mv.mv))
}

/// Whether this legal move is shown, and one square otherwise on which it puts no piece, nor leaves one that it takes; of who
/// castles one of the two pieces may not be read.
fn shows_but_for_one(shown: &Shown, position: &Chess, mv: Move) -> bool {
    let after = position_after(position, mv);
    let changed = differing(position.board(), after.board());
    let came = changed & after.board().by_color(position.turn());
    let taken = changed & position.them();
    let unread = if mv.is_castle() { came & !shown.occupied() } else { Bitboard::EMPTY };
    let wrong = shown.differing(after.board()).single_square();
    wrong.is_some_and(|square| unread.contains(square) || !(came | taken).contains(square))
}

fn shows_twice(shown: &Shown, position: &Chess, mv: Move) -> bool {
    let left = match mv {
        Move::Castle { king, rook } => vec![king, rook],
        _ => mv.from().into_iter().collect(),
    };
    let after = position_after(position, mv);
    left.into_iter().any(|square| {
        let Some(piece) = position.board().piece_at(square) else { return false };
        let mut board = after.board().clone();
        if board.piece_at(square).is_some() {
            return false;
        }
        board.set_piece_at(square, piece);
        shown.differing(&board).is_empty()
    })
}

/// Whether all that differs is a king two files from where it stood, and a rook that went with it.
pub(super) fn castles(shown: &Shown, position: &Chess, squares: &[Square]) -> bool {
    let us = position.turn();
    let king = position.board().king_of(us);
    let goal = shown.pieces.king_of(us);
    let (Some(king), Some(goal)) = (king, goal) else { return false };
    let rooks = Role::Rook.of(us);
    let is_rooks = |square: &&Square| {
        [position.board(), &shown.pieces]
            .iter()
            .any(|board| board.piece_at(**square) == Some(rooks))
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

/// Squares on which a piece of the player on move is shown that did not stand there.
fn arrived(shown: &Shown, position: &Chess) -> Bitboard {
    let named = shown.pieces.by_color(position.turn()) & !position.us();
    let exchanged = shown.pieces.by_color(position.turn()) & position.us();
    let exchanged = exchanged
        .into_iter()
        .filter(|square| shown.pieces.piece_at(*square) != position.board().piece_at(*square));
    let unnamed = shown.unnamed & !position.board().occupied();
    exchanged.fold(named | unnamed, |all, square| all | Bitboard::from(square))
}

/// Whether a pawn's move is a legal promotion but for the piece that it becomes.
pub(super) fn is_promotion_but_for_the_piece(position: &Chess, pawn: Move) -> bool {
    let promotions = position.promotion_moves();
    promotions.iter().any(|mv| mv.from() == pawn.from() && mv.to() == pawn.to())
}
