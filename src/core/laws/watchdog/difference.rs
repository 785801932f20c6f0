//! How a clock differs from what its time control says.

use std::time::Duration;

/// What a clock is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedSetting {
    /// The time that each begins with.
    Main,
    /// What each move adds.
    EachMove,
}

/// What was expected of a clock, and what is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockDifference {
    /// Of what.
    pub of: ExpectedSetting,
    /// What was expected.
    pub expected: Duration,
    /// What is seen.
    pub seen: Duration,
}

impl ExpectedSetting {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::EachMove => "each-move",
        }
    }
}
