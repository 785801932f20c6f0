//! Where the pieces of a position may ever get to.
//!
//! The least set of facts that is closed under what a move can do: which squares each piece may ever
//! stand on, and which of the squares that are occupied now may ever be left. Whatever can happen in play is
//! among them; not all of them can happen.

use shakmaty::{Bitboard, Chess, Color, Position, Role, Square};

use super::steps;

/// A piece and the squares that it may ever stand on.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingPiece {
    pub(super) side: Color,
    pub(super) role: Role,
    pub(super) from: Square,
    /// As what it is now.
    pub(super) squares: Bitboard,
    /// Promoted to a queen, a rook or a bishop.
    pub(super) as_queen: Bitboard,
    /// Promoted to a knight.
    pub(super) as_knight: Bitboard,
}

impl MovingPiece {
    /// All squares that it may ever stand on.
    pub(super) const fn anywhere(&self) -> Bitboard {
        Bitboard(self.squares.0 | self.as_queen.0 | self.as_knight.0)
    }

    /// All squares that it may ever attack.
    pub(super) const fn attacks(&self) -> Bitboard {
        let now = match self.role {
            Role::Pawn => steps::pawn_attacks(self.squares, self.side),
            Role::Knight => steps::leaps(self.squares),
            Role::Bishop => steps::diagonal(self.squares),
            Role::Rook => steps::straight(self.squares),
            Role::Queen | Role::King => steps::around(self.squares),
        };
        Bitboard(now.0 | steps::around(self.as_queen).0 | steps::leaps(self.as_knight).0)
    }
}

/// What may ever happen.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) pieces: Vec<MovingPiece>,
    /// Squares that are occupied now.
    occupied: Bitboard,
    /// Those of them that may ever be left.
    cleared: Bitboard,
    /// Where a pawn just passed, and may be taken.
    passed: Option<Square>,
    /// Where that pawn stands.
    just_moved: Option<Square>,
}

impl Reach {
    /// Of a proper position.
    pub(super) fn of(position: &Chess) -> Self {
        let board = position.board();
        let pieces = board
            .occupied()
            .into_iter()
            .filter_map(|from| {
                let piece = board.piece_at(from)?;
                Some(MovingPiece {
                    side: piece.color,
                    role: piece.role,
                    from,
                    squares: Bitboard::from_square(from),
                    as_queen: Bitboard::EMPTY,
                    as_knight: Bitboard::EMPTY,
                })
            })
            .collect();
        let passed = position.maybe_ep_square();
        let just_moved = passed.and_then(|square| {
            steps::ahead(Bitboard::from_square(square), !position.turn()).first()
        });
        let cleared = just_moved.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let mut reach = Self { pieces, occupied: board.occupied(), cleared, passed, just_moved };
        while reach.widen() {}
        reach
    }

    /// The king of `side`.
    pub(super) fn king(&self, side: Color) -> Option<&MovingPiece> {
        self.pieces.iter().find(|piece| piece.side == side && piece.role == Role::King)
    }

    /// Squares that may ever be empty.
    pub(super) const fn free(&self) -> Bitboard {
        Bitboard(!self.occupied.0 | self.cleared.0)
    }

    /// Whether some piece never leaves its square.
    pub(super) fn is_blocked(&self) -> bool {
        self.cleared != self.occupied
    }

    /// Adds what follows in one step; whether anything did.
    fn widen(&mut self) -> bool {
        let before = self.cleared;
        let mut wider = false;
        for side in [Color::White, Color::Black] {
            let prey = self.prey(!side);
            let entries = self.entries(side);
            let forbidden = self.held(!side);
            let free = self.free();
            let passed = self.passed.map_or(Bitboard::EMPTY, Bitboard::from_square);
            let posts = self.posts(!side);
            for piece in self.pieces.iter_mut().filter(|piece| piece.side == side) {
                let anywhere = piece.anywhere();
                match piece.role {
                    Role::Pawn => advance(piece, free, prey | passed, posts, entries),
                    Role::King => {
                        piece.squares = flood(piece.squares, steps::around, entries & !forbidden)
                    }
                    Role::Knight => piece.squares = flood(piece.squares, steps::leaps, entries),
                    Role::Bishop => piece.squares = flood(piece.squares, steps::diagonal, entries),
                    Role::Rook => piece.squares = flood(piece.squares, steps::straight, entries),
                    Role::Queen => piece.squares = flood(piece.squares, steps::around, entries),
                }
                wider |= piece.anywhere() != anywhere;
            }
        }
        self.clear();
        wider || self.cleared != before
    }

    /// Squares on which a piece of `side` may ever be taken.
    fn prey(&self, side: Color) -> Bitboard {
        self.pieces
            .iter()
            .filter(|piece| piece.side == side && piece.role != Role::King)
            .fold(Bitboard::EMPTY, |all, piece| all | piece.anywhere())
    }

    /// Squares that an officer of `side` may enter: not those of own pieces that never leave, nor that of the
    /// opponent's king.
    fn entries(&self, side: Color) -> Bitboard {
        let stuck = |piece: &&MovingPiece| {
            (piece.side == side || piece.role == Role::King) && !self.cleared.contains(piece.from)
        };
        self.pieces.iter().filter(stuck).fold(Bitboard::FULL, |all, piece| all.without(piece.from))
    }

    /// Squares that pieces of `side` attack for ever, because they never leave.
    fn held(&self, side: Color) -> Bitboard {
        let stuck = |piece: &&MovingPiece| piece.side == side && !self.cleared.contains(piece.from);
        self.pieces.iter().filter(stuck).fold(Bitboard::EMPTY, |all, piece| all | piece.attacks())
    }

    /// Where the pawns of `side` stand that never leave their files, because they never take and are never
    /// taken: they only move on, so that no pawn coming the other way on that file ever gets past.
    fn posts(&self, side: Color) -> Bitboard {
        let prey = self.prey(!side) | self.passed.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let hunted = self.hunted(side);
        self.pieces
            .iter()
            .filter(|piece| piece.side == side && piece.role == Role::Pawn)
            .filter(|piece| self.just_moved != Some(piece.from))
            .filter(|piece| {
                steps::pawn_attacks(piece.squares, side).is_disjoint(prey)
                    && piece.anywhere().is_disjoint(hunted)
            })
            .fold(Bitboard::EMPTY, |all, piece| all.with(piece.from))
    }

    /// A square is left by a piece that moves away, or that is taken.
    fn clear(&mut self) {
        let hunted = [self.hunted(Color::Black), self.hunted(Color::White)];
        for piece in &self.pieces {
            let moves = piece.anywhere() != Bitboard::from_square(piece.from);
            let taken =
                piece.role != Role::King && hunted[piece.side as usize].contains(piece.from);
            if moves || taken {
                self.cleared.add(piece.from);
            }
        }
    }

    /// Squares on which pieces of `side` may ever be taken, if they get there.
    fn hunted(&self, side: Color) -> Bitboard {
        let hunters = self.pieces.iter().filter(|piece| piece.side != side);
        hunters.fold(Bitboard::EMPTY, |all, piece| match piece.role {
            Role::Pawn => {
                all | steps::pawn_attacks(piece.squares, piece.side)
                    | piece.as_queen
                    | piece.as_knight
            }
            _ => all | piece.squares,
        })
    }
}

/// Where a pawn may get to. Until it takes something it does not pass `posts` on its file.
fn advance(
    piece: &mut MovingPiece,
    free: Bitboard,
    prey: Bitboard,
    posts: Bitboard,
    entries: Bitboard,
) {
    let file = Bitboard::from_file(piece.from.file());
    loop {
        let before = piece.squares;
        let takes = steps::pawn_attacks(before, piece.side).intersects(prey);
        let barred = if takes { Bitboard::EMPTY } else { posts & file };
        piece.squares |= steps::ahead(before, piece.side) & free & !barred;
        piece.squares |= steps::pawn_attacks(before, piece.side) & prey;
        if piece.squares == before {
            break;
        }
    }
    let promoted = piece.squares & Bitboard::BACKRANKS;
    piece.as_queen = flood(piece.as_queen | promoted, steps::around, entries);
    piece.as_knight = flood(piece.as_knight | promoted, steps::leaps, entries);
}

/// Where steps from `from` lead, entering only `entries`.
fn flood(from: Bitboard, step: fn(Bitboard) -> Bitboard, entries: Bitboard) -> Bitboard {
    let mut all = from;
    loop {
        let wider = all | step(all) & entries;
        if wider == all {
            return all;
        }
        all = wider;
    }
}
