//! What each may do at the server, which is as little as it needs.
//!
//! A station writes what is its own and reads of the streams how far it has got itself; the hall reads all and calls stations;
//! a public hall reads what is released, and does not so much as see the rest.

use std::fmt::Write as _;

use crate::owner;
use crate::server::inbox;
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::{ALL_ALIVE, Aspect};

/// Who connects to the server. The server knows each by the name in its certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Member {
    /// The hub of a station.
    Station(StationName),
    /// The hall: desk, pages and broadcasts of the event.
    Hall,
    /// A hall that shows what is released, and nothing else.
    Public,
}

impl Member {
    /// Its folder, and what its answers go to.
    pub(crate) fn word(&self) -> &str {
        match self {
            Self::Station(name) => name.as_str(),
            Self::Hall => "hall",
            Self::Public => "public",
        }
    }

    /// Its name in its certificate.
    pub(crate) fn certified_name(&self) -> String {
        match self {
            Self::Station(name) => format!("{name}.station.touchmove"),
            Self::Hall => "hall.touchmove".to_owned(),
            Self::Public => "public.touchmove".to_owned(),
        }
    }

    /// What it may publish, and what it may subscribe to.
    fn subjects(&self) -> (Vec<String>, Vec<String>) {
        let mut publish = Vec::new();
        let mut subscribe = vec![format!("{}.>", inbox(self.word()))];
        match self {
            Self::Station(name) => {
                publish.push(format!("touchmove.{name}.>"));
                subscribe.push(format!("touchmove.{name}.*.calls"));
                for (side, aspect) in streams() {
                    let stream = aspect.stream(side);
                    publish.push(format!("$JS.API.STREAM.INFO.{stream}"));
                    publish.push(format!("$JS.API.DIRECT.GET.{stream}.touchmove.{name}.>"));
                }
            }
            Self::Hall | Self::Public => {
                subscribe.push(ALL_ALIVE.to_owned());
                publish.extend(of_stream(owner::TABLES));
                if *self == Self::Hall {
                    publish.extend(of_stream(owner::STREAM));
                    for stream in [owner::STREAM, owner::TABLES] {
                        publish.push(format!("$JS.API.STREAM.CREATE.{stream}"));
                    }
                    publish.extend([owner::ALL_BOARDS.to_owned(), owner::ALL_TABLES.to_owned()]);
                }
                let is_shown = |side| side == Side::Public || *self == Self::Hall;
                for side in Side::ALL.into_iter().filter(|side| is_shown(*side)) {
                    publish.push(format!("touchmove.*.{}.calls", side.word()));
                    for aspect in Aspect::of(side) {
                        let stream = aspect.stream(side);
                        publish.extend(of_stream(&stream));
                        if *self == Self::Hall {
                            publish.push(format!("$JS.API.STREAM.CREATE.{stream}"));
                        }
                    }
                }
            }
        }
        (publish, subscribe)
    }
}

/// What is needed to listen to a stream.
fn of_stream(stream: &str) -> [String; 4] {
    [
        format!("$JS.API.STREAM.INFO.{stream}"),
        format!("$JS.API.CONSUMER.*.{stream}"),
        format!("$JS.API.CONSUMER.*.{stream}.>"),
        format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.>"),
    ]
}

fn streams() -> impl Iterator<Item = (Side, Aspect)> {
    let of = |side| Aspect::of(side).iter().map(move |aspect| (side, *aspect));
    Side::ALL.into_iter().flat_map(of)
}

/// The part of a server's configuration that says who may do what.
pub(crate) fn authorization(members: &[Member]) -> String {
    let mut text = String::from("authorization {\n  users = [\n");
    for member in members {
        let (publish, subscribe) = member.subjects();
        // Nothing is written to a text in vain.
        let _ = writeln!(
            text,
            "    {{\n      user: \"{}\"\n      permissions: {{\n        publish: {}\n        subscribe: {}{}\n      }}\n    }}",
            member.certified_name(),
            list(&publish),
            list(&subscribe),
            // It answers calls, to whoever asked.
            if matches!(member, Member::Station(_)) {
                "\n        allow_responses: true"
            } else {
                ""
            },
        );
    }
    text.push_str("  ]\n}\n");
    text
}

fn list(subjects: &[String]) -> String {
    let quoted: Vec<_> = subjects.iter().map(|subject| format!("\"{subject}\"")).collect();
    format!("[{}]", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_shows_what_is_released_is_not_let_at_anything_live() {
        let (publish, subscribe) = Member::Public.subjects();
        let all = [publish, subscribe].concat();
        let is_live = |subject: &String| subject.contains(".live.") || subject.contains("-live-");
        assert!(!all.iter().any(is_live), "{all:?}");
        assert!(all.iter().all(|subject| !subject.contains("CREATE.touchmove")), "{all:?}");
    }

    #[test]
    fn a_station_writes_nothing_but_its_own() {
        let (publish, _) = Member::Station("blue".parse().unwrap()).subjects();
        let (own, asked): (Vec<_>, Vec<_>) =
            publish.into_iter().partition(|subject| subject.starts_with("touchmove."));
        assert_eq!(own, ["touchmove.blue.>"]);
        let reads = |subject: &String| subject.contains(".INFO.") || subject.contains(".GET.");
        assert!(asked.iter().all(reads), "{asked:?}");
    }
}
