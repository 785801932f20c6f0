//! The time of a journal: it goes on by the wall clock over restarts, and never back.

use std::time::Duration;

use jiff::Timestamp;
use touchmove_drivers::Instant;
use touchmove_drivers::recording::Headers;

/// How far a journal's time has got, and which moment of the station's that is. At first both are the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anchor {
    /// A moment in the journal's time, and the same in the station's.
    journal: Instant,
    station: Instant,
    latest: Instant,
}

impl Anchor {
    /// The time of a journal with these headers and this last record goes on at the station's moment,
    /// when the wall clock says `wall`.
    pub(super) fn new(
        headers: &Headers,
        latest: Instant,
        wall: Timestamp,
        station: Instant,
    ) -> Self {
        Self { journal: latest.max(since_began(headers, wall)), station, latest }
    }

    /// The journal's time at a moment of the station's. Never before what has passed.
    pub(super) fn time(&self, station: Instant) -> Instant {
        (self.journal + station.since(self.station)).max(self.latest)
    }

    /// Until when the journal's time has passed.
    pub(super) const fn passed(&self) -> Instant {
        self.latest
    }

    /// The journal's time at a moment of the station's that may be before what has passed.
    pub(super) fn exact(&self, station: Instant) -> Instant {
        let since = self.journal.since(Instant::ZERO) + station.since(self.station);
        Instant::ZERO + since.saturating_sub(self.station.since(station))
    }

    /// Lets the journal's time pass until a moment of the station's.
    pub(super) fn pass(&mut self, station: Instant) -> Instant {
        self.latest = self.time(station);
        self.latest
    }

    /// The station's time at a moment of the journal's; its start for what was before it.
    pub fn station_time(&self, journal: Instant) -> Instant {
        let since = self.station.since(Instant::ZERO) + journal.since(self.journal);
        let until = self.journal.since(journal);
        Instant::ZERO + since.saturating_sub(until)
    }
}

/// By how much the wall clock has jumped back behind a journal's last record, if it clearly has.
pub(super) fn jumped_back(headers: &Headers, latest: Instant, wall: Timestamp) -> Option<Duration> {
    let began: Timestamp = headers.began.as_ref()?.parse().ok()?;
    let last = i64::try_from(latest.as_micros()).ok()?.checked_add(began.as_microsecond())?;
    let behind = u64::try_from(last.checked_sub(wall.as_microsecond())?).ok()?;
    Some(Duration::from_micros(behind)).filter(|behind| *behind >= SET_RIGHT)
}

/// A time as people say it: `11 s`, `40 min`, `3 days 2 h`.
pub(super) fn span(time: Duration) -> String {
    const HOUR: u64 = 3_600;
    match time.as_secs() {
        secs @ ..120 => format!("{secs} s"),
        secs @ ..7_200 => format!("{} min", secs / 60),
        secs if secs < 48 * HOUR => format!("{} h", secs / HOUR),
        secs => format!("{} days {} h", secs / (24 * HOUR), secs % (24 * HOUR) / HOUR),
    }
}

/// A clock that is kept by a server may be set back by less.
const SET_RIGHT: Duration = Duration::from_secs(5);

/// Time since the journal began, by the wall clock; none where that is not known.
fn since_began(headers: &Headers, wall: Timestamp) -> Instant {
    let began = headers.began.as_ref().and_then(|began| began.parse::<Timestamp>().ok());
    let micros = began.map_or(0, |began| wall.as_microsecond() - began.as_microsecond());
    Instant::from_micros(u64::try_from(micros).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_set_back_behind_the_beginning_of_a_journal_is_behind_by_all_of_it() {
        let mut headers = Headers::default();
        headers.began = Some("2026-11-23T12:00:00Z".to_owned());
        let latest = Instant::ZERO + Duration::from_secs(11);
        let behind = |wall: &str| jumped_back(&headers, latest, wall.parse().unwrap());
        assert_eq!(behind("2026-11-23T12:00:11Z"), None);
        assert_eq!(behind("2026-11-23T12:00:07Z"), None, "a server may set it back by as much");
        assert_eq!(behind("2026-11-23T12:00:01Z"), Some(Duration::from_secs(10)));
        let days = Duration::from_secs(3 * 24 * 3_600 + 11);
        assert_eq!(behind("2026-11-20T12:00:00Z"), Some(days));
        assert_eq!(span(days), "3 days 0 h");
        let said = [59, 600, 10_800, 190_000].map(|secs| span(Duration::from_secs(secs)));
        assert_eq!(said, ["59 s", "10 min", "3 h", "2 days 4 h"]);
    }
}
