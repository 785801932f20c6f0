//! Reading a journal back.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use touchmove_drivers::Instant;
use touchmove_drivers::recording::{Content, Fault, Headers, Reader, Record, RecordingError};

use super::error::JournalError;
use super::frame::{self, FAMILY_OF_MAGIC, MAGIC, Next};

/// What was in a journal when it was opened.
#[derive(Debug)]
pub struct Past {
    /// The headers it was begun with.
    pub headers: Headers,
    /// Everything appended to it, in order.
    pub entries: Vec<Entry>,
    /// The torn end that was cut off, where there was one.
    pub cut: Option<Cut>,
}

/// Something that was appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A record.
    Record {
        /// Its number, from 1.
        number: u64,
        /// The record.
        record: Record,
    },
    /// What was told to clients.
    Told(String),
}

/// A torn end that was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where in the file it began.
    pub at: u64,
    /// How many bytes it was.
    pub bytes: u64,
    /// The file in which they are kept.
    pub kept: PathBuf,
}

/// First word of a line that is no record but was told to clients.
pub(super) const TOLD: &str = "told ";

/// A journal as far as its frames are whole.
#[derive(Debug)]
pub(super) struct Whole {
    /// Where the last whole frame ends.
    pub(super) length: u64,
    pub(super) entries: Vec<Entry>,
    /// Has read all its recording lines.
    pub(super) reader: Reader,
    /// The latest time of a record.
    pub(super) latest: Option<Instant>,
}

/// Reads all whole frames from the start of `file`.
pub(super) fn read(file: &File, path: &Path) -> Result<Whole, JournalError> {
    let failed = |error| JournalError::io(path, error);
    let mut journal = BufReader::new(file);
    let mut whole = Whole { length: 0, entries: Vec::new(), reader: Reader::new(), latest: None };
    let mut magic = Vec::new();
    journal.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic).map_err(failed)?;
    if !is_whole_magic(&magic, path)? {
        return Ok(whole);
    }
    whole.length = MAGIC.len() as u64;
    while let Next::Payload(payload) = frame::next(&mut journal).map_err(failed)? {
        whole.read_payload(&payload).map_err(|source| JournalError::Malformed {
            path: path.to_owned(),
            at: whole.length,
            source,
        })?;
        whole.length += frame::length_around(&payload);
    }
    Ok(whole)
}

/// Whether a journal begins here; not yet, where its first line is torn.
fn is_whole_magic(magic: &[u8], path: &Path) -> Result<bool, JournalError> {
    let path = path.to_owned();
    if magic == MAGIC {
        Ok(true)
    } else if MAGIC.starts_with(magic) {
        Ok(false)
    } else if let Some(version) = magic.strip_prefix(FAMILY_OF_MAGIC) {
        let version = String::from_utf8_lossy(version).trim().escape_debug().to_string();
        Err(JournalError::OtherVersion { path, version })
    } else {
        Err(JournalError::Foreign { path })
    }
}

impl Whole {
    fn read_payload(&mut self, payload: &[u8]) -> Result<(), RecordingError> {
        if let Some(told) = payload.strip_prefix(TOLD.as_bytes()) {
            let told = std::str::from_utf8(told)
                .map_err(|_| RecordingError { line: self.reader.line(), what: Fault::NotUtf8 })?;
            self.entries.push(Entry::Told(told.to_owned()));
            return Ok(());
        }
        if let Content::Record(number, record) = self.reader.read(payload)?.content {
            self.latest = record.at.or(self.latest);
            self.entries.push(Entry::Record { number, record });
        }
        Ok(())
    }
}
