//! The search for a mate that both players help with.
//!
//! No position is looked at twice, and those first that look nearest a mate, by several orders in turn,
//! because each of them is blind to something. A mate proves that there is one; when nothing is left
//! to look at, there is none.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use shakmaty::{CastlingMode, Chess, Color, Position};

use super::estimate::{self, ORDERS};
use super::met::Met;
use super::reach::Reach;
use super::terrain::Terrain;
use super::{Mating, Search, by_material, net};
use crate::account::position_after;

/// A position that takes more nodes than this may be a blocked one.
const EASY: u32 = 1000;

/// What it costs to see whether a position is blocked, in nodes.
const ANALYSIS: u32 = 60;

/// Whether `side` can mate from this proper position.
pub(super) fn mate(position: &Chess, side: Color, bound: Search) -> Mating {
    if position.is_checkmate() {
        return if position.turn() == side { Mating::Impossible } else { Mating::Possible };
    }
    let mut hunt = Hunt::new(side, None);
    hunt.meet(position.clone(), Prospect::Proven);
    if let Some(mating) = hunt.run(bound.nodes.min(EASY)) {
        return mating;
    }
    if hunt.nodes >= bound.nodes {
        return Mating::Undetermined;
    }
    if !may_mate(position, side) {
        return Mating::Impossible;
    }
    if let Some(terrain) = Terrain::of(position, side) {
        hunt = Hunt { nodes: hunt.nodes, ..Hunt::new(side, Some(terrain)) };
        hunt.meet(position.clone(), Prospect::Proven);
    }
    hunt.sees_blocks = true;
    hunt.run(bound.nodes).unwrap_or(Mating::Undetermined)
}

/// Whether `side` can mate, by the search alone; nothing if it takes more nodes.
#[cfg(test)]
pub(super) fn by_search_alone(position: &Chess, side: Color, bound: Search) -> Option<Mating> {
    let mut hunt = Hunt::new(side, None);
    hunt.meet(position.clone(), Prospect::Proven);
    hunt.run(bound.nodes)
}

/// Whether `side` may be able to mate; `false` is proof that it cannot.
pub(super) fn may_mate(position: &Chess, side: Color) -> bool {
    let castles = position.castles();
    // A king that castles from where it likes is not seen to go over its rook.
    castles.mode() == CastlingMode::Chess960 && castles.any()
        || net::spots(&Reach::of(position), side).next().is_some()
}

/// Whether it is known that a position is not blocked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prospect {
    /// Looked at, or as in the position before it.
    Proven,
    /// A capture or a pawn's move has changed what may be reached.
    Changed,
}

struct Hunt {
    side: Color,
    terrain: Option<Terrain>,
    met: Met,
    prospects: Vec<Prospect>,
    /// What is to be looked at, in each order: the estimate, and the number of the position.
    queues: [BinaryHeap<(Reverse<u32>, u32)>; ORDERS],
    /// Whether all moves were made from each position.
    done: Vec<bool>,
    /// The order that comes next.
    next: usize,
    nodes: u32,
    /// Whether positions are left out that are blocked.
    sees_blocks: bool,
}

impl Hunt {
    fn new(side: Color, terrain: Option<Terrain>) -> Self {
        Self {
            side,
            terrain,
            met: Met::default(),
            prospects: Vec::new(),
            queues: std::array::from_fn(|_| BinaryHeap::new()),
            done: Vec::new(),
            next: 0,
            nodes: 0,
            sees_blocks: false,
        }
    }

    /// Looks at positions until there is an answer or so many were looked at.
    fn run(&mut self, nodes: u32) -> Option<Mating> {
        while self.nodes < nodes {
            let Some(number) = self.pop() else { return Some(Mating::Impossible) };
            let Some(position) = self.met.get(number).cloned() else { continue };
            if self.examine_block(number, &position) {
                continue;
            }
            for mv in position.legal_moves() {
                self.nodes += 1;
                let after = position_after(&position, mv);
                if position.turn() == self.side && after.is_checkmate() {
                    return Some(Mating::Possible);
                }
                if !mv.is_zeroing() {
                    self.meet(after, Prospect::Proven);
                } else if by_material(&after, self.side).is_none() {
                    self.meet(after, Prospect::Changed);
                }
            }
        }
        None
    }

    /// The next position in the order whose turn it is; nothing if every position's moves were made.
    fn pop(&mut self) -> Option<u32> {
        loop {
            self.next = (self.next + 1) % self.orders();
            let (_, number) = self.queues.get_mut(self.next)?.pop()?;
            let done = self.done.get_mut(number as usize)?;
            if !std::mem::replace(done, true) {
                return Some(number);
            }
        }
    }

    /// In so many orders at present: progress matters only in what may be blocked.
    const fn orders(&self) -> usize {
        if self.sees_blocks { ORDERS } else { ORDERS - 1 }
    }

    fn examine_block(&mut self, number: u32, position: &Chess) -> bool {
        if !self.sees_blocks || self.prospects.get(number as usize) != Some(&Prospect::Changed) {
            return false;
        }
        self.nodes += ANALYSIS;
        !may_mate(position, self.side)
    }

    fn meet(&mut self, position: Chess, prospect: Prospect) {
        let Some(number) = self.met.add(position) else { return };
        let Some(position) = self.met.get(number) else { return };
        let estimates = estimate::distance(position, self.side, self.terrain.as_ref());
        for (queue, estimate) in self.queues.iter_mut().zip(estimates) {
            queue.push((Reverse(estimate), number));
        }
        self.done.push(false);
        self.prospects.push(prospect);
    }
}
