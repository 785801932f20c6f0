//! A board that scans its squares, without a device or a wire: a timeline becomes observations.
//!
//! The squares are sampled in turn, a8 to h1 as the board numbers them, once in a scan; what differs
//! from the sample before is told. So a piece that rests on a square for less than a scan may never be
//! seen there, and the order of two updates within a scan is that of the squares, not of the hands.

mod clock;
mod faults;
mod work;

use std::time::Duration;

use touchmove_drivers::{Instant, Observation};

use self::work::Work;
use super::control::Control;
use super::hands::Rates;
use super::player::BoardTurn;
use super::timeline::Timeline;

/// What a scanning board is like.
#[derive(Clone, Debug)]
pub struct Scanner {
    /// Time for one scan of all squares; not zero.
    pub scan: Duration,
    /// What the squares sense.
    pub sense: Sense,
    /// How the board lies.
    pub orientation: BoardTurn,
    /// How the clock is set; `None` when there is none.
    pub clock: Option<Control>,
}

/// What a square senses of the piece on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Which piece it is.
    Identity,
    /// That there is one.
    Occupancy,
}

impl Scanner {
    /// What the host observes of a timeline: first all squares, then what changes. The same seed
    /// gives the same.
    pub fn observe(
        &self,
        timeline: &Timeline,
        rates: &Rates,
        seed: u64,
    ) -> Vec<(Instant, Observation)> {
        Work::new(self, timeline, rates, seed).finish(timeline)
    }
}

#[cfg(test)]
mod tests;
