//! Moments of a recording, as people name them.

use std::str::FromStr;
use std::time::Duration;

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use touchmove_core::words::phrases::Failed;
use touchmove_drivers::Instant;
use touchmove_drivers::recording::Headers;

use crate::Failure;

/// A moment, as a person names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Seconds of the recording: `8042.5`.
    Since(Instant),
    /// A time of the last day: `14:05` or `14:05:30`.
    Time(Time),
    /// Day and time: `2026-11-22T14:05`.
    Day(DateTime),
}

/// What day and what time it was, in the time zone of the reader.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    /// Moments of the recording of which the wall time is known, in their order.
    walls: Vec<(Instant, Timestamp)>,
    zone: TimeZone,
}

impl FromStr for Moment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "write seconds of the recording, as 8042.5, a time of day, as 14:05:30, or 2026-11-22T14:05";
        if let Ok(seconds) = text.parse::<f64>() {
            const MAX_SECONDS: f64 = 1e12;
            let is_time = (0.0..MAX_SECONDS).contains(&seconds);
            let since = std::time::Duration::from_secs_f64(if is_time { seconds } else { 0.0 });
            return is_time.then_some(Self::Since(Instant::ZERO + since)).ok_or(FORM);
        }
        let time = text.parse().map(Self::Time);
        let day = |_| text.parse().map(Self::Day);
        if text.contains('T') { day(()) } else { time }.map_err(|_| FORM)
    }
}

impl Calendar {
    /// The calendar of a recording, in the time zone of this machine. Where the wall clock was told again later,
    /// that counts from there on.
    pub(super) fn new<'a>(
        headers: &Headers,
        told: impl IntoIterator<Item = (Instant, &'a str)>,
    ) -> Self {
        let began = headers.began.as_ref().and_then(|began| began.parse().ok());
        let told = told.into_iter().filter_map(|(at, wall)| Some((at, wall.parse().ok()?)));
        let walls = began.map(|began| (Instant::ZERO, began)).into_iter().chain(told).collect();
        Self { walls, zone: TimeZone::system() }
    }

    /// What the recording's time is at a moment; `None` where nobody knows when it began. Its start for what was
    /// before.
    pub(super) fn moment_of(&self, wall: Timestamp) -> Option<Instant> {
        let (at, known) = self.last(|(_, known)| *known <= wall)?;
        let since = u64::try_from(wall.as_microsecond() - known.as_microsecond()).unwrap_or(0);
        Some(at + Duration::from_micros(since))
    }

    /// Day and time at a moment of the recording.
    pub(crate) fn at(&self, at: Instant) -> Option<DateTime> {
        let (known, wall) = self.last(|(known, _)| *known <= at)?;
        let since = i64::try_from(at.since(known).as_micros()).ok()?;
        Some(self.zone.to_datetime(wall.checked_add(since.microseconds()).ok()?))
    }

    /// The last of which this holds; the first where it holds of none.
    fn last(&self, holds: impl Fn(&(Instant, Timestamp)) -> bool) -> Option<(Instant, Timestamp)> {
        let last = self.walls.iter().rfind(|known| holds(known));
        last.or(self.walls.first()).copied()
    }

    /// The moment of the recording that somebody names; of a time of day, that of the day of `last`.
    ///
    /// # Errors
    /// [`Failure`] where the recording does not say when it began.
    pub(crate) fn find(&self, moment: Moment, last: Instant) -> Result<Instant, Failure> {
        let civil = match moment {
            Moment::Since(at) => return Ok(at),
            Moment::Time(time) => self.at(last).map(|day| day.date().to_datetime(time)),
            Moment::Day(day) => Some(day),
        };
        let wall = civil.and_then(|civil| self.zone.to_timestamp(civil).ok());
        wall.and_then(|wall| self.moment_of(wall))
            .ok_or_else(|| Failure::because(Failed::NoCalendar))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wall_clock_that_was_told_last_counts() {
        let mut headers = Headers::default();
        headers.began = Some("2026-11-22T09:00:00Z".to_owned());
        // it was an hour slow until somebody set it
        let told = [(Instant::from_millis(60_000), "2026-11-22T10:01:00Z")];
        let mut calendar = Calendar::new(&headers, told);
        calendar.zone = TimeZone::UTC;
        let time = |seconds: u64| {
            calendar.at(Instant::from_millis(seconds * 1_000)).unwrap().time().to_string()
        };
        assert_eq!([time(59), time(60), time(90)], ["09:00:59", "10:01:00", "10:01:30"]);
        let last = Instant::from_millis(90_000);
        let found = calendar.find("10:01:10".parse().unwrap(), last).unwrap();
        assert_eq!(found, Instant::from_millis(70_000));
    }

    #[test]
    fn a_moment_is_named_by_seconds_by_time_of_day_or_by_day() {
        let walls = vec![(Instant::ZERO, "2026-11-22T09:00:00Z".parse().unwrap())];
        let calendar = Calendar { walls, zone: TimeZone::UTC };
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
