//! Positions of play, lawful or not, and the moves from them.
//!
//! An illegal move that stands may leave any king in check and pawns on the last rank. What is legal
//! from such a position is still shakmaty's to say; a king is never taken.

mod origins;

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position, Rank, Role, Square,
    attacks,
};

pub(super) use self::origins::MovesTo;

use super::piece_sets::PieceSets;
use crate::account::{differing, has_kings, is_playable, position_after, replies};

/// The legal moves that bring the piece that the board names on `square` there.
pub(super) fn replies_to(position: &Chess, square: Square, piece: Piece) -> MovesTo {
    if piece.color != position.turn() || !has_kings(position) {
        return MovesTo::none(square, piece);
    }
    let others = promotions_and_castlings_to(position, square, piece);
    origins::plain_moves(position, square, piece).and(others)
}

/// The legal moves that bring the piece there by promotion or by castling.
fn promotions_and_castlings_to(position: &Chess, square: Square, piece: Piece) -> Vec<Move> {
    let mut moves = Vec::new();
    let (board, occupied) = (position.board(), position.board().occupied());
    let last_rank = piece.color.fold_wb(Rank::Eighth, Rank::First);
    let pawn = Piece { role: Role::Pawn, ..piece };
    let may_promote = square.rank() == last_rank && piece.role != Role::Pawn;
    if may_promote && is_in_reach(square, pawn, board.by_piece(pawn), occupied) {
        let to_this = |mv: &Move| mv.promotion() == Some(piece.role) && is_playable(position, *mv);
        let candidates = position.san_candidates(Role::Pawn, square);
        moves.extend(candidates.iter().copied().filter(to_this));
    }
    if matches!(piece.role, Role::King | Role::Rook) && square.rank() == last_rank.flip_vertical() {
        let lands = |mv: &Move| match *mv {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                square
                    == if piece.role == Role::King {
                        side.king_to(piece.color)
                    } else {
                        side.rook_to(piece.color)
                    }
            }
            _ => false,
        };
        moves.extend(castlings(position).filter(lands));
    }
    moves
}

/// Hands out the legal moves of the pieces on `squares` to `goals`, in the order in which shakmaty lists them. To list
/// all that is legal is dear: only where a pawn or a king is among them it is done.
pub(super) fn for_each_reply_from(
    position: &Chess,
    squares: Bitboard,
    goals: Bitboard,
    each: impl FnMut(Move),
) {
    let (board, ours) = (position.board(), squares & position.us());
    if (ours & (board.pawns() | board.kings())).any() {
        let is_one = |mv: &Move| {
            goals.contains(mv.to()) && mv.from().is_some_and(|from| ours.contains(from))
        };
        replies(position).into_iter().filter(is_one).for_each(each);
    } else if has_kings(position) {
        origins::plain_moves_from(position, ours, goals).for_each(each);
    }
}

/// Whether one of the pieces like this that `stood` on their squares goes to `square` from there, or pushes to it.
pub(super) fn is_in_reach(
    square: Square,
    piece: Piece,
    stood: Bitboard,
    occupied: Bitboard,
) -> bool {
    let from = match piece.role {
        Role::Pawn => {
            attacks::pawn_attacks(!piece.color, square) | Bitboard::from_file(square.file())
        }
        _ => attacks::attacks(square, piece, occupied),
    };
    (from & stood).any()
}

/// Whether a piece may come to `square` that is not in reach of it: by promotion, or by castling.
pub(super) fn may_come_otherwise(square: Square, piece: Piece) -> bool {
    let last_rank = piece.color.fold_wb(Rank::Eighth, Rank::First);
    let castles = matches!(piece.role, Role::King | Role::Rook);
    square.rank() == last_rank && piece.role != Role::Pawn
        || square.rank() == last_rank.flip_vertical() && castles
}

/// Whether it is legal.
pub(super) fn is_legal(position: &Chess, mv: Move) -> bool {
    has_kings(position)
        && is_playable(position, mv)
        && origins::is_legal_plain(position, mv).unwrap_or_else(|| position.is_legal(mv))
}

/// The legal castlings.
pub(super) fn castlings(position: &Chess) -> impl Iterator<Item = Move> {
    let (castles, turn) = (position.castles(), position.turn());
    let sides = CastlingSide::ALL.into_iter().filter(move |side| castles.has(turn, *side));
    sides.flat_map(|side| position.castling_moves(side))
}

/// Whether a legal move goes from and to the same squares: itself, a capture in passing whose victim
/// still stands, or castling whose rook does.
pub(super) fn is_as_legal(position: &Chess, mv: Move) -> bool {
    let goes_so = |other: &Move| other.from() == mv.from() && goal(position, *other) == mv.to();
    is_legal(position, mv)
        || mv.role() == Role::Pawn && position.en_passant_moves().iter().any(goes_so)
        || mv.role() == Role::King && castlings(position).any(|castling| goes_so(&castling))
}

/// Where the piece goes that makes the move: the king, when it castles.
pub(super) fn goal(position: &Chess, mv: Move) -> Square {
    match mv {
        Move::Castle { king, rook } => {
            CastlingSide::from_queen_side(rook < king).king_to(position.turn())
        }
        _ => mv.to(),
    }
}

/// The position with the other side to move, where that can be.
pub(super) fn passed(position: &Chess) -> Option<Chess> {
    standing(position.board(), !position.turn(), position)
}

/// The number of the next move, if `turn` makes it: White never has two of the same.
pub(super) fn number_of_next(before: &Chess, turn: Color) -> NonZeroU32 {
    let is_passed_by_black = before.turn().is_black() && turn.is_white();
    before.fullmoves().saturating_add(u32::from(is_passed_by_black))
}

/// The move that no piece may make: the piece of the side to move on `from` simply goes to `to`.
/// Kings are never taken by it.
pub(super) fn relocation(position: &Chess, from: Square, to: Square) -> Option<Move> {
    let board = position.board();
    let piece =
        board.piece_at(from).filter(|piece| piece.color == position.turn() && from != to)?;
    let capture = board.role_at(to);
    if capture == Some(Role::King) {
        return None;
    }
    Some(Move::Normal { role: piece.role, from, capture, to, promotion: None })
}

/// The castling that a king and a rook make together, allowed or not, where they stand at home and
/// nothing else stands where they go.
pub(super) fn any_castling(position: &Chess, side: CastlingSide) -> Option<Move> {
    let (color, board) = (position.turn(), position.board());
    let king = board.king_of(color)?;
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    let ours = board.by_piece(Piece { color, role: Role::Rook });
    let beyond = |rook: &Square| match side {
        CastlingSide::KingSide => *rook > king,
        CastlingSide::QueenSide => *rook < king,
    };
    let rook = ours.into_iter().filter(|rook| rook.rank() == rank).find(beyond)?;
    let castling = Move::Castle { king, rook };
    (king.rank() == rank && in_the_way(position, castling).is_empty()).then_some(castling)
}

/// The position after a move that was made among other pieces than these; `None` where one of these stands where a
/// king and a rook castle to, or where a pawn goes that captures en passant.
pub(super) fn done_again(position: &Chess, mv: Move) -> Option<Chess> {
    let is_free = is_playable(position, mv) && in_the_way(position, mv).is_empty();
    is_free.then(|| position_after(position, mv))
}

/// Who stands where a king and a rook castle to, besides themselves.
fn in_the_way(position: &Chess, mv: Move) -> Bitboard {
    let Move::Castle { king, rook } = mv else { return Bitboard::EMPTY };
    let side = CastlingSide::from_queen_side(rook < king);
    let goal = |file, piece: Square| Bitboard::from(Square::from_coords(file, piece.rank()));
    let goals = goal(side.king_to_file(), king) | goal(side.rook_to_file(), rook);
    goals & position.board().occupied() & !Bitboard::from(king) & !Bitboard::from(rook)
}

/// Whether a piece of this kind goes so at all: the move is illegal only because it leaves the king in
/// check.
pub(super) fn is_of_its_kind(position: &Chess, mv: Move) -> bool {
    let Move::Normal { role, from, to, promotion: None, .. } = mv else { return false };
    let board = position.board();
    if board.by_color(position.turn()).contains(to) {
        return false;
    }
    match role {
        Role::Pawn => !Bitboard::BACKRANKS.contains(to) && is_push_or_capture(position, mv),
        _ => board.attacks_from(from).contains(to),
    }
}

/// Whether a pawn goes so, promoted or not.
pub(super) fn is_push_or_capture(position: &Chess, mv: Move) -> bool {
    let Move::Normal { role: Role::Pawn, from, capture, to, .. } = mv else { return false };
    let (turn, occupied) = (position.turn(), position.board().occupied());
    if capture.is_some() {
        return attacks::pawn_attacks(turn, from).contains(to);
    }
    let forward = turn.fold_wb(8, -8);
    let single = from.offset(forward);
    let home = turn.fold_wb(Rank::Second, Rank::Seventh);
    let double = || {
        from.rank() == home
            && single.is_some_and(|over| !occupied.contains(over))
            && from.offset(2 * forward) == Some(to)
    };
    single == Some(to) || double()
}

/// The squares on which the move puts a piece that did not stand there.
pub(super) fn arrivals(before: &Chess, after: &Chess) -> Bitboard {
    differing(before.board(), after.board()) & after.board().occupied()
}

/// Whether the game is over: mate, stalemate, or no pieces to mate with.
pub(super) fn ends_game(position: &Chess) -> bool {
    has_kings(position)
        && !has_free_piece(position)
        && position.is_game_over()
        && !opponent_in_check(position)
        && (position.board().pawns() & Bitboard::BACKRANKS).is_empty()
}

/// Whether play goes on from both in the same way, but for captures in passing.
pub(super) fn goes_on_alike(one: &Chess, other: &Chess) -> bool {
    one.turn() == other.turn()
        && one.board() == other.board()
        && one.castles().castling_rights() == other.castles().castling_rights()
}

/// Whether a piece other than a pawn surely has a move and there are pieces enough to mate with: the king is
/// not in check, and the piece stands on no line with it.
fn has_free_piece(position: &Chess) -> bool {
    let board = position.board();
    let Some(king) = board.king_of(position.turn()) else { return false };
    let lines = attacks::queen_attacks(king, board.occupied());
    let pieces = position.us() & !board.pawns() & !board.kings() & !lines;
    let moves = |piece| (board.attacks_from(piece) & !position.us()).any();
    (board.pawns() | board.rooks_and_queens()).any()
        && !position.is_check()
        && pieces.into_iter().any(moves)
}

/// Whether pieces that can all be named stand as in a game: one king each, and no pawn on a last rank.
pub(super) fn is_start_like(shown: &PieceSets) -> bool {
    let pieces = shown.named();
    Color::ALL.into_iter().all(|color| {
        pieces.by_piece(Piece { color, role: Role::King }).count() == 1
            && pieces.by_color(color).count() <= 16
    }) && (pieces.pawns() & Bitboard::BACKRANKS).is_empty()
        && shown.unnamed().is_empty()
}

pub(super) fn opponent_in_check(position: &Chess) -> bool {
    let (board, them) = (position.board(), !position.turn());
    board
        .king_of(them)
        .is_some_and(|king| board.attacks_to(king, position.turn(), board.occupied()).any())
}

/// The position as a FEN setup would give it, with the other side to move or rights as they can be.
pub(super) fn standing(board: &shakmaty::Board, turn: Color, like: &Chess) -> Option<Chess> {
    let mut setup = like.to_setup(EnPassantMode::Always);
    setup.board = board.clone();
    setup.turn = turn;
    setup.ep_square = None;
    setup.fullmoves = number_of_next(like, turn);
    let color_kept = |color: Color| {
        board.king_of(color).is_some() && board.king_of(color) == like.board().king_of(color)
    };
    let rooks = Color::ALL.into_iter().filter(|&color| color_kept(color)).fold(
        Bitboard::EMPTY,
        |kept, color| {
            kept | (setup.castling_rights
                & board.by_piece(Piece { color, role: Role::Rook })
                & Bitboard::from_rank(color.fold_wb(Rank::First, Rank::Eighth)))
        },
    );
    setup.castling_rights = rooks;
    setup
        .position(shakmaty::CastlingMode::Chess960)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
        .ok()
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn standing_as(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn nobody_castles_or_captures_en_passant_onto_another_piece() {
        let castling = Move::Castle { king: Square::E1, rook: Square::H1 };
        let free = standing_as("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert!(done_again(&free, castling).is_some());
        let occupied = standing_as("4k3/8/8/8/8/8/8/4KB1R w K - 0 1");
        assert_eq!(done_again(&occupied, castling), None);
        let en_passant = Move::EnPassant { from: Square::E5, to: Square::D6 };
        let passed = standing_as("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert!(done_again(&passed, en_passant).is_some());
        let held = standing_as("4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1");
        assert_eq!(done_again(&held, en_passant), None);
    }
}
