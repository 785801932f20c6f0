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
    headers.began.as_ref()?;
    Some(latest.since(since_began(headers, wall))).filter(|behind| *behind >= SET_RIGHT)
}

/// A clock that is kept by a server may be set back by less.
const SET_RIGHT: Duration = Duration::from_secs(5);

/// Time since the journal began, by the wall clock; none where that is not known.
fn since_began(headers: &Headers, wall: Timestamp) -> Instant {
    let began = headers.began.as_ref().and_then(|began| began.parse::<Timestamp>().ok());
    let micros = began.map_or(0, |began| wall.as_microsecond() - began.as_microsecond());
    Instant::from_micros(u64::try_from(micros).unwrap_or(0))
}
