//! The two numbers that place a game in a tournament.

use std::fmt;

/// Most boards that a round may have.
pub const MAX_BOARDS: usize = 1_000;

/// A round of a tournament, 1 to 999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round(u16);

/// A board of a round, 1 to 9,999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardNumber(u16);

impl Round {
    /// The first round.
    pub const FIRST: Self = Self(1);

    /// Round `number`; `None` outside of 1 to 999.
    pub const fn new(number: u16) -> Option<Self> {
        if number >= 1 && number <= 999 { Some(Self(number)) } else { None }
    }

    /// Its number, from 1.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl BoardNumber {
    /// Board `number`; `None` outside of 1 to 9,999.
    pub const fn new(number: u16) -> Option<Self> {
        if number >= 1 && number <= 9_999 { Some(Self(number)) } else { None }
    }

    /// Its number, from 1.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The board at `index`, counted from 0.
    pub(super) fn at(index: usize) -> Option<Self> {
        u16::try_from(index + 1).ok().and_then(Self::new)
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for BoardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
