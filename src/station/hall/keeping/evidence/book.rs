//! Where a board's evidence goes: its journal, once the disk has taken the beginning of one.

use std::path::Path;

use jiff::Timestamp;
use touchmove_drivers::recording::Headers;

use crate::hall::keeping::blocking::blocking;
use crate::hall::keeping::opening::say_opened;
use crate::journal::{Journal, JournalError, JournalPast, OpenedJournal, Unbegun};

/// A board's journal, if it has one yet.
#[derive(Debug)]
pub(super) enum Book {
    /// It has.
    Open(Journal),
    /// The disk took nothing when the board was first heard. There is no record yet, in memory or on the disk, that
    /// could be read back.
    Unbegun(Box<Unbegun>),
}

/// What came of opening it.
pub(super) struct Found {
    pub(super) book: Book,
    pub(super) past: JournalPast,
    /// Why it has not begun.
    pub(super) trouble: Option<JournalError>,
}

impl Book {
    /// Opens the journal at `path`, or what is to become it.
    pub(super) fn open(
        path: &Path,
        headers: &Headers,
        wall: Timestamp,
    ) -> Result<Found, JournalError> {
        Ok(match Journal::open_or_wait(path, headers)? {
            OpenedJournal::Open(journal, past) => {
                say_opened(path, &journal, &past, wall);
                Found { book: Self::Open(journal), past, trouble: None }
            }
            OpenedJournal::NotYet(unbegun, trouble) => Found::unbegun(unbegun, trouble),
        })
    }

    /// Begins the journal, where it has not begun, and waits for the disk.
    pub(super) fn begin(&mut self) -> Result<(), JournalError> {
        if let Self::Unbegun(unbegun) = self {
            let journal = blocking(|| unbegun.begin())?;
            tracing::info!("{}: begun, seal {}", journal.path().display(), journal.seal());
            *self = Self::Open(journal);
        }
        Ok(())
    }

    /// The journal, if it has begun.
    pub(super) const fn journal(&self) -> Option<&Journal> {
        match self {
            Self::Open(journal) => Some(journal),
            Self::Unbegun(_) => None,
        }
    }

    /// The same, to append to it.
    pub(super) const fn journal_mut(&mut self) -> Option<&mut Journal> {
        match self {
            Self::Open(journal) => Some(journal),
            Self::Unbegun(_) => None,
        }
    }
}

impl Found {
    /// There is none yet.
    pub(super) fn unbegun(unbegun: Unbegun, trouble: JournalError) -> Self {
        let (headers, entries, links) = (unbegun.headers().clone(), Vec::new(), Vec::new());
        let past = JournalPast { headers, entries, links, cut: None };
        Self { book: Book::Unbegun(Box::new(unbegun)), past, trouble: Some(trouble) }
    }
}
