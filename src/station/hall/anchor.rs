//! The time of a journal: it goes on over restarts, by the station's own clock within one boot of the machine and by the
//! wall clock otherwise, and never back.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchmove_drivers::Instant;
use touchmove_drivers::recording::Headers;

use crate::journal::PastEntry;
use crate::sys::boottime::{BootId, TimeSource};

/// How far a journal's time has got, and which moment of the station's that is. At first both are the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anchor {
    /// A moment in the journal's time, and the same in the station's.
    journal: Instant,
    station: Instant,
    latest: Instant,
    /// Since which boot the station's time goes.
    boot: Option<BootId>,
    /// When the journal began, by the wall clock.
    began: Option<Timestamp>,
}

/// What time it is at a start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now {
    /// By the station's clock, which never jumps within a boot.
    pub station: Instant,
    /// By the wall clock, which may.
    pub wall: Timestamp,
    /// Since which boot the station's clock goes.
    pub boot: Option<BootId>,
}

impl Now {
    /// By this clock.
    pub(super) fn of(clock: &dyn TimeSource) -> Self {
        Self { station: clock.now(), wall: clock.wall(), boot: clock.boot() }
    }
}

/// How a journal's time lay to the station's during one boot: a told line of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Stamp {
    boot: String,
    station_us: u64,
    journal_us: u64,
}

impl Stamp {
    /// The last of what a journal holds.
    pub(super) fn last_of(entries: &[PastEntry]) -> Option<Self> {
        entries.iter().rev().find_map(|entry| match entry {
            PastEntry::Told(line) => serde_json::from_str(line).ok(),
            PastEntry::Record { .. } | PastEntry::Gap(_) => None,
        })
    }

    /// The told line.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The journal's time now, if the machine has not been started again since.
    fn journal_time(&self, now: &Now) -> Option<Instant> {
        let is_same = self.boot.parse().is_ok_and(|boot: BootId| now.boot == Some(boot));
        let passed = now.station.as_micros().checked_sub(self.station_us).filter(|_| is_same)?;
        Some(Instant::from_micros(self.journal_us.checked_add(passed)?))
    }
}

impl Anchor {
    /// The time of a journal with these headers and this last record goes on now: by the last stamp in it where that is
    /// of this boot, so that a wall clock that was set changes nothing; by the wall clock otherwise.
    pub(super) fn new(
        headers: &Headers,
        latest: Instant,
        stamp: Option<&Stamp>,
        now: &Now,
    ) -> Self {
        let by_stamp = stamp.and_then(|stamp| stamp.journal_time(now));
        let journal = by_stamp.unwrap_or_else(|| since_began(headers, now.wall));
        let (journal, began) = (latest.max(journal), began(headers));
        Self { journal, station: now.station, latest, boot: now.boot, began }
    }

    /// The stamp that the journal needs, if its last is none of this boot.
    pub(super) fn stamp_after(&self, last: Option<&Stamp>) -> Option<Stamp> {
        let boot = self.boot?.to_string();
        let (station_us, journal_us) = (self.station.as_micros(), self.journal.as_micros());
        let stamp = Stamp { boot, station_us, journal_us };
        Some(stamp).filter(|stamp| last.is_none_or(|last| last.boot != stamp.boot))
    }

    /// The journal's time has passed until then already.
    pub(super) fn go_on_from(&mut self, until: Instant) {
        (self.journal, self.latest) = (self.journal.max(until), self.latest.max(until));
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
    pub fn exact(&self, station: Instant) -> Instant {
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

    /// What the wall clock showed at a moment of the journal's; `None` where nobody has said when the journal began.
    /// It is the same whenever it is asked for.
    pub fn wall_time(&self, journal: Instant) -> Option<Timestamp> {
        self.began?.checked_add(journal.since(Instant::ZERO)).ok()
    }
}

/// By how much the wall clock has jumped back behind a journal's last record, if it clearly has.
pub(super) fn jumped_back(headers: &Headers, latest: Instant, wall: Timestamp) -> Option<Duration> {
    let began = began(headers)?.as_microsecond();
    let last = i64::try_from(latest.as_micros()).ok()?.checked_add(began)?;
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
    let micros = began(headers).map_or(0, |began| wall.as_microsecond() - began.as_microsecond());
    Instant::from_micros(u64::try_from(micros).unwrap_or(0))
}

/// When a journal with these headers began, by the wall clock.
fn began(headers: &Headers) -> Option<Timestamp> {
    headers.began.as_ref()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(station: u64, wall: &str, boot: Option<&str>) -> Now {
        let boot = boot.map(|boot| boot.repeat(32).parse().unwrap());
        Now { station: Instant::from_millis(station * 1_000), wall: wall.parse().unwrap(), boot }
    }

    #[test]
    fn within_a_boot_a_wall_clock_that_was_set_changes_no_journals_time() {
        let mut headers = Headers::default();
        headers.began = Some("2026-11-23T12:00:00Z".to_owned());
        let began = now(100, "2026-11-23T12:00:00Z", Some("a"));
        let stamp = Anchor::new(&headers, Instant::ZERO, None, &began).stamp_after(None).unwrap();
        let entries = [PastEntry::Told("{}".into()), PastEntry::Told(stamp.line())];
        let stamp = Stamp::last_of(&entries).unwrap();
        let latest = Instant::from_millis(5_000);
        let time = |wall: &str, boot: Option<&str>| {
            let now = now(160, wall, boot);
            let anchor = Anchor::new(&headers, latest, Some(&stamp), &now);
            (
                anchor.time(now.station).as_millis() / 1_000,
                anchor.stamp_after(Some(&stamp)).is_some(),
            )
        };
        assert_eq!(time("2026-11-23T12:01:00Z", Some("a")), (60, false));
        assert_eq!(time("2026-11-23T18:00:00Z", Some("a")), (60, false), "set forward");
        assert_eq!(time("2026-11-20T12:00:00Z", Some("a")), (60, false), "set back");
        assert_eq!(time("2026-11-23T12:10:00Z", Some("b")), (600, true), "another boot");
        assert_eq!(time("2026-11-23T12:10:00Z", None), (600, false), "nobody knows");
    }

    #[test]
    fn a_moment_has_the_same_wall_time_after_a_restart() {
        let mut headers = Headers::default();
        headers.began = Some("2026-11-23T12:00:00Z".to_owned());
        let at = Instant::from_millis(5_000);
        for (wall, boot) in [("2026-11-23T12:00:09Z", "a"), ("2026-11-24T08:00:00Z", "b")] {
            let anchor = Anchor::new(&headers, at, None, &now(100, wall, Some(boot)));
            assert_eq!(anchor.wall_time(at), Some("2026-11-23T12:00:05Z".parse().unwrap()));
        }
        assert_eq!(Anchor::default().wall_time(at), None);
    }

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
