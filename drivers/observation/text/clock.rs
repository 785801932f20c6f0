//! The text form of clock readings.

use std::fmt;
use std::str::FromStr;

use super::side;
use crate::observation::words::{Malformed, Word, Words};
use crate::observation::{ClockReading, ClockTime, Color, Hand, Side, Times};

impl fmt::Display for ClockTime {
    /// `h:mm:ss`, with three decimals where they are not all zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.as_secs(), self.as_millis() % 1_000);
        write!(f, "{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)?;
        if millis == 0 { Ok(()) } else { write!(f, ".{millis:03}") }
    }
}

impl FromStr for ClockTime {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        read_time(text).ok_or_else(|| Malformed::expected("a time as h:mm:ss or h:mm:ss.mmm", text))
    }
}

fn read_time(text: &str) -> Option<ClockTime> {
    let (whole, millis) = match text.split_once('.') {
        Some((whole, millis)) if millis.len() == 3 => (whole, number(millis)?),
        Some(_) => return None,
        None => (text, 0),
    };
    let mut parts = whole.split(':');
    let hours = parts.next().filter(|hours| matches!(hours.len(), 1 | 2))?;
    let minutes = parts.next().filter(|minutes| minutes.len() == 2)?;
    let seconds = parts.next().filter(|seconds| seconds.len() == 2)?;
    let narrow = |text| u8::try_from(number(text)?).ok();
    let time = ClockTime::from_hms(narrow(hours)?, narrow(minutes)?, narrow(seconds)?)?;
    if parts.next().is_some() {
        return None;
    }
    ClockTime::from_millis(time.as_millis() + millis)
}

fn number(digits: &str) -> Option<u32> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { digits.parse().ok() } else { None }
}

impl fmt::Display for ClockReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hands(times) => times.fmt(f),
            Self::Colors(times) => times.fmt(f),
        }
    }
}

impl<S: Side> fmt::Display for Times<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in S::BOTH {
            write!(f, "{}={} ", side.word(), self.time(side))?;
        }
        write!(f, "run={}", self.run.map_or("none", Side::word))?;
        for side in S::BOTH.into_iter().filter(|side| self.flags[side.index()]) {
            write!(f, " flag={}", side.word())?;
        }
        if let Some(lever) = self.lever {
            write!(f, " lever={}", lever.word())?;
        }
        if self.doubtful { f.write_str(" doubtful") } else { Ok(()) }
    }
}

/// Reads what follows the word `clock`.
pub(super) fn read(words: &mut Words<'_>) -> Result<ClockReading, Malformed> {
    let given: Vec<Word<'_>> = std::iter::from_fn(|| words.next()).collect();
    let names = |key: &str| given.iter().any(|word| word.key.as_deref() == Some(key));
    if names("white") || names("black") {
        Ok(ClockReading::Colors(read_times::<Color>(given, words, &COLORS)?))
    } else {
        Ok(ClockReading::Hands(read_times::<Hand>(given, words, &HANDS)?))
    }
}

/// What is expected of a side, and where one is missing.
struct Expected {
    side: &'static str,
    side_or_none: &'static str,
    times: [&'static str; 2],
}

const HANDS: Expected = Expected {
    side: "one of `left` `right`",
    side_or_none: "one of `left` `right` `none`",
    times: ["left=", "right="],
};

const COLORS: Expected = Expected {
    side: "one of `white` `black`",
    side_or_none: "one of `white` `black` `none`",
    times: ["white=", "black="],
};

fn read_times<'a, S: Side + 'static>(
    given: Vec<Word<'a>>,
    words: &mut Words<'a>,
    expected: &Expected,
) -> Result<Times<S>, Malformed> {
    let named =
        |text: &str| side::<S>(text).ok_or_else(|| Malformed::expected(expected.side, text));
    let mut times = [None; 2];
    let mut run = None;
    let mut flags = [None; 2];
    let mut lever = None;
    let mut doubtful = None;
    for word in given {
        let value = &*word.value;
        match word.key.as_deref() {
            None if value == "doubtful" => once(&mut doubtful, value, ())?,
            Some("run") if value == "none" => once(&mut run, "run", None)?,
            Some("run") => {
                let side = side(value);
                let side = side.ok_or_else(|| Malformed::expected(expected.side_or_none, value))?;
                once(&mut run, "run", Some(side))?;
            }
            Some("flag") => once(&mut flags[named(value)?.index()], "flag", ())?,
            Some("lever") => once(&mut lever, "lever", named(value)?)?,
            key => match key.and_then(side::<S>) {
                Some(side) => once(&mut times[side.index()], side.word(), value.parse()?)?,
                None => words.pass_over(word)?,
            },
        }
    }
    let [first, second] = times;
    Ok(Times {
        times: [
            first.ok_or(Malformed::Missing(expected.times[0]))?,
            second.ok_or(Malformed::Missing(expected.times[1]))?,
        ],
        run: run.ok_or(Malformed::Missing("run="))?,
        flags: flags.map(|flag| flag.is_some()),
        lever,
        doubtful: doubtful.is_some(),
    })
}

fn once<T>(place: &mut Option<T>, name: &str, value: T) -> Result<(), Malformed> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Malformed::Twice(name.to_owned())),
    }
}
