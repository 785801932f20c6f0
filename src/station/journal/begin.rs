//! Journals that have yet to begin: the disk takes nothing when there is first something to keep.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use touchmove_drivers::recording::Headers;

use super::Journal;
use super::archive::Archived;
use super::error::JournalError;
use super::past::JournalPast;
use super::store::{Locked, Store};

/// What came of opening a journal that need not be there yet.
#[derive(Debug)]
pub enum OpenedJournal {
    /// It is open.
    Open(Journal, JournalPast),
    /// There is none, and the disk takes none now, and why.
    NotYet(Unbegun, JournalError),
}

/// A journal that has yet to begin: nothing is at its place, or nothing that could be read. Should a journal be found
/// there when it is to begin, it does not begin, so no number of a record that it will hold has been given.
pub struct Unbegun {
    path: PathBuf,
    headers: Headers,
    open: Opener,
}

/// Opens what holds the bytes of a journal, or makes it.
pub(super) type Opener = Box<dyn Fn() -> Result<Box<dyn Store>, JournalError> + Send + Sync>;

/// Why a journal is not open.
#[derive(Debug)]
pub(super) enum NotOpened {
    /// Whatever is there is left alone.
    Refused(JournalError),
    /// No evidence is there, and the disk takes none.
    NotBegun(JournalError),
}

impl Journal {
    /// As [`Journal::open`]; but where nothing is at `path`, and the disk takes nothing, it can be begun later. So it can
    /// where a person has to see to what is there: it may not be read, or is no file. Whatever that is, it is left alone.
    ///
    /// # Errors
    /// [`JournalError`] where something else is there that cannot be read back, or nobody knows what.
    pub fn open_or_wait(path: &Path, headers: &Headers) -> Result<OpenedJournal, JournalError> {
        if Archived::of_path(path).is_some() {
            let (journal, past) = Self::open(path, headers)?;
            return Ok(OpenedJournal::Open(journal, past));
        }
        let place = path.to_owned();
        let open: Opener = Box::new(move || Ok(Box::new(Locked::open(&place, &place)?)));
        Self::open_or_wait_by(open, path, headers)
    }

    pub(super) fn open_or_wait_by(
        open: Opener,
        path: &Path,
        headers: &Headers,
    ) -> Result<OpenedJournal, JournalError> {
        let opened = match open() {
            Ok(store) => Self::on(store, path, headers),
            Err(error) if error.is_for_a_person() || is_nothing_at(path) => {
                Err(NotOpened::NotBegun(error))
            }
            Err(error) => Err(NotOpened::Refused(error)),
        };
        match opened {
            Ok((journal, past)) => Ok(OpenedJournal::Open(journal, past)),
            Err(NotOpened::NotBegun(error)) if error.is_of_the_disk() => {
                let (path, headers) = (path.to_owned(), headers.clone().with_lags());
                Ok(OpenedJournal::NotYet(Unbegun { path, headers, open }, error))
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Unbegun {
    /// The headers that it will begin with.
    pub const fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Begins it now. What is there then survives a loss of power.
    ///
    /// # Errors
    /// [`JournalError::Appeared`] where there is one by now; otherwise what the system says. It can be tried again.
    pub fn begin(&self) -> Result<Journal, JournalError> {
        let (journal, past) = Journal::on((self.open)()?, &self.path, &self.headers)?;
        match past.entries.is_empty() {
            true => Ok(journal),
            false => Err(JournalError::Appeared { path: self.path.clone() }),
        }
    }
}

/// Whether it is certain that no evidence is there.
fn is_nothing_at(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Ok(there) => there.is_file() && there.len() == 0,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

impl From<NotOpened> for JournalError {
    fn from((NotOpened::Refused(error) | NotOpened::NotBegun(error)): NotOpened) -> Self {
        error
    }
}

impl fmt::Debug for Unbegun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unbegun").field("path", &self.path).finish_non_exhaustive()
    }
}
