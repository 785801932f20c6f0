//! How far a position looks from a mate: the order in which positions are searched, and nothing else.
//!
//! The weights were found by trying; nothing depends on them but how soon an answer is found.

use shakmaty::attacks;
use shakmaty::{Bitboard, Board, Color, Rank, Square};

use super::steps;
use super::terrain::Terrain;

/// In so many orders positions are looked at.
pub(super) const ORDERS: usize = 4;

/// Numbers that are lower the nearer a mate by `side` seems: by the net around the king; by that and the
/// pieces that are left; by captures and pawns' moves; by the way to a promotion.
pub(super) fn distance(
    board: &Board,
    turn: Color,
    side: Color,
    terrain: Option<&mut Terrain>,
) -> [u32; ORDERS] {
    let Some(view) = View::of(board, side) else { return [0; ORDERS] };
    let arms = Arms::of(&view);
    let net = 100 + arms.net(&view) + way(&view, &arms, terrain);
    let officers = view.theirs & !view.board.pawns();
    let hanging = turn == side && arms.attacked.intersects(officers);
    let left = 4 * resistance(&view) + if hanging { 0 } else { 5 };
    let strength = 6 * (30 - arms.force.min(30));
    [net, net + left + strength, progress(&view) + strength, race(&view, &arms, net)]
}

/// The pieces as `side` sees them.
struct View<'a> {
    board: &'a Board,
    side: Color,
    /// The king that is to be mated.
    king: Square,
    own_king: Square,
    /// Without kings.
    own: Bitboard,
    /// Without kings.
    theirs: Bitboard,
}

impl<'a> View<'a> {
    fn of(board: &'a Board, side: Color) -> Option<Self> {
        Some(Self {
            board,
            side,
            king: board.king_of(!side)?,
            own_king: board.king_of(side)?,
            own: board.by_color(side) & !board.kings(),
            theirs: board.by_color(!side) & !board.kings(),
        })
    }

    fn own_pawns(&self) -> Bitboard {
        self.own & self.board.pawns()
    }
}

/// What the officers of the side can do.
#[derive(Default)]
struct Arms {
    /// What the side attacks, also through the king.
    attacked: Bitboard,
    /// What the officers are worth.
    force: u32,
    /// How often the squares around the king are attacked.
    pressure: u32,
}

impl Arms {
    fn of(view: &View) -> Self {
        let board = view.board;
        let mut arms = Self {
            attacked: attacks::king_attacks(view.own_king)
                | steps::pawn_attacks(view.own_pawns(), view.side),
            ..Self::default()
        };
        let ring = attacks::king_attacks(view.king);
        let occupied = board.occupied() ^ Bitboard::from_square(view.king);
        for square in view.own & board.knights() {
            arms.add(attacks::knight_attacks(square), ring, 2);
        }
        for square in view.own & board.bishops() {
            arms.add(attacks::bishop_attacks(square, occupied), ring, 2);
        }
        for square in view.own & board.rooks() {
            arms.add(attacks::rook_attacks(square, occupied), ring, 4);
        }
        for square in view.own & board.queens() {
            arms.add(attacks::queen_attacks(square, occupied), ring, 5);
        }
        arms
    }

    fn add(&mut self, attacked: Bitboard, ring: Bitboard, worth: u32) {
        self.attacked |= attacked;
        self.force += worth;
        self.pressure += count(attacked & ring).min(3);
    }

    /// How open the net around the king is; at least -30.
    fn net(&self, view: &View) -> u32 {
        let ring = attacks::king_attacks(view.king);
        let open = count(ring & !view.theirs & !self.attacked);
        let officers = view.own & !view.board.pawns();
        let far = steps_to(officers, view.king);
        30 + 4 * open + far - 2 * self.pressure.min(12)
    }
}

/// Steps that the kings and the pawns still have to go.
fn way(view: &View, arms: &Arms, terrain: Option<&mut Terrain>) -> u32 {
    let apart = view.own_king.distance(view.king).saturating_sub(2);
    if arms.force >= 8 {
        return 3 * apart + terrain.map_or(0, |terrain| 4 * terrain.way(view.king, view.own_king));
    }
    let pawns = view.own_pawns();
    let promotion =
        if arms.force < 4 && pawns.any() { 10 + 6 * promotion(pawns, view.side) } else { 0 };
    let edge = 3 * edge(view.king);
    let kings = match terrain {
        Some(terrain) => 4 * terrain.way(view.king, view.own_king),
        None if arms.force < 5 && pawns.is_empty() => corner_mate(view),
        None => 4 * apart + 2 * corner(view.king),
    };
    edge + kings + promotion
}

/// Steps to a mate by minor officers: a king in the corner with a piece of its own beside it, the other
/// king before it.
fn corner_mate(view: &View) -> u32 {
    let bishops = view.own & view.board.bishops();
    let knights = view.own & view.board.knights();
    let corners = if knights.is_empty() { same_colour(bishops) } else { Bitboard::FULL };
    (Bitboard::CORNERS & corners)
        .into_iter()
        .map(|corner| {
            4 * view.king.distance(corner)
                + 3 * steps_to(view.theirs, corner).saturating_sub(1)
                + 4 * view.own_king.distance(corner).saturating_sub(2)
                + steps_to(bishops, corner)
                + 3 * leaps_to(knights, corner)
        })
        .min()
        .unwrap_or(0)
}

/// What the opponent has left.
fn resistance(view: &View) -> u32 {
    let board = view.board;
    5 * count(view.theirs & board.queens())
        + 3 * count(view.theirs & board.rooks())
        + 2 * count(view.theirs & (board.bishops() | board.knights()))
        + count(view.theirs & board.pawns())
}

/// Moves to a promotion, while an opponent whose king cannot move still has others.
fn race(view: &View, arms: &Arms, net: u32) -> u32 {
    if arms.force >= 4 {
        return net;
    }
    let pawns = view.board.pawns();
    let way = |square| {
        let ahead = span(square, view.side);
        let steps = count(ahead);
        let started = square.rank() == view.side.fold_wb(Rank::Second, Rank::Seventh);
        let met = (ahead & view.theirs).into_iter();
        let met: u32 = met.map(|piece| 1 + view.own_king.distance(piece)).sum();
        steps - u32::from(started) + met + 5 * count(ahead & view.own & pawns)
    };
    let way = view.own_pawns().into_iter().map(way).min().unwrap_or(20);
    let ring = attacks::king_attacks(view.king);
    let officers = view.theirs & !pawns;
    if (ring & !view.theirs & !arms.attacked).any() || officers.any() {
        return 200 + 6 * way;
    }
    let left = (view.theirs & pawns).into_iter().map(|square| {
        let ahead = span(square, !view.side);
        let met = ahead & pawns;
        if met.is_empty() { count(ahead) } else { count(ahead & !beyond(met, !view.side)) }
    });
    200 + 6 * way + 10 * way.saturating_sub(left.sum())
}

/// The squares ahead of a pawn, to the last rank.
fn span(square: Square, side: Color) -> Bitboard {
    let mut span = Bitboard::EMPTY;
    let mut step = steps::ahead(Bitboard::from_square(square), side);
    while step.any() {
        span |= step;
        step = steps::ahead(step, side);
    }
    span
}

/// These squares and all ahead of them.
fn beyond(squares: Bitboard, side: Color) -> Bitboard {
    squares.into_iter().fold(squares, |all, square| all | span(square, side))
}

/// Captures and pawns' moves that may still be made.
fn progress(view: &View) -> u32 {
    let pawns = view.board.pawns();
    let way = to_go(view.own & pawns, view.side) + to_go(view.theirs & pawns, !view.side);
    let hunt = steps_to(view.theirs, view.own_king).min(steps_to(view.own, view.king));
    10 * count(view.board.occupied()) + 2 * way + 2 * hunt
}

fn count(squares: Bitboard) -> u32 {
    squares.count() as u32
}

/// A king's steps from `square` to the nearest of `pieces`; 0 if there are none.
fn steps_to(pieces: Bitboard, square: Square) -> u32 {
    let mut near = Bitboard::from_square(square);
    let mut steps = 0;
    while pieces.any() && pieces.is_disjoint(near) && steps < 7 {
        near |= steps::around(near);
        steps += 1;
    }
    steps
}

/// Leaps that the nearest of these knights is from attacking a square.
fn leaps_to(knights: Bitboard, square: Square) -> u32 {
    let mut near = Bitboard::from_square(square);
    let mut leaps = 0;
    while knights.any() && knights.is_disjoint(steps::leaps(near)) && leaps < 6 {
        near |= steps::leaps(near);
        leaps += 1;
    }
    leaps
}

/// Steps from `square` to the nearest edge.
fn edge(square: Square) -> u32 {
    let near = |line: u32| line.min(7 - line);
    near(u32::from(square.file())).min(near(u32::from(square.rank())))
}

/// Steps from `square` to the nearest corner.
fn corner(square: Square) -> u32 {
    let near = |line: u32| line.min(7 - line);
    near(u32::from(square.file())).max(near(u32::from(square.rank())))
}

/// All squares of the colours on which these bishops stand.
fn same_colour(bishops: Bitboard) -> Bitboard {
    [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES]
        .into_iter()
        .filter(|colour| bishops.intersects(*colour))
        .fold(Bitboard::EMPTY, |all, colour| all | colour)
}

/// Steps that all these pawns together are from promoting.
fn to_go(pawns: Bitboard, side: Color) -> u32 {
    let odd = Bitboard(0xff00_ff00_ff00_ff00);
    let second = Bitboard(0xffff_0000_ffff_0000);
    let upper = Bitboard(0xffff_ffff_0000_0000);
    let ranks = count(pawns & odd) + 2 * count(pawns & second) + 4 * count(pawns & upper);
    match side {
        Color::White => 7 * count(pawns) - ranks,
        Color::Black => ranks,
    }
}

/// Steps that the foremost of these pawns is from its promotion.
fn promotion(pawns: Bitboard, side: Color) -> u32 {
    let foremost = match side {
        Color::White => pawns.last().map(|square| 7 - u32::from(square.rank())),
        Color::Black => pawns.first().map(|square| u32::from(square.rank())),
    };
    foremost.unwrap_or(0)
}
