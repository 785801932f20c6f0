//! Clock readings in the clock's own frame.

use super::board::Color;

/// A side of a clock: of its housing, or of the game where the device names colours.
pub trait Side: Copy + Eq {
    /// Both sides, first the one that is written first.
    const BOTH: [Self; 2];
    /// Word of the recording format: `left`, `right`, `white` or `black`.
    fn word(self) -> &'static str;
    /// Position in [`Side::BOTH`].
    fn index(self) -> usize;
    /// The side opposite.
    fn other(self) -> Self {
        Self::BOTH[1 - self.index()]
    }
}

/// A side of the clock's housing, seen from its display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hand {
    /// The left side.
    Left,
    /// The right side.
    Right,
}

impl Side for Hand {
    const BOTH: [Self; 2] = [Self::Left, Self::Right];

    fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

impl Side for Color {
    const BOTH: [Self; 2] = [Self::White, Self::Black];

    fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// A side as the device names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockSide {
    /// A side of the housing.
    Hand(Hand),
    /// A colour.
    Color(Color),
}

/// A time on a clock's display, in milliseconds, below [`ClockTime::MAX_MS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ClockTime(u32);

impl ClockTime {
    /// One hundred hours: more than any clock shows.
    pub const MAX_MS: u32 = 360_000_000;

    /// A time of `ms` milliseconds; `None` from [`ClockTime::MAX_MS`] on.
    pub const fn from_millis(ms: u32) -> Option<Self> {
        if ms < Self::MAX_MS { Some(Self(ms)) } else { None }
    }

    /// Hours 0–99, minutes and seconds 0–59; `None` outside of these.
    pub fn from_hms(hours: u8, minutes: u8, seconds: u8) -> Option<Self> {
        if hours > 99 || minutes > 59 || seconds > 59 {
            return None;
        }
        Some(Self(((u32::from(hours) * 60 + u32::from(minutes)) * 60 + u32::from(seconds)) * 1_000))
    }

    /// Milliseconds.
    pub const fn as_millis(self) -> u32 {
        self.0
    }

    /// Whole seconds, rounded down.
    pub const fn as_secs(self) -> u32 {
        self.0 / 1_000
    }
}

/// Both times of a clock and what else it says, its sides named by `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times<S> {
    /// The displayed times, in the order of [`Side::BOTH`].
    pub times: [ClockTime; 2],
    /// The side whose time runs; `None` when the clock is stopped.
    pub run: Option<S>,
    /// Whether the flag of each side is shown as fallen, in the order of [`Side::BOTH`].
    pub flags: [bool; 2],
    /// The side whose button is up, whose player has not pressed; `None` where the clock doesn't say.
    pub lever: Option<S>,
    /// The reading contradicts the passage of time; kept, but not to be relied on.
    pub doubtful: bool,
}

impl<S: Side> Times<S> {
    /// The displayed time of `side`.
    pub fn time(&self, side: S) -> ClockTime {
        self.times[side.index()]
    }
}

/// A clock reading, its sides named as the device names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockReading {
    /// By sides of the housing: the usual case.
    Hands(Times<Hand>),
    /// By colours, where the device knows them.
    Colors(Times<Color>),
}

impl ClockReading {
    /// Whether either time runs.
    pub fn is_running(&self) -> bool {
        self.run().is_some()
    }

    /// The side whose time runs; `None` when the clock is stopped.
    pub fn run(&self) -> Option<ClockSide> {
        match self {
            Self::Hands(times) => times.run.map(ClockSide::Hand),
            Self::Colors(times) => times.run.map(ClockSide::Color),
        }
    }

    /// The side whose button is up.
    pub fn lever(&self) -> Option<ClockSide> {
        match self {
            Self::Hands(times) => times.lever.map(ClockSide::Hand),
            Self::Colors(times) => times.lever.map(ClockSide::Color),
        }
    }
}
