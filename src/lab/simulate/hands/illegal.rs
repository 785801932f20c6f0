//! Illegal moves that stand because nobody notices them.

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Move, Position, Rank, Role, Square, attacks};

use super::duty::pieces_of;
use super::moves::{legal_moves, normal};
use super::rate::Rate;
use super::table::{Intent, Table};
use crate::simulate::truth::SinKind;

/// Which illegal moves of a kind there are.
pub(super) type Moves = fn(&Chess) -> Vec<Move>;

/// The kinds: a king left in check or a pinned piece moved, a king moved into check, castling without
/// the right to, and a piece that goes where it cannot go.
pub(super) const KINDS: [Moves; 4] =
    [exposing_moves, king_moves_into_check, barred_castlings, impossible_moves];

impl Table<'_> {
    /// Now and then an illegal move is noticed and put right; the player goes on to the move that
    /// was wanted. Returns the one that is not noticed.
    pub(super) fn unnoticed(&mut self, illegal: Intent, wanted: Move) -> Option<Intent> {
        if !self.hand.chance(Rate::IllegalCorrected) {
            return Some(illegal);
        }
        let mover = self.position.turn();
        let _ = self.hand.make(mover, illegal.play);
        if self.has_clock() && self.hand.rng().bool() {
            illegal.sin.into_iter().for_each(|kind| self.sin(kind));
            self.hand.wait(200..=600);
            self.hand.press_button(mover);
            self.hand.wait(800..=6_000);
            self.put_right_and_press_back();
        } else {
            self.hand.wait(800..=6_000);
            self.hand.restore(self.position.board());
            self.hand.wait(500..=3_000);
        }
        // the piece that was touched is to move if it can
        if self.violates(&pieces_of(illegal.play), wanted) {
            self.sin(SinKind::TouchMove);
        }
        None
    }

    /// The pieces are put back where they stood, and the clock is pressed so that the mover's runs.
    pub(super) fn put_right_and_press_back(&mut self) {
        self.hand.restore(self.position.board());
        self.hand.wait(300..=1_500);
        self.hand.press_button(self.position.turn().other());
        self.hand.wait(500..=3_000);
    }

    /// Now and then an illegal move in place of `wanted`, of a kind that is possible here.
    pub(super) fn illegal(&mut self, wanted: Move) -> Option<Intent> {
        if let Move::Normal { from, to, capture, promotion: Some(_), .. } = wanted
            && self.hand.chance(Rate::IllegalPromotion)
        {
            let stays = Move::Normal { role: Role::Pawn, from, capture, to, promotion: None };
            return Some(Intent { play: stays, sin: Some(SinKind::PawnNotReplaced) });
        }
        let exposes = if self.position.is_check() { Rate::IllegalCheck } else { Rate::IllegalPin };
        let rates = [exposes, Rate::IllegalKing, Rate::IllegalCastle, Rate::IllegalElsewhere];
        rates.into_iter().zip(KINDS).find_map(|(rate, moves)| {
            if !self.hand.chance(rate) || self.castling() != CastlingMode::Standard {
                return None;
            }
            let play = self.hand.rng().choice(moves(&self.position))?;
            Some(Intent { play, sin: Some(SinKind::IllegalMove) })
        })
    }
}

/// Moves of other pieces than the king that leave it in check: one that stands in check, or one that
/// the piece was shielding.
fn exposing_moves(position: &Chess) -> Vec<Move> {
    let legal = legal_moves(position);
    let pieces = position.us() & !position.our(Role::King);
    let moves = pieces.into_iter().flat_map(|from| reachable(position, from));
    moves.filter(|play| !legal.contains(play)).collect()
}

/// Steps of the king onto attacked squares, but not beside the other king.
fn king_moves_into_check(position: &Chess) -> Vec<Move> {
    let Some(king) = position.board().king_of(position.turn()) else { return Vec::new() };
    let legal = legal_moves(position);
    let beside = position.their(Role::King).into_iter().flat_map(attacks::king_attacks);
    let beside: Bitboard = beside.collect();
    let moves = reachable(position, king).into_iter();
    moves.filter(|play| !legal.contains(play) && !beside.contains(play.to())).collect()
}

/// Castlings with king and rook on their squares and nothing between them that are not allowed:
/// one of them has moved, or the king stands in check or passes through it.
fn barred_castlings(position: &Chess) -> Vec<Move> {
    let (color, board) = (position.turn(), position.board());
    let king = color.fold_wb(Square::E1, Square::E8);
    if board.king_of(color) != Some(king) {
        return Vec::new();
    }
    let rooks = color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8]);
    let legal = legal_moves(position);
    let castlings = rooks.into_iter().filter(|&rook| {
        let stands = position.our(Role::Rook).contains(rook);
        stands && (attacks::between(king, rook) & board.occupied()).is_empty()
    });
    let castlings = castlings.map(|rook| Move::Castle { king, rook });
    castlings.filter(|play| !legal.contains(play)).collect()
}

/// Moves that no piece of its kind can make, to a square that is empty or holds an enemy.
pub(super) fn impossible_moves(position: &Chess) -> Vec<Move> {
    let moves = position.us().into_iter().flat_map(|from| {
        let role = position.board().role_at(from).unwrap_or(Role::Pawn);
        let able = reachable(position, from);
        let goals = !position.us() & !position.board().kings() & !taboo(position, role);
        let goals = goals.into_iter().filter(move |&to| able.iter().all(|play| play.to() != to));
        goals.map(move |to| normal(position, role, from, to))
    });
    moves.filter(|play| !looks_like_a_capture_en_passant(position, play)).collect()
}

/// Where a piece of this kind never stands; a king that castles or goes into check is another kind
/// of illegal move.
fn taboo(position: &Chess, role: Role) -> Bitboard {
    let attacked = |&to: &Square| {
        position.king_attackers(to, !position.turn(), position.board().occupied()).any()
    };
    let castled = [Square::C1, Square::G1, Square::C8, Square::G8];
    match role {
        Role::Pawn => Bitboard::BACKRANKS,
        Role::King => Square::ALL.into_iter().filter(attacked).chain(castled).collect(),
        _ => Bitboard::EMPTY,
    }
}

/// A pawn beside its goal: the legal capture en passant is among the moves that it can make.
fn looks_like_a_capture_en_passant(position: &Chess, play: &Move) -> bool {
    play.role() == Role::Pawn && position.maybe_ep_square() == Some(play.to())
}

/// The squares that the piece on `from` could go to if there were no checks; no promotions.
fn reachable(position: &Chess, from: Square) -> Vec<Move> {
    let board = position.board();
    let Some(piece) = board.piece_at(from) else { return Vec::new() };
    let free = !position.us() & !board.kings();
    let goals = match piece.role {
        Role::Pawn => pawn_goals(position, from, piece.color),
        _ => attacks::attacks(from, piece, board.occupied()) & free,
    };
    goals.into_iter().map(|to| normal(position, piece.role, from, to)).collect()
}

fn pawn_goals(position: &Chess, from: Square, color: Color) -> Bitboard {
    let board = position.board();
    let captures = attacks::pawn_attacks(color, from) & position.them() & !board.kings();
    let forward = color.fold_wb(8, -8);
    let step = from.offset(forward).filter(|&to| board.piece_at(to).is_none());
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    let leap = step.filter(|_| from.rank() == home).and_then(|step| step.offset(forward));
    let leap = leap.filter(|&to| board.piece_at(to).is_none());
    let goals = step.into_iter().chain(leap).fold(captures, |goals, to| goals.with(to));
    goals & !Bitboard::BACKRANKS
}
