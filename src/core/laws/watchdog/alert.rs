//! What the watchdog has to tell of a clock.

use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::Instant;

use super::difference::{ClockDifference, ExpectedSetting};
use super::reading::ClockReading;
use crate::laws::article::Article;
use crate::laws::edition::Rule;
use crate::laws::rulebook::Edition;
use crate::laws::says::Certainty;

/// Something that may be wrong with a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alert {
    /// `side` isn't given what each move should have besides.
    IncrementMissing {
        /// Whose moves.
        side: Color,
        /// How much each should be given, at most.
        due: Duration,
    },
    /// The clock runs for the player whose opponent has to move, move after move.
    WrongSideRunning {
        /// Whose time runs now.
        side: Color,
    },
    /// Moves are made, and the clock stands.
    ClockNotStarted,
    /// The game is over, and the clock runs on.
    ClockNotStopped {
        /// Whose time runs.
        side: Color,
    },
    /// Each shows what the other showed.
    TimesSwapped,
    /// A time has changed by more than time that passed and what a clock adds.
    ClockJump {
        /// Whose time.
        side: Color,
        /// By how many milliseconds too much.
        by: i64,
    },
    /// The clock has added a period that the moves don't call for.
    PeriodAndMovesDisagree {
        /// Whose period.
        side: Color,
        /// The moves that he has made.
        made: u32,
        /// Those after which it begins.
        due: u32,
    },
    /// More presses than moves: the clock's counter is ahead.
    PressesAndMovesDisagree {
        /// Whose presses.
        side: Color,
        /// The presses.
        presses: u32,
        /// The moves.
        moves: u32,
    },
    /// What the clock was set to doesn't fit the control.
    ClockSettingWrong {
        /// Whose time; `None` where both are.
        side: Option<Color>,
        /// What was set wrongly.
        setting: ExpectedSetting,
        /// What it shows.
        shown: Duration,
        /// What it should be set to.
        due: Duration,
    },
    /// A time that runs goes too fast, too slowly or not at all.
    ClockFault {
        /// Whose time.
        side: Color,
        /// How long it has run.
        passed: Duration,
        /// By how much it has fallen.
        fallen: Duration,
    },
}

/// An alert as it is told, with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldAlert {
    /// The moment when it was found.
    pub at: Instant,
    /// What it says.
    pub alert: Alert,
    /// How sure it is.
    pub certainty: Certainty,
    /// The first record that shows it, from 1.
    pub from: u64,
    /// The last.
    pub to: u64,
}

impl Alert {
    /// Its kind, as incidents name it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::IncrementMissing { .. } => "increment-missing",
            Self::WrongSideRunning { .. } => "wrong-side-running",
            Self::ClockNotStarted => "clock-not-started",
            Self::ClockNotStopped { .. } => "clock-not-stopped",
            Self::TimesSwapped => "times-swapped",
            Self::ClockJump { .. } => "clock-jump",
            Self::PeriodAndMovesDisagree { .. } | Self::PressesAndMovesDisagree { .. } => {
                "clock-and-moves-disagree"
            }
            Self::ClockSettingWrong { .. } => "clock-setting-wrong",
            Self::ClockFault { .. } => "clock-fault",
        }
    }

    /// Whose time or presses it is about; `None` where both.
    pub const fn side(&self) -> Option<Color> {
        match *self {
            Self::IncrementMissing { side, .. }
            | Self::WrongSideRunning { side }
            | Self::ClockNotStopped { side }
            | Self::ClockJump { side, .. }
            | Self::PeriodAndMovesDisagree { side, .. }
            | Self::PressesAndMovesDisagree { side, .. }
            | Self::ClockFault { side, .. } => Some(side),
            Self::ClockSettingWrong { side, .. } => side,
            Self::ClockNotStarted | Self::TimesSwapped => None,
        }
    }

    /// What was expected and what is seen, where a setting is wrong.
    pub const fn difference(&self) -> Option<ClockDifference> {
        match *self {
            Self::ClockSettingWrong { setting, shown, due, .. } => {
                Some(ClockDifference { of: setting, expected: due, seen: shown })
            }
            _ => None,
        }
    }

    /// The article it rests on.
    pub fn article(&self, edition: Edition) -> Article {
        edition.article(match self {
            Self::WrongSideRunning { .. } => Rule::OneClockRuns,
            Self::ClockNotStarted => Rule::ClockStarted,
            Self::ClockNotStopped { .. } => Rule::ClockPaused,
            Self::IncrementMissing { .. }
            | Self::TimesSwapped
            | Self::PeriodAndMovesDisagree { .. }
            | Self::PressesAndMovesDisagree { .. }
            | Self::ClockSettingWrong { .. } => Rule::ClockSetting,
            Self::ClockJump { .. } | Self::ClockFault { .. } => Rule::ClockReadings,
        })
    }
}

impl ToldAlert {
    /// Told by what these readings show.
    pub(super) const fn of(
        alert: Alert,
        certainty: Certainty,
        first: ClockReading,
        last: ClockReading,
    ) -> Self {
        Self { at: last.at, alert, certainty, from: first.record, to: last.record }
    }
}
