//! What the regulations of an event decide where the Laws leave it to them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Longest default time, in milliseconds: a day.
const MAX_DEFAULT_MS: u32 = 24 * 60 * MINUTE_MS;

const MINUTE_MS: u32 = 60_000;

const SECOND_MS: u32 = 1_000;

/// What the regulations of an event decide; what is `None` they leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Regulations {
    /// Who arrives later than this after the start loses (6.7.1); at once, if nothing is said.
    pub default_time: Option<DefaultTime>,
    /// No draw may be offered before both have made so many moves (9.1.1).
    pub no_draw_offers_before: Option<FirstOffer>,
    /// Whether a quickplay finish was announced (Guidelines III.2.1); it was not, if nothing is said.
    pub quickplay_finish: Option<QuickplayFinish>,
}

/// A default time in milliseconds, up to a day. Most are whole minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultTime(u32);

/// The move from which on draws may be offered; 0 and 1 forbid none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstOffer(u16);

/// Whether the last period without extra time is a quickplay finish (Guidelines III).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum QuickplayFinish {
    /// It was not announced.
    #[default]
    No,
    /// It was: a player asks for an increment first (III.4), and claims a draw where that is denied (III.5).
    Announced,
    /// It was, and increments are not given: a player claims a draw at once (III.5).
    ClaimsOnly,
}

/// A text that is none of a regulation's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write {0}")]
pub struct NotRegulated(&'static str);

impl Regulations {
    /// What the `regulation` lines of a recording say; what cannot be read is not regulated.
    pub fn of_lines(lines: &[(String, String)]) -> Self {
        let value = |key: &str| lines.iter().find(|(name, _)| name == key).map(|(_, value)| value);
        Self {
            default_time: value(DefaultTime::KEY).and_then(|text| text.parse().ok()),
            no_draw_offers_before: value(FirstOffer::KEY).and_then(|text| text.parse().ok()),
            quickplay_finish: value(QuickplayFinish::KEY).and_then(|text| text.parse().ok()),
        }
    }

    /// What is regulated here, and what is not, there.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            default_time: self.default_time.or(other.default_time),
            no_draw_offers_before: self.no_draw_offers_before.or(other.no_draw_offers_before),
            quickplay_finish: self.quickplay_finish.or(other.quickplay_finish),
        }
    }

    /// As particulars of a decision, and as `regulation` lines.
    pub fn particulars(&self) -> impl Iterator<Item = (String, String)> {
        let time = self.default_time.map(|time| (DefaultTime::KEY, time.to_string()));
        let offers = self.no_draw_offers_before.map(|first| (FirstOffer::KEY, first.to_string()));
        let finish = self.quickplay_finish.map(|one| (QuickplayFinish::KEY, one.to_string()));
        time.into_iter().chain(offers).chain(finish).map(|(key, value)| (key.to_owned(), value))
    }
}

/// As an operator reads it: `default time 15 min, no draw offers before move 30`.
impl fmt::Display for Regulations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.default_time.map(|time| format!("default time {time}"));
        let offers = self.no_draw_offers_before;
        let offers = offers.map(|first| format!("no draw offers before move {first}"));
        let finish = self.quickplay_finish.map(|finish| format!("quickplay finish {finish}"));
        let all: Vec<String> = [time, offers, finish].into_iter().flatten().collect();
        f.write_str(if all.is_empty() { "none" } else { "" })?;
        f.write_str(&all.join(", "))
    }
}

impl DefaultTime {
    /// Its name in recordings and decisions.
    pub const KEY: &str = "default-time";

    /// So many minutes; `None` beyond a day.
    pub const fn minutes(minutes: u16) -> Option<Self> {
        Self::millis(minutes as u32 * MINUTE_MS)
    }

    /// So many milliseconds; `None` beyond a day.
    pub const fn millis(millis: u32) -> Option<Self> {
        if millis <= MAX_DEFAULT_MS { Some(Self(millis)) } else { None }
    }

    /// How many minutes, where they are whole ones.
    pub fn whole_minutes(self) -> Option<u16> {
        self.in_units_of(MINUTE_MS)?.try_into().ok()
    }

    /// How many seconds, where they are whole ones.
    pub const fn whole_seconds(self) -> Option<u32> {
        self.in_units_of(SECOND_MS)
    }

    /// How many milliseconds.
    pub const fn as_millis(self) -> u32 {
        self.0
    }

    /// How long it is.
    pub const fn duration(self) -> Duration {
        Duration::from_millis(self.0 as u64)
    }

    const fn in_units_of(self, millis: u32) -> Option<u32> {
        if self.0.is_multiple_of(millis) { Some(self.0 / millis) } else { None }
    }
}

impl fmt::Display for DefaultTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.whole_minutes(), self.whole_seconds()) {
            (Some(minutes), _) => write!(f, "{minutes} min"),
            (None, Some(seconds)) => write!(f, "{seconds} s"),
            (None, None) => write!(f, "{} ms", self.0),
        }
    }
}

/// From minutes, with or without their unit, or with that of a shorter time: `30`, `30 min`, `90 s`, `1500 ms`.
impl FromStr for DefaultTime {
    type Err = NotRegulated;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let units = [("min", MINUTE_MS), ("ms", 1), ("s", SECOND_MS)];
        let with_unit = |(unit, millis)| Some((text.strip_suffix(unit)?, millis));
        let (number, millis) = units.into_iter().find_map(with_unit).unwrap_or((text, MINUTE_MS));
        let number = number.trim().parse::<u32>().ok();
        let time = number.and_then(|number| Self::millis(number.checked_mul(millis)?));
        time.ok_or(NotRegulated("minutes, as 30, or seconds, as `90 s`; a day is the most"))
    }
}

impl FirstOffer {
    /// Its name in recordings and decisions.
    pub const KEY: &str = "no-draw-offers-before-move";

    /// From this move on.
    pub const fn at_move(number: u16) -> Self {
        Self(number)
    }

    /// The number of the move.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl QuickplayFinish {
    /// Its name in recordings and decisions.
    pub const KEY: &str = "quickplay-finish";

    /// All of them.
    pub const ALL: [Self; 3] = [Self::No, Self::Announced, Self::ClaimsOnly];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Announced => "announced",
            Self::ClaimsOnly => "claims-only",
        }
    }
}

impl fmt::Display for QuickplayFinish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for QuickplayFinish {
    type Err = NotRegulated;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|one| one.word() == text);
        known.ok_or(NotRegulated("no, announced or claims-only"))
    }
}

impl fmt::Display for FirstOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for FirstOffer {
    type Err = NotRegulated;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).map_err(|_| NotRegulated("the number of a move, as 30"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_regulated_comes_back_from_its_lines() {
        let both = Regulations {
            default_time: DefaultTime::minutes(15),
            no_draw_offers_before: Some(FirstOffer::at_move(30)),
            quickplay_finish: Some(QuickplayFinish::ClaimsOnly),
        };
        for regulations in [both, Regulations::default()] {
            let lines: Vec<_> = regulations.particulars().collect();
            assert_eq!(Regulations::of_lines(&lines), regulations);
        }
        assert_eq!(
            both.to_string(),
            "default time 15 min, no draw offers before move 30, quickplay finish claims-only"
        );
        assert_eq!(Regulations::default().to_string(), "none");
    }

    #[test]
    fn what_cannot_be_read_is_not_regulated() {
        for wrong in ["", "soon", "-1", "1441", "15 h", "86401 s", "1.5 min", "s", "+-1 s"] {
            assert!(wrong.parse::<DefaultTime>().is_err(), "{wrong}");
        }
        let lines = [("default-time", "1 hour"), ("venue", "Hall 2")];
        let lines = lines.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(Regulations::of_lines(&lines), Regulations::default());
        assert_eq!("30min".parse(), Ok(DefaultTime(30 * MINUTE_MS)));
    }

    #[test]
    fn a_default_time_need_be_no_whole_minutes() {
        for (text, millis) in [("90 s", 90_000), ("1500 ms", 1_500), ("2 min", 120_000)] {
            let time: DefaultTime = text.parse().unwrap();
            assert_eq!((time.as_millis(), time.to_string().as_str()), (millis, text));
        }
        assert_eq!("120s".parse::<DefaultTime>().unwrap().whole_minutes(), Some(2));
        assert_eq!(DefaultTime::millis(90_000).unwrap().whole_minutes(), None);
    }
}
