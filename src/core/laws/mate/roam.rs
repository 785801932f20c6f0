//! The search for a mate that both players help with, with both kings on all squares at once.
//!
//! Positions that differ only in where the kings stand and in who is to move are one ground: the kings walk on it as far as they
//! get, and whatever else is moved is moved from all of these positions together. Where pawns race and kings wander this looks at
//! few grounds in place of many positions, and it misses none: when nothing is left to look at, there is no mate.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::iter;

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

use super::arrivals::{Arrival, Arrivals, Row, Stand};
use super::estimate;
use super::frame::Frame;
use super::goal::Goals;
use super::kings::{Kind, Pairs, Safety, Walk};
use super::material::is_insufficient;
use super::order::Order;
use super::search::Finding;
use super::terrain::Terrain;

/// In so many orders grounds are looked at: what the net around a king looks like says little where the kings walk.
const ORDERS: usize = 3;

/// Room is made for so many grounds before a search begins.
const FIRST_GROUNDS: usize = 1024;

/// So many bytes are taken for grounds and arrivals, or hardly more.
const MAX_BYTES: usize = 1_400_000;

/// What it costs to come to pieces that were not met before, to look at them, and to see whether a king is mated.
const NEW: u32 = 36;
const LOOK: u32 = 20;
const CHECK: u32 = 20;

/// What a step of a king costs from all squares of the other, for each piece that moves along lines, and once more.
const ROW: u32 = 2;

/// What a move of a piece costs, wherever the kings are.
const MOVE: u32 = 3;

/// Pieces, and where the kings may stand among them.
struct Ground {
    frame: Frame,
    /// By the side to move, Black first.
    known: [Pairs; 2],
    /// Those of them that were not looked at.
    fresh: [Pairs; 2],
    /// The moves of the pieces of both sides, and where they lead, once they were asked for.
    exits: [Vec<Exit>; 2],
    estimates: [u32; ORDERS],
    is_waiting: bool,
    /// The number of the last arrival.
    last: Option<u32>,
}

/// Where a move leads by which nothing was ever reached.
const NOWHERE: u32 = u32::MAX;

/// A move of a piece, and the ground that it leads to.
#[derive(Clone, Copy)]
struct Exit {
    mv: Move,
    /// Its number, or `NOWHERE`.
    to: u32,
}

/// A move that kings arrive by, or the start, and where they stand then.
struct Arriving {
    from: Option<(u32, Move)>,
    turn: Color,
    pairs: Vec<Row>,
}

/// Grounds by their keys, which are random numbers already.
type ByKey = HashMap<u128, u32, BuildHasherDefault<Low>>;

/// The lower half of a key.
#[derive(Default)]
struct Low(u64);

impl Hasher for Low {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

pub(super) struct Roaming<'a> {
    side: Color,
    slow: Color,
    terrain: Option<&'a mut Terrain>,
    goals: &'a Goals,
    #[expect(
        clippy::vec_box,
        reason = "a list that grows would hold its grounds twice for a moment"
    )]
    grounds: Vec<Box<Ground>>,
    by_key: ByKey,
    arrivals: Arrivals,
    /// Taken from one arrival to the next.
    room: Vec<Row>,
    /// Taken from one ground to the next.
    moves: Vec<Move>,
    bytes: usize,
    orders: [Order; ORDERS],
    next: usize,
    work: u32,
}

impl<'a> Roaming<'a> {
    /// From a proper position in which nobody may castle; nothing from another.
    pub(super) fn from(
        position: &Chess,
        side: Color,
        terrain: Option<&'a mut Terrain>,
        goals: &'a Goals,
    ) -> Option<Self> {
        let board = position.board();
        let frame = Frame::of(position)?;
        let room = |side| board.king_of(side).map_or(0, |king| frame.room(king, side).count());
        let slow = Color::from_white(room(Color::White) <= room(Color::Black));
        let (king, other) = (board.king_of(slow)?, board.king_of(!slow)?);
        let mut roaming = Self {
            side,
            slow,
            terrain,
            goals,
            grounds: Vec::with_capacity(FIRST_GROUNDS),
            by_key: HashMap::with_capacity_and_hasher(FIRST_GROUNDS, BuildHasherDefault::new()),
            arrivals: Arrivals::default(),
            room: Vec::new(),
            moves: Vec::new(),
            bytes: 0,
            orders: Default::default(),
            next: 0,
            work: 0,
        };
        let pairs = vec![(king, Bitboard::from_square(other))];
        let start = Arriving { from: None, turn: position.turn(), pairs };
        let number = roaming.open(&start, frame)?;
        roaming.enter(number, start);
        Some(roaming)
    }

    /// Looks at grounds until there is an answer or so much work was done.
    pub(super) fn run(&mut self, work: u32) -> Finding {
        while self.work < work && self.bytes < MAX_BYTES {
            let Some(number) = self.pop() else { return Finding::NoMate };
            if let Some((slow, quick)) = self.look(number) {
                let stand = Stand { slow, quick, turn: !self.side };
                return self.line(number, stand).map_or(Finding::Unknown, Finding::Mate);
            }
        }
        Finding::Unknown
    }

    /// The next ground in the order whose turn it is; nothing if all were looked at.
    fn pop(&mut self) -> Option<u32> {
        let mut empty = 0;
        while empty < ORDERS {
            self.next = (self.next + 1) % ORDERS;
            let Some(number) = self.orders.get_mut(self.next)?.pop() else {
                empty += 1;
                continue;
            };
            let ground = self.grounds.get_mut(number as usize)?;
            if std::mem::take(&mut ground.is_waiting) {
                return Some(number);
            }
            empty = 0;
        }
        None
    }

    /// Lets the kings walk on a ground, and makes all other moves; where the kings stand if that side is mated.
    fn look(&mut self, number: u32) -> Option<(Square, Square)> {
        self.work += LOOK;
        let ground = self.grounds.get_mut(number as usize)?;
        let fresh = std::mem::take(&mut ground.fresh);
        let frame = ground.frame.clone();
        let lines = 1 + frame.board().sliders().count() as u32;
        let mut walk = Walk::on(&frame, self.slow);
        let fresh = if frame.has_passed() {
            fresh
        } else {
            let (fresh, rounds) = roam(&mut walk, &mut ground.known, fresh);
            self.work += rounds * lines;
            fresh
        };
        let loser = !self.side;
        for (slow, quick) in walk.caught(&fresh[usize::from(loser)], loser) {
            self.work += CHECK;
            let kings = [(slow, self.slow), (quick, !self.slow)];
            if frame.position(kings, loser).is_some_and(|position| position.is_checkmate()) {
                return Some((slow, quick));
            }
        }
        for side in Color::ALL {
            let pairs = &fresh[usize::from(side)];
            if !pairs.is_empty() {
                self.make_moves(number, &frame, side, pairs);
                self.move_king(number, &frame, side, pairs);
            }
        }
        None
    }

    /// Makes all moves of pieces of `side`.
    fn make_moves(&mut self, number: u32, frame: &Frame, side: Color, pairs: &Pairs) {
        let Some(ground) = self.grounds.get_mut(number as usize) else { return };
        let mut exits = std::mem::take(&mut ground.exits[usize::from(side)]);
        if exits.is_empty() {
            self.moves.clear();
            frame.moves(side, &mut self.moves);
            exits = self.moves.iter().map(|mv| Exit { mv: *mv, to: NOWHERE }).collect();
            self.work += 2 * exits.len() as u32;
            self.bytes += size_of_val(exits.as_slice());
        }
        for exit in &mut exits {
            self.work += MOVE;
            let Some(from) = exit.mv.from() else { continue };
            let barred = attacks::between(from, exit.mv.to()).with(exit.mv.to());
            let open = pairs.rows().filter(|(slow, _)| !barred.contains(*slow));
            let pairs = open.map(|(slow, row)| (slow, row & !barred));
            self.leave(number, frame, exit, side, pairs);
        }
        if let Some(ground) = self.grounds.get_mut(number as usize) {
            ground.exits[usize::from(side)] = exits;
        }
    }

    /// Makes the moves of the king of `side` that lead to another ground: it takes something, or a pawn may be taken in passing no
    /// more.
    fn move_king(&mut self, number: u32, frame: &Frame, side: Color, pairs: &Pairs) {
        let own = frame.board().by_color(side);
        let theirs = frame.board().by_color(!side);
        for to in if frame.has_passed() { !own } else { theirs } {
            let near = attacks::king_attacks(to);
            let capture = frame.board().role_at(to);
            let mv = |from| Move::Normal { role: Role::King, from, capture, to, promotion: None };
            for (slow, row) in pairs.rows() {
                let (from, arriving) = if side == self.slow {
                    if !near.contains(slow) {
                        continue;
                    }
                    (slow, (to, row))
                } else {
                    let Some(from) = (row & near).first() else { continue };
                    (from, (slow, Bitboard::from_square(to)))
                };
                self.work += MOVE;
                let mut exit = Exit { mv: mv(from), to: NOWHERE };
                self.leave(number, frame, &mut exit, side, iter::once(arriving));
            }
        }
    }

    /// Leaves a ground by a move, with those of the pairs that do not leave the king of `side` in check.
    fn leave(
        &mut self,
        number: u32,
        frame: &Frame,
        exit: &mut Exit,
        side: Color,
        pairs: impl Iterator<Item = (Square, Bitboard)>,
    ) {
        let kind = if side == self.slow { Kind::Slow } else { Kind::Quick };
        let mut arriving = Arriving {
            from: Some((number, exit.mv)),
            turn: !side,
            pairs: std::mem::take(&mut self.room),
        };
        arriving.pairs.clear();
        if let Some(ground) = self.grounds.get(exit.to as usize) {
            let known = &ground.known[usize::from(!side)];
            let safety = Safety::of(&ground.frame, side, kind);
            let new = pairs.map(|(slow, row)| (slow, row & !known.row(slow)));
            let new = new.filter(|(_, row)| row.any());
            arriving.pairs.extend(new.map(|(slow, row)| (slow, row & safety.row(slow))));
            self.work += arriving.pairs.len() as u32;
        } else if let Some(after) = Some(frame.after(exit.mv, side))
            .filter(|after| !is_insufficient(after.board(), self.side))
        {
            let safety = Safety::of(&after, side, kind);
            let safe = pairs.map(|(slow, row)| (slow, row & safety.row(slow)));
            arriving.pairs.extend(safe.filter(|(_, row)| row.any()));
            self.work += 1 + arriving.pairs.len() as u32;
            if !arriving.pairs.is_empty() {
                let known = self.by_key.get(&after.key()).copied();
                exit.to = known.or_else(|| self.open(&arriving, after)).unwrap_or(NOWHERE);
            }
        }
        self.room = self.enter(exit.to, arriving);
    }

    /// Comes to a ground; gives the room for pairs back.
    fn enter(&mut self, number: u32, arriving: Arriving) -> Vec<Row> {
        let Arriving { from, turn, mut pairs } = arriving;
        let Some(ground) = self.grounds.get_mut(number as usize) else { return pairs };
        let side = usize::from(turn);
        pairs.retain_mut(|(slow, row)| {
            *row = ground.known[side].add(*slow, *row);
            ground.fresh[side].add(*slow, *row);
            row.any()
        });
        if pairs.is_empty() {
            return pairs;
        }
        let earlier = std::mem::replace(&mut ground.last, self.arrivals.next());
        self.arrivals.add(Arrival { from, earlier, turn }, &pairs);
        self.bytes += Arrivals::BYTES + 2 * size_of_val(pairs.as_slice());
        if !std::mem::replace(&mut ground.is_waiting, true) {
            for (order, estimate) in self.orders.iter_mut().zip(ground.estimates) {
                order.push(estimate, number);
            }
        }
        pairs
    }

    /// Makes room for pieces that were not met before.
    fn open(&mut self, arriving: &Arriving, frame: Frame) -> Option<u32> {
        self.work += NEW;
        let number = u32::try_from(self.grounds.len()).ok()?;
        let (slow, row) = arriving.pairs.first()?;
        let board = frame.with_kings([(*slow, self.slow), (row.first()?, !self.slow)]);
        let (turn, terrain) = (arriving.turn, self.terrain.as_deref_mut());
        let estimates = estimate::distance(&board, turn, self.side, terrain);
        let goal = self.goals.way(&board).map(|way| 4 * way);
        let [_, left, progress, race] = estimates;
        let estimates = [left, progress, goal.unwrap_or(race)];
        self.by_key.insert(frame.key(), number);
        self.bytes += size_of::<Ground>() + size_of::<(u128, u32)>();
        self.grounds.push(Box::new(Ground {
            frame,
            known: Default::default(),
            fresh: Default::default(),
            exits: Default::default(),
            estimates,
            is_waiting: false,
            last: None,
        }));
        Some(number)
    }

    /// Moves from the start to where the kings stand on a ground.
    fn line(&self, number: u32, stand: Stand) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let (mut number, mut stand) = (number, stand);
        let mut before = u32::MAX;
        loop {
            let (index, entry) = self.trace(number, stand, before, &mut line)?;
            let Some((from, mv)) = self.arrivals.get(index)?.from else { break };
            line.push(mv);
            stand = Stand { turn: !entry.turn, ..entry };
            if let Move::Normal { role: Role::King, from, .. } = mv {
                *stand.mover(self.slow) = from;
            }
            (number, before) = (from, index);
        }
        line.reverse();
        Some(line)
    }

    /// Walks the kings back to where they arrived, by an arrival before this one: its number, and how they stood. Their moves
    /// are added to the line, the last first.
    fn trace(
        &self,
        number: u32,
        stand: Stand,
        before: u32,
        line: &mut Vec<Move>,
    ) -> Option<(u32, Stand)> {
        let ground = self.grounds.get(number as usize)?;
        let arrival = |number: u32| Some((number, self.arrivals.get(number)?));
        let all =
            iter::successors(ground.last.and_then(arrival), |(_, last)| arrival(last.earlier?));
        let arrivals: Vec<u32> =
            all.map(|(number, _)| number).filter(|one| *one < before).collect();
        let mut arrived: [Pairs; 2] = Default::default();
        arrivals.iter().for_each(|number| self.arrivals.collect(*number, &mut arrived));
        let has_arrived =
            |stand: Stand| arrived[usize::from(stand.turn)].row(stand.slow).contains(stand.quick);
        let mut met: [Pairs; 2] = Default::default();
        let mut front: Vec<(Stand, Option<(usize, Move)>)> = vec![(stand, None)];
        let mut next = 0;
        while let Some((stand, _)) = front.get(next).copied() {
            if has_arrived(stand) {
                let index = arrivals.iter().find(|number| self.arrivals.has(**number, stand))?;
                let steps = iter::successors(front.get(next), |(_, step)| front.get((*step)?.0));
                let moves: Vec<Move> = steps.filter_map(|(_, step)| Some((*step)?.1)).collect();
                line.extend(moves.into_iter().rev());
                return Some((*index, stand));
            }
            for (earlier, mv) in ground.steps_back(stand, self.slow) {
                let quick = Bitboard::from_square(earlier.quick);
                if met[usize::from(earlier.turn)].add(earlier.slow, quick).any() {
                    front.push((earlier, Some((next, mv))));
                }
            }
            next += 1;
        }
        None
    }
}

/// Adds what the kings get to from fresh pairs without taking anything; all that is fresh then, and what it cost.
fn roam(walk: &mut Walk, known: &mut [Pairs; 2], mut fresh: [Pairs; 2]) -> ([Pairs; 2], u32) {
    let (mut front, mut next) = (fresh.clone(), <[Pairs; 2]>::default());
    let mut after = Pairs::default();
    let mut rows = 0;
    while front.iter().any(|pairs| !pairs.is_empty()) {
        next.iter_mut().for_each(Pairs::clear);
        for side in Color::ALL {
            let turn = usize::from(!side);
            walk.step(&front[usize::from(side)], side, &mut after);
            for (slow, row) in after.rows() {
                let new = known[turn].add(slow, row);
                fresh[turn].add(slow, new);
                next[turn].add(slow, new);
                rows += ROW;
            }
        }
        std::mem::swap(&mut front, &mut next);
    }
    (fresh, rows)
}

impl Ground {
    /// How the kings may have stood before a move that one of them made here.
    fn steps_back(&self, stand: Stand, slow: Color) -> Vec<(Stand, Move)> {
        let mut before = Stand { turn: !stand.turn, ..stand };
        let to = *before.mover(slow);
        let pairs = &self.known[usize::from(before.turn)];
        let step = |from| {
            *before.mover(slow) = from;
            let mv = Move::Normal { role: Role::King, from, capture: None, to, promotion: None };
            pairs.row(before.slow).contains(before.quick).then_some((before, mv))
        };
        attacks::king_attacks(to).into_iter().filter_map(step).collect()
    }
}

impl Stand {
    /// The square of the king that is to move.
    fn mover(&mut self, slow: Color) -> &mut Square {
        if self.turn == slow { &mut self.slow } else { &mut self.quick }
    }
}
