//! Where the games are sent, as whoever sends them tells it.

use std::time::Duration;

use serde::Serialize;
use touchmove_core::words::Saying;
use touchmove_core::words::phrases::{At, OfBroadcast};

use crate::details::Details;
use crate::shown::{Properties, ShownWriting};

/// Why nothing gets to a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SendTrouble {
    /// There is no credential of the name that was given.
    NoKey,
    /// The key is not taken there.
    KeyRefused,
    /// There is no such round or address.
    NotThere,
    /// Nobody answers.
    Unreachable,
    /// It is too busy, or broken.
    Busy,
    /// It is not taken, for the reason that was said.
    Refused,
    /// The answer makes no sense.
    Unclear,
}

impl SendTrouble {
    /// Each of them.
    pub const ALL: [Self; 7] = [
        Self::NoKey,
        Self::KeyRefused,
        Self::NotThere,
        Self::Unreachable,
        Self::Busy,
        Self::Refused,
        Self::Unclear,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NoKey => "no-key",
            Self::KeyRefused => "key-refused",
            Self::NotThere => "not-there",
            Self::Unreachable => "unreachable",
            Self::Busy => "busy",
            Self::Refused => "refused",
            Self::Unclear => "unclear",
        }
    }

    /// The one with this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|trouble| trouble.word() == word)
    }

    const fn phrase(self) -> OfBroadcast {
        match self {
            Self::NoKey => OfBroadcast::NoKey,
            Self::KeyRefused => OfBroadcast::KeyRefused,
            Self::NotThere => OfBroadcast::NotThere,
            Self::Unreachable => OfBroadcast::Unreachable,
            Self::Busy => OfBroadcast::Busy,
            Self::Refused => OfBroadcast::NotTaken,
            Self::Unclear => OfBroadcast::Unclear,
        }
    }
}

/// A destination.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ShownDestination {
    /// Its number.
    pub id: u32,
    /// What it is: `lichess` or `webhook`.
    pub kind: String,
    /// Where it is: a round of Lichess, or an address.
    pub place: String,
    /// The round that is sent; 0 is all.
    pub round: u16,
    /// The section that is sent; empty is all.
    pub section: String,
    /// The name of the credential with the key.
    pub key: String,
    /// How many games are sent.
    pub games: u64,
    /// How many of them are not there as they should be.
    pub behind: u64,
    /// How often something was taken there.
    pub taken: u64,
    /// The last time that something was.
    pub last: Option<ShownWriting>,
    /// Why nothing gets there.
    pub trouble: Option<ShownSendTrouble>,
}

/// Why nothing gets there, and since when.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ShownSendTrouble {
    /// What it is; `None` of one that only another version knows.
    pub what: Option<SendTrouble>,
    /// What was said there, or by the network.
    pub why: String,
    /// Since when, in microseconds since boot.
    pub since_us: u64,
}

/// A game at a destination.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ShownSentGame {
    /// Its round; 0 where it is of none.
    pub round: u16,
    /// Its table; 0 where it is of no round.
    pub table: u16,
    /// Who has White.
    pub white: String,
    /// Who has Black.
    pub black: String,
    /// Whether it is not there as it should be.
    pub is_behind: bool,
    /// What was said there against it.
    pub refused: Option<String>,
    /// The number of the first move that is not sent, because those before it do not lead there.
    pub ends_before: Option<String>,
}

impl ShownDestination {
    /// Reads one as `Status` gives it.
    pub fn new(details: Details) -> Self {
        let details = Properties(details);
        let trouble = details.text("trouble").map(|word| ShownSendTrouble {
            what: SendTrouble::named(&word),
            why: details.get("why"),
            since_us: details.get("since"),
        });
        Self {
            id: details.get("id"),
            kind: details.get("kind"),
            place: details.get("place"),
            round: details.get("round"),
            section: details.get("section"),
            key: details.get("key"),
            games: details.get("games"),
            behind: details.get("behind"),
            taken: details.get("taken"),
            last: (details.find("at"))
                .map(|at_us| ShownWriting { at_us, late_us: details.get("late") }),
            trouble,
        }
    }

    /// Where it is, in words.
    pub fn place(&self) -> Saying {
        match self.kind.as_str() {
            "lichess" => OfBroadcast::Lichess { round: self.place.as_str().into() }.into(),
            _ => self.place.as_str().into(),
        }
    }

    /// The same without what may be a secret: of an address, whose it is alone.
    pub fn open_place(&self) -> Saying {
        match self.place.split_once("://") {
            Some((scheme, rest)) => {
                let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
                let host = host.rsplit('@').next().unwrap_or_default();
                format!("{scheme}://{host}").as_str().into()
            }
            None => self.place(),
        }
    }

    /// What is to be done about its trouble, where there is one.
    pub fn remedy(&self) -> Option<OfBroadcast> {
        let (id, key) = (u64::from(self.id).into(), self.key.as_str().into());
        Some(match self.trouble.as_ref()?.what {
            Some(SendTrouble::NoKey) => OfBroadcast::GiveKey { key },
            Some(SendTrouble::KeyRefused) => OfBroadcast::GiveAnotherKey { key },
            Some(SendTrouble::NotThere) => OfBroadcast::AddAnew { id },
            Some(SendTrouble::Unreachable) => OfBroadcast::LookAtNetwork,
            Some(SendTrouble::Busy) => OfBroadcast::WaitForIt,
            Some(SendTrouble::Refused) | None => OfBroadcast::SendAgain { id },
            Some(SendTrouble::Unclear) => OfBroadcast::LookAtAddress,
        })
    }

    /// What is sent there, in words.
    pub fn sent(&self) -> Saying {
        let rounds = match self.round {
            0 => OfBroadcast::AllRounds,
            round => OfBroadcast::Round { round: u64::from(round).into() },
        };
        match self.section.as_str() {
            "" => rounds.into(),
            section => {
                OfBroadcast::Section { rounds: rounds.into(), section: section.into() }.into()
            }
        }
    }
}

impl ShownSendTrouble {
    /// How long it has lasted at the moment `now` since boot.
    pub fn lasts(&self, now: Duration) -> Duration {
        now.saturating_sub(Duration::from_micros(self.since_us))
    }
}

impl ShownSendTrouble {
    /// What it is, and what was said there.
    pub fn said(&self) -> OfBroadcast {
        let trouble = self.what.map_or(OfBroadcast::NotTaken, SendTrouble::phrase);
        match self.why.as_str() {
            "" => trouble,
            why => OfBroadcast::Said { trouble: trouble.into(), why: why.into() },
        }
    }
}

impl ShownSentGame {
    /// Reads one as `Games` gives it.
    pub fn new(details: Details) -> Self {
        let details = Properties(details);
        Self {
            round: details.get("round"),
            table: details.get("table"),
            white: details.get("white"),
            black: details.get("black"),
            is_behind: details.get("behind"),
            refused: details.text("refused"),
            ends_before: details.text("ends_before"),
        }
    }

    /// What somebody should know of it.
    pub fn remarks(&self) -> Vec<OfBroadcast> {
        let game = || Saying::from(self.heading());
        let refused = self.refused.as_ref();
        let refused = refused.map(|why| OfBroadcast::Refused { game: game(), why: why.into() });
        let ends = self.ends_before.as_ref();
        let ends = ends.map(|number| OfBroadcast::Ends { game: game(), number: number.into() });
        refused.into_iter().chain(ends).collect()
    }

    fn heading(&self) -> At {
        let (white, black) = (self.white.as_str().into(), self.black.as_str().into());
        At::Players { table: u64::from(self.table).into(), white, black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::details::details;
    use crate::notices::Notices;

    fn at(place: &str) -> ShownDestination {
        let kind = if place.contains("://") { "webhook" } else { "lichess" };
        ShownDestination::new(details([("kind", kind.into()), ("place", place.to_owned().into())]))
    }

    #[test]
    fn of_an_address_nobody_is_shown_more_than_whose_it_is() {
        let said = |place: &str| Notices::default().say(at(place).open_place());
        assert_eq!(
            said("https://me:word@example.org:8443/hook/SECRET?key=1"),
            "https://example.org:8443"
        );
        assert_eq!(said("https://example.org?SECRET"), "https://example.org");
        assert_eq!(said("hVpUCOkT"), "Lichess hVpUCOkT");
    }

    #[test]
    fn each_trouble_has_a_remedy_of_its_own() {
        let mut said: Vec<_> = (SendTrouble::ALL.into_iter())
            .map(|what| {
                let trouble =
                    ShownSendTrouble { what: Some(what), why: String::new(), since_us: 0 };
                let troubled = ShownDestination { trouble: Some(trouble), ..at("hVpUCOkT") };
                Notices::default().say(troubled.remedy().unwrap())
            })
            .collect();
        said.sort();
        said.dedup();
        assert_eq!(said.len(), SendTrouble::ALL.len(), "{said:#?}");
        assert!(at("hVpUCOkT").remedy().is_none());
    }
}
