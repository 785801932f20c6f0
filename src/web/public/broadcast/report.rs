//! What becomes of the games at a destination, for whoever wants to know.

use std::time::Duration;

use touchmove_client::broadcast::SendTrouble;
use touchmove_client::details::{Details, details};
use touchmove_client::mirror::since_boot;

/// What has become of the games at a destination.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Report {
    games: Vec<SentGame>,
    taken: u64,
    last: Option<Taken>,
    trouble: Option<Trouble>,
}

/// A game, and what has become of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SentGame {
    /// The round and the table; 0 where it is of none.
    pub(super) round: u16,
    pub(super) table: u16,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) is_behind: bool,
    /// What was said there against it.
    pub(super) refused: Option<String>,
    /// The number of the first move that is not sent.
    pub(super) ends_before: Option<String>,
}

/// When something was taken, since boot, and how long after it became public.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Taken {
    at: Duration,
    late: Duration,
}

/// Why nothing gets there, and since when.
#[derive(Clone, Debug, PartialEq)]
struct Trouble {
    what: SendTrouble,
    why: String,
    since: Duration,
}

/// Nothing gets there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Failure {
    pub(super) what: SendTrouble,
    /// What was said there, or by the network.
    pub(super) why: String,
    /// The pause that the server asks for.
    pub(super) wait: Option<Duration>,
}

impl Failure {
    pub(super) fn new(what: SendTrouble, why: impl ToString) -> Self {
        Self { what, why: why.to_string(), wait: None }
    }
}

impl Report {
    /// Shows these games; answers whether anything is different.
    pub(super) fn show(&mut self, games: Vec<SentGame>) -> bool {
        let is_new = self.games != games;
        self.games = games;
        is_new
    }

    /// Something was taken there so long after it became public.
    pub(super) fn succeed(&mut self, late: Duration) {
        self.taken += 1;
        self.last = Some(Taken { at: since_boot(), late });
        self.trouble = None;
    }

    /// Nothing gets there.
    pub(super) fn fail(&mut self, Failure { what, why, .. }: Failure) {
        let before = self.trouble.take().filter(|before| before.what == what);
        let since = before.map_or_else(since_boot, |before| before.since);
        self.trouble = Some(Trouble { what, why, since });
    }

    /// What it tells besides what the destination is.
    pub(super) fn status(&self) -> Details {
        let behind = self.games.iter().filter(|game| game.is_behind).count();
        let mut told = details([
            ("games", count(self.games.len()).into()),
            ("behind", count(behind).into()),
            ("taken", self.taken.into()),
        ]);
        if let Some(Taken { at, late }) = self.last {
            told.extend(details([("at", micros(at).into()), ("late", micros(late).into())]));
        }
        if let Some(Trouble { what, why, since }) = &self.trouble {
            told.extend(details([
                ("trouble", what.word().into()),
                ("why", why.clone().into()),
                ("since", micros(*since).into()),
            ]));
        }
        told
    }

    /// How many games were refused when they were last sent.
    pub(super) fn refused(&self) -> u64 {
        count(self.games.iter().filter(|game| game.refused.is_some()).count())
    }

    /// Each game by its particulars.
    pub(super) fn games(&self) -> Vec<Details> {
        self.games.iter().map(SentGame::details).collect()
    }
}

impl SentGame {
    fn details(&self) -> Details {
        let mut told = details([
            ("round", self.round.into()),
            ("table", self.table.into()),
            ("white", self.white.clone().into()),
            ("black", self.black.clone().into()),
            ("behind", self.is_behind.into()),
        ]);
        let mut add = |name: &str, value: &Option<String>| {
            if let Some(value) = value {
                told.extend(details([(name, value.clone().into())]));
            }
        };
        add("refused", &self.refused);
        add("ends_before", &self.ends_before);
        told
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
