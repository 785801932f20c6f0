//! How the clock on the table is set: base time and increment.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use touchmove_core::laws::control::{Allowance, TimeControl};
use touchmove_drivers::device::ClockSetting;
use touchmove_drivers::observation::ClockTime;

/// Time for the whole game and what each move adds, the same for both players. The base is below
/// one hundred hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    base: ClockTime,
    increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time control: give minutes and seconds a move as in `5+3`, or `1:30:00+30`")]
pub struct ControlError;

impl Control {
    /// 90 minutes and 30 seconds a move, as in many open tournaments.
    pub const USUAL: Self = match ClockTime::from_millis(90 * 60_000) {
        Some(base) => Self { base, increment: Duration::from_secs(30) },
        None => unreachable!(),
    };

    /// What a PGN `TimeControl` tag says of the first period: `5400+30`, `40/7200:3600`, `300`.
    ///
    /// `None` for an unknown, absent or sandclock control, and for prose (PGN standard 9.6.1).
    pub fn from_tag(tag: &str) -> Option<Self> {
        let control = TimeControl::from_pgn(tag).ok()?;
        let Allowance { main, extra } = control.periods()?.iter().next()?.allowance;
        Self::new(main.get() * 1_000, extra.map_or(0, |increment| increment.time.get()))
    }

    /// Time on each clock at the start, the first increment not in it.
    pub fn base(self) -> Duration {
        Duration::from_millis(self.base.as_millis().into())
    }

    /// What each move adds.
    pub const fn increment(self) -> Duration {
        self.increment
    }

    /// The clock of a simulated device set to this control.
    pub const fn setting(self) -> ClockSetting {
        ClockSetting { base: [self.base; 2], increment: self.increment }
    }

    /// As recordings write a time control: minutes and seconds, and what each move adds.
    pub fn period(self) -> String {
        let minutes = |seconds: u64| format!("{}:{:02}", seconds / 60, seconds % 60);
        let (base, increment) = (self.base.as_secs().into(), self.increment.as_secs());
        if increment == 0 {
            minutes(base)
        } else {
            format!("{}+{}", minutes(base), minutes(increment))
        }
    }

    fn new(base_ms: u32, increment_seconds: u32) -> Option<Self> {
        let base = ClockTime::from_millis(base_ms)?;
        ClockTime::from_millis(increment_seconds.checked_mul(1_000)?)?;
        Some(Self { base, increment: Duration::from_secs(increment_seconds.into()) })
    }
}

impl FromStr for Control {
    type Err = ControlError;

    /// Reads `5+3` (minutes, seconds a move), `5`, or `h:mm:ss` in place of the minutes.
    fn from_str(text: &str) -> Result<Self, ControlError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base_ms = match *base.split(':').collect::<Vec<_>>() {
            [minutes] => {
                number(minutes)?.checked_mul(60_000).filter(|&ms| ms > 0).ok_or(ControlError)?
            }
            [hours, minutes, seconds] => {
                let field = |text| number(text)?.try_into().map_err(|_| ControlError);
                ClockTime::from_hms(field(hours)?, field(minutes)?, field(seconds)?)
                    .ok_or(ControlError)?
                    .as_millis()
            }
            _ => return Err(ControlError),
        };
        Self::new(base_ms, number(increment)?).ok_or(ControlError)
    }
}

fn number(text: &str) -> Result<u32, ControlError> {
    text.parse().map_err(|_| ControlError)
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.base.as_secs();
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
        write!(f, "{hours}:{minutes:02}:{:02}+{}", seconds % 60, self.increment.as_secs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_reads_in_minutes_or_in_full() {
        for (text, shown) in [
            ("5+3", "0:05:00+3"),
            ("90", "1:30:00+0"),
            ("1:30:00+30", "1:30:00+30"),
            ("0:00:15+2", "0:00:15+2"),
        ] {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), shown, "{text}");
        }
        assert_eq!("1:30:00+30".parse(), Ok(Control::USUAL));
    }

    #[test]
    fn a_text_that_is_no_control_is_refused() {
        for text in ["", "+", "5+", "x+3", "0+3", "5:00+3", "1:60:00", "-5", "100:00:00", "999999"]
        {
            assert_eq!(text.parse::<Control>(), Err(ControlError), "{text}");
        }
    }

    #[test]
    fn a_recording_has_it_in_minutes_and_seconds() {
        let period = |text: &str| text.parse::<Control>().unwrap().period();
        assert_eq!(["1:30:00+30", "3+90", "5"].map(period), ["90:00+0:30", "3:00+1:30", "5:00"]);
    }

    #[test]
    fn a_tag_gives_its_first_period() {
        for (tag, shown) in [
            ("5400+30", Some("1:30:00+30")),
            ("40/7200:3600", Some("2:00:00+0")),
            ("40/5400+30:1800+30", Some("1:30:00+30")),
            ("300", Some("0:05:00+0")),
            ("-", None),
            ("?", None),
            ("*180", None),
            ("0", None),
            ("90 minutes +30 seconds increment", None),
            ("99999999999", None),
        ] {
            let control = Control::from_tag(tag).map(|control| control.to_string());
            assert_eq!(control.as_deref(), shown, "{tag}");
        }
    }
}
