//! Where a journal's bytes are: a file, which one process has at a time.

mod kept;

use std::fmt::Debug;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::JournalError;
use super::sentry::{Harm, Looker};
use crate::sys::folder::{Access, Folder, Node};

pub(super) use self::kept::{Saved, under_free_name};

/// Who may read and write what is kept here: the daemon, and its group may read.
pub(super) const ACCESS: Access = Access::Exactly(0o640);

/// What a journal asks of the disk. Tests have one that loses power.
pub(super) trait Store: Debug + Send + Sync {
    /// All that is there.
    fn read(&mut self) -> io::Result<Vec<u8>>;

    /// How many bytes are there.
    fn length(&self) -> io::Result<u64>;

    /// Writes all of `bytes` from a byte on; where it fails, some of them.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts off what comes after so many bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// What syncs: once it returns, everything that was written before it began survives a loss of power. Where it
    /// fails, nobody knows what does, and what was written is not tried again. It may run on any thread.
    fn syncer(&self) -> Syncer;

    /// Keeps bytes in a file of their own; once this returns, they survive a loss of power.
    fn keep_aside(&mut self, bytes: &[u8]) -> io::Result<PathBuf>;

    /// It has its name from now on, where it had another one until it was whole.
    fn take_place(&mut self);

    /// What looks, on any thread, whether somebody else has had a hand in it.
    fn looker(&self) -> Looker;

    /// Somebody has taken its name: brings all that is there to that name again, or to one beside, and goes on there.
    /// Nothing that has a name is written over. Once this returns, it survives a loss of power.
    fn save(&mut self) -> io::Result<Saved>;
}

/// A sync that has yet to be made.
pub(super) type Syncer = Box<dyn FnOnce() -> io::Result<()> + Send>;

/// A file, locked against other processes.
#[derive(Debug)]
pub(super) struct Locked {
    /// Where it is, and where the journal is, if not yet, then soon.
    place: PathBuf,
    path: PathBuf,
    file: Arc<File>,
    /// The same to write to, once it may be written to.
    writer: Option<Arc<File>>,
}

impl Locked {
    /// Opens the file, or creates it so that its name survives a loss of power. Its bytes are those of the
    /// journal at `path`, if not yet, then soon. What may only be read is read, and written to once it may be.
    pub(super) fn open(file: &Path, path: &Path) -> Result<Self, JournalError> {
        let failed = |error| JournalError::io(file, error);
        let (place, path) = (file.to_owned(), path.to_owned());
        let (file, is_writable) = open_file(file).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked { path }),
            // Whoever had it has put another journal in its place meanwhile.
            Ok(()) if !is_at(&file, &place).map_err(failed)? => {
                return Err(JournalError::Locked { path });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Ok(()) if is_writable && file.metadata().map_err(failed)?.len() == 0 => {
                sync_directory(&path).map_err(failed)?;
            }
            Ok(()) => {}
        }
        let file = Arc::new(file);
        let writer = is_writable.then(|| Arc::clone(&file));
        Ok(Self { place, path, file, writer })
    }

    /// The file to write to. One that could only be read is the same file when it is opened again, or there is none.
    fn writer(&mut self) -> io::Result<&File> {
        if self.writer.is_none() {
            let (folder, name) = Folder::around(&self.place)?;
            let file = folder.write(name)?;
            if Node::of(&file)? != Node::of(&self.file)? {
                return Err(io::Error::other(
                    "another file is there by now; start touchmoved again",
                ));
            }
            self.writer = Some(Arc::new(file));
        }
        self.writer.as_deref().ok_or_else(|| io::ErrorKind::ReadOnlyFilesystem.into())
    }
}

/// Whether this is the file at `place`.
pub(super) fn is_at(file: &File, place: &Path) -> io::Result<bool> {
    Ok(Node::at(place)? == Some(Node::of(file)?))
}

/// Opens or creates a file; whether it can be written to.
fn open_file(path: &Path) -> io::Result<(File, bool)> {
    let (folder, name) = Folder::around(path)?;
    match folder.write_or_create(name, ACCESS) {
        // What nobody may write to may be readable, and is worth reading.
        Err(error) if is_forbidden(&error) => match folder.read(name) {
            Ok(file) => Ok((file, false)),
            Err(_) => Err(error),
        },
        file => Ok((file?, true)),
    }
}

/// Whether the file system, the file's mode, its owner or a flag of it forbids to write to it.
fn is_forbidden(error: &io::Error) -> bool {
    [io::ErrorKind::ReadOnlyFilesystem, io::ErrorKind::PermissionDenied].contains(&error.kind())
}

impl Store for Locked {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(0))?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.writer()?.write_all_at(bytes, at)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.writer()?.set_len(length)
    }

    fn syncer(&self) -> Syncer {
        let file = Arc::clone(self.writer.as_ref().unwrap_or(&self.file));
        Box::new(move || file.sync_data())
    }

    /// The file is the first of `PATH.torn-1`, `PATH.torn-2` … that does not exist.
    fn keep_aside(&mut self, bytes: &[u8]) -> io::Result<PathBuf> {
        kept::beside(&self.path, "torn", |file| file.write_all(bytes)).map(|(kept, _)| kept)
    }

    fn take_place(&mut self) {
        self.place.clone_from(&self.path);
    }

    fn looker(&self) -> Looker {
        let (file, place) = (Arc::clone(&self.file), self.path.clone());
        let at = self.place.clone();
        Arc::new(move |length| {
            if file.metadata()?.len() < length {
                return Ok(Some(Harm::Cut));
            }
            Ok(match Node::at(&place)? {
                Some(there) if there == Node::of(&file)? => None,
                // It is known to go on beside what has its name.
                Some(_) if at != place && is_at(&file, &at)? => None,
                Some(_) => Some(Harm::Replaced),
                None => Some(Harm::Removed),
            })
        })
    }

    fn save(&mut self) -> io::Result<Saved> {
        kept::save(self)
    }
}

/// Makes the names of what is beside `path` survive a loss of power.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    Folder::around(path)?.0.sync()
}
