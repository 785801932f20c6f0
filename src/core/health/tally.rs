//! How often each square did what no move explains.

use std::time::Duration;

use touchmove_drivers::Instant;
use touchmove_drivers::observation::Square;

use super::finding::{Ail, Finding};
use super::reading::Oddity;

/// So many of the last times are kept.
const KEPT: usize = 8;
/// Within this time.
const WITHIN: Duration = Duration::from_secs(3_600);

/// A piece that is off its square for a moment: hands do that to adjust it. Nobody does it to the same piece eight times
/// an hour, at five different moves.
const LEAST_DROPOUTS: usize = 8;
/// A piece where none is, or another than the one that stands there: hands need a piece from beside the board for that.
const LEAST_OTHERS: usize = 4;
/// At so many different moves, as a part of the times: a player may well fiddle, but not all through the game.
const DIFFERENT: fn(usize) -> usize = |times| times / 2 + 1;

/// How often something was seen, and when last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    total: u32,
    /// The last times, the last first, each with the number of moves told before.
    last: [(Instant, u32); KEPT],
}

impl Tally {
    pub(super) const NONE: Self = Self { total: 0, last: [(Instant::ZERO, 0); KEPT] };

    pub(super) fn note(&mut self, now: Instant, plies: u32) {
        self.total = self.total.saturating_add(1);
        self.last.rotate_right(1);
        let [last, ..] = &mut self.last;
        *last = (now, plies);
    }

    pub(super) const fn total(&self) -> u32 {
        self.total
    }

    /// Whether it was seen at least so often within an hour, at different moves.
    pub(super) fn is_met(&self, now: Instant, least: usize) -> bool {
        let Some(times) = self.last.get(..least) else { return false };
        let is_recent = times.last().is_some_and(|(at, _)| now.since(*at) <= WITHIN);
        let moved = times.windows(2).filter(|pair| matches!(pair, [(_, a), (_, b)] if a != b));
        is_recent && self.total as usize >= least && moved.count() + 1 >= DIFFERENT(least)
    }
}

/// The same for each square and each oddity.
#[derive(Clone, Debug)]
pub(super) struct Tallies([[Tally; 3]; 64]);

impl Tallies {
    pub(super) const fn new() -> Self {
        Self([[Tally::NONE; 3]; 64])
    }

    pub(super) fn note(&mut self, square: Square, oddity: Oddity, now: Instant, plies: u32) {
        let tally = self.0.get_mut(square.index());
        if let Some(tally) = tally.and_then(|square| square.get_mut(oddity as usize)) {
            tally.note(now, plies);
        }
    }

    /// The squares that flickered most, and how often.
    pub(super) fn most(&self, most: usize) -> Vec<(Square, u32)> {
        let sum = |square: Square| {
            let tallies = self.0.get(square.index()).into_iter().flatten();
            (square, tallies.fold(0_u32, |sum, tally| sum.saturating_add(tally.total)))
        };
        let mut all: Vec<_> = Square::all().map(sum).filter(|(_, count)| *count > 0).collect();
        all.sort_by_key(|(square, count)| (std::cmp::Reverse(*count), *square));
        all.truncate(most);
        all
    }

    /// What the squares are accused of.
    pub(super) fn findings(&self, now: Instant) -> Vec<Finding> {
        let kinds = [
            (Oddity::Dropout, LEAST_DROPOUTS, Ail::Flickers),
            (Oddity::Ghost, LEAST_OTHERS, Ail::Ghosts),
            (Oddity::Swap, LEAST_OTHERS, Ail::Alternates),
        ];
        let of_kind = |(oddity, least, ail): (Oddity, usize, Ail)| {
            let tally = |square: &Square| self.0[square.index()][oddity as usize];
            let accused: Vec<Square> =
                Square::all().filter(|square| tally(square).is_met(now, least)).collect();
            let count = accused.iter().fold(0_u32, |sum, it| sum.saturating_add(tally(it).total));
            (!accused.is_empty()).then_some(Finding { ail, squares: accused, count })
        };
        kinds.into_iter().filter_map(of_kind).collect()
    }
}
