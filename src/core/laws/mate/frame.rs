//! The pieces of a position without its kings, and their moves.

use shakmaty::zobrist::{Zobrist128, ZobristValue};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup, Move, Piece, Position, PositionError,
    Rank, Role, Setup, Square, attacks,
};

use super::steps;

/// What a pawn may become.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// All pieces but the kings, and the square over which a pawn has just passed where it may be taken there.
#[derive(Clone)]
pub(super) struct Frame {
    board: Board,
    passed: Option<Square>,
    key: u128,
}

impl Frame {
    /// The pieces of a position in which nobody may castle; nothing where somebody may.
    pub(super) fn of(position: &Chess) -> Option<Self> {
        if position.castles().any() {
            return None;
        }
        let mut board = position.board().clone();
        for square in board.kings() {
            board.discard_piece_at(square);
        }
        let mut key = Zobrist128(0);
        for (square, piece) in &board {
            key ^= Zobrist128::zobrist_for_piece(square, piece);
        }
        Some(Self { board, passed: None, key: key.0 }.pass(position.maybe_ep_square()))
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// What stands for these pieces on their squares.
    pub(super) const fn key(&self) -> u128 {
        self.key
    }

    /// Whether a pawn has just passed over a square on which it may be taken.
    pub(super) const fn has_passed(&self) -> bool {
        self.passed.is_some()
    }

    /// The position with these kings on their squares and `side` to move; nothing if it is none.
    pub(super) fn position(&self, kings: [(Square, Color); 2], side: Color) -> Option<Chess> {
        let mut setup = Setup::empty();
        setup.board = self.with_kings(kings);
        setup.turn = side;
        setup.ep_square = self.passed;
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_ep_square)
            .ok()
    }

    /// The pieces, and these kings on their squares.
    pub(super) fn with_kings(&self, kings: [(Square, Color); 2]) -> Board {
        let mut board = self.board.clone();
        for (square, of) in kings {
            board.set_piece_at(square, of.king());
        }
        board
    }

    /// What the pawns and knights of `side` attack.
    pub(super) fn leaps(&self, side: Color) -> Bitboard {
        let own = self.board.by_color(side);
        steps::pawn_attacks(own & self.board.pawns(), side)
            | steps::leaps(own & self.board.knights())
    }

    /// The pieces of `side` that move along lines.
    pub(super) fn sliders(&self, side: Color) -> impl Iterator<Item = (Square, Piece)> {
        let sliders = self.board.sliders() & self.board.by_color(side);
        sliders.into_iter().filter_map(|square| Some((square, self.board.piece_at(square)?)))
    }

    /// Where the king of `side` gets to from a square while nothing else moves or is taken, and the other king is away.
    pub(super) fn room(&self, king: Square, side: Color) -> Bitboard {
        let occupied = self.board.occupied();
        let lines = self.sliders(!side).fold(Bitboard::EMPTY, |all, (from, piece)| {
            all | attacks::attacks(from, piece, occupied)
        });
        let open = !occupied & !self.leaps(!side) & !lines;
        let mut room = Bitboard::from_square(king);
        loop {
            let wider = room | steps::around(room) & open;
            if wider == room {
                return room;
            }
            room = wider;
        }
    }

    /// Adds the moves of the pieces of `side`, wherever the kings are.
    pub(super) fn moves(&self, side: Color, moves: &mut Vec<Move>) {
        let (own, theirs) = (self.board.by_color(side), self.board.by_color(!side));
        for from in own & self.board.pawns() {
            self.push(moves, from, side);
            for to in attacks::pawn_attacks(side, from) & theirs {
                self.step(moves, from, to);
            }
        }
        for from in own & !self.board.pawns() {
            for to in self.board.attacks_from(from) & !own {
                self.step(moves, from, to);
            }
        }
        if let Some(to) = self.passed {
            let takers = attacks::pawn_attacks(!side, to) & own & self.board.pawns();
            moves.extend(takers.into_iter().map(|from| Move::EnPassant { from, to }));
        }
    }

    fn push(&self, moves: &mut Vec<Move>, from: Square, side: Color) {
        let empty = !self.board.occupied();
        let ahead = steps::ahead(Bitboard::from_square(from), side) & empty;
        let is_first = from.rank() == side.fold_wb(Rank::Second, Rank::Seventh);
        let far = if is_first { steps::ahead(ahead, side) & empty } else { Bitboard::EMPTY };
        for to in ahead | far {
            self.step(moves, from, to);
        }
    }

    fn step(&self, moves: &mut Vec<Move>, from: Square, to: Square) {
        let Some(role) = self.board.role_at(from) else { return };
        let capture = self.board.role_at(to);
        let plain = Move::Normal { role, from, capture, to, promotion: None };
        if role != Role::Pawn || !Bitboard::BACKRANKS.contains(to) {
            return moves.push(plain);
        }
        let promoted = PROMOTIONS.map(|promotion| Move::Normal {
            role,
            from,
            capture,
            to,
            promotion: Some(promotion),
        });
        moves.extend(promoted);
    }

    /// The pieces after a move of one of them, or of a king.
    pub(super) fn after(&self, mv: Move, side: Color) -> Self {
        let mut after = self.clone().pass(None);
        match mv {
            Move::Normal { role: Role::King, to, .. } => {
                after.take(to);
                after
            }
            Move::Normal { role, from, to, promotion, .. } => {
                after.take(from);
                after.take(to);
                after.put(to, promotion.unwrap_or(role).of(side));
                let is_double = role == Role::Pawn && Square::abs_diff(from, to) == 16;
                let passed = steps::ahead(Bitboard::from_square(from), side).first();
                after.pass(passed.filter(|_| is_double))
            }
            Move::EnPassant { from, to } => {
                after.take(from);
                after.take(Square::from_coords(to.file(), from.rank()));
                after.put(to, Role::Pawn.of(side));
                after
            }
            Move::Castle { .. } | Move::Put { .. } => after,
        }
    }

    /// With the square over which a pawn has just passed, if there is one and a pawn may take it there.
    fn pass(mut self, square: Option<Square>) -> Self {
        let for_file = |square: Square| Zobrist128::zobrist_for_en_passant_file(square.file()).0;
        let is_seen = |square: &Square| {
            let side = Color::from_white(square.rank() == Rank::Third);
            let takers =
                attacks::pawn_attacks(side, *square) & self.board.by_piece(Role::Pawn.of(!side));
            takers.any()
        };
        let seen = square.filter(is_seen);
        for square in self.passed.into_iter().chain(seen) {
            self.key ^= for_file(square);
        }
        self.passed = seen;
        self
    }

    fn take(&mut self, square: Square) {
        if let Some(piece) = self.board.remove_piece_at(square) {
            self.key ^= Zobrist128::zobrist_for_piece(square, piece).0;
        }
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.board.set_piece_at(square, piece);
        self.key ^= Zobrist128::zobrist_for_piece(square, piece).0;
    }
}
