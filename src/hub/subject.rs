//! What is published under which subject, and the streams that keep it.
//!
//! | subject | is | kept |
//! |---|---|---|
//! | `touchmove.STATION.SIDE.objects.PATH` | the properties of an object, all of them; nothing where it is gone | the last one |
//! | `touchmove.STATION.SIDE.events.PATH` | what happens in a game, by its number | all, for 30 days |
//! | `touchmove.STATION.live.evidence.PATH` | the journal of a board, part by part, and what was decided about it | from its first part on, for 30 days |
//! | `touchmove.STATION.SIDE.calls` | a call to the station, which it answers | no |
//! | `touchmove.STATION.alive` | a sign of life each second | no |
//!
//! Each side has streams of its own, such as `touchmove-live-events`, so that who may read the one need not be let at the
//! other. `SIDE` is `live` or `public`, and `PATH` is the object's below the root of its tree, with points for strokes; `root` is the
//! root itself.

use std::fmt;
use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy};

use crate::side::Side;
use crate::station_name::StationName;

/// Events and evidence are kept for this long.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// What the signs of life of all stations match.
pub(crate) const ALL_ALIVE: &str = "touchmove.*.alive";

/// What is published of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Aspect {
    /// Its properties.
    Objects,
    /// What happens in it.
    Events,
    /// What is kept of it.
    Evidence,
}

impl Aspect {
    /// Its word in subjects.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Objects => "objects",
            Self::Events => "events",
            Self::Evidence => "evidence",
        }
    }

    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Objects, Self::Events, Self::Evidence];

    /// Those that are published of a side.
    pub(crate) const fn of(side: Side) -> &'static [Self] {
        match side {
            Side::Live => &Self::ALL,
            Side::Public => &[Self::Objects, Self::Events],
        }
    }

    /// The stream that keeps it.
    pub(crate) fn stream(self, side: Side) -> String {
        format!("touchmove-{}-{}", side.word(), self.word())
    }

    /// How its stream is made.
    pub(crate) fn config(self, side: Side) -> Config {
        let config = Config {
            name: self.stream(side),
            subjects: vec![self.of_all_stations(side)],
            allow_direct: true,
            // What does not fit is refused, and said again later: nothing that was kept makes way for it.
            discard: DiscardPolicy::New,
            ..Config::default()
        };
        match self {
            // A new state of an object takes the place of the old one, also where no space is left.
            Self::Objects => {
                Config { max_messages_per_subject: 1, discard: DiscardPolicy::Old, ..config }
            }
            Self::Events => Config { max_age: KEPT_FOR, ..config },
            // The first part of another journal takes the place of all parts of the one before.
            Self::Evidence => Config { max_age: KEPT_FOR, allow_rollup: true, ..config },
        }
    }

    /// What it is called for all objects of a side at all stations.
    pub(crate) fn of_all_stations(self, side: Side) -> String {
        format!("touchmove.*.{}.{}.>", side.word(), self.word())
    }
}

/// An object of a station, as subjects name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    /// The station.
    pub(crate) station: StationName,
    /// The tree.
    pub(crate) side: Side,
    /// The path of the object on the station's bus.
    pub(crate) path: String,
}

impl Place {
    /// The subject under which this of it is published.
    pub(crate) fn subject(&self, aspect: Aspect) -> String {
        let Self { station, side, path } = self;
        let below = path.strip_prefix(side.root()).unwrap_or_default();
        let below = match below.strip_prefix('/') {
            Some(below) => below.replace('/', "."),
            None => "root".to_owned(),
        };
        format!("touchmove.{station}.{}.{}.{below}", side.word(), aspect.word())
    }

    /// Reads a subject; `None` where nothing of an object is published under it.
    pub(crate) fn read(subject: &str) -> Option<(Self, Aspect)> {
        let mut words = subject.splitn(5, '.');
        if words.next()? != "touchmove" {
            return None;
        }
        let station = words.next()?.parse().ok()?;
        let word = words.next()?;
        let side = Side::ALL.into_iter().find(|side| side.word() == word)?;
        let word = words.next()?;
        let aspect = Aspect::ALL.into_iter().find(|aspect| aspect.word() == word)?;
        let below = words.next()?;
        let is_element = |word: &str| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        if !below.split('.').all(is_element) {
            return None;
        }
        let path = match below {
            "root" => side.root().to_owned(),
            below => format!("{}/{}", side.root(), below.replace('.', "/")),
        };
        Some((Self { station, side, path }, aspect))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.path, self.station)
    }
}

/// What the objects of one side of a station match.
pub(crate) fn of_station(station: &StationName, side: Side, aspect: Aspect) -> String {
    format!("touchmove.{station}.{}.{}.>", side.word(), aspect.word())
}

/// The subject of calls to a station.
pub(crate) fn calls(station: &StationName, side: Side) -> String {
    format!("touchmove.{station}.{}.calls", side.word())
}

/// The subject of a station's signs of life.
pub(crate) fn alive(station: &StationName) -> String {
    format!("touchmove.{station}.alive")
}

/// The station of a sign of life.
pub(crate) fn station_alive(subject: &str) -> Option<StationName> {
    subject.strip_prefix("touchmove.")?.strip_suffix(".alive")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str) -> Place {
        Place { station: "blue".parse().unwrap(), side: Side::Live, path: path.to_owned() }
    }

    #[test]
    fn a_subject_reads_back_as_the_object_that_it_is_of() {
        for (path, subject) in [
            ("/org/touchmove/Hall1/games/g000017", "touchmove.blue.live.events.games.g000017"),
            ("/org/touchmove/Hall1/sections", "touchmove.blue.live.events.sections"),
            ("/org/touchmove/Hall1", "touchmove.blue.live.events.root"),
        ] {
            assert_eq!(place(path).subject(Aspect::Events), subject);
            assert_eq!(Place::read(subject), Some((place(path), Aspect::Events)));
        }
    }

    #[test]
    fn what_is_no_object_of_a_station_is_not_read() {
        for subject in [
            "touchmove.blue.live.events",
            "touchmove.blue.live.events.",
            "touchmove.blue.live.events.games..g",
            "touchmove.Blue.live.events.games.g",
            "touchmove.blue.other.events.games.g",
            "touchmove.blue.live.calls.games.g",
            "touchmove.blue.live.events.games/g",
            "elsewhere.blue.live.events.games.g",
        ] {
            assert_eq!(Place::read(subject), None, "{subject}");
        }
    }

    #[test]
    fn a_sign_of_life_names_its_station() {
        assert_eq!(station_alive(&alive(&"blue".parse().unwrap())), "blue".parse().ok());
        assert_eq!(station_alive("touchmove.a.b.alive"), None);
    }
}
