//! What was found, by kind.

use std::collections::BTreeMap;
use std::fmt::Display;

use touchmove_core::words::phrases::Score;
use touchmove_core::words::{Saying, told};
use touchmove_drivers::recording::Headers;
use touchmove_lab::score::Tally;

use super::parts::Place;
use super::wrong::Wrong;

/// What games are added up together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    /// Style of the hands; `other` where no header says it.
    pub(super) hands: String,
    /// What the board senses.
    pub(super) sensing: &'static str,
    /// The reading lag in milliseconds.
    pub(super) lag: u128,
}

impl Kind {
    pub(super) fn of(headers: &Headers) -> Self {
        Self {
            hands: headers.hands().unwrap_or("other").to_owned(),
            sensing: headers.sensing().word(),
            lag: headers.lags().reading.as_millis(),
        }
    }
}

/// The games of one kind.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Their sums.
    pub(super) tally: Tally,
    /// The first of them that are not right, by their place.
    pub(super) wrong: BTreeMap<usize, Wrong>,
    /// Place of the first recording.
    first: usize,
}

/// What was found, by kind.
#[derive(Debug)]
pub(super) struct Ledger {
    rows: BTreeMap<Kind, Row>,
    unread: BTreeMap<usize, Saying>,
    passed_over: usize,
    keep: usize,
}

/// The most unreadable recordings of which is told.
const UNREAD: usize = 10;

impl Ledger {
    /// An empty one, which keeps so many games that are not right of each kind.
    pub(super) fn new(keep: usize) -> Self {
        Self { rows: BTreeMap::new(), unread: BTreeMap::new(), passed_over: 0, keep }
    }

    /// Enters a game.
    pub(super) fn enter(&mut self, kind: Kind, index: usize, tally: &Tally, wrong: Option<Wrong>) {
        let wrong = wrong.map(|wrong| (index, wrong)).into_iter().collect();
        self.add(kind, Row { tally: tally.clone(), wrong, first: index });
    }

    /// Takes note of a recording that cannot be read.
    pub(super) fn refuse(&mut self, place: &Place, why: impl Display) {
        let said = vec![told(&place.file), ": ".into(), told(&why.to_string())];
        self.unread.insert(place.index, Saying::All(said));
    }

    /// Takes note of a recording that does not say what was played.
    pub(super) fn pass_over(&mut self) {
        self.passed_over += 1;
    }

    /// Adds what another found.
    pub(super) fn merge(&mut self, other: Self) {
        other.rows.into_iter().for_each(|(kind, row)| self.add(kind, row));
        self.unread.extend(other.unread);
        self.passed_over += other.passed_over;
    }

    /// The kinds, in the order in which they came.
    pub(super) fn rows(&self) -> Vec<(&Kind, &Row)> {
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by_key(|(_, row)| row.first);
        rows
    }

    /// Number of recordings that do not say what was played.
    pub(super) fn passed_over(&self) -> usize {
        self.passed_over
    }

    /// Whether no game was entered.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What could not be read, a line each; `None` where all could.
    pub(super) fn unread(&self) -> Option<Saying> {
        let mut lines: Vec<_> = self.unread.values().take(UNREAD).cloned().collect();
        if self.unread.len() > UNREAD {
            lines.push(Score::MoreUnread { count: (self.unread.len() - UNREAD).into() }.into());
        }
        lines.into_iter().reduce(|all, line| Saying::All(vec![all, "\n".into(), line]))
    }

    fn add(&mut self, kind: Kind, row: Row) {
        let known = self.rows.entry(kind).or_insert_with(|| Row {
            tally: Tally::default(),
            wrong: BTreeMap::new(),
            first: row.first,
        });
        known.tally.merge(&row.tally);
        known.first = known.first.min(row.first);
        known.wrong.extend(row.wrong);
        while known.wrong.len() > self.keep {
            known.wrong.pop_last();
        }
    }
}
