//! Everything that is told: what it is called, of which kind it is, and what it says.

/// Numbers of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricFamily {
    /// What it is called.
    pub name: &'static str,
    /// What may be done with its numbers.
    pub kind: MetricKind,
    /// What it says, in a line.
    pub help: &'static str,
}

/// What may be done with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// It grows, and begins anew with the program.
    Counter,
    /// It is as it is now.
    Gauge,
    /// How long something took.
    Histogram,
}

impl MetricKind {
    /// As it is written.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// The families, each of which is a constant of [`family`], and all of them in a list.
macro_rules! families {
    ($($constant:ident $kind:ident $name:literal $help:literal;)*) => {
        /// Each family by its name.
        pub mod family {
            use super::{MetricFamily, MetricKind};
            $(
                #[doc = $help]
                pub const $constant: MetricFamily =
                    MetricFamily { name: $name, kind: MetricKind::$kind, help: $help };
            )*
        }

        /// All families that there are.
        pub const fn all() -> &'static [MetricFamily] {
            &[$(family::$constant),*]
        }
    };
}

families! {
    STATION_RUNNING Gauge "touchmove_station_running"
        "Whether touchmoved, or a hall, is on the bus: 1, or 0.";
    BOARDS Gauge "touchmove_boards"
        "Boards by state.";
    LINKS Gauge "touchmove_links"
        "Boards by how their link is: up, stale or lost.";
    BOARDS_NOT_KEPT Gauge "touchmove_boards_not_kept"
        "Boards whose evidence is not being kept.";
    GAMES Gauge "touchmove_games"
        "Games by state: playing or ended.";
    INCIDENTS_OPEN Gauge "touchmove_incidents_open"
        "Incidents about which nobody has decided yet.";
    QUESTIONS_OPEN Gauge "touchmove_questions_open"
        "Questions that wait for an answer.";
    DISK_TROUBLE Gauge "touchmove_disk_trouble"
        "Whether somebody has to see to the disk of the evidence: 1, or 0.";
    HEARD_AGE Histogram "touchmove_heard_age_seconds"
        "From when an event of a game happened to when its signal was heard on the bus.";
    PAGE_DELAY Histogram "touchmove_page_delay_seconds"
        "From the first signal of a change to when an open page was told.";
    PUBLIC_IS_CURRENT Gauge "touchmove_public_is_current"
        "Whether what is public is followed: 1, or 0 where it is the last that was known.";
    PUBLIC_ROUNDS Gauge "touchmove_public_rounds"
        "Rounds that are public.";
    PUBLIC_GAMES Gauge "touchmove_public_games"
        "Games that are public.";
    SENT Counter "touchmove_sent_total"
        "Pushes that were taken by a destination.";
    SENT_BEHIND Gauge "touchmove_sent_behind"
        "Games that are not at a destination as they were played.";
    SENT_REFUSED Gauge "touchmove_sent_refused"
        "Games whose last push was refused by a destination.";
    SEND_TROUBLE Gauge "touchmove_send_trouble"
        "Whether nothing gets to a destination: 1, or 0.";
    SERVER_CONNECTED Gauge "touchmove_server_connected"
        "Whether the server between stations and hall is reached: 1, or 0.";
    OUTBOX Gauge "touchmove_outbox"
        "What waits to be published: objects that are different, games that have got on, boards with more evidence.";
    PUBLISH Histogram "touchmove_publish_seconds"
        "From when something was given to the server to when it said that it is kept.";
    PUBLISHED_AGE Histogram "touchmove_published_age_seconds"
        "From when an event of a game happened to when it was in the stream.";
    PUBLISH_REFUSED Counter "touchmove_publish_refused_total"
        "How often publishing stopped, by who it was: the server, the station, or a stream that is not as it was left.";
    STATION_HEARD Gauge "touchmove_station_heard"
        "Whether a station is heard in the hall: 1, or 0.";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn names_are_as_prometheus_wants_them() {
        let mut names = BTreeSet::new();
        for MetricFamily { name, kind, help } in all() {
            assert!(names.insert(name), "{name}");
            let is_sign = |sign: char| sign.is_ascii_lowercase() || sign == '_';
            assert!(name.starts_with("touchmove_") && name.chars().all(is_sign), "{name}");
            assert_eq!(name.ends_with("_total"), *kind == MetricKind::Counter, "{name}");
            assert_eq!(name.ends_with("_seconds"), *kind == MetricKind::Histogram, "{name}");
            assert!(help.ends_with('.') && !help.contains('\n'), "{name}");
        }
    }

    #[test]
    fn the_operators_page_says_of_each_number_what_it_is_and_of_no_other() {
        let page = include_str!("../../../docs/hall-of-many.md");
        let quoted = page.split('`').skip(1).step_by(2);
        let named = quoted.filter(|name| name.starts_with("touchmove_"));
        let named = named.map(|name| family_of(name.split('{').next().unwrap_or_default()));
        let named: BTreeSet<_> = named.collect();
        assert_eq!(named, all().iter().map(|family| family.name).collect());
    }

    #[test]
    fn the_dashboard_shows_numbers_that_there_are() {
        let dashboard = include_str!("../../../docs/examples/dashboard.json");
        let dashboard: Value = serde_json::from_str(dashboard).unwrap();
        let mut asked = Vec::new();
        expressions(&dashboard, &mut asked);
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        let names = asked.iter().flat_map(|asked| asked.split(|sign| !is_sign(sign)));
        let names: BTreeSet<_> =
            names.filter(|name| name.starts_with("touchmove_")).map(family_of).collect();
        let known: BTreeSet<_> = all().iter().map(|family| family.name).collect();
        assert_eq!(names, known, "each number has its place on the dashboard");
    }

    /// A histogram is asked for by its parts.
    fn family_of(name: &str) -> &str {
        let parts = ["_bucket", "_sum", "_count"];
        parts.into_iter().find_map(|part| name.strip_suffix(part)).unwrap_or(name)
    }

    fn expressions<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Array(all) => all.iter().for_each(|value| expressions(value, found)),
            Value::Object(all) => {
                found.extend(all.get("expr").and_then(Value::as_str));
                all.values().for_each(|value| expressions(value, found));
            }
            _ => {}
        }
    }
}
