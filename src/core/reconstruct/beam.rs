//! The hypotheses about what the hands have done: what each has paid is the input, which is the best the output.
//!
//! How new ones arise is said elsewhere (`search.rs` names the ways); here they are measured by what the board shows,
//! ranked by what they have paid, and dropped.

use std::time::Duration;

use shakmaty::{Bitboard, Chess, Color, Position};
use touchmove_drivers::Instant;

use super::contradiction::Contradiction;
use super::costs::Costs;
use super::denied::Denied;
pub(super) use super::hypothesis::{Hypothesis, Way};
use super::measuring::Measuring;
use super::plies::{MAX_PLIES_BACK, Plies, Ply, PlyId};
use super::position::goes_on_alike;
use super::readings::Readings;
use super::rival_captures::are_to_be_told_apart;
use super::tempo::Tempo;
use super::trail::Trail;
use super::weights::{Cost, Waited, Weights};

/// All hypotheses that are not hopeless, the best first. There is always one.
#[derive(Clone, Debug)]
pub(super) struct Beam {
    plies: Plies,
    all: Vec<Hypothesis>,
    /// What the cheapest has paid.
    cheapest: Cost,
    /// When the readings last changed.
    changed_at: Instant,
    /// Squares that have been wrong while play went on around them: they report nothing useful.
    numb: Bitboard,
    /// Squares that have been wrong while play went on around them, whether they are numb or not: nothing waits for them.
    passed_over: Bitboard,
    /// Squares that were wrong when somebody decided where play stands, until they change: they tell of no move.
    excused: Bitboard,
    weights: Weights,
    /// When each side last pressed, Black and White: what stood then was meant.
    pressed_at: [Option<Instant>; 2],
    /// When each side had pressed before that.
    pressed_before: [Option<Instant>; 2],
    /// Where pieces were put down lately.
    trail: Trail,
    /// How fast readings come.
    tempo: Tempo,
}

/// Lines of different lengths that come to the same position are told apart by presses for so many plies, then no more.
const MAX_PLIES_BESIDE: u32 = 12;
/// More wrong squares than these are not charged one by one: pieces lie about.
const MAX_WRONG_SQUARES: usize = 3;

impl Beam {
    /// One hypothesis: the line that only is its root.
    pub(super) fn new(root: Ply, seen: &Readings, weights: Weights) -> Self {
        let plies = Plies::new(root);
        let head = plies.root();
        let mut beam = Self {
            plies,
            all: Vec::new(),
            cheapest: Cost::NONE,
            changed_at: seen.last().at,
            numb: Bitboard::EMPTY,
            passed_over: Bitboard::EMPTY,
            excused: Bitboard::EMPTY,
            weights,
            pressed_at: [None; 2],
            pressed_before: [None; 2],
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
        seen: &Readings,
    ) {
        let head = head.unwrap_or(plies.root());
        self.plies = plies.denying_as(&self.plies);
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

    /// How many plies the best line has.
    pub(super) fn len(&self) -> u32 {
        self.head().number
    }

    /// The number of the last ply of the best line that `side` has made.
    pub(super) fn last_by(&self, side: Color) -> u32 {
        self.len().saturating_sub(u32::from(self.head().turn() == side))
    }

    /// The plies of the best line, the last first.
    pub(super) fn back(&self) -> impl Iterator<Item = (PlyId, &Ply)> {
        self.plies.back_from(self.best().head)
    }

    /// Whether the best hypothesis explains all that is seen.
    pub(super) fn is_in_step(&self) -> bool {
        self.unexplained().is_empty()
    }

    /// The squares that the best hypothesis leaves unexplained, but for those around which play went on.
    pub(super) fn unexplained(&self) -> Bitboard {
        self.unexplained_by(&self.best())
    }

    /// The same of this one.
    pub(super) fn unexplained_by(&self, one: &Hypothesis) -> Bitboard {
        one.mismatch & !self.passed_over
    }

    /// The plies of all lines.
    pub(super) fn plies(&self) -> &Plies {
        &self.plies
    }

    /// One of them.
    pub(super) fn ply(&self, id: PlyId) -> &Ply {
        self.plies.get(id)
    }

    /// All hypotheses, the best first; those that were added since they were ranked are the last.
    pub(super) fn all(&self) -> &[Hypothesis] {
        &self.all
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Hypothesis number `index`.
    pub(super) fn nth(&self, index: usize) -> Hypothesis {
        self.all[index]
    }

    /// What hypotheses pay.
    pub(super) fn costs(&self) -> &Costs {
        &self.weights.costs
    }

    /// The same, and what they pay it by.
    pub(super) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Squares that report nothing useful.
    pub(super) fn numb(&self) -> Bitboard {
        self.numb
    }

    /// When the readings last changed.
    pub(super) fn changed_at(&self) -> Instant {
        self.changed_at
    }

    /// When `side` last pressed.
    pub(super) fn pressed_at(&self, side: Color) -> Option<Instant> {
        self.pressed_at[side as usize]
    }

    /// Where pieces were put down lately.
    pub(super) fn trail(&self) -> &Trail {
        &self.trail
    }

    /// From now on this is what hypotheses pay.
    pub(super) const fn set_weights(&mut self, weights: Weights) {
        self.weights = weights;
    }

    /// Readings closer than `scan` have no order.
    pub(super) fn set_scan(&mut self, scan: Duration) {
        self.weights.scan = scan;
    }

    /// What comes next comes all at once.
    pub(super) fn expect_all_at_once(&mut self) {
        self.tempo.expect_all_at_once();
    }

    /// What waits, waits from now on.
    pub(super) fn restart_waiting(&mut self, now: Instant) {
        self.changed_at = now;
    }

    /// When `side` had pressed before it pressed last.
    pub(super) fn pressed_before(&self, side: Color) -> Option<Instant> {
        self.pressed_before[side as usize]
    }

    /// `side` has pressed.
    pub(super) fn note_press(&mut self, side: Color, at: Instant) {
        self.pressed_before[side as usize] = self.pressed_at[side as usize].replace(at);
    }

    /// The readings of `changed` are new: all hypotheses pay for the time before, and are measured by them.
    pub(super) fn measure_change(&mut self, seen: &Readings, changed: Bitboard) {
        let now = seen.last().at;
        let span = self.tempo.slow_down(now.since(self.changed_at));
        self.charge_waiting(span);
        self.changed_at = now;
        self.excused &= !changed;
        self.trail.follow(seen, changed);
        self.measure(seen);
    }

    /// Makes room for what only quiet allows to think of: it pays much from the first, and must not be crowded out; nor must
    /// a position from which play may go on, which nothing makes again.
    pub(super) fn drop_worse_half(&mut self) {
        self.sort_ahead();
        let (plies, mut places) = (&self.plies, 0..self.weights.beam / 2);
        self.all.retain(|one| places.next().is_some() || plies.get(one.head).is_position());
        self.sort();
    }

    /// Drops the hypotheses that end with these plies.
    pub(super) fn drop_lines_to(&mut self, heads: &[PlyId]) {
        self.all.retain(|one| !heads.contains(&one.head));
    }

    /// Holds the line up to `head` only, whatever the board shows.
    pub(super) fn hold_only(&mut self, head: PlyId, seen: &Readings) {
        let cost = self.best().cost;
        self.all.clear();
        self.add(head, cost, Way::On, seen);
    }

    /// One of the plies, to say more of it.
    pub(super) fn ply_mut(&mut self, id: PlyId) -> &mut Ply {
        self.plies.get_mut(id)
    }

    /// No line that grows from now on may have what is denied.
    pub(super) fn deny(&mut self, denied: Denied) {
        self.plies.deny(denied);
    }

    /// Grows the tree by a ply that no hypothesis ends with yet.
    pub(super) fn add_ply(&mut self, ply: Ply) -> PlyId {
        self.plies.push(ply)
    }

    /// The last ply of its line that the board contradicts.
    pub(super) fn contradiction(&self, one: &Hypothesis, seen: &Readings) -> Option<Contradiction> {
        self.measuring(seen).contradiction(one.head, one.mismatch)
    }

    /// What a hypothesis has paid by `now`.
    pub(super) fn cost(&self, hypothesis: &Hypothesis, now: Instant) -> Cost {
        hypothesis.cost_after(self.waited(now))
    }

    /// How long all hypotheses have waited by `now`.
    fn waited(&self, now: Instant) -> Waited {
        Waited::since(self.changed_at, now, &self.weights)
    }

    /// Adds the line that ends with `head`, if none of its moves is denied or there is no other.
    pub(super) fn add(&mut self, head: PlyId, cost: Cost, way: Way, seen: &Readings) {
        if self.all.is_empty() || !self.plies.is_denied(head) {
            self.all.push(self.measured(head, cost, way, seen));
        }
    }

    /// Adds the line that goes on with `ply`.
    pub(super) fn add_continuation(&mut self, ply: Ply, cost: Cost, seen: &Readings) {
        let head = self.plies.push(ply);
        self.add(head, cost, Way::On, seen);
    }

    /// Whether as many were made of one change of the readings as may be.
    pub(super) fn is_crowded(&self) -> bool {
        self.all.len() >= self.weights.made_at_once
    }

    /// Whether one more can be made, and at this cost is not hopeless.
    pub(super) fn has_room(&self, cost: Cost) -> bool {
        !self.is_crowded() && !self.is_behind(cost, self.weights.hopeless)
    }

    /// Whether this is more by so much than the cheapest has paid.
    pub(super) fn is_behind(&self, cost: Cost, by: Cost) -> bool {
        cost.minus(self.cheapest) > by
    }

    /// Those that have come to this position by so many moves and paid no more.
    pub(super) fn reaching(
        &self,
        number: u32,
        after: &Chess,
        mismatch: Bitboard,
        cost: Cost,
    ) -> impl Iterator<Item = &Hypothesis> {
        self.all.iter().filter(move |one| {
            one.mismatch == mismatch && one.cost <= cost && {
                let ply = self.plies.get(one.head);
                ply.number == number && !ply.is_position() && goes_on_alike(&ply.after, after)
            }
        })
    }

    /// Ranks by what is paid by `now`.
    pub(super) fn rank_at(&mut self, now: Instant) {
        let waited = self.waited(now);
        self.all.sort_by_key(|one| one.place(one.cost_after(waited)));
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
            return Some(self.changed_at);
        }
        let gains = behind.rate.checked_sub(ahead.rate)?;
        let span = missing.waited_for(gains)? + Duration::from_micros(1);
        (span <= self.weights.patience).then(|| self.changed_at + span)
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
            let wrong = (one.mismatch & !numb).count().min(MAX_WRONG_SQUARES);
            each.times(u32::try_from(wrong).unwrap_or(0))
        });
    }

    /// The last ply that all lines and those to `kept` share, at or before `told` and some plies before
    /// the end of the best line; `None` if it is the first.
    pub(super) fn forgettable(&self, told: PlyId, kept: &[PlyId]) -> Option<PlyId> {
        let heads = self.all.iter().map(|one| one.head).chain(kept.iter().copied());
        let shared = heads.fold(told, |shared, head| self.plies.fork(shared, head));
        let mut back = self.plies.back_from(self.best().head).skip(MAX_PLIES_BACK);
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
        let (plies, waited) = (&self.plies, self.waited(now));
        self.all.retain(|one| one.cost_after(waited) <= most || plies.is_on_line(told, one.head));
    }

    /// The hands rested for so long, though nobody knows when.
    pub(super) fn charge_rest(&mut self, span: Duration) {
        self.charge_waiting(span);
        self.sort();
    }

    /// Nothing has changed up to now.
    pub(super) fn wait_until(&mut self, now: Instant) {
        self.charge_waiting(now.since(self.changed_at));
        self.changed_at = now;
    }

    /// So much time has passed.
    fn charge_waiting(&mut self, span: Duration) {
        let waited = Waited::of(span.min(self.weights.patience));
        for one in &mut self.all {
            one.cost = one.cost_after(waited);
        }
        self.cheapest = self.all.iter().map(|one| one.cost).min().unwrap_or_default();
    }

    fn measure(&mut self, seen: &Readings) {
        for index in 0..self.all.len() {
            let Hypothesis { head, cost, way, .. } = self.all[index];
            self.all[index] = self.measured(head, cost, way, seen);
        }
    }

    fn measured(&self, head: PlyId, cost: Cost, way: Way, seen: &Readings) -> Hypothesis {
        let mismatch = seen.sets().mismatch(self.plies.get(head).after.board());
        let rate = self.measuring(seen).rate(head, mismatch, self.numb);
        Hypothesis { head, mismatch, rate, cost, way }
    }

    fn measuring<'a>(&'a self, seen: &'a Readings) -> Measuring<'a> {
        Measuring { plies: &self.plies, weights: &self.weights, seen }
    }

    /// Puts the best first and drops the hopeless and those that say the same.
    pub(super) fn rank(&mut self, seen: &Readings) {
        // The others are put in another order at once.
        let best = self.all.iter().enumerate().min_by_key(|(_, one)| one.place(one.cost));
        if let Some((best, _)) = best {
            self.all[..=best].rotate_right(1);
        }
        let most = self.best().cost.plus(self.weights.hopeless);
        self.all.retain(|one| one.cost <= most);
        self.sort_ahead();
        let (mut kept, mut indices) = (0, 0..self.all.len());
        while kept < self.weights.beam
            && let Some(index) = indices.next()
        {
            let one = self.all[index];
            if !self.all[..kept].iter().any(|other| self.says_the_same(other, &one, seen)) {
                self.all[kept] = one;
                kept += 1;
            }
        }
        self.all.truncate(kept);
        self.sort();
        self.find_numb(seen);
    }

    /// Puts those first, after the best, that will have paid least a little later.
    fn sort_ahead(&mut self) {
        let ahead = Waited::of(self.weights.ahead);
        self.all[1..].sort_by_key(|one| one.place(one.cost_after(ahead)));
    }

    fn sort(&mut self) {
        self.all.sort_by_key(|one| one.place(one.cost));
    }

    fn says_the_same(&self, kept: &Hypothesis, new: &Hypothesis, seen: &Readings) -> bool {
        if kept.mismatch != new.mismatch {
            return false;
        }
        let (one, other) = (self.plies.get(kept.head), self.plies.get(new.head));
        if one.number != other.number
            && new.cost.minus(kept.cost) < self.weights.costs.worth_keeping
            && one.number.max(other.number)
                < self.plies.get(self.plies.fork(kept.head, new.head)).number + MAX_PLIES_BESIDE
        {
            return false;
        }
        one.is_position() == other.is_position()
            && goes_on_alike(&one.after, &other.after)
            && !are_to_be_told_apart(&self.plies, kept.head, new.head, seen)
    }

    fn find_numb(&mut self, seen: &Readings) {
        let (best, decided) = (self.best(), self.wrong_by_decision());
        self.passed_over = self.measuring(seen).passed_over(best.head, best.mismatch) | decided;
        let numb = self.measuring(seen).silent(best.head, self.passed_over) | decided;
        if numb != self.numb {
            self.numb = numb;
            self.measure(seen);
        }
    }
}
