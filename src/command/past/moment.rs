//! Moments of a recording, as people name them.

use std::str::FromStr;

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use touchmove_drivers::Instant;
use touchmove_drivers::recording::Headers;

use crate::command::Failure;

/// A moment, as a person names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::command) enum Moment {
    /// Seconds of the recording: `8042.5`.
    Since(Instant),
    /// A time of the last day: `14:05` or `14:05:30`.
    Time(Time),
    /// Day and time: `2026-11-22T14:05`.
    Day(DateTime),
}

/// What day and what time it was, in the time zone of the reader.
#[derive(Clone, Debug)]
pub(in crate::command) struct Calendar {
    began: Option<Timestamp>,
    zone: TimeZone,
}

impl FromStr for Moment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "write seconds of the recording, as 8042.5, a time of day, as 14:05:30, or 2026-11-22T14:05";
        if let Ok(seconds) = text.parse::<f64>() {
            const MOST: f64 = 1e12;
            let is_time = (0.0..MOST).contains(&seconds);
            let since = std::time::Duration::from_secs_f64(if is_time { seconds } else { 0.0 });
            return is_time.then_some(Self::Since(Instant::ZERO + since)).ok_or(FORM);
        }
        let time = text.parse().map(Self::Time);
        let day = |_| text.parse().map(Self::Day);
        if text.contains('T') { day(()) } else { time }.map_err(|_| FORM)
    }
}

impl Calendar {
    /// The calendar of a recording, in the time zone of this machine.
    pub(super) fn new(headers: &Headers) -> Self {
        let began = headers.began.as_ref().and_then(|began| began.parse().ok());
        Self { began, zone: TimeZone::system() }
    }

    /// What the recording's time is at a moment; `None` where nobody knows when it began. Its start for what was
    /// before.
    pub(super) fn moment_of(&self, wall: Timestamp) -> Option<Instant> {
        let since = wall.as_microsecond() - self.began?.as_microsecond();
        Some(Instant::from_micros(u64::try_from(since).unwrap_or(0)))
    }

    /// Day and time at a moment of the recording.
    pub(in crate::command) fn at(&self, at: Instant) -> Option<DateTime> {
        let since = i64::try_from(at.as_micros()).ok()?;
        let wall = self.began?.checked_add(since.microseconds()).ok()?;
        Some(self.zone.to_datetime(wall))
    }

    /// The moment of the recording that somebody names; of a time of day, that of the day of `last`.
    ///
    /// # Errors
    /// [`Failure`] where the recording does not say when it began.
    pub(in crate::command) fn find(
        &self,
        moment: Moment,
        last: Instant,
    ) -> Result<Instant, Failure> {
        let civil = match moment {
            Moment::Since(at) => return Ok(at),
            Moment::Time(time) => self.at(last).map(|day| day.date().to_datetime(time)),
            Moment::Day(day) => Some(day),
        };
        let wall = civil.and_then(|civil| self.zone.to_timestamp(civil).ok());
        wall.and_then(|wall| self.moment_of(wall)).ok_or_else(|| {
            Failure::failed("nobody knows when this journal began; name seconds, as 8042.5")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_named_by_seconds_by_time_of_day_or_by_day() {
        let began = Some("2026-11-22T09:00:00Z".parse().unwrap());
        let calendar = Calendar { began, zone: TimeZone::UTC };
        let last = Instant::from_millis(90_000_000);
        for (text, seconds) in [
            ("12.5", 12.5),
            ("10:00", 90_000.0),
            ("10:00:01.5", 90_001.5),
            ("2026-11-22T09:01", 60.0),
            ("2026-11-21T09:01", 0.0),
        ] {
            let found = calendar.find(text.parse().unwrap(), last).unwrap();
            assert_eq!(found.since(Instant::ZERO).as_secs_f64(), seconds, "{text}");
        }
        for nonsense in ["", "-1", "noon", "25:00", "1e99", "NaN", "2026-13-01T00:00"] {
            assert!(nonsense.parse::<Moment>().is_err(), "{nonsense}");
        }
    }
}
