//! A line of moves from the start of a game, and how far it is told.

use std::sync::Arc;

use shakmaty::{CastlingSide, Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::kings;
use super::node::Node;
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
    /// Given when the move is told.
    pub(super) id: Option<MoveId>,
}

/// The moves that best explain the readings. The first of them are told as fact; moves that were
/// told and no longer explain the readings are kept until they are taken back.
#[derive(Clone, Debug)]
pub(super) struct Line {
    root: Node,
    plies: Vec<Ply>,
    /// How many of the moves are told.
    told: usize,
    /// Told moves that followed those, and that the line no longer holds.
    dropped: Vec<Ply>,
}

impl Ply {
    /// Who moved.
    pub(super) fn mover(&self) -> Color {
        self.before.turn()
    }

    /// Whether a king moved, and didn't castle.
    pub(super) fn is_king_step(&self) -> bool {
        matches!(self.mv, Move::Normal { role: Role::King, .. })
    }

    /// Whether this move put a king on one of the four squares where kings tell a result.
    pub(super) fn may_become_sign(&self) -> bool {
        self.is_king_step() && kings::CENTRE.contains(self.mv.to())
    }

    /// Whether this move may be the first half of a castling: the man stands where castling puts it.
    /// In Chess960 that may be the king.
    pub(super) fn may_become_castling(&self) -> bool {
        let Move::Normal { role, from, to, .. } = self.mv else { return false };
        let mover = self.mover();
        CastlingSide::ALL.into_iter().any(|side| {
            let half = match role {
                Role::Rook => {
                    self.before.castles().rook(mover, side) == Some(from)
                        && side.rook_to(mover) == to
                }
                Role::King => side.king_to(mover) == to,
                _ => false,
            };
            half && !self.before.castling_moves(side).is_empty()
        })
    }

    /// Whether the game is over after it: mate, stalemate, or no men to mate with.
    pub(super) fn ends_game(&self) -> bool {
        self.after.position.is_game_over()
    }
}

impl Line {
    /// A line without moves. `record` is the one that showed the start.
    pub(super) fn new(start: &Start, record: u64) -> Self {
        let root = Node::new(start.position.clone(), record);
        Self { root, plies: Vec::new(), told: 0, dropped: Vec::new() }
    }

    /// How many moves it holds.
    pub(super) fn len(&self) -> usize {
        self.plies.len()
    }

    /// The last move.
    pub(super) fn last(&self) -> Option<&Ply> {
        self.plies.last()
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

    /// The moves that are not told.
    pub(super) fn untold(&self) -> &[Ply] {
        self.plies.get(self.told..).unwrap_or_default()
    }

    /// Whether moves are told that the line no longer holds.
    pub(super) fn has_dropped(&self) -> bool {
        !self.dropped.is_empty()
    }

    /// How many of the moves are told.
    pub(super) fn told(&self) -> usize {
        self.told
    }

    /// How many moves are told and not taken back, the dropped ones among them.
    pub(super) fn all_told(&self) -> usize {
        self.told + self.dropped.len()
    }

    /// The position after `plies` told moves, the dropped ones among them.
    pub(super) fn told_node(&self, plies: usize) -> &Node {
        match plies.checked_sub(self.told + 1).and_then(|past| self.dropped.get(past)) {
            Some(ply) => &ply.after,
            None => self.node(plies),
        }
    }

    /// The index of this side's last move.
    pub(super) fn last_of(&self, side: Color) -> Option<usize> {
        self.plies.iter().rposition(|ply| ply.mover() == side)
    }

    /// Marks this side's last move as pressed for.
    pub(super) fn mark_pressed(&mut self, side: Color) {
        if let Some(ply) = self.plies.iter_mut().rfind(|ply| ply.mover() == side) {
            ply.pressed = true;
        }
    }

    /// Holds the first `keep` moves only.
    pub(super) fn keep(&mut self, keep: usize) {
        if keep < self.told {
            self.dropped.splice(..0, self.plies.drain(keep..self.told));
            self.told = keep;
        }
        self.plies.truncate(keep);
    }

    /// Holds the first `keep` told moves only, dropped ones among them.
    pub(super) fn keep_told(&mut self, keep: usize) {
        let restored = keep.saturating_sub(self.told).min(self.dropped.len());
        if restored > 0 {
            self.plies.truncate(self.told);
            self.plies.extend(self.dropped.drain(..restored));
            self.told += restored;
        }
        self.keep(keep);
    }

    /// Adds a legal move to the head. A dropped move that is played again was never taken back.
    pub(super) fn push(&mut self, mv: Move, sight: Sight, seen: &Seen) {
        if self.plies.len() == self.told && self.dropped.first().is_some_and(|ply| ply.mv == mv) {
            return self.keep_told(self.told + 1);
        }
        let head = self.head();
        let before = head.position.clone();
        let position = Arc::new(head.after(mv));
        let (evidence, landed) = shown_by(mv, &before, &position, seen);
        let after = Node::new(position, evidence.to);
        let ply = Ply { mv, before, after, evidence, landed, sight, pressed: false, id: None };
        self.plies.push(ply);
    }

    /// Takes the next move that is not told, and counts it among those that are, by this number.
    pub(super) fn tell_next(&mut self, id: MoveId) -> Option<&Ply> {
        let ply = self.plies.get_mut(self.told)?;
        ply.id = Some(id);
        self.told += 1;
        Some(ply)
    }

    /// Forgets the last of the dropped moves.
    pub(super) fn take_back_last(&mut self) -> Option<Ply> {
        self.dropped.pop()
    }
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
