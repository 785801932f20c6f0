//! Where a journal's bytes are: a file, which one process has at a time.

use std::ffi::OsString;
use std::fmt::Debug;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::JournalError;

/// What a journal asks of the disk. Tests have one that loses power.
pub(super) trait Store: Debug + Send + Sync {
    /// All that is there.
    fn read(&mut self) -> io::Result<Vec<u8>>;

    /// Writes all of `bytes` from a byte on; where it fails, some of them.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts off what comes after so many bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// What syncs: once it returns, everything that was written before it began survives a loss of power. Where it
    /// fails, nobody knows what does, and what was written is not tried again. It may run on any thread.
    fn syncer(&self) -> Syncer;

    /// Keeps bytes in a file of their own; once this returns, they survive a loss of power.
    fn keep_aside(&mut self, bytes: &[u8]) -> io::Result<PathBuf>;
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
    /// The same to write to, once the file system takes it.
    writer: Option<Arc<File>>,
}

impl Locked {
    /// Opens the file, or creates it so that its name survives a loss of power. Its bytes are those of the
    /// journal at `path`, if not yet, then soon. On a file system that may only be read what is there is read, and
    /// written to once it may be.
    pub(super) fn open(file: &Path, path: &Path) -> Result<Self, JournalError> {
        let failed = |error| JournalError::io(file, error);
        let (place, path) = (file.to_owned(), path.to_owned());
        let (file, is_writable) = open_file(file).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Err(JournalError::Foreign { path });
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked { path }),
            // Whoever had it has put another journal in its place meanwhile.
            Ok(()) if !is_at(&metadata, &place) => return Err(JournalError::Locked { path }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Ok(()) if metadata.len() == 0 => sync_directory(&path).map_err(failed)?,
            Ok(()) => {}
        }
        let file = Arc::new(file);
        let writer = is_writable.then(|| Arc::clone(&file));
        Ok(Self { place, path, file, writer })
    }

    /// The file to write to. One that could only be read is the same file when it is opened again, or there is none.
    fn writer(&mut self) -> io::Result<&File> {
        if self.writer.is_none() {
            let file = OpenOptions::new().read(true).write(true).open(&self.place)?;
            let node = |file: &File| file.metadata().map(|node| (node.dev(), node.ino()));
            if node(&file)? != node(&self.file)? {
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
pub(super) fn is_at(file: &fs::Metadata, place: &Path) -> bool {
    let node = |node: &fs::Metadata| (node.dev(), node.ino());
    fs::metadata(place).is_ok_and(|there| node(&there) == node(file))
}

/// Opens or creates a file; whether it can be written to.
fn open_file(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o640);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::ReadOnlyFilesystem => match File::open(path) {
            Ok(file) => Ok((file, false)),
            Err(_) => Err(error),
        },
        file => Ok((file?, true)),
    }
}

impl Store for Locked {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(0))?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
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
        let (kept, mut aside) = create_aside(&self.path)?;
        let written = aside.write_all(bytes).and_then(|()| aside.sync_all());
        if let Err(error) = written {
            // Half of it is no use, and the next one would be beside it.
            let _ = fs::remove_file(&kept);
            return Err(error);
        }
        sync_directory(&self.path)?;
        Ok(kept)
    }
}

fn create_aside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 1_u64;
    loop {
        let mut name = OsString::from(path);
        name.push(format!(".torn-{number}"));
        match OpenOptions::new().write(true).create_new(true).mode(0o640).open(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            file => return Ok((name.into(), file?)),
        }
    }
}

/// Makes the names of what is beside `path` survive a loss of power.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}
