//! Which way a board lies that cannot name its men, where both players made their first moves at once: only what follows tells,
//! as a king stands where the other way a queen does.
//!
//! In: a game as it is followed from its start on. Out: the same with the board turned, once that pays less. Until one way pays
//! much more the board is followed both ways.

use std::collections::VecDeque;

use touchmove_drivers::{Instant, Observation};

use super::Reconstruct;
use super::rewriting::WrittenLine;
use super::stage::Stage;
use super::weights::Cost;

/// The same board, followed as though it lay the other way. Of what it tells nothing is told.
#[derive(Clone, Debug)]
pub(super) struct OtherWay(Box<Reconstruct>);

/// The other way is followed no further where it pays so much more.
const HOPELESS: Cost = Cost::milli(2_000);
/// It is the right one where it pays so much less.
const CLEAR: Cost = Cost::milli(1_000);
/// After so many plies nothing is looked for any more.
const MAX_PLIES: u32 = 40;

impl Reconstruct {
    /// A game begins. Men without names stand at the start whichever way the board lies.
    pub(super) fn begin_other_way(&mut self) {
        let is_nameless =
            self.seen.as_ref().is_some_and(|seen| seen.sets().named().occupied().is_empty());
        if self.setup.orientation.is_none() && is_nameless {
            let mut other = self.clone();
            other.turn();
            self.follow_other_way(other);
        }
    }

    /// The board is turned if the first move says so. What follows may deny that.
    pub(super) fn lay_by_first_move(&mut self) {
        if self.is_turned_by_first_move() {
            let before = self.clone();
            self.turn();
            self.follow_other_way(before);
        }
    }

    fn follow_other_way(&mut self, mut other: Self) {
        other.setup.orientation = other.orientation();
        other.left = VecDeque::new();
        other.other_way = None;
        other.account = other.account.blank();
        other.duty = other.find_duty();
        self.other_way = Some(OtherWay(Box::new(other)));
    }

    /// What is observed here is observed there, too. A decision is made about the board as it is told to lie.
    pub(super) fn observe_other_way(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        record: u64,
        observation: &Observation,
    ) {
        match (&mut self.other_way, observation) {
            (None, _) => {}
            (Some(_), Observation::Decision(_)) => self.other_way = None,
            (Some(OtherWay(other)), _) => other.observe_late(at, since, record, observation),
        }
    }

    /// Ends following the board the other way, or turns it, where what both ways pay tells which is right.
    pub(super) fn weigh_other_way(&mut self) {
        let Some(OtherWay(other)) = &mut self.other_way else { return };
        other.account = other.account.blank();
        let now = self.account.now();
        let (Stage::Playing(ours), Stage::Playing(theirs)) = (&self.stage, &other.stage) else {
            self.other_way = None;
            return;
        };
        let (here, there) = (ours.pays(now), theirs.pays(now));
        if there.plus(CLEAR) <= here {
            self.turn_to_other_way();
        } else if here.plus(HOPELESS) <= there || ours.len().max(theirs.len()) > MAX_PLIES {
            self.other_way = None;
        }
    }

    /// The board lies the other way: what was told is struck out, and what that way has is told in its place.
    fn turn_to_other_way(&mut self) {
        let Some(OtherWay(mut other)) = self.other_way.take() else { return };
        if !self.has_told() && !other.has_told() {
            return self.turn();
        }
        other.settle_line();
        let (Stage::Playing(theirs), Some(seen)) = (&other.stage, &mut self.seen) else { return };
        let lines = theirs.sheet().lines().iter().cloned().map(WrittenLine::new).collect();
        seen.turn(seen.orientation().other());
        self.clock = other.clock;
        self.rewrite(0, lines, |_, _| {});
    }

    fn has_told(&self) -> bool {
        matches!(&self.stage, Stage::Playing(game) if !game.sheet().lines().is_empty())
    }
}
