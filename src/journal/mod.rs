//! Append-only evidence of one board.
//!
//! A journal is one file: a first line, then frames, each a length, a checksum and one line of text.
//! The lines are those of a recording, and between them what was told to clients. What is appended is
//! with the kernel at once and survives the end of the daemon; [`Journal::sync`] makes it survive a
//! loss of power. An end that a crash has torn is cut off and kept beside.

mod error;
mod frame;
mod past;

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use touchmove_drivers::recording::{Headers, Record};
use touchmove_drivers::{Instant, Observation, Unit};

pub use error::JournalError;
pub use past::{Cut, Entry, Past};

use frame::MAX_PAYLOAD;

/// An open journal, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// How long the file is, as far as whole frames go.
    length: u64,
    /// Whether an append failed half-way and could not be taken back.
    torn: bool,
    dirty: bool,
    records: u64,
    latest: Option<Instant>,
}

impl Journal {
    /// Opens the journal at `path`, reads back what is in it, and cuts off a torn end. A journal
    /// without any record is begun with `headers`, their lags written out.
    ///
    /// # Errors
    /// [`JournalError`] names the path and says what to do.
    pub fn open(path: &Path, headers: &Headers) -> Result<(Self, Past), JournalError> {
        let failed = |error| JournalError::io(path, error);
        let file = open_locked(path)?;
        let read = past::read(&file, path)?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            length: read.length,
            torn: false,
            dirty: false,
            records: read.reader.records(),
            latest: read.latest,
        };
        let cut = journal.cut().map_err(failed)?;
        let mut past = Past { headers: read.reader.headers().clone(), entries: read.entries, cut };
        if past.entries.is_empty() {
            past.headers = headers.clone().with_lags();
            journal.begin(&past.headers).map_err(failed)?;
        }
        Ok((journal, past))
    }

    /// Appends an observation; returns the number of its record. It survives the end of this
    /// process, but not yet a loss of power.
    ///
    /// # Errors
    /// [`JournalError::TimeFell`] where `at` is before the record before it; otherwise what the
    /// system says. Nothing is appended then.
    pub fn append_record(
        &mut self,
        at: Instant,
        unit: Option<&Unit>,
        observation: &Observation,
    ) -> Result<u64, JournalError> {
        if let Some(latest) = self.latest.filter(|&latest| at < latest) {
            return Err(JournalError::TimeFell { at, latest });
        }
        let record = Record::observed(at, unit.cloned(), observation.clone());
        self.append(&record.line()?)?;
        self.records += 1;
        self.latest = Some(at);
        Ok(self.records)
    }

    /// Appends what was told to clients: one line that only the caller understands.
    ///
    /// # Errors
    /// [`JournalError::NotALine`] where it is more than one line or too long; otherwise what the
    /// system says. Nothing is appended then.
    pub fn append_told(&mut self, told: &str) -> Result<(), JournalError> {
        let payload = format!("{}{told}", past::TOLD);
        if told.contains('\n') || payload.len() > MAX_PAYLOAD {
            return Err(JournalError::NotALine);
        }
        self.append(&payload)
    }

    /// Makes sure that everything appended survives a loss of power. Costs nothing when it already
    /// does.
    ///
    /// # Errors
    /// What the system says; everything since the last sync is in doubt then.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        if self.dirty {
            self.file.sync_data().map_err(|error| JournalError::io(&self.path, error))?;
            self.dirty = false;
        }
        Ok(())
    }

    /// Whether something was appended since the last sync.
    pub const fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// Number of the last record; 0 where there is none.
    pub const fn records(&self) -> u64 {
        self.records
    }

    /// The latest time of a record: nothing earlier may be appended.
    pub const fn latest(&self) -> Option<Instant> {
        self.latest
    }

    fn append(&mut self, payload: &str) -> Result<(), JournalError> {
        let frame = frame::frame(payload);
        self.write(&frame).map_err(|error| JournalError::io(&self.path, error))?;
        self.length += frame.len() as u64;
        self.dirty = true;
        Ok(())
    }

    /// Writes a whole frame or nothing: half a frame would hide all that comes after it.
    fn write(&mut self, frame: &[u8]) -> io::Result<()> {
        self.take_back()?;
        let written = self.file.write_all(frame);
        if written.is_err() {
            self.torn = true;
            let _ = self.take_back();
        }
        written
    }

    fn take_back(&mut self) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.length)?;
            self.torn = false;
        }
        Ok(())
    }

    /// Cuts off what follows the last whole frame, and keeps it in a file beside.
    fn cut(&mut self) -> io::Result<Option<Cut>> {
        let bytes = self.file.metadata()?.len().saturating_sub(self.length);
        if bytes == 0 {
            return Ok(None);
        }
        let (kept, mut aside) = create_aside(&self.path)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        io::copy(&mut (&self.file).take(bytes), &mut aside)?;
        aside.sync_all()?;
        sync_directory(&self.path)?;
        self.file.set_len(self.length)?;
        self.file.sync_all()?;
        Ok(Some(Cut { at: self.length, bytes, kept }))
    }

    /// Begins the journal anew: there is no evidence in it yet.
    fn begin(&mut self, headers: &Headers) -> io::Result<()> {
        let mut start = frame::MAGIC.to_vec();
        for line in headers.to_string().lines() {
            start.extend_from_slice(&frame::frame(line));
        }
        self.file.set_len(0)?;
        self.file.write_all(&start)?;
        self.file.sync_all()?;
        sync_directory(&self.path)?;
        self.length = start.len() as u64;
        Ok(())
    }
}

fn open_locked(path: &Path) -> Result<File, JournalError> {
    let failed = |error| JournalError::io(path, error);
    let mut options = OpenOptions::new();
    let file =
        options.read(true).append(true).create(true).mode(0o640).open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(JournalError::Foreign { path: path.to_owned() });
    }
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::Locked { path: path.to_owned() }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Creates the first of `PATH.torn-1`, `PATH.torn-2` … that does not exist.
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

/// Makes sure that the name of a new file survives a loss of power.
fn sync_directory(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    fs::File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(test)]
mod tests;
