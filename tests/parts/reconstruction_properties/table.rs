//! Games that nobody played, by hands that never hurry: random legal moves, and what each does to the
//! squares of the table. No code is shared with the simulator, so that one may not hide what the other
//! gets wrong.

use fastrand::Rng;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Piece, Position, Role, Square};

/// One change on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed {
    /// When, in microseconds.
    pub(crate) at: u64,
    /// Where.
    pub(crate) square: Square,
    /// What stands there from then on.
    pub(crate) piece: Option<Piece>,
}

/// A game as it happens on the table.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The position before the first move.
    pub(crate) start: Chess,
    /// The moves in UCI.
    pub(crate) moves: Vec<String>,
    /// What the hands do, in order.
    pub(crate) deeds: Vec<Deed>,
    /// When which player presses the clock, in microseconds; none where there is no clock.
    pub(crate) presses: Vec<(u64, Color)>,
}

/// How pieces are moved. No hand begins before the other has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Lifted, carried, put down.
    Clean,
    /// Slid over squares, captures in any order, castling with either piece first, promotion in two
    /// ways.
    Free,
}

/// Where games begin: usual, with little left, Black to move, Chess960.
pub(crate) const STARTS: [(&str, CastlingMode); 7] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", CastlingMode::Standard),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", CastlingMode::Standard),
    ("4k3/P1P1P1P1/8/8/8/8/p1p1p1p1/4K3 b - - 0 1", CastlingMode::Standard),
    ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", CastlingMode::Standard),
    ("bnrbkqrn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQRN w GCgc - 0 1", CastlingMode::Chess960),
    ("rkr5/ppp5/8/8/8/8/PPP5/RKR5 w CAca - 0 1", CastlingMode::Chess960),
    ("1k4r1/8/8/8/8/8/8/1K4R1 w Gg - 0 1", CastlingMode::Chess960),
];

/// The position of one of [`STARTS`].
pub(crate) fn start(index: usize) -> (Chess, CastlingMode) {
    let (fen, mode) = STARTS[index % STARTS.len()];
    (fen.parse::<Fen>().unwrap().into_position(mode).unwrap(), mode)
}

const MS: u64 = 1_000;

/// Plays up to `plies` random moves from a start; the same for the same `seed`.
pub(crate) fn play(start_index: usize, manner: Manner, plies: usize, seed: u64) -> Game {
    let (start, mode) = start(start_index);
    let mut rng = Rng::with_seed(seed);
    let clocked = rng.bool();
    let mut position = start.clone();
    let mut game = Game { start, moves: Vec::new(), deeds: Vec::new(), presses: Vec::new() };
    let mut hand = Hand { rng, now: 2_000 * MS, deeds: Vec::new() };
    for _ in 0..plies {
        let Some(mv) = choose(&position, &mut hand.rng) else { break };
        hand.wait(1_000..4_000);
        hand.make(&position, mv, manner);
        game.moves.push(mv.to_uci(mode).to_string());
        hand.wait(200..900);
        if clocked {
            game.presses.push((hand.now, position.turn()));
        }
        position.play_unchecked(mv);
    }
    game.deeds = hand.deeds;
    game
}

/// Any legal move; castling and captures more often than by chance.
fn choose(position: &Chess, rng: &mut Rng) -> Option<Move> {
    if position.is_game_over() {
        return None;
    }
    let moves = position.legal_moves();
    let of = |wanted: fn(Move) -> bool| -> Vec<Move> {
        moves.iter().copied().filter(|mv| wanted(*mv)).collect()
    };
    let pools = [(of(Move::is_castle), 40), (of(Move::is_capture), 35), (of(|_| true), 100)];
    let pools = pools.iter().filter(|(pool, _)| !pool.is_empty());
    let chosen = pools.into_iter().find(|(_, percent)| rng.u32(0..100) < *percent);
    chosen.and_then(|(pool, _)| rng.choice(pool).copied())
}

struct Hand {
    rng: Rng,
    now: u64,
    deeds: Vec<Deed>,
}

impl Hand {
    fn wait(&mut self, millis: std::ops::Range<u64>) {
        self.now += self.rng.u64(millis) * MS;
    }

    fn lift(&mut self, square: Square) {
        self.deeds.push(Deed { at: self.now, square, piece: None });
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.deeds.push(Deed { at: self.now, square, piece: Some(piece) });
    }

    fn make(&mut self, position: &Chess, mv: Move, manner: Manner) {
        let color = position.turn();
        let way = if manner == Manner::Free { self.rng.u32(0..100) } else { 0 };
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                let piece = role.of(color);
                let lands_as = promotion.unwrap_or(role).of(color);
                match capture {
                    Some(_) => self.capture(from, to, lands_as, way),
                    None if promotion.is_some() => self.promote(from, to, piece, lands_as, way),
                    None => self.step(position, from, to, piece, way),
                }
            }
            Move::EnPassant { from, to } => {
                let victim = Square::from_coords(to.file(), from.rank());
                let pawn = Role::Pawn.of(color);
                if way > 50 {
                    self.lift(victim);
                    self.wait(200..500);
                    self.carry(from, to, pawn);
                } else {
                    self.carry(from, to, pawn);
                    self.wait(100..400);
                    self.lift(victim);
                }
            }
            Move::Castle { king, rook } => self.castle(color, king, rook, way),
            Move::Put { .. } => {}
        }
    }

    fn carry(&mut self, from: Square, to: Square, piece: Piece) {
        self.lift(from);
        self.wait(200..700);
        self.put(to, piece);
    }

    fn step(&mut self, position: &Chess, from: Square, to: Square, piece: Piece, way: u32) {
        self.lift(from);
        let between = shakmaty::attacks::between(from, to);
        if way > 60 && (between & position.board().occupied()).is_empty() {
            let mut squares: Vec<_> = between.into_iter().collect();
            if from > to {
                squares.reverse();
            }
            for square in squares {
                self.wait(10..40);
                self.put(square, piece);
                self.wait(20..120);
                self.lift(square);
            }
            self.wait(10..40);
        } else {
            self.wait(200..700);
        }
        self.put(to, piece);
    }

    /// Onto the other piece, after him, or before him.
    fn capture(&mut self, from: Square, to: Square, piece: Piece, way: u32) {
        if way > 40 {
            let (first, second) = if way > 70 { (to, from) } else { (from, to) };
            self.lift(first);
            self.wait(200..500);
            self.lift(second);
            self.wait(200..500);
            self.put(to, piece);
        } else {
            self.carry(from, to, piece);
        }
    }

    fn promote(&mut self, from: Square, to: Square, pawn: Piece, piece: Piece, way: u32) {
        if way > 50 {
            self.carry(from, to, pawn);
            self.wait(200..500);
            self.carry(to, to, piece);
        } else {
            self.carry(from, to, piece);
        }
    }

    fn castle(&mut self, color: Color, king: Square, rook: Square, way: u32) {
        let side = shakmaty::CastlingSide::from_king_side(rook > king);
        let pieces = [
            (king, side.king_to(color), Role::King.of(color)),
            (rook, side.rook_to(color), Role::Rook.of(color)),
        ];
        let [first, second] = if way > 60 { [pieces[1], pieces[0]] } else { pieces };
        // Where one piece goes to the other's square, both have to be lifted before.
        let in_the_way = pieces[0].1 == rook || pieces[1].1 == king || way > 80;
        self.lift(first.0);
        self.wait(150..400);
        if in_the_way {
            self.lift(second.0);
            self.wait(150..400);
        }
        self.put(first.1, first.2);
        self.wait(150..400);
        if !in_the_way {
            self.lift(second.0);
            self.wait(150..400);
        }
        self.put(second.1, second.2);
    }
}
