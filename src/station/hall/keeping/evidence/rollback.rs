//! A journal that is found at a start is held against the last seal that the station has of it. Whoever has put an older
//! copy in its place, emptied it or taken it away left a journal that is whole in itself.

use std::fmt;
use std::path::Path;

use touchmove_drivers::recording::{Continues, Headers};

use super::Evidence;
use crate::hall::keeping::sealed::SealOf;
use crate::journal::{self, Journal};

/// What was appended after the last seal, which is a minute old at most, has numbers, too. So many records ...
const RECORDS_OF_A_MINUTE: u64 = 10_000;

/// ... and so many events of a game are passed over, so that no number is used twice.
const EVENTS_OF_A_MINUTE: u64 = 1_000;

/// What is wrong with a journal, by the last seal that the station has of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It is not there.
    Gone,
    /// It ends before the record that was sealed.
    Short,
    /// The seal is none of its links, though the record is there.
    Altered,
}

/// A journal that is not what was sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rollback {
    wrong: Wrong,
    sealed: SealOf,
    /// Number of its last record.
    last: u64,
}

impl Rollback {
    /// Of a journal that is to be at `path`; `None` where something is there.
    pub(super) fn of_place(path: &Path, sealed: &SealOf) -> Option<Self> {
        let gone = Self { wrong: Wrong::Gone, sealed: sealed.clone(), last: 0 };
        (!path.exists()).then_some(gone)
    }

    /// Of a journal that was read back up to the record `last`; `None` where it is what was sealed, or has gone on from
    /// that.
    pub(super) fn of_past(past: &journal::JournalPast, last: u64, sealed: &SealOf) -> Option<Self> {
        let after = past.headers.continues.as_ref().map_or(0, |before| before.after);
        // What was sealed a minute ago is near the end.
        let has_seal = || past.links.iter().rev().any(|link| link.to_string() == sealed.seal);
        // It was archived since then.
        if sealed.records <= after || has_seal() {
            return None;
        }
        let wrong = if last < sealed.records { Wrong::Short } else { Wrong::Altered };
        Some(Self { wrong, sealed: sealed.clone(), last })
    }

    /// The headers of a journal that is begun in the place of one that is gone: its numbers go on.
    pub(super) fn headers(&self, mut headers: Headers) -> Headers {
        let games = self.sealed.game.as_ref().map_or(0, |game| game.number);
        let continues = Continues { after: self.next(), games, seal: self.sealed.seal.clone() };
        headers.continues = Some(continues);
        headers
    }

    /// The number behind which records go on.
    const fn next(&self) -> u64 {
        self.sealed.records.saturating_add(RECORDS_OF_A_MINUTE)
    }
}

impl Evidence {
    /// Goes on behind the numbers that were used, and says what is missing until the daemon starts again.
    pub(super) fn follow_rollback(&mut self, rollback: &Rollback) {
        let said = format!("{}: {rollback}", self.board);
        tracing::error!("{said}");
        self.harms.note_at_start(said);
        if rollback.wrong != Wrong::Short {
            return;
        }
        let (after, until) = (rollback.last, rollback.next());
        if let Some(journal) = self.book.journal_mut() {
            let line = serde_json::json!({ "missing": true, "after": after, "until": until });
            let passed = Journal::pass_over(journal, until, &line.to_string());
            if let Err(error) = passed {
                self.suspend(&error);
            }
            self.records = self.book.journal().map_or(0, Journal::records);
        }
    }

    /// Of a game of which more was told than the journal says, goes on behind that.
    pub(super) fn pass_over_told(&mut self, rollback: &Rollback) {
        if let (Wrong::Short, Some(game)) = (&rollback.wrong, &rollback.sealed.game) {
            let last = game.events.saturating_add(EVENTS_OF_A_MINUTE);
            self.told.entry(game.number).or_default().note(last, "");
        }
    }
}

impl fmt::Display for Rollback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wrong, sealed: SealOf { records, seal, .. }, last } = self;
        match wrong {
            Wrong::Gone => write!(
                f,
                "its journal is gone, of which the station has sealed {records} records; a new one is begun, with numbers \
                 behind those. Put the old one back from a copy to see what was played"
            ),
            Wrong::Short => write!(
                f,
                "its journal ends at record {last}, and the station has sealed {records}: an older copy was put in its \
                 place, or its end was cut off. What is missing was not found again; numbers go on behind it"
            ),
            Wrong::Altered => write!(
                f,
                "its journal is not the one that the station has sealed at record {records}: the seal {seal} is none of \
                 its links, so something at or before that record was altered (`touchmove verify --station`)"
            ),
        }
    }
}
