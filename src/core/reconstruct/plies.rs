//! The lines that are thought of, as a tree of plies.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::denied::Denied;
use super::outlook::Outlook;
use super::position;
use super::weights::Cost;
use crate::account::{EvidenceSpan, PositionWhy, Sight};

/// A ply of a [`Plies`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlyId(u32);

impl PlyId {
    /// A number that is the greater the later the ply was thought of.
    pub(super) const fn order(self) -> u32 {
        self.0
    }
}

/// What leads to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing: here the tree begins.
    Root,
    /// A move.
    Move(Move),
    /// Nobody knows: moves are missing, or pieces were displaced.
    Position(PositionWhy),
}

/// Whether the side that moved had the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It had.
    Own,
    /// The other side had.
    Others,
}

/// A step and the position after it.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) parent: Option<PlyId>,
    pub(super) step: Step,
    pub(super) after: Chess,
    /// How many moves lead here from the start of the game.
    pub(super) number: u32,
    pub(super) sight: Sight,
    /// Whether the side that moved had the move.
    pub(super) turn: Turn,
    /// The records that showed it first.
    pub(super) evidence: EvidenceSpan,
    /// When the piece that moves was seen to leave; `None` where another one stood there at once.
    pub(super) lifted: Option<Instant>,
    /// When its last piece was seen to arrive.
    pub(super) landed: Instant,
    /// What chess says of it, once it was weighed against others.
    pub(super) weighed: Weighed,
}

/// What chess says of a ply, as far as it was asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weighed {
    /// What chess made it cost as it was thought of.
    pub(super) thought: Cost,
    /// What comes of the position after it.
    pub(super) outlook: Option<Outlook>,
    /// How unlike good play it is.
    pub(super) doubt: Option<Cost>,
    /// What its line has paid for it, where it was compared with others as a whole.
    pub(super) paid: Cost,
}

/// A tree of plies, bounded: what all lines share is forgotten up to a few plies before their ends.
#[derive(Clone, Debug)]
pub(super) struct Plies {
    plies: Vec<Ply>,
    /// What lines are walked back by, a link for each ply: every reading walks back all of them, and a ply is large.
    links: Vec<Link>,
    /// How many were left when some were forgotten last.
    left: usize,
    /// What no line may have.
    denied: Denied,
}

/// What comes before a ply, and which square its piece has left.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: Option<PlyId>,
    left: Option<Square>,
    /// The squares that the pieces of this ply and of those before it have left, of as many as are kept to be taken back.
    left_lately: Bitboard,
    /// Whether it is a move that no line may have, or comes after one.
    is_denied: bool,
}

/// How many plies behind the best line's last one are kept, to be taken back.
pub(super) const MAX_PLIES_BACK: usize = 12;

/// Plies that are kept before some are forgotten.
const MAX_PLIES_BEFORE_FORGETTING: usize = 64;

/// So many plies more than twice those that were left grow before those that no line has are forgotten: that costs
/// each of them no more than its making.
const MAX_PLIES_OVERGROWN: usize = 512;

impl Ply {
    /// Who is to move after it.
    pub(super) fn turn(&self) -> Color {
        self.after.turn()
    }

    /// The move, if it is one.
    pub(super) fn mv(&self) -> Option<Move> {
        match self.step {
            Step::Move(mv) => Some(mv),
            Step::Root | Step::Position(_) => None,
        }
    }

    /// Whether it is a position to which no move leads.
    pub(super) fn is_position(&self) -> bool {
        matches!(self.step, Step::Position(_))
    }

    /// Whether mate, stalemate, or no pieces to mate with stand on the board after it.
    pub(super) fn ends_game(&self) -> bool {
        matches!(self.step, Step::Move(_)) && position::ends_game(&self.after)
    }
}

impl Link {
    /// The link of a ply whose parent is one of `links`.
    fn of(ply: &Ply, links: &[Self], denied: &Denied) -> Self {
        let left = ply.mv().and_then(Move::from);
        let mut left_lately: Bitboard = left.into_iter().collect();
        let mut before = ply.parent;
        for _ in 1..MAX_PLIES_BACK {
            let Some(id) = before else { break };
            let link = &links[id.0 as usize];
            left_lately |= link.left.map_or(Bitboard::EMPTY, Bitboard::from);
            before = link.parent;
        }
        let after_denied = ply.parent.is_some_and(|id| links[id.0 as usize].is_denied);
        let is_denied = after_denied || denied.has(ply);
        Self { parent: ply.parent, left, left_lately, is_denied }
    }
}

impl Plies {
    pub(super) fn new(root: Ply) -> Self {
        let links = vec![Link::of(&root, &[], &Denied::NONE)];
        Self { links, plies: vec![root], left: 1, denied: Denied::NONE }
    }

    /// No line that grows from now on may have what is denied.
    pub(super) fn deny(&mut self, denied: Denied) {
        self.denied = denied;
    }

    /// The same plies, in which what `other` denies is denied.
    pub(super) fn denying_as(self, other: &Self) -> Self {
        Self { denied: other.denied.clone(), ..self }
    }

    /// Whether the line to this ply has a move that no line may have.
    pub(super) fn is_denied(&self, id: PlyId) -> bool {
        self.link(id).is_denied
    }

    pub(super) fn get(&self, id: PlyId) -> &Ply {
        &self.plies[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: PlyId) -> &mut Ply {
        &mut self.plies[id.0 as usize]
    }

    pub(super) fn root(&self) -> PlyId {
        PlyId(0)
    }

    /// Whether there are enough to forget some.
    pub(super) fn is_full(&self) -> bool {
        self.plies.len() > MAX_PLIES_BEFORE_FORGETTING
    }

    /// How many were left when some were forgotten last.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Whether most of them may be of lines that were given up.
    pub(super) fn are_overgrown(&self) -> bool {
        self.plies.len() > 2 * self.left + MAX_PLIES_OVERGROWN
    }

    pub(super) fn push(&mut self, ply: Ply) -> PlyId {
        let id = PlyId(u32::try_from(self.plies.len()).unwrap_or(u32::MAX));
        self.links.push(Link::of(&ply, &self.links, &self.denied));
        self.plies.push(ply);
        id
    }

    /// The ply and those before it, the last first.
    pub(super) fn back_from(&self, id: PlyId) -> impl Iterator<Item = (PlyId, &Ply)> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let id = next?;
            let ply = self.get(id);
            next = ply.parent;
            Some((id, ply))
        })
    }

    /// The names of the ply and of those before it, the last first, each with the square that its piece has left.
    pub(super) fn left_back_from(
        &self,
        id: PlyId,
    ) -> impl Iterator<Item = (PlyId, Option<Square>)> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let id = next?;
            let link = self.link(id);
            next = link.parent;
            Some((id, link.left))
        })
    }

    /// The squares that the pieces of the ply and of those before it have left, of [`MAX_PLIES_BACK`] plies in all.
    pub(super) fn left_lately(&self, id: PlyId) -> Bitboard {
        self.link(id).left_lately
    }

    fn link(&self, id: PlyId) -> Link {
        self.links[id.0 as usize]
    }

    /// The plies from the first kept one, which is no step, to `id`.
    pub(super) fn line(&self, id: PlyId) -> Vec<PlyId> {
        let mut line: Vec<_> = self.left_back_from(id).map(|(id, _)| id).collect();
        line.reverse();
        line
    }

    /// Whether `id` is `end` or comes before it.
    pub(super) fn is_on_line(&self, id: PlyId, end: PlyId) -> bool {
        // A ply is always younger than its parent.
        self.left_back_from(end).find(|&(one, _)| one <= id).is_some_and(|(one, _)| one == id)
    }

    /// The last ply that two lines share.
    pub(super) fn fork(&self, mut a: PlyId, mut b: PlyId) -> PlyId {
        // A ply is always younger than its parent.
        while a != b {
            let older = if a > b { &mut a } else { &mut b };
            match self.link(*older).parent {
                Some(parent) => *older = parent,
                None => return *older,
            }
        }
        a
    }

    /// Whether the ply is a legal move, or no move at all.
    pub(super) fn is_legal(&self, ply: &Ply) -> bool {
        match (ply.mv(), ply.parent) {
            (Some(_), _) if ply.turn == Turn::Others => false,
            (Some(mv), Some(parent)) => position::is_legal(&self.get(parent).after, mv),
            _ => true,
        }
    }

    /// Whether the game is over after the ply: no illegal move ends it (5.1.1, 5.2.1).
    pub(super) fn ends_game(&self, ply: &Ply) -> bool {
        ply.ends_game() && self.is_legal(ply)
    }

    /// Whether this move may be the first half of a castling: the piece stands where castling puts it.
    /// In Chess960 that may be the king.
    pub(super) fn may_become_castling(&self, ply: &Ply) -> bool {
        let (Some(Move::Normal { role, from, to, .. }), Some(parent)) = (ply.mv(), ply.parent)
        else {
            return false;
        };
        let before = &self.get(parent).after;
        let mover: Color = before.turn();
        CastlingSide::ALL.into_iter().any(|side| {
            let half = match role {
                Role::Rook => {
                    before.castles().rook(mover, side) == Some(from) && side.rook_to(mover) == to
                }
                Role::King => side.king_to(mover) == to,
                _ => false,
            };
            half && !before.castling_moves(side).is_empty()
        })
    }

    /// Forgets all plies but those of lines to `ends` from `root` on. WrittenLines that don't pass `root`
    /// must not be among them. The ids of the ends are changed to the new ones.
    pub(super) fn keep<'a>(&mut self, root: PlyId, ends: impl IntoIterator<Item = &'a mut PlyId>) {
        let mut ends: Vec<_> = ends.into_iter().collect();
        let mut kept = vec![false; self.plies.len()];
        kept[root.0 as usize] = true;
        for end in &ends {
            let mut next = Some(**end);
            while let Some(id) = next.filter(|&id| id > root && !kept[id.0 as usize]) {
                kept[id.0 as usize] = true;
                next = self.link(id).parent;
            }
        }
        let mut renamed = Vec::with_capacity(kept.len());
        let mut next = 0;
        self.plies.retain_mut(|ply| {
            let is_kept = kept[renamed.len()];
            ply.parent = match ply.parent {
                Some(parent) if is_kept && next > 0 => Some(renamed[parent.0 as usize]),
                _ => None,
            };
            renamed.push(PlyId(next));
            next += u32::from(is_kept);
            is_kept
        });
        self.links.clear();
        for ply in &self.plies {
            self.links.push(Link::of(ply, &self.links, &self.denied));
        }
        self.left = self.plies.len();
        for end in &mut ends {
            **end = renamed[end.0 as usize];
        }
    }
}
