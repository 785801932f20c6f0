//! Time controls: how much time a player has for how many moves, and what each move adds.
//!
//! Three forms are read, each in a file of its own: that of recordings (`form`), PGN's (`pgn`), and what
//! operators and pairing programs write (`words`). Read from text, a [`TimeControl`] tells them apart:
//!
//! * Times with a colon are those of recordings: `90:00+0:30`.
//! * A number without a unit is minutes below 180, and seconds from there on: `90+30` is an hour and a
//!   half, `5400+30` too, and `180+2` is three minutes. Nobody plays three hours to a period any more.
//!   What each move adds is seconds: `5+3`.
//! * `untimed` is that there is none to be kept, as `-` is in recordings and PGN: pairing programs write `-` where they know
//!   nothing.
//! * Where more than one reading is left, none is taken: `40/90+30` may be one period with an increment,
//!   or two without.

mod form;
mod pgn;
mod words;

use std::num::NonZeroU16;
use std::str::FromStr;
use std::time::Duration;

/// Longest text that is read, in bytes; no pairing has a longer one.
const MAX_TEXT_BYTES: usize = 200;

/// The word of operators for games without a time control.
pub const UNTIMED: &str = "untimed";

/// The number from which on a first time without a unit is seconds, not minutes.
const SECONDS_FROM: u32 = 180;

/// How much time each player has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Nobody knows.
    Unknown,
    /// There is no clock.
    Untimed,
    /// Both players begin with this time, and what one uses the other gains.
    Hourglass(Seconds),
    /// One period follows another.
    Periods(Periods),
}

/// The periods of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periods {
    /// The periods before the last, in their order.
    pub counted: Vec<Counted>,
    /// The last.
    pub last: Last,
}

/// A period in which a number of moves must be completed (6.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// How many.
    pub moves: NonZeroU16,
    /// The time for them.
    pub allowance: Allowance,
}

/// A period as it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// How many moves must be completed in it; `None` where it lasts for the rest of the game.
    pub moves: Option<NonZeroU16>,
    /// The time for them.
    pub allowance: Allowance,
}

/// The last period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// All moves that are left.
    Rest(Allowance),
    /// Another number of moves, and so on as long as the game lasts (PGN standard, 9.6.1).
    Repeated(Counted),
}

/// The time of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The main time.
    pub main: Seconds,
    /// What each move has besides.
    pub extra: Option<Extra>,
}

/// Time that belongs to each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// How the clock gives it.
    pub mode: Mode,
    /// How much.
    pub time: Seconds,
}

/// How a clock gives time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is added after the move, however long that took (Fischer).
    Increment,
    /// What the move took is added after it, up to this much (Bronstein).
    Bronstein,
    /// The main time stands still for so long (6.3.2, US delay).
    Delay,
}

/// A time in whole seconds, from 1 second to 999:59 minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seconds(NonZeroU16);

/// A text that is no time control, or could be more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot be read as a time control; write `90+30`, `40/90:00+0:30 30:00+0:30`, `G/90;d5`, \
     `90 min/40 moves + 30 min + 30 sec/move`, or as PGN has it `40/5400+30:1800+30`"
)]
pub struct UnreadableControl;

impl TimeControl {
    /// The periods; `None` where there are none, or nobody knows.
    pub const fn periods(&self) -> Option<&Periods> {
        match self {
            Self::Periods(periods) => Some(periods),
            Self::Unknown | Self::Untimed | Self::Hourglass(_) => None,
        }
    }
}

impl FromStr for TimeControl {
    type Err = UnreadableControl;

    fn from_str(text: &str) -> Result<Self, UnreadableControl> {
        let text = Some(text.trim())
            .filter(|text| text.len() <= MAX_TEXT_BYTES)
            .ok_or(UnreadableControl)?;
        if text.eq_ignore_ascii_case(UNTIMED) {
            return Ok(Self::Untimed);
        }
        let in_seconds = || Self::from_pgn(text).ok().filter(Self::is_in_seconds);
        let told = form::read(text).or_else(in_seconds);
        told.or_else(|| words::read(text).map(Self::Periods)).ok_or(UnreadableControl)
    }
}

impl TimeControl {
    /// The same, with this for each move of its last period.
    pub(super) fn with_extra(&self, extra: Extra) -> Self {
        let mut control = self.clone();
        if let Self::Periods(periods) = &mut control {
            let (Last::Rest(allowance) | Last::Repeated(Counted { allowance, .. })) =
                &mut periods.last;
            allowance.extra = Some(extra);
        }
        control
    }

    /// Whether this, read from PGN, would be no sensible time control in minutes.
    fn is_in_seconds(&self) -> bool {
        let first = self.periods().and_then(|periods| periods.iter().next());
        first.is_none_or(|period| period.allowance.main.get() >= SECONDS_FROM)
    }
}

impl Periods {
    /// Periods of which all but the last count moves; `None` where they don't, or where there are none.
    fn of(mut periods: Vec<Period>) -> Option<Self> {
        let counted = |period: &Period| {
            period.moves.map(|moves| Counted { moves, allowance: period.allowance })
        };
        let last = periods.pop()?;
        let last = counted(&last).map_or(Last::Rest(last.allowance), Last::Repeated);
        Some(Self { counted: periods.iter().map(counted).collect::<Option<_>>()?, last })
    }

    /// The periods as they are played: without end where the last is repeated.
    pub fn iter(&self) -> impl Iterator<Item = Period> {
        let (rest, repeated) = match self.last {
            Last::Rest(allowance) => (Some(Period { moves: None, allowance }), None),
            Last::Repeated(counted) => (None, Some(counted)),
        };
        let counted = self.counted.iter().copied().chain(repeated.into_iter().cycle());
        let counted =
            counted.map(|Counted { moves, allowance }| Period { moves: Some(moves), allowance });
        counted.chain(rest)
    }

    /// The periods as they are written: the last once.
    pub(super) fn written(&self) -> impl Iterator<Item = Period> {
        self.iter().take(self.counted.len() + 1)
    }
}

impl Mode {
    /// Its word in the conclusions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Increment => "fischer",
            Self::Bronstein => "bronstein",
            Self::Delay => "delay",
        }
    }
}

impl Last {
    /// The time for its moves.
    pub const fn allowance(&self) -> Allowance {
        match self {
            Self::Rest(allowance) | Self::Repeated(Counted { allowance, .. }) => *allowance,
        }
    }
}

impl Seconds {
    /// The longest: 999:59 minutes.
    const MAX: u32 = 999 * 60 + 59;

    /// So many seconds; `None` for none, and for more than 999:59 minutes.
    pub fn new(seconds: u32) -> Option<Self> {
        let seconds = u16::try_from(seconds).ok().filter(|_| seconds <= Self::MAX)?;
        NonZeroU16::new(seconds).map(Self)
    }

    /// How many.
    pub fn get(self) -> u32 {
        self.0.get().into()
    }

    /// The time itself.
    pub fn duration(self) -> Duration {
        Duration::from_secs(self.get().into())
    }
}

/// A number in digits alone.
fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// A number of moves.
fn moves(number: u32) -> Option<NonZeroU16> {
    NonZeroU16::new(number.try_into().ok()?)
}

#[cfg(test)]
mod tests;
