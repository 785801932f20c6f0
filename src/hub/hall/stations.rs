//! Which stations are heard, and how their time goes against ours.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::owners::{GameNames, Owners};
use super::translate::Translation;
use crate::message::AliveMessage;
use crate::side::Side;
use crate::station_name::StationName;

/// A station that gives no sign of life for so long is not heard.
const SILENT_AFTER: Duration = Duration::from_secs(4);

/// The times since boot of two machines run apart a little; so much is nothing, and more is another boot.
const SAME_BOOT_US: i64 = 250_000;

/// The stations of the event.
#[derive(Debug, Default)]
pub(super) struct Stations {
    all: BTreeMap<StationName, Station>,
    owners: Owners,
}

/// What is to be known to carry calls to stations.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    ahead_us: BTreeMap<StationName, i64>,
    names: Arc<GameNames>,
}

/// How it is with a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hearing {
    /// It is heard.
    Heard,
    /// Its hub is heard, and says that no touchmoved runs.
    NotRunning {
        /// Since when, in microseconds since our boot.
        since_us: u64,
    },
    /// It is not heard.
    Silent {
        /// Since when, in microseconds since our boot.
        since_us: u64,
    },
}

#[derive(Debug)]
struct Station {
    hearing: Hearing,
    heard_at: Instant,
    /// What is to be added to its time since boot for ours; `None` before its first sign of life.
    ahead_us: Option<i64>,
}

impl Stations {
    /// A station of which something is known. Whoever has just begun to listen has not missed a sign of life yet.
    pub(super) fn know(&mut self, name: &StationName, now: Moment) {
        self.all.entry(name.clone()).or_insert(Station {
            hearing: Hearing::Heard,
            heard_at: now.instant,
            ahead_us: None,
        });
    }

    /// Takes a sign of life; whether that changes anything.
    pub(super) fn take(&mut self, name: &StationName, alive: &AliveMessage, now: Moment) -> bool {
        self.know(name, now);
        let Some(station) = self.all.get_mut(name) else { return false };
        station.heard_at = now.instant;
        let before = (station.hearing, station.ahead_us);
        let ahead = now.boot_us.cast_signed().saturating_sub(alive.boot_us.cast_signed());
        let is_same_boot =
            station.ahead_us.is_some_and(|known| known.saturating_sub(ahead).abs() < SAME_BOOT_US);
        if !is_same_boot {
            station.ahead_us = Some(ahead);
        }
        station.hearing = match (alive.is_running, station.hearing) {
            (true, _) => Hearing::Heard,
            (false, same @ Hearing::NotRunning { .. }) => same,
            (false, _) => Hearing::NotRunning { since_us: now.boot_us },
        };
        before != (station.hearing, station.ahead_us)
    }

    /// Notes which stations are not heard any more.
    pub(super) fn note_silence(&mut self, now: Moment) -> Vec<StationName> {
        let mut silent = Vec::new();
        for (name, station) in &mut self.all {
            let silence = now.instant.saturating_duration_since(station.heard_at);
            if silence >= SILENT_AFTER && !matches!(station.hearing, Hearing::Silent { .. }) {
                let silence = u64::try_from(silence.as_micros()).unwrap_or(u64::MAX);
                station.hearing = Hearing::Silent { since_us: now.boot_us.saturating_sub(silence) };
                silent.push(name.clone());
            }
        }
        silent
    }

    /// How it is with a station.
    pub(super) fn hearing(&self, name: &StationName) -> Hearing {
        self.all.get(name).map_or(Hearing::Silent { since_us: 0 }, |station| station.hearing)
    }

    /// Whose boards they are.
    pub(super) const fn owners(&self) -> &Owners {
        &self.owners
    }

    /// The same, to be told otherwise.
    pub(super) const fn owners_mut(&mut self) -> &mut Owners {
        &mut self.owners
    }

    /// Between a station and the hall.
    pub(super) fn translation<'a>(
        &'a self,
        side: Side,
        station: &'a StationName,
    ) -> Translation<'a> {
        let ahead_us = self.ahead_us(station);
        Translation { side, station, ahead_us, names: self.owners.names() }
    }

    /// What is to be known to carry calls.
    pub(super) fn terms(&self) -> Terms {
        let known = |(name, station): (&StationName, &Station)| (name.clone(), station.ahead_us);
        let known = self.all.iter().map(known);
        let ahead_us = known.filter_map(|(name, ahead)| Some((name, ahead?))).collect();
        Terms { ahead_us, names: Arc::clone(self.owners.names()) }
    }

    /// What is to be added to a station's time since boot, in microseconds, for ours.
    fn ahead_us(&self, name: &StationName) -> i64 {
        self.all.get(name).and_then(|station| station.ahead_us).unwrap_or(0)
    }

    /// All of them by name.
    pub(super) fn all(&self) -> impl Iterator<Item = (&StationName, Hearing)> {
        self.all.iter().map(|(name, station)| (name, station.hearing))
    }
}

impl Terms {
    /// What the hall calls a game of a station.
    pub(super) fn game_in_hall(&self, station: &StationName, name: &str) -> String {
        self.names.in_hall(station, name)
    }

    /// Between a station and the hall.
    pub(super) fn translation<'a>(
        &'a self,
        side: Side,
        station: &'a StationName,
    ) -> Translation<'a> {
        let ahead_us = self.ahead_us.get(station).copied().unwrap_or_default();
        Translation { side, station, ahead_us, names: &self.names }
    }
}

/// A moment, by the two clocks that are asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// What time passes by.
    pub(super) instant: Instant,
    /// The time since boot, in microseconds.
    pub(super) boot_us: u64,
}

impl Moment {
    /// Now.
    pub(super) fn now() -> Self {
        let boot = touchmove_client::mirror::since_boot().as_micros();
        Self { instant: Instant::now(), boot_us: u64::try_from(boot).unwrap_or(u64::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: Instant, ms: u64) -> Moment {
        Moment { instant: start + Duration::from_millis(ms), boot_us: 50_000_000 + ms * 1000 }
    }

    fn alive(boot_us: u64) -> AliveMessage {
        AliveMessage { boot_us, is_running: true, last_object: 0, version: String::new() }
    }

    #[test]
    fn a_station_is_silent_after_four_seconds_since_its_last_sign_of_life() {
        let (start, blue) = (Instant::now(), "blue".parse().unwrap());
        let mut stations = Stations::default();
        assert!(stations.take(&blue, &alive(7_000_000), at(start, 0)), "its time is known now");
        assert_eq!(stations.hearing(&blue), Hearing::Heard);
        assert!(stations.note_silence(at(start, 3999)).is_empty());
        assert_eq!(stations.note_silence(at(start, 4000)), std::slice::from_ref(&blue));
        assert_eq!(stations.hearing(&blue), Hearing::Silent { since_us: 50_000_000 });
        assert!(stations.take(&blue, &alive(11_500_000), at(start, 4500)));
        assert_eq!(stations.hearing(&blue), Hearing::Heard);
    }

    #[test]
    fn a_stations_time_is_ours_until_it_is_booted_anew() {
        let (start, blue) = (Instant::now(), "blue".parse().unwrap());
        let mut stations = Stations::default();
        stations.take(&blue, &alive(7_000_000), at(start, 0));
        assert_eq!(stations.ahead_us(&blue), 43_000_000);
        assert!(!stations.take(&blue, &alive(7_990_000), at(start, 1000)));
        assert_eq!(stations.ahead_us(&blue), 43_000_000);
        assert!(stations.take(&blue, &alive(1_000_000), at(start, 2000)));
        assert_eq!(stations.ahead_us(&blue), 51_000_000);
    }
}
