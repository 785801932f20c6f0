//! Evidence on its way to the disk: appended, or waiting in memory while the disk takes nothing.

use std::time::Duration;

use super::Evidence;
use super::book::Book;
use super::waiting::{self, Line, Waiting};
use crate::hall::keeping::sealed::{GameSealed, Sealed};
use crate::journal::{Journal, JournalError, Syncing};

/// Whether what is observed is being kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    Kept,
    /// The journal takes nothing, or the disk does not, and why: play goes on, and the promise is suspended aloud.
    Suspended(String),
}

/// What came of a sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hall) enum Synced {
    /// All is as it was.
    AsBefore,
    /// The journal keeps evidence again, after a time of which some is missing.
    KeptAgain,
}

/// Evidence is on disk this long after it was appended, at the latest.
const SYNC_WITHIN: Duration = Duration::from_millis(50);

/// How long a journal that takes nothing is left alone.
pub(super) const TRY_AGAIN: Duration = Duration::from_secs(1);

impl Evidence {
    /// Whether something appended may not survive a loss of power yet, or waits to be appended.
    pub(in crate::hall) fn is_dirty(&self) -> bool {
        self.book.journal().is_none_or(Journal::is_dirty) || !self.waiting.is_empty()
    }

    /// When what was appended is to be synced, or what waits to be tried again.
    pub(in crate::hall) const fn sync_within(&self) -> Duration {
        match self.keeping {
            Keeping::Kept => SYNC_WITHIN,
            Keeping::Suspended(_) => TRY_AGAIN,
        }
    }

    /// Why evidence is not being kept, or what others have done to it; `None` where all is well.
    pub(in crate::hall) fn trouble(&self) -> Option<&str> {
        match &self.keeping {
            Keeping::Kept => self.harms.said(),
            Keeping::Suspended(why) => Some(why),
        }
    }

    /// Begins a sync of everything appended, for another thread to make.
    pub(in crate::hall) fn begin_sync(&mut self) -> Option<Syncing> {
        self.catch_up();
        match self.book.journal_mut()?.begin_sync() {
            Ok(Some(begun)) => Some(begun),
            Ok(None) => {
                // A journal that has just begun, and for which nothing waited, is on the disk.
                if !self.is_syncing() {
                    self.synced(Ok(true));
                }
                None
            }
            Err(error) => {
                self.suspend(&error);
                None
            }
        }
    }

    /// Takes note of what came of it.
    pub(in crate::hall) fn end_sync(&mut self) -> Synced {
        let ended = self.book.journal_mut().map_or(Ok(false), Journal::end_sync);
        self.synced(ended)
    }

    /// How far the journal is on the disk, with the game there; `None` while something of it may not be.
    pub(in crate::hall) fn sealed(&self, game: Option<GameSealed>) -> Option<Sealed> {
        let journal = self.book.journal().filter(|_| self.keeping == Keeping::Kept)?;
        let is_on_disk = !self.is_dirty() && journal.records() > 0;
        is_on_disk.then(|| Sealed { records: journal.records(), seal: journal.seal(), game })
    }

    /// Whether a sync is on its way.
    pub(in crate::hall) fn is_syncing(&self) -> bool {
        self.book.journal().is_some_and(Journal::is_syncing)
    }

    /// Makes everything appended survive a loss of power, and waits for it.
    pub(in crate::hall) fn sync(&mut self) -> Synced {
        self.catch_up();
        let sync = |journal: &mut Journal| journal.sync().map(|()| true);
        let ended = self.book.journal_mut().map_or(Ok(false), sync);
        self.synced(ended)
    }

    /// Nobody goes on with this evidence: says what is lost, where some still waits.
    pub(in crate::hall) fn close(&self) {
        if let (Keeping::Suspended(why), lines @ 1..) = (&self.keeping, self.waiting.count()) {
            tracing::error!("{}: {lines} lines that waited are lost: {why}", self.board);
        }
    }

    /// Appends a line, behind those that wait already; whether it is appended, or waits.
    pub(super) fn keep(&mut self, line: Line) -> bool {
        if self.waiting.is_empty()
            && let Some(journal) = self.book.journal_mut()
        {
            match line.append(journal) {
                Ok(()) => return true,
                Err(error) if error.is_of_the_line() => {
                    tracing::error!("{}: not recorded: {error}", self.board);
                    return false;
                }
                Err(error) => self.suspend(&error),
            }
        }
        self.waiting.push(line)
    }

    /// A journal that takes nothing stops no game, but it is said aloud, and so is its return.
    pub(super) fn suspend(&mut self, error: &JournalError) {
        let why = match self.book {
            Book::Open(_) => error.to_string(),
            Book::Unbegun(_) => format!("its journal has not begun: {error}"),
        };
        if self.keeping == Keeping::Kept {
            tracing::error!(
                "{}: evidence is not being kept: {why}; {} KiB of it wait in memory at most",
                self.board,
                waiting::MAX_BYTES / 1024,
            );
        }
        self.keeping = Keeping::Suspended(why);
    }

    /// Appends what waits, as far as the journal takes it.
    fn catch_up(&mut self) {
        if let Err(error) = self.book.begin() {
            return self.suspend(&error);
        }
        while let (Some(line), Some(journal)) = (self.waiting.next(), self.book.journal_mut()) {
            match line.append(journal) {
                Err(error) if error.is_of_the_line() => {
                    tracing::error!("{}: not recorded: {error}", self.board);
                }
                Err(error) => return self.suspend(&error),
                Ok(()) => {}
            }
            self.waiting.drop_appended();
        }
    }

    fn synced(&mut self, ended: Result<bool, JournalError>) -> Synced {
        match ended {
            Err(error) => self.suspend(&error),
            Ok(true) if self.is_kept_again() => {
                self.keeping = Keeping::Kept;
                let Waiting { appended, lost, .. } = std::mem::take(&mut self.waiting);
                let (board, waited) =
                    (&self.board, format!("{appended} that waited are in the journal"));
                if lost == 0 {
                    tracing::warn!(
                        "{board}: evidence is kept again; {waited}, and none is missing"
                    );
                } else {
                    tracing::warn!("{board}: evidence is kept again; {waited}, {lost} are missing");
                    return Synced::KeptAgain;
                }
            }
            Ok(_) => {}
        }
        Synced::AsBefore
    }

    /// Whether nothing waits any more, and all that was tried is on disk.
    fn is_kept_again(&self) -> bool {
        let is_sure = self.book.journal().is_some_and(|journal| !journal.is_doubtful());
        self.keeping != Keeping::Kept && self.waiting.is_empty() && is_sure
    }
}
