//! From where a piece comes to a square by a legal move.
//!
//! It is asked for at every change of the readings, of one square: to look from there is much cheaper than to list what is
//! legal. Promotions and captures in passing are shakmaty's to say.

use shakmaty::{Bitboard, Chess, Move, Piece, Position, Rank, Role, Square, attacks};

use crate::account::is_playable;

/// The legal moves, castling and promotions left out, that bring the piece to `square`: in the order in which shakmaty
/// lists them. Each side has its king, and the piece is of the side to move.
pub(super) fn plain_moves(position: &Chess, square: Square, piece: Piece) -> MovesTo {
    let (role, capture) = (piece.role, position.board().role_at(square));
    let mut moves =
        MovesTo { origins: Bitboard::EMPTY, role, capture, to: square, listed: Vec::new() };
    if role == Role::Pawn && position.maybe_ep_square() == Some(square) {
        let plain = |mv: &Move| mv.promotion().is_none() && is_playable(position, *mv);
        let listed = position.san_candidates(Role::Pawn, square);
        moves.listed.extend(listed.into_iter().filter(plain).rev());
    } else if capture != Some(Role::King) {
        moves.origins = origins(position, square, piece);
    }
    moves
}

/// Moves of one piece to one square. It is asked for them so often that no list is made of the usual ones.
#[derive(Debug)]
pub(in crate::reconstruct) struct MovesTo {
    /// From where it simply goes there.
    origins: Bitboard,
    role: Role,
    capture: Option<Role>,
    to: Square,
    /// The moves besides, the last one first.
    listed: Vec<Move>,
}

impl MovesTo {
    /// None.
    pub(super) const fn none(to: Square, piece: Piece) -> Self {
        let origins = Bitboard::EMPTY;
        Self { origins, role: piece.role, capture: None, to, listed: Vec::new() }
    }

    /// The same, and these moves after them.
    pub(super) fn and(mut self, mut more: Vec<Move>) -> Self {
        if !more.is_empty() {
            more.reverse();
            more.append(&mut self.listed);
            self.listed = more;
        }
        self
    }
}

impl Iterator for MovesTo {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let from = match self.role {
            Role::Pawn => self.origins.pop_back(),
            _ => self.origins.pop_front(),
        };
        let Self { role, capture, to, .. } = *self;
        let simply = from.map(|from| Move::Normal { role, from, capture, to, promotion: None });
        simply.or_else(|| self.listed.pop())
    }
}

/// The legal moves of knights, bishops, rooks and queens from `squares` to `goals`, in the order in which shakmaty lists
/// them. Each side has its king.
pub(super) fn plain_moves_from(
    position: &Chess,
    squares: Bitboard,
    goals: Bitboard,
) -> impl Iterator<Item = Move> {
    let (board, ours) = (position.board(), position.us());
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter();
    let from = roles.flat_map(move |role| {
        (squares & ours & board.by_role(role)).into_iter().map(move |from| (role, from))
    });
    let moves = from.flat_map(move |(role, from)| {
        (board.attacks_from(from) & goals & !ours).into_iter().map(move |to| {
            let (capture, promotion) = (board.role_at(to), None);
            Move::Normal { role, from, capture, to, promotion }
        })
    });
    moves.filter(|mv| {
        let is_safe = mv.from().is_some_and(|from| leaves_no_check(position, from, mv.to()));
        is_safe && is_playable(position, *mv)
    })
}

/// Whether this move is legal, of which the piece neither promotes nor is a pawn: `None` of others. Each side has its king.
pub(super) fn is_legal_plain(position: &Chess, mv: Move) -> Option<bool> {
    let Move::Normal { role, from, capture, to, promotion: None } = mv else { return None };
    if role == Role::Pawn {
        return None;
    }
    let piece = Piece { color: position.turn(), role };
    let origins = origins(position, to, piece);
    Some(origins.contains(from) && capture == position.board().role_at(to))
}

/// The squares from which such a piece goes to `square`, and does not leave its king in check so.
fn origins(position: &Chess, square: Square, piece: Piece) -> Bitboard {
    let (board, occupied) = (position.board(), position.board().occupied());
    if board.by_color(piece.color).contains(square) {
        return Bitboard::EMPTY;
    }
    let stood = board.by_piece(piece);
    let reaching = match piece.role {
        Role::Pawn if Bitboard::BACKRANKS.contains(square) => Bitboard::EMPTY,
        Role::Pawn if occupied.contains(square) => attacks::pawn_attacks(!piece.color, square),
        Role::Pawn => pushed_from(square, piece, occupied),
        _ => attacks::attacks(square, piece, occupied),
    };
    let is_safe = |from: &Square| leaves_no_check(position, *from, square);
    (reaching & stood).into_iter().filter(is_safe).collect()
}

/// The squares from which a pawn is pushed to an empty one.
fn pushed_from(square: Square, pawn: Piece, occupied: Bitboard) -> Bitboard {
    let back = pawn.color.fold_wb(-8, 8);
    let Some(one) = square.offset(back) else { return Bitboard::EMPTY };
    let fourth = pawn.color.fold_wb(Rank::Fourth, Rank::Fifth);
    let two = one.offset(back).filter(|_| square.rank() == fourth && !occupied.contains(one));
    two.into_iter().fold(Bitboard::from(one), |from, two| from | Bitboard::from(two))
}

/// Whether the king of the side to move is not in check once its piece has gone from one square to another.
fn leaves_no_check(position: &Chess, from: Square, to: Square) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let Some(king) = board.king_of(turn) else { return false };
    let king = if king == from { to } else { king };
    let occupied = (board.occupied() & !Bitboard::from(from)) | Bitboard::from(to);
    (board.attacks_to(king, !turn, occupied) & !Bitboard::from(to)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::{is_legal, relocation};
    use super::*;
    use crate::account::{has_kings, position_after};

    /// What [`plain_moves`] has to find, from the list of all that is legal.
    fn listed(position: &Chess, square: Square, piece: Piece) -> Vec<Move> {
        let candidates = position.san_candidates(piece.role, square);
        let plain = |mv: &Move| mv.promotion().is_none() && is_playable(position, *mv);
        candidates.into_iter().filter(plain).collect()
    }

    fn agree(position: &Chess) {
        for square in Square::ALL {
            for role in Role::ALL {
                let piece = Piece { color: position.turn(), role };
                let expected = listed(position, square, piece);
                let found: Vec<_> = plain_moves(position, square, piece).collect();
                assert_eq!(found, expected, "{position:?} {square}");
            }
        }
        let listed = position.legal_moves();
        let is_piece = |mv: &Move| matches!(mv, Move::Normal { role, .. } if ![Role::Pawn, Role::King].contains(role));
        let expected = listed.iter().filter(|mv| is_piece(mv) && is_playable(position, **mv));
        let found = plain_moves_from(position, Bitboard::FULL, Bitboard::FULL);
        assert!(found.eq(expected.copied()), "{position:?}");
        for (from, to) in
            position.us().into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)))
        {
            let Some(mv) = relocation(position, from, to) else { continue };
            assert_eq!(is_legal(position, mv), listed.contains(&mv), "{position:?} {mv:?}");
        }
    }

    #[test]
    fn who_comes_to_a_square_is_who_is_listed_in_any_position_that_play_or_an_illegal_move_leaves()
    {
        for seed in 0..60 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = Chess::default();
            for ply in 0..80 {
                agree(&position);
                let moves = position.legal_moves();
                let Some(mv) = random.choice(&moves).copied() else { break };
                position = position_after(&position, mv);
                if ply % 9 == 8 {
                    position = displaced(&position, &mut random);
                }
                if !has_kings(&position) {
                    break;
                }
            }
        }
    }

    /// After a move that no piece makes: kings stay in check, or come beside each other.
    fn displaced(position: &Chess, random: &mut fastrand::Rng) -> Chess {
        let ours: Vec<_> = position.us().into_iter().collect();
        let free = !position.board().occupied() & !Bitboard::BACKRANKS;
        let free: Vec<_> = free.into_iter().collect();
        let (Some(&from), Some(&to)) = (random.choice(&ours), random.choice(&free)) else {
            return position.clone();
        };
        let role = position.board().role_at(from).unwrap();
        let mv = Move::Normal { role, from, capture: None, to, promotion: None };
        position_after(position, mv)
    }
}
