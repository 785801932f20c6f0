//! The hypotheses about what the hands have done, the best first.

use std::time::Duration;

use shakmaty::{Bitboard, Chess, Position, Square};
use touchmove_drivers::Instant;

use super::denied::Denied;
use super::plies::{Plies, Ply, PlyId};
use super::seen::Seen;
use super::tempo::Tempo;
use super::trail::Trail;
use super::weights::{Cost, Rate, Weights, waited};
use crate::account::differing;

/// A line of moves, and what it leaves unexplained.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hypothesis {
    pub(super) head: PlyId,
    /// The squares on which the board does not show the position after the line.
    pub(super) mismatch: Bitboard,
    /// What they cost while they stay so.
    pub(super) rate: Rate,
    /// What it had paid when the readings last changed.
    pub(super) cost: Cost,
    /// How it came to its last ply.
    pub(super) way: Way,
}

/// How a hypothesis came to its last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Going on.
    On,
    /// Taking moves back: taking back one more costs little.
    Back,
}

/// All hypotheses that are not hopeless, the best first. There is always one.
#[derive(Clone, Debug)]
pub(super) struct Beam {
    pub(super) plies: Plies,
    pub(super) all: Vec<Hypothesis>,
    /// What the cheapest has paid.
    cheapest: Cost,
    /// When the readings last changed.
    pub(super) at: Instant,
    /// Squares that have been wrong while play went on around them: they report nothing useful.
    pub(super) numb: Bitboard,
    /// Squares that were wrong when somebody decided where play stands, until they change: they tell of
    /// no move.
    excused: Bitboard,
    pub(super) weights: Weights,
    /// When each side last pressed, Black and White: what stood then was meant.
    pub(super) pressed: [Option<Instant>; 2],
    /// Where men were put down lately.
    pub(super) trail: Trail,
    /// How fast readings come.
    pub(super) tempo: Tempo,
}

/// How many plies behind the best line's last one are kept, to be taken back.
pub(super) const LOOKBACK: usize = 12;
/// Lines of different lengths that come to the same position are told apart by presses for so many
/// plies, then no more.
const KEPT_BESIDE: u32 = 12;
/// More wrong squares than these are not charged one by one: men lie about.
const MOST_WRONG: usize = 3;
/// More hypotheses than this are not made of one change of the readings.
const MOST_AT_ONCE: usize = 128;
/// Plies that are kept before the tree is pruned.
const MOST_PLIES: usize = 128;

impl Beam {
    /// One hypothesis: the line that only is its root.
    pub(super) fn new(root: Ply, seen: &Seen, weights: Weights) -> Self {
        let plies = Plies::new(root);
        let head = plies.root();
        let mut beam = Self {
            plies,
            all: Vec::new(),
            cheapest: Cost::NONE,
            at: seen.last().at,
            numb: Bitboard::EMPTY,
            excused: Bitboard::EMPTY,
            weights,
            pressed: [None; 2],
            trail: Trail::new(),
            tempo: Tempo::new(),
        };
        beam.add(head, Cost::NONE, Way::On, seen);
        beam
    }

    /// The squares that are wrong though somebody has decided where play stands.
    pub(super) fn wrong_by_decision(&self) -> Bitboard {
        self.best().mismatch & self.excused
    }

    /// All hypotheses give way to one: the line to `head` in another tree, where play was decided to stand.
    /// What is wrong there but for `open` squares tells of no move, nor does what told of none before.
    pub(super) fn restart(
        &mut self,
        plies: Plies,
        head: Option<PlyId>,
        open: Bitboard,
        seen: &Seen,
    ) {
        let head = head.unwrap_or(plies.root());
        self.plies = plies;
        self.all.clear();
        self.cheapest = Cost::NONE;
        self.add(head, Cost::NONE, Way::On, seen);
        self.excused = self.best().mismatch & (self.excused | !open);
        self.find_numb(seen);
    }

    /// The best hypothesis.
    pub(super) fn best(&self) -> Hypothesis {
        self.all[0]
    }

    /// The last ply of the best line.
    pub(super) fn head(&self) -> &Ply {
        self.plies.get(self.best().head)
    }

    /// The squares that the best hypothesis leaves unexplained, but for the numb ones.
    pub(super) fn unexplained(&self) -> Bitboard {
        self.best().mismatch & !self.numb
    }

    /// The readings of `changed` are new.
    pub(super) fn follow(&mut self, seen: &Seen, changed: Bitboard) {
        let now = seen.last().at;
        let span = self.tempo.slowed(now.since(self.at));
        self.wait(span);
        self.at = now;
        self.excused &= !changed;
        self.trail.follow(seen, changed);
        self.measure(seen);
        let old = self.all.len();
        for index in 0..old {
            self.reply(index, changed, seen);
        }
        self.reply_on(old, seen);
        self.change_mind(old, changed, seen);
        self.take_back(seen);
        self.go_on_unseen(old, changed, seen);
        self.rank(seen);
    }

    /// Adds the hypotheses that only quiet allows.
    pub(super) fn consider(&mut self, seen: &Seen, more: impl FnOnce(&mut Self)) {
        // What is new now pays much from the first, and must not be crowded out; nor must a position from which play may
        // go on, which nothing makes again.
        let (plies, mut places) = (&self.plies, 0..self.weights.beam / 2);
        self.all.retain(|one| places.next().is_some() || plies.get(one.head).is_position());
        let old = self.all.len();
        more(self);
        self.reply_on(old, seen);
        self.rank(seen);
    }

    /// What a hypothesis has paid by `now`.
    pub(super) fn cost(&self, hypothesis: &Hypothesis, now: Instant) -> Cost {
        let span = waited(&self.weights, self.at, now);
        hypothesis.cost.plus(Cost::of_waiting(hypothesis.rate, span))
    }

    /// Adds the line that ends with `head`.
    pub(super) fn add(&mut self, head: PlyId, cost: Cost, way: Way, seen: &Seen) {
        self.all.push(self.measured(head, cost, way, seen));
    }

    /// Adds the line that goes on with `ply`.
    pub(super) fn go_on(&mut self, ply: Ply, cost: Cost, seen: &Seen) {
        let head = self.plies.push(ply);
        self.add(head, cost, Way::On, seen);
    }

    /// Whether one more can be made, and at this cost is not hopeless.
    pub(super) fn has_room(&self, cost: Cost) -> bool {
        self.all.len() < MOST_AT_ONCE && cost <= self.cheapest.plus(self.weights.hopeless)
    }

    /// Whether another one has come to the same position by as many moves and paid no more.
    pub(super) fn is_known(
        &self,
        number: u32,
        after: &Chess,
        mismatch: Bitboard,
        cost: Cost,
    ) -> bool {
        self.all.iter().any(|one| {
            one.mismatch == mismatch && one.cost <= cost && {
                let ply = self.plies.get(one.head);
                ply.number == number && !ply.is_position() && is_same(&ply.after, after)
            }
        })
    }

    /// Ranks by what is paid by `now`.
    pub(super) fn rank_at(&mut self, now: Instant) {
        let mut all = std::mem::take(&mut self.all);
        all.sort_by_key(|one| (self.cost(one, now), one.rate, one.head));
        self.all = all;
    }

    /// When another hypothesis will have become the best by waiting alone.
    pub(super) fn next_change(&self, now: Instant) -> Option<Instant> {
        let best = self.best();
        let faster = self.all[1..].iter().filter(|one| one.rate < best.rate);
        faster.filter_map(|one| self.overtakes(&best, one, Cost::NONE)).filter(|&at| at > now).min()
    }

    /// When `behind` will have paid `by` more than `ahead` by waiting alone; the moment of the last
    /// change if it has already.
    pub(super) fn overtakes(
        &self,
        behind: &Hypothesis,
        ahead: &Hypothesis,
        by: Cost,
    ) -> Option<Instant> {
        let missing = by.plus(ahead.cost).minus(behind.cost);
        if missing <= Cost::NONE {
            return Some(self.at);
        }
        let gains = behind.rate.checked_sub(ahead.rate)?;
        let span = missing.waited_for(gains)? + Duration::from_micros(1);
        (span <= self.weights.patience).then(|| self.at + span)
    }

    /// Charges every hypothesis for what an event says of it.
    pub(super) fn charge(&mut self, charge: impl Fn(&Plies, &Hypothesis) -> Cost) {
        for one in &mut self.all {
            one.cost = one.cost.plus(charge(&self.plies, one));
        }
        self.sort();
    }

    /// Charges every hypothesis for the squares that it leaves wrong, up to a few.
    pub(super) fn charge_wrong(&mut self, each: Cost) {
        let numb = self.numb;
        self.charge(|_, one| {
            let wrong = (one.mismatch & !numb).count().min(MOST_WRONG);
            each.times(u32::try_from(wrong).unwrap_or(0))
        });
    }

    /// Whether there are plies enough to forget some.
    pub(super) fn is_full(&self) -> bool {
        self.plies.len() > MOST_PLIES
    }

    /// The last ply that all lines and those to `kept` share, at or before `told` and some plies before
    /// the end of the best line; `None` if it is the first.
    pub(super) fn forgettable(&self, told: PlyId, kept: &[PlyId]) -> Option<PlyId> {
        let heads = self.all.iter().map(|one| one.head).chain(kept.iter().copied());
        let shared = heads.fold(told, |shared, head| self.plies.fork(shared, head));
        let mut back = self.plies.back_from(self.best().head).skip(LOOKBACK);
        let (root, _) = back.find(|&(id, _)| id <= shared)?;
        (root != self.plies.root()).then_some(root)
    }

    /// Forgets all before `root`, which all lines share. The plies of `kept` are kept, by their new names.
    pub(super) fn forget<'a>(&'a mut self, root: PlyId, kept: impl Iterator<Item = &'a mut PlyId>) {
        self.plies.keep(root, self.all.iter_mut().map(|one| &mut one.head).chain(kept));
    }

    /// Drops the hypotheses that lack `told` and have paid much more than the best by `now`.
    pub(super) fn drop_deniers(&mut self, told: PlyId, now: Instant) {
        let most = self.cost(&self.best(), now).plus(self.weights.denies);
        let mut all = std::mem::take(&mut self.all);
        all.retain(|one| self.cost(one, now) <= most || self.plies.is_on_line(told, one.head));
        self.all = all;
    }

    /// The hands rested for so long, though nobody knows when.
    pub(super) fn rest(&mut self, span: Duration) {
        self.wait(span);
        self.sort();
    }

    /// Nothing has changed up to now.
    pub(super) fn wait_until(&mut self, now: Instant) {
        self.wait(now.since(self.at));
        self.at = now;
    }

    /// So much time has passed.
    fn wait(&mut self, span: Duration) {
        let span = span.min(self.weights.patience);
        for one in &mut self.all {
            one.cost = one.cost.plus(Cost::of_waiting(one.rate, span));
        }
        self.cheapest = self.all.iter().map(|one| one.cost).min().unwrap_or_default();
    }

    fn measure(&mut self, seen: &Seen) {
        for index in 0..self.all.len() {
            let Hypothesis { head, cost, way, .. } = self.all[index];
            self.all[index] = self.measured(head, cost, way, seen);
        }
    }

    fn measured(&self, head: PlyId, cost: Cost, way: Way, seen: &Seen) -> Hypothesis {
        let mismatch = seen.shown().mismatch(self.plies.get(head).after.board());
        Hypothesis { head, mismatch, rate: self.rate(head, mismatch, seen), cost, way }
    }

    fn rate(&self, head: PlyId, mismatch: Bitboard, seen: &Seen) -> Rate {
        if mismatch.is_empty() {
            return 0;
        }
        let count = |squares: Bitboard| u32::try_from(squares.count()).unwrap_or(0);
        let denied = self.denied(head, mismatch, seen);
        let told = denied.map_or(Bitboard::EMPTY, Denied::squares);
        let numb = match self.numb.is_empty() {
            true => Bitboard::EMPTY,
            false => mismatch & (self.numb | self.numb_of(head, mismatch, seen)) & !told,
        };
        let felt = mismatch & !numb;
        let occupied = felt & seen.shown().occupied();
        let ply = self.plies.get(head);
        let stays = self.unmoved(ply, occupied, seen);
        let rate = count(felt & !occupied) * self.weights.missing
            + count(occupied & !stays) * self.weights.wrong
            + count(stays) * self.weights.stays
            + if denied.is_some() { self.weights.elsewhere } else { 0 };
        rate.min(self.weights.most) + count(numb) * self.weights.numb
    }

    /// Goes on from the hypotheses made since there were `old`, whatever already lies on the board.
    pub(super) fn reply_on(&mut self, old: usize, seen: &Seen) {
        let mut index = old;
        while index < self.all.len() && self.all.len() < MOST_AT_ONCE {
            self.reply(index, Bitboard::FULL, seen);
            index += 1;
        }
    }

    /// Puts the best first and drops the hopeless and those that say the same.
    pub(super) fn rank(&mut self, seen: &Seen) {
        self.sort();
        let most = self.best().cost.plus(self.weights.hopeless);
        self.all.retain(|one| one.cost <= most);
        let ahead = self.weights.ahead;
        let soon = |one: &Hypothesis| one.cost.plus(Cost::of_waiting(one.rate, ahead));
        self.all[1..].sort_by_key(|one| (soon(one), one.rate, one.head));
        let mut kept: Vec<Hypothesis> = Vec::with_capacity(self.all.len());
        for one in &self.all {
            if kept.len() == self.weights.beam {
                break;
            }
            if !kept.iter().any(|other| self.says_the_same(other, one)) {
                kept.push(*one);
            }
        }
        self.all = kept;
        self.sort();
        self.find_numb(seen);
    }

    fn sort(&mut self) {
        self.all.sort_by_key(|one| (one.cost, one.rate, one.head));
    }

    fn says_the_same(&self, one: &Hypothesis, other: &Hypothesis) -> bool {
        if one.mismatch != other.mismatch {
            return false;
        }
        let (at, cheaper) = (one, other);
        let (one, other) = (self.plies.get(one.head), self.plies.get(other.head));
        if one.number != other.number
            && cheaper.cost.minus(at.cost) < self.weights.worth_keeping
            && one.number.max(other.number)
                < self.plies.get(self.plies.fork(at.head, cheaper.head)).number + KEPT_BESIDE
        {
            return false;
        }
        one.is_position() == other.is_position() && is_same(&one.after, &other.after)
    }

    fn find_numb(&mut self, seen: &Seen) {
        let best = self.best();
        let denied = self.denied(best.head, best.mismatch, seen);
        let told = denied.map_or(Bitboard::EMPTY, Denied::squares);
        let numb = self.numb_of(best.head, best.mismatch, seen) & !told | self.wrong_by_decision();
        if numb != self.numb {
            self.numb = numb;
            self.measure(seen);
        }
    }

    /// A square is numb when what a line expects there has not shown itself since before its last two
    /// plies, neither of which touched it. Where one is, other lines may have it elsewhere. What a read-out after a gap
    /// found changed is not: men were moved there.
    fn numb_of(&self, head: PlyId, wrong: Bitboard, seen: &Seen) -> Bitboard {
        let mut recent = self.plies.back_from(head).map(|(_, ply)| ply);
        let (false, Some(last), Some(second), Some(third)) =
            (wrong.is_empty(), recent.next(), recent.next(), recent.next())
        else {
            return Bitboard::EMPTY;
        };
        let touched = differing(last.after.board(), third.after.board())
            | differing(last.after.board(), second.after.board());
        let since = |square: &Square| {
            seen.change(*square).at < second.landed && !seen.was_found_again(*square)
        };
        (wrong & !touched).into_iter().filter(since).collect()
    }
}

/// Whether play goes on from both in the same way, but for captures in passing.
fn is_same(one: &Chess, other: &Chess) -> bool {
    one.turn() == other.turn()
        && one.board() == other.board()
        && one.castles().castling_rights() == other.castles().castling_rights()
}
