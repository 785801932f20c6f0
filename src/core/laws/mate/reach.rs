//! Where the men of a position may ever get to.
//!
//! The least set of facts that is closed under what a move can do: which squares each man may ever
//! stand on, and which of the squares that are occupied now may ever be left. Whatever can happen in play is
//! among them; not all of them can happen.

use shakmaty::{Bitboard, Chess, Color, Position, Role, Square};

use super::men;

/// A man and the squares that it may ever stand on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
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

impl Man {
    /// All squares that it may ever stand on.
    pub(super) const fn anywhere(&self) -> Bitboard {
        Bitboard(self.squares.0 | self.as_queen.0 | self.as_knight.0)
    }

    /// All squares that it may ever attack.
    pub(super) const fn attacks(&self) -> Bitboard {
        let now = match self.role {
            Role::Pawn => men::pawn_attacks(self.squares, self.side),
            Role::Knight => men::leaps(self.squares),
            Role::Bishop => men::diagonal(self.squares),
            Role::Rook => men::straight(self.squares),
            Role::Queen | Role::King => men::around(self.squares),
        };
        Bitboard(now.0 | men::around(self.as_queen).0 | men::leaps(self.as_knight).0)
    }
}

/// What may ever happen.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) men: Vec<Man>,
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
        let men = board
            .occupied()
            .into_iter()
            .filter_map(|from| {
                let piece = board.piece_at(from)?;
                Some(Man {
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
        let just_moved = passed
            .and_then(|square| men::ahead(Bitboard::from_square(square), !position.turn()).first());
        let cleared = just_moved.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let mut reach = Self { men, occupied: board.occupied(), cleared, passed, just_moved };
        while reach.widen() {}
        reach
    }

    /// The king of `side`.
    pub(super) fn king(&self, side: Color) -> Option<&Man> {
        self.men.iter().find(|man| man.side == side && man.role == Role::King)
    }

    /// Squares that may ever be empty.
    pub(super) const fn free(&self) -> Bitboard {
        Bitboard(!self.occupied.0 | self.cleared.0)
    }

    /// Whether some man never leaves its square.
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
            for man in self.men.iter_mut().filter(|man| man.side == side) {
                let anywhere = man.anywhere();
                match man.role {
                    Role::Pawn => advance(man, free, prey | passed, posts, entries),
                    Role::King => {
                        man.squares = flood(man.squares, men::around, entries & !forbidden)
                    }
                    Role::Knight => man.squares = flood(man.squares, men::leaps, entries),
                    Role::Bishop => man.squares = flood(man.squares, men::diagonal, entries),
                    Role::Rook => man.squares = flood(man.squares, men::straight, entries),
                    Role::Queen => man.squares = flood(man.squares, men::around, entries),
                }
                wider |= man.anywhere() != anywhere;
            }
        }
        self.clear();
        wider || self.cleared != before
    }

    /// Squares on which a man of `side` may ever be taken.
    fn prey(&self, side: Color) -> Bitboard {
        self.men
            .iter()
            .filter(|man| man.side == side && man.role != Role::King)
            .fold(Bitboard::EMPTY, |all, man| all | man.anywhere())
    }

    /// Squares that an officer of `side` may enter: not those of own men that never leave, nor that of the
    /// opponent's king.
    fn entries(&self, side: Color) -> Bitboard {
        let stuck = |man: &&Man| {
            (man.side == side || man.role == Role::King) && !self.cleared.contains(man.from)
        };
        self.men.iter().filter(stuck).fold(Bitboard::FULL, |all, man| all.without(man.from))
    }

    /// Squares that men of `side` attack for ever, because they never leave.
    fn held(&self, side: Color) -> Bitboard {
        let stuck = |man: &&Man| man.side == side && !self.cleared.contains(man.from);
        self.men.iter().filter(stuck).fold(Bitboard::EMPTY, |all, man| all | man.attacks())
    }

    /// Where the pawns of `side` stand that never leave their files, because they never take and are never
    /// taken: they only move on, so that no pawn coming the other way on that file ever gets past.
    fn posts(&self, side: Color) -> Bitboard {
        let prey = self.prey(!side) | self.passed.map_or(Bitboard::EMPTY, Bitboard::from_square);
        let hunted = self.hunted(side);
        self.men
            .iter()
            .filter(|man| man.side == side && man.role == Role::Pawn)
            .filter(|man| self.just_moved != Some(man.from))
            .filter(|man| {
                men::pawn_attacks(man.squares, side).is_disjoint(prey)
                    && man.anywhere().is_disjoint(hunted)
            })
            .fold(Bitboard::EMPTY, |all, man| all.with(man.from))
    }

    /// A square is left by a man that moves away, or that is taken.
    fn clear(&mut self) {
        let hunted = [self.hunted(Color::Black), self.hunted(Color::White)];
        for man in &self.men {
            let moves = man.anywhere() != Bitboard::from_square(man.from);
            let taken = man.role != Role::King && hunted[man.side as usize].contains(man.from);
            if moves || taken {
                self.cleared.add(man.from);
            }
        }
    }

    /// Squares on which men of `side` may ever be taken, if they get there.
    fn hunted(&self, side: Color) -> Bitboard {
        let hunters = self.men.iter().filter(|man| man.side != side);
        hunters.fold(Bitboard::EMPTY, |all, man| match man.role {
            Role::Pawn => {
                all | men::pawn_attacks(man.squares, man.side) | man.as_queen | man.as_knight
            }
            _ => all | man.squares,
        })
    }
}

/// Where a pawn may get to. Until it takes something it does not pass `posts` on its file.
fn advance(man: &mut Man, free: Bitboard, prey: Bitboard, posts: Bitboard, entries: Bitboard) {
    let file = Bitboard::from_file(man.from.file());
    loop {
        let before = man.squares;
        let takes = men::pawn_attacks(before, man.side).intersects(prey);
        let barred = if takes { Bitboard::EMPTY } else { posts & file };
        man.squares |= men::ahead(before, man.side) & free & !barred;
        man.squares |= men::pawn_attacks(before, man.side) & prey;
        if man.squares == before {
            break;
        }
    }
    let promoted = man.squares & Bitboard::BACKRANKS;
    man.as_queen = flood(man.as_queen | promoted, men::around, entries);
    man.as_knight = flood(man.as_knight | promoted, men::leaps, entries);
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
