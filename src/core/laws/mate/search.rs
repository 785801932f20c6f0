//! The search for a mate that both players help with, position by position; where that takes too long, the kings roam (`roam`).
//!
//! No position is looked at twice, and those first that look nearest a mate, by several orders in turn,
//! because each of them is blind to something. A mate proves that there is one; when nothing is left
//! to look at, there is none.

use std::iter;

use shakmaty::{Chess, Color, Move, Position};

use super::estimate::{self, ORDERS};
use super::goal::Goals;
use super::met::{Key, Met};
use super::order::Order;
use super::reach::Reach;
use super::roam::Roaming;
use super::skeleton::{Skeletons, may_mate};
use super::terrain::Terrain;
use super::{Search, by_material};
use crate::account::position_after;

/// A position that takes more work than this may be a blocked one.
const EASY: u32 = 12_000;

/// What a position costs that was not met before. A move costs 1.
const NEW: u32 = 25;

/// No position has more moves, and all of one are made whatever work is left.
const MAX_MOVES: usize = 256;

/// Room is made for no more positions before a search begins.
const MAX_FIRST_STEPS: usize = 16_384;

/// What it costs to see where a mate may be.
const PLAN: u32 = 10_000;

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// These moves mate.
    Mate(Vec<Move>),
    /// No moves do.
    NoMate,
    /// It took too much work.
    Unknown,
}

/// Whether `side` can mate from this proper position.
pub(super) fn mate(position: &Chess, side: Color, bound: Search) -> Finding {
    if position.is_checkmate() {
        return if position.turn() == side { Finding::NoMate } else { Finding::Mate(Vec::new()) };
    }
    let mut hunt = Hunt::new(position, side, None, EASY);
    if let Some(finding) = hunt.run(bound.work.min(EASY)) {
        return finding;
    }
    if hunt.work >= bound.work {
        return Finding::Unknown;
    }
    if !may_mate(position, side) {
        return Finding::NoMate;
    }
    let reach = Reach::of(position);
    let (terrain, goals) = (Terrain::of(&reach, side), Goals::of(&reach, side));
    let left = bound.work.saturating_sub(hunt.work + PLAN);
    // Two searches take twice the memory.
    drop(hunt);
    let share = share_of_hunt(position, left);
    let new = Hunt::new(position, side, terrain, share);
    let mut hunt = Hunt { sees_blocks: true, goals, ..new };
    if let Some(finding) = hunt.run(share) {
        return finding;
    }
    let left = left.saturating_sub(hunt.work);
    let (mut terrain, goals) = hunt.into_sight();
    let roaming = Roaming::from(position, side, terrain.as_mut(), &goals);
    roaming.map_or(Finding::Unknown, |mut roaming| roaming.run(left))
}

/// How much of so much work is done position by position, before the kings roam. The more pieces besides them move freely,
/// the less it helps to let the kings roam; and where somebody may castle they cannot.
fn share_of_hunt(position: &Chess, work: u32) -> u32 {
    /// With hardly any pawns nothing keeps the pieces apart.
    const FEW_PAWNS: usize = 2;
    let board = position.board();
    if position.castles().any() || board.pawns().count() <= FEW_PAWNS {
        return work;
    }
    let officers = board.occupied() & !board.pawns() & !board.kings();
    match officers.count() {
        0 | 1 => work / 8,
        2 | 3 => work / 2,
        _ => work / 3,
    }
}

/// Whether `side` can mate, by letting the kings roam alone.
#[cfg(test)]
pub(super) fn by_roaming_alone(position: &Chess, side: Color, bound: Search) -> Finding {
    let goals = Goals::default();
    let roaming = Roaming::from(position, side, None, &goals);
    roaming.map_or(Finding::Unknown, |mut roaming| roaming.run(bound.work))
}

/// Whether `side` can mate, by the search alone; nothing if it takes more work.
#[cfg(test)]
pub(super) fn by_search_alone(position: &Chess, side: Color, bound: Search) -> Option<Finding> {
    Hunt::new(position, side, None, bound.work).run(bound.work)
}

/// Whether it is known that a position is not blocked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prospect {
    /// Looked at, or as in the position before it.
    Proven,
    /// A capture or a pawn's move has changed what may be reached.
    Changed,
}

/// A position that was met, and how.
#[derive(Clone)]
struct Step {
    position: Chess,
    prospect: Prospect,
    /// The number of the position before it; its own of the first. The move from there is found again where it is asked for:
    /// many thousand steps are kept, of which a line has few.
    before: u32,
    /// Whether all moves were made from it.
    is_done: bool,
}

struct Hunt {
    side: Color,
    terrain: Option<Terrain>,
    goals: Goals,
    met: Met,
    skeletons: Skeletons,
    steps: Vec<Step>,
    /// What is to be looked at, by number, in each order.
    orders: [Order; ORDERS],
    /// The order that comes next.
    next: usize,
    work: u32,
    /// Whether positions are left out that are blocked.
    sees_blocks: bool,
}

impl Hunt {
    /// A search that is to do so much work, at most.
    fn new(position: &Chess, side: Color, terrain: Option<Terrain>, work: u32) -> Self {
        let steps = (work / (1 + NEW)) as usize + MAX_MOVES;
        let mut hunt = Self {
            side,
            terrain,
            goals: Goals::default(),
            met: Met::default(),
            skeletons: Skeletons::default(),
            steps: Vec::with_capacity(steps.min(MAX_FIRST_STEPS)),
            orders: Default::default(),
            next: 0,
            work: 0,
            sees_blocks: false,
        };
        hunt.met.add(Key::of(position));
        let (position, prospect) = (position.clone(), Prospect::Proven);
        hunt.keep(Step { position, prospect, before: 0, is_done: false });
        hunt
    }

    /// What is known of the mates in sight; all positions are forgotten.
    fn into_sight(self) -> (Option<Terrain>, Goals) {
        (self.terrain, self.goals)
    }

    /// Looks at positions until there is an answer or so much work was done.
    fn run(&mut self, work: u32) -> Option<Finding> {
        while self.work < work {
            let Some(number) = self.pop() else { return Some(Finding::NoMate) };
            let Some(step) = self.steps.get(number as usize).cloned() else { continue };
            let key = Key::of(&step.position);
            if self.examine_block(&step, key) {
                continue;
            }
            for mv in step.position.legal_moves() {
                let after = key.after(&step.position, mv);
                if self.make(number, &step.position, mv, after) == Made::Mate {
                    return Some(Finding::Mate(self.line(number, mv)));
                }
            }
        }
        None
    }

    /// Makes a move from a position, and keeps the position after it, which may have this key, where a mate may follow.
    fn make(&mut self, number: u32, before: &Chess, mv: Move, known: Option<Key>) -> Made {
        self.work += 1;
        if known.is_some_and(|key| !self.met.add(key)) {
            return Made::Other;
        }
        let position = position_after(before, mv);
        self.work += NEW;
        if before.turn() == self.side && position.is_checkmate() {
            return Made::Mate;
        }
        if known.is_none() && !self.met.add(Key::of(&position)) {
            return Made::Other;
        }
        let prospect = match mv.is_zeroing() {
            true if by_material(&position, self.side).is_some() => return Made::Other,
            true => Prospect::Changed,
            false => Prospect::Proven,
        };
        self.keep(Step { position, prospect, before: number, is_done: false });
        Made::Other
    }

    /// The next position in the order whose turn it is; nothing if every position's moves were made.
    fn pop(&mut self) -> Option<u32> {
        loop {
            self.next = (self.next + 1) % self.used();
            let number = self.orders.get_mut(self.next)?.pop()?;
            let step = self.steps.get_mut(number as usize)?;
            if !std::mem::replace(&mut step.is_done, true) {
                return Some(number);
            }
        }
    }

    /// So many orders are used at present: progress matters only in what may be blocked.
    fn used(&self) -> usize {
        if self.sees_blocks { ORDERS } else { 2 }
    }

    fn examine_block(&mut self, step: &Step, key: Key) -> bool {
        if !self.sees_blocks || step.prospect == Prospect::Proven {
            return false;
        }
        let (may_mate, cost) = self.skeletons.may_mate(&step.position, key, self.side);
        self.work += cost;
        !may_mate
    }

    fn keep(&mut self, step: Step) {
        let Ok(number) = u32::try_from(self.steps.len()) else { return };
        let (board, turn) = (step.position.board(), step.position.turn());
        let estimates = estimate::distance(board, turn, self.side, self.terrain.as_mut());
        let goal = self.goals.way(board).map(|way| 4 * way);
        let [net, left, progress, race] = estimates;
        let estimates = [net, left, progress, goal.unwrap_or(race)];
        for (order, estimate) in self.orders.iter_mut().zip(estimates) {
            order.push(estimate, number);
        }
        self.steps.push(step);
    }

    /// The moves that led to a position, and one more.
    fn line(&self, number: u32, last: Move) -> Vec<Move> {
        let step = |number: &u32| self.steps.get(*number as usize);
        let before = |number: &u32| Some(step(number)?.before).filter(|before| before != number);
        let back = iter::successors(Some(number), before);
        let led = back.filter_map(|number| {
            let (after, before) = (step(&number)?, step(&before(&number)?)?);
            let leads = |mv: &Move| position_after(&before.position, *mv) == after.position;
            before.position.legal_moves().into_iter().find(leads)
        });
        let mut line: Vec<_> = iter::once(last).chain(led).collect();
        line.reverse();
        line
    }
}

/// What a move led to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Mate,
    Other,
}
