//! Mates that may be drawn up to: where the pieces would stand, and how far they are from there.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::reach::{MovingPiece, Reach};
use super::steps;

/// So many mates are kept in sight, those nearest.
const MAX_GOALS: usize = 8;

/// From so many squares each piece is thought to check, those nearest.
const MAX_CHECKS: usize = 3;

/// The king is thought to be mated on the squares that are nearest: on fewer of them the more officers there are to check it and
/// to help, so that so many pairs of these are tried, at most, or hardly more.
const MAX_TRIED: usize = 600;

/// With more officers than this nobody looks for a mate to draw up.
const MAX_OFFICERS: usize = 12;

/// Farther than any way.
const FAR: u8 = 30;

/// Mates in sight, and the ways to them.
#[derive(Default)]
pub(super) struct Goals {
    goals: Vec<Vec<Need>>,
}

/// A piece that is to stand on one of some squares.
struct Need {
    side: Color,
    role: Role,
    /// Moves from each square to the nearest of them.
    moves: [u8; 64],
}

/// A way for one piece to where it is needed.
#[derive(Clone, Copy)]
struct Post {
    side: Color,
    role: Role,
    squares: Bitboard,
    /// Moves that the nearest piece is away.
    away: u8,
}

impl Goals {
    /// The nearest mates by `side`; none where none is seen.
    pub(super) fn of(reach: &Reach, side: Color) -> Self {
        let Some(view) = View::of(reach, side) else { return Self { goals: Vec::new() } };
        let mut drafts: Vec<(u32, Vec<Post>)> =
            view.nearest().into_iter().filter_map(|square| view.draft(square)).collect();
        drafts.sort_by_key(|(away, _)| *away);
        drafts.truncate(MAX_GOALS);
        let need = |post: &Post| Need {
            side: post.side,
            role: post.role,
            moves: view.moves_to(post.squares, post.role, post.side),
        };
        let goals = drafts.iter().map(|(_, posts)| posts.iter().map(need).collect()).collect();
        Self { goals }
    }

    /// Moves to the nearest of the mates, the kings' counted double.
    pub(super) fn way(&self, board: &Board) -> Option<u32> {
        self.goals.iter().map(|needs| needs.iter().map(|need| need.way(board)).sum()).min()
    }
}

impl Need {
    fn way(&self, board: &Board) -> u32 {
        let pieces = board.by_piece(self.role.of(self.side));
        let away = |square| self.moves.get(usize::from(square)).copied().unwrap_or(FAR);
        u32::from(pieces.into_iter().map(away).min().unwrap_or(FAR))
    }
}

/// An officer, and the moves that it is from each square.
struct Officer<'a> {
    piece: &'a MovingPiece,
    away: [u8; 64],
}

/// What may ever happen, as `side` sees it.
struct View<'a> {
    reach: &'a Reach,
    king: &'a MovingPiece,
    king_away: [u8; 64],
    own_king: &'a MovingPiece,
    own_king_away: [u8; 64],
    own: Vec<Officer<'a>>,
    theirs: Vec<Officer<'a>>,
    /// What is denied to the king for ever.
    denied: Bitboard,
    walls: Bitboard,
}

impl<'a> View<'a> {
    fn of(reach: &'a Reach, side: Color) -> Option<Self> {
        let walls = !reach.free();
        let officers = |of: Color| -> Vec<Officer<'a>> {
            let is_one = |piece: &&MovingPiece| {
                piece.side == of && !matches!(piece.role, Role::King | Role::Pawn)
            };
            let away = |piece: &'a MovingPiece| Officer { piece, away: from(piece, walls) };
            reach.pieces.iter().filter(is_one).map(away).collect()
        };
        let (king, own_king) = (reach.king(!side)?, reach.king(side)?);
        let stuck = |piece: &&MovingPiece| walls.contains(piece.from);
        let denied = reach.pieces.iter().filter(stuck).fold(Bitboard::EMPTY, |all, piece| {
            all | if piece.side == side {
                attacks::attacks(piece.from, piece.role.of(side), walls)
            } else {
                Bitboard::from_square(piece.from)
            }
        });
        let (own, theirs) = (officers(side), officers(!side));
        if own.len() + theirs.len() > MAX_OFFICERS {
            return None;
        }
        Some(Self {
            reach,
            king,
            king_away: from(king, walls),
            own_king,
            own_king_away: from(own_king, walls),
            own,
            theirs,
            denied,
            walls,
        })
    }

    /// Squares for the king, those first that are nearest for both.
    fn nearest(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.king.squares.into_iter().collect();
        squares.sort_by_key(|square| {
            let own = steps::around(steps::around(Bitboard::from_square(*square)));
            let own = (own & self.own_king.squares).into_iter();
            at(&self.king_away, *square)
                + own.map(|own| at(&self.own_king_away, own)).min().unwrap_or(0)
        });
        let pairs = self.own.len() * (self.own.len() + self.theirs.len());
        squares.truncate(1 + MAX_TRIED / pairs.max(1));
        squares
    }

    /// The nearest mate with the king on `square`: how far it is, and what stands where.
    fn draft(&self, square: Square) -> Option<(u32, Vec<Post>)> {
        let checks = self.own.iter().enumerate().flat_map(|(index, officer)| {
            let role = officer.piece.role;
            let lines = attacks::attacks(square, role.of(!officer.piece.side), self.walls);
            let squares = lines & officer.piece.squares & !Bitboard::from_square(square);
            let mut near: Vec<Square> = squares.into_iter().collect();
            near.sort_by_key(|from| at(&officer.away, *from));
            near.into_iter().take(MAX_CHECKS).map(move |from| (index, from))
        });
        checks.filter_map(|(index, from)| self.mate(square, index, from)).min_by_key(|mate| mate.0)
    }

    /// A mate on `square` by this checker from there, with the help that is nearest.
    fn mate(&self, square: Square, checker: usize, from: Square) -> Option<(u32, Vec<Post>)> {
        let officer = self.own.get(checker)?;
        let walls = self.walls.without(square);
        let covered = attacks::attacks(from, officer.piece.role.of(officer.piece.side), walls);
        let ring = attacks::king_attacks(square);
        let plan = Plan { checker, walls, open: ring.without(from) & !covered & !self.denied };
        let near = steps::around(ring) & !ring;
        let king = (2 * u32::from(at(&self.king_away, square)), self.king_post(self.king, square));
        let check = officer.post(Bitboard::from_square(from));
        let beside = ring.with(square).with(from);
        let helping = (self.own_king.squares & near & !beside).into_iter().filter_map(|stand| {
            let open = plan.open & !attacks::king_attacks(stand);
            let (away, mut posts) = self.deny(&plan, open)?;
            posts.push(self.king_post(self.own_king, stand));
            Some((away + 2 * u32::from(at(&self.own_king_away, stand)), posts))
        });
        let alone = self.deny(&plan, plan.open);
        let (away, mut posts) = helping.chain(alone).min_by_key(|(away, _)| *away)?;
        posts.extend([king.1, check]);
        Some((away + king.0 + u32::from(check.away), posts))
    }

    /// What denies all of `open` to the king, each piece in one place.
    fn deny(&self, plan: &Plan, open: Bitboard) -> Option<(u32, Vec<Post>)> {
        let mut away = 0;
        let mut posts: Vec<(usize, Post)> = Vec::new();
        for flight in open {
            let attackers = self.own.iter().enumerate().filter(|(index, _)| *index != plan.checker);
            let attackers = attackers.map(|(index, officer)| {
                let role = officer.piece.role.of(!officer.piece.side);
                (index, officer, attacks::attacks(flight, role, plan.walls) & officer.piece.squares)
            });
            let blockers = self.theirs.iter().zip(self.own.len()..).map(|(officer, index)| {
                (index, officer, Bitboard::from_square(flight) & officer.piece.squares)
            });
            let found = attackers.chain(blockers).filter_map(|(index, officer, squares)| {
                let taken = posts.iter().position(|(taken, _)| *taken == index);
                let place = taken.and_then(|at| posts.get(at)).map(|(_, post)| post.squares);
                let squares = squares & place.unwrap_or(Bitboard::FULL);
                let more = if taken.is_some() { 0 } else { 1 };
                squares.any().then(|| (index, taken, officer.post(squares), more))
            });
            let (index, taken, post, more) =
                found.min_by_key(|(_, _, post, more)| (post.away, *more))?;
            match taken.and_then(|at| posts.get_mut(at)) {
                Some(place) => place.1 = post,
                None => posts.push((index, post)),
            }
            away += more;
        }
        let moves: u32 = posts.iter().map(|(_, post)| u32::from(post.away)).sum();
        Some((away + moves, posts.into_iter().map(|(_, post)| post).collect()))
    }

    fn king_post(&self, king: &MovingPiece, square: Square) -> Post {
        let away = if king.side == self.king.side { &self.king_away } else { &self.own_king_away };
        let squares = Bitboard::from_square(square);
        Post { side: king.side, role: Role::King, squares, away: at(away, square) }
    }

    /// Moves from each square to the nearest of `targets`.
    fn moves_to(&self, targets: Bitboard, role: Role, side: Color) -> [u8; 64] {
        let region = self
            .reach
            .pieces
            .iter()
            .filter(|piece| piece.side == side && piece.role == role)
            .fold(targets, |all, piece| all | piece.squares);
        spread(targets, region, |square| attacks::attacks(square, role.of(side), self.walls))
    }
}

/// A check, and what it leaves open.
struct Plan {
    checker: usize,
    walls: Bitboard,
    open: Bitboard,
}

impl Officer<'_> {
    fn post(&self, squares: Bitboard) -> Post {
        let away = squares.into_iter().map(|square| at(&self.away, square)).min().unwrap_or(FAR);
        Post { side: self.piece.side, role: self.piece.role, squares, away }
    }
}

fn at(moves: &[u8; 64], square: Square) -> u8 {
    moves.get(usize::from(square)).copied().unwrap_or(FAR)
}

/// Moves of a piece to each square that it may ever get to.
fn from(piece: &MovingPiece, walls: Bitboard) -> [u8; 64] {
    let start = Bitboard::from_square(piece.from);
    spread(start, piece.squares, |square| {
        attacks::attacks(square, piece.role.of(piece.side), walls)
    })
}

/// Moves to each square of `region` from the nearest of `start`.
fn spread(start: Bitboard, region: Bitboard, step: impl Fn(Square) -> Bitboard) -> [u8; 64] {
    let mut moves = [FAR; 64];
    let mut met = Bitboard::EMPTY;
    let mut front = start;
    for count in 0..FAR {
        for square in front {
            if let Some(moves) = moves.get_mut(usize::from(square)) {
                *moves = count;
            }
        }
        met |= front;
        front = front.into_iter().fold(Bitboard::EMPTY, |all, square| all | step(square));
        front &= region & !met;
        if front.is_empty() {
            break;
        }
    }
    moves
}
