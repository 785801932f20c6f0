//! One hypothesis about what the hands have done: a line of moves, and what it pays.

use shakmaty::Bitboard;

use super::plies::PlyId;
use super::weights::{Cost, Rate, Waited};

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

impl Hypothesis {
    /// What it has paid after so much waiting.
    pub(super) const fn cost_after(&self, waited: Waited) -> Cost {
        self.cost.plus(Cost::of_waiting(self.rate, waited))
    }

    /// Its place among others, where this is what it pays: what pays less is better, then what costs less while time passes,
    /// then what was thought of first. One number, as all of them are put in order at each reading.
    pub(super) const fn place(&self, pays: Cost) -> u128 {
        (pays.order() as u128) << 64 | (self.rate as u128) << 32 | self.head.order() as u128
    }
}

/// How a hypothesis came to its last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Going on.
    On,
    /// Taking moves back: taking back one more costs little.
    Back,
}
