//! A line of moves from the start of a game, each with the positions it may lead to.

use std::sync::{Arc, OnceLock};

use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::seen::Seen;
use crate::account::{Evidence, MoveId, Sight, Start};

/// One move of a line and the position after it.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) mv: Move,
    pub(super) before: Arc<Chess>,
    pub(super) after: Node,
    pub(super) evidence: Evidence,
    pub(super) landed: Instant,
    pub(super) sight: Sight,
    /// The mover pressed after it.
    pub(super) pressed: bool,
    /// Given when the move is settled.
    pub(super) id: Option<MoveId>,
}

/// A position with its legal successors, worked out when first asked for.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Arc<Chess>,
    replies: OnceLock<Arc<[(Move, Board)]>>,
}

/// A line of moves.
#[derive(Clone, Debug)]
pub(super) struct Line {
    root: Node,
    pub(super) plies: Vec<Ply>,
}

impl Node {
    pub(super) fn new(position: Arc<Chess>) -> Self {
        Self { position, replies: OnceLock::new() }
    }

    pub(super) fn board(&self) -> &Board {
        self.position.board()
    }

    /// The legal moves and the boards after them.
    pub(super) fn replies(&self) -> &Arc<[(Move, Board)]> {
        self.replies.get_or_init(|| {
            let moves = self.position.legal_moves();
            moves.iter().map(|&mv| (mv, after(&self.position, mv).board().clone())).collect()
        })
    }

    /// The one legal move after which the readings fit; `None` where there is none, or several.
    pub(super) fn reply_shown(&self, seen: &Seen) -> Option<Move> {
        let mut fitting = self.replies().iter().filter(|(_, board)| seen.shows(board));
        let (mv, _) = fitting.next()?;
        fitting.next().is_none().then_some(*mv)
    }

    /// Whether the readings may be a legal move on its way: some men not yet lifted, some in the
    /// hand, the others where the move takes them.
    pub(super) fn on_the_way(&self, seen: &Seen) -> bool {
        let underway = |square: Square, board: &Board| {
            !seen.reading(square).is_occupied()
                || seen.fits(square, board.piece_at(square))
                || seen.fits(square, self.board().piece_at(square))
        };
        let fits = |board: &Board| Square::ALL.iter().all(|&square| underway(square, board));
        self.replies().iter().any(|(_, board)| fits(board))
    }

    /// The one pair of legal moves after which the readings fit.
    pub(super) fn two_replies_shown(&self, seen: &Seen) -> Option<[Move; 2]> {
        let mut found = None;
        for (first, board) in self.replies().iter() {
            if !within_one_move(seen, board) {
                continue;
            }
            let middle = Self::new(Arc::new(after(&self.position, *first)));
            let Some(second) = middle.reply_shown(seen) else { continue };
            if found.replace([*first, second]).is_some() {
                return None;
            }
        }
        found
    }
}

impl Ply {
    /// Who moved.
    pub(super) fn mover(&self) -> Color {
        self.before.turn()
    }

    /// Whether this rook move may be the first half of a castling that is still allowed.
    pub(super) fn may_become_castling(&self) -> bool {
        let Move::Normal { role: Role::Rook, from, to, .. } = self.mv else { return false };
        let castles = self.before.castles();
        shakmaty::CastlingSide::ALL.into_iter().any(|side| {
            castles.rook(self.mover(), side) == Some(from) && side.rook_to(self.mover()) == to
        })
    }

    /// Whether this move put a king on one of the four squares where kings tell a result.
    pub(super) fn may_become_sign(&self) -> bool {
        let Move::Normal { role: Role::King, to, .. } = self.mv else { return false };
        super::kings::CENTRE.contains(to)
    }
}

impl Line {
    pub(super) fn new(start: &Start) -> Self {
        Self { root: Node::new(start.position.clone()), plies: Vec::new() }
    }

    /// The position after the last move.
    pub(super) fn head(&self) -> &Node {
        self.node(self.plies.len())
    }

    /// The position after `plies` moves.
    pub(super) fn node(&self, plies: usize) -> &Node {
        match plies.checked_sub(1).and_then(|last| self.plies.get(last)) {
            Some(ply) => &ply.after,
            None => &self.root,
        }
    }

    /// Adds a legal move to the head.
    pub(super) fn push(&mut self, mv: Move, sight: Sight, seen: &Seen) {
        let before = self.head().position.clone();
        let position = Arc::new(after(&before, mv));
        let (evidence, landed) = shown_by(mv, &before, &position, seen);
        let ply = Ply {
            mv,
            before,
            after: Node::new(position),
            evidence,
            landed,
            sight,
            pressed: false,
            id: None,
        };
        self.plies.push(ply);
    }

    /// How many moves from the start two lines have in common.
    pub(super) fn common(&self, other: &Self) -> usize {
        self.plies.iter().zip(&other.plies).take_while(|(a, b)| a.mv == b.mv).count()
    }
}

/// The position after a legal move.
pub(super) fn after(position: &Chess, mv: Move) -> Chess {
    let mut position = position.clone();
    position.play_unchecked(mv);
    position
}

/// Cheap test before a search: a move changes at most four squares.
fn within_one_move(seen: &Seen, board: &Board) -> bool {
    seen.differences(board).len() <= 4
}

/// The records that show a move: the last changes of the squares that it changed.
fn shown_by(mv: Move, before: &Chess, after: &Chess, seen: &Seen) -> (Evidence, Instant) {
    let changed =
        |square: &Square| before.board().piece_at(*square) != after.board().piece_at(*square);
    let squares = Square::ALL.into_iter().filter(changed).chain([mv.to()]);
    let mut evidence = Evidence { from: u64::MAX, to: 0 };
    let mut landed = Instant::ZERO;
    for change in squares.map(|square| seen.change(square)) {
        evidence.from = evidence.from.min(change.record);
        evidence.to = evidence.to.max(change.record);
        landed = landed.max(change.at);
    }
    (evidence, landed)
}
