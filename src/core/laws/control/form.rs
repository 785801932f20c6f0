//! Time controls as recordings have them, in minutes and seconds: `40/90:00+0:30 30:00+0:30`.
//!
//! A delay is `90:00d0:05`, and `90:00b0:05` where the clock gives it as Bronstein did. `?`, `-` and
//! `*3:00` are as in PGN.

use std::fmt;

use super::{Allowance, Extra, Mode, Period, Periods, Seconds, TimeControl, moves, number};

/// Reads it; what each move adds may be bare seconds too, and times may have hours.
pub(super) fn read(text: &str) -> Option<TimeControl> {
    match text {
        "?" => return Some(TimeControl::Unknown),
        "-" => return Some(TimeControl::Untimed),
        _ => {}
    }
    if let Some(time) = text.strip_prefix('*') {
        return clock(time).map(TimeControl::Hourglass);
    }
    let periods = text.split_whitespace().map(|period| {
        let (count, time) = match period.split_once('/') {
            Some((count, time)) => (Some(moves(number(count)?)?), time),
            None => (None, period),
        };
        Some(Period { moves: count, allowance: allowance(time)? })
    });
    Periods::of(periods.collect::<Option<_>>()?).map(TimeControl::Periods)
}

/// `90:00+0:30`.
fn allowance(text: &str) -> Option<Allowance> {
    let parts = Mode::ALL.iter().find_map(|mode| Some((*mode, text.split_once(mode.letter())?)));
    let Some((mode, (main, time))) = parts else {
        return Some(Allowance { main: clock(text)?, extra: None });
    };
    let time = clock(time).or_else(|| Seconds::new(number(time)?))?;
    Some(Allowance { main: clock(main)?, extra: Some(Extra { mode, time }) })
}

/// `90:00` or `1:30:00`.
fn clock(text: &str) -> Option<Seconds> {
    let sixtieths = |text: &str| number(text).filter(|number| text.len() == 2 && *number < 60);
    let (hours, minutes, seconds) = match *text.split(':').collect::<Vec<_>>() {
        [minutes, seconds] => (0, number(minutes)?, sixtieths(seconds)?),
        [hours, minutes, seconds] => (number(hours)?, sixtieths(minutes)?, sixtieths(seconds)?),
        _ => return None,
    };
    let minutes = hours.checked_mul(60)?.checked_add(minutes)?;
    Seconds::new(minutes.checked_mul(60)?.checked_add(seconds)?)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Untimed => f.write_str("-"),
            Self::Hourglass(time) => write!(f, "*{time}"),
            Self::Periods(periods) => periods.fmt(f),
        }
    }
}

impl fmt::Display for Periods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Period { moves, allowance }) in self.written().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            if let Some(moves) = moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{allowance}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.main)?;
        let Some(Extra { mode, time }) = self.extra else { return Ok(()) };
        write!(f, "{}{time}", mode.letter())
    }
}

impl Mode {
    const ALL: [Self; 3] = [Self::Increment, Self::Bronstein, Self::Delay];

    /// What stands before the time of each move.
    const fn letter(self) -> char {
        match self {
            Self::Increment => '+',
            Self::Bronstein => 'b',
            Self::Delay => 'd',
        }
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:02}", self.get() / 60, self.get() % 60)
    }
}
