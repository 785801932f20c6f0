//! What others do to the file of a journal that is open, and what is done about it.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::frame;
use super::read;
use super::store::Saved;
use super::{End, Journal, JournalError};

/// Looks whether somebody else has had a hand in a journal that must be so many bytes long.
pub(super) type Looker = Arc<dyn Fn(u64) -> io::Result<Option<Harm>> + Send + Sync>;

/// What somebody else has done to a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// It is shorter than what was appended to it.
    Cut,
    /// Something else has its name: another file, a link, a folder.
    Replaced,
    /// Nothing has its name.
    Removed,
}

/// Looks after the file of an open journal, from any thread, while others append to it.
pub struct Sentry {
    /// So long it is at least.
    length: AtomicU64,
    looker: Mutex<Looker>,
}

/// What came of saving a journal to which somebody has done something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rescue {
    /// Something has its name again, be it itself: all of it is there.
    PutBack(PathBuf),
    /// Something else has its name; all of it is in a file beside, where it goes on.
    Beside {
        /// The journal's place.
        path: PathBuf,
        /// Where it is.
        kept: PathBuf,
    },
    /// It was cut, and what was missing has been written again from memory.
    Mended(PathBuf),
    /// It was cut, and goes on behind what is left.
    Cut {
        /// The journal.
        path: PathBuf,
        /// How many bytes were left.
        left: u64,
        /// How many are lost.
        bytes: u64,
        /// Number of the last record before those that are lost.
        after: u64,
        /// Number of the last record that is lost.
        until: u64,
    },
}

impl Sentry {
    pub(super) fn new(length: u64, looker: Looker) -> Arc<Self> {
        Arc::new(Self { length: AtomicU64::new(length), looker: Mutex::new(looker) })
    }

    /// What somebody has done to the journal. It may wait for the disk.
    ///
    /// # Errors
    /// What the system says.
    pub fn look(&self) -> io::Result<Option<Harm>> {
        let looker = Arc::clone(&self.looker.lock().unwrap_or_else(PoisonError::into_inner));
        // First how long it was, then how long it is: it may grow between.
        looker(self.length.load(Ordering::Acquire))
    }

    pub(super) fn set_length(&self, length: u64) {
        self.length.store(length, Ordering::Release);
    }

    fn replace_looker(&self, looker: Looker) {
        *self.looker.lock().unwrap_or_else(PoisonError::into_inner) = looker;
    }
}

impl Journal {
    /// Whether the file at its place is its own and all there.
    pub(super) fn is_in_place(&self) -> io::Result<bool> {
        Ok(!self.is_beside && self.sentry.look()?.is_none())
    }

    /// Who looks after its file, as long as it is open.
    pub fn sentry(&self) -> Arc<Sentry> {
        Arc::clone(&self.sentry)
    }

    /// Saves what can be saved where somebody has had a hand in the file; `None` where nobody has. What is saved
    /// survives a loss of power.
    ///
    /// # Errors
    /// [`JournalError`]; it can be tried again.
    pub fn rescue(&mut self) -> Result<Option<Rescue>, JournalError> {
        let failed = |path: &PathBuf, error| JournalError::io(path, error);
        let harm = self.sentry.look().map_err(|error| failed(&self.path, error))?;
        let path = self.path.clone();
        Ok(match harm {
            None => None,
            Some(Harm::Cut) => {
                let mended = self.mend_cut().map_err(|error| failed(&path, error))?;
                self.sentry.set_length(self.length);
                Some(mended)
            }
            Some(Harm::Replaced | Harm::Removed) => {
                let saved = self.store.save().map_err(|error| failed(&path, error))?;
                self.sentry.replace_looker(self.store.looker());
                // What is on its way is of the other file.
                self.flight = None;
                if !self.doubtful {
                    self.unsynced.clear();
                }
                self.is_beside = matches!(saved, Saved::Beside(_));
                Some(match saved {
                    Saved::PutBack => Rescue::PutBack(path),
                    Saved::Beside(kept) => Rescue::Beside { path, kept },
                })
            }
        })
    }

    /// The file is shorter than it was. What is in memory is written again; where more is missing, it goes on behind what
    /// is left, after a line that says what is lost.
    fn mend_cut(&mut self) -> io::Result<Rescue> {
        let (path, left) = (self.path.clone(), self.store.length()?);
        self.flight = None;
        self.doubtful = true;
        let in_memory = self.unsynced.len() as u64;
        if let Some(there) = left.checked_sub(self.length - in_memory) {
            let there = usize::try_from(there).unwrap_or(usize::MAX);
            self.store.write_at(left, self.unsynced.get(there..).unwrap_or_default())?;
            return Ok(Rescue::Mended(path));
        }
        let bytes = self.length - left;
        let mut rest = self.store.read()?;
        let mut written = Vec::new();
        if !rest.starts_with(&self.start) {
            if !self.start.starts_with(&rest) {
                self.store.keep_aside(&rest)?;
            }
            self.store.cut(0)?;
            written.clone_from(&self.start);
            rest.clone_from(&self.start);
        }
        let from = rest.len() - written.len();
        // What is damaged besides does not matter here.
        let after = read::read(&rest, &path).map_or(0, |whole| whole.records);
        let lost = format!(
            "{}{{\"cut\":{left},\"bytes\":{bytes},\"after\":{after},\"until\":{}}}",
            read::TOLD,
            self.records
        );
        let mut seal = self.seal;
        // Behind damage a reader knows a frame by the one after it.
        for _ in 0..2 {
            let (frame, link) = frame::frame(seal, self.records, &lost);
            written.extend_from_slice(&frame);
            seal = link;
        }
        self.store.write_at(from as u64, &written)?;
        (self.length, self.seal) = ((from + written.len()) as u64, seal);
        self.end = End::Whole;
        self.unsynced = written;
        Ok(Rescue::Cut { path, left, bytes, after, until: self.records })
    }
}

impl fmt::Display for Rescue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PutBack(path) => write!(
                f,
                "{}: somebody has taken it away; all of it was written to its place again, and it goes on there",
                path.display()
            ),
            Self::Beside { path, kept } => write!(
                f,
                "{}: somebody has put something else there, which is left alone; all of the journal is in {}, where it \
                 goes on: move the other away, and it is put back",
                path.display(),
                kept.display()
            ),
            Self::Mended(path) => write!(
                f,
                "{}: somebody has cut its end off, which was written again; nothing is lost",
                path.display()
            ),
            Self::Cut { path, left, bytes, after, until } => {
                write!(f, "{}: somebody has cut it to {left} bytes; ", path.display())?;
                match until - after {
                    0 => write!(f, "no record is lost, but {bytes} bytes of what was told")?,
                    1 => write!(f, "record {until} is lost on the disk ({bytes} bytes)")?,
                    _ => write!(
                        f,
                        "records {} to {until} are lost on the disk ({bytes} bytes)",
                        after + 1
                    )?,
                }
                write!(f, "; what follows is kept behind what is left")
            }
        }
    }
}

impl fmt::Debug for Sentry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sentry").field("length", &self.length).finish_non_exhaustive()
    }
}
