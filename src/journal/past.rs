//! Reading a journal back.

use std::path::{Path, PathBuf};

use touchmove_drivers::Instant;
use touchmove_drivers::recording::{Content, Fault, Headers, Reader, Record, RecordingError};

use super::error::JournalError;
use super::frame::{FAMILY_OF_MAGIC, Frame, MAGIC};
use super::seal::Seal;

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
    pub(super) length: usize,
    /// Its link.
    pub(super) seal: Seal,
    pub(super) entries: Vec<Entry>,
    /// Has read all its recording lines.
    pub(super) reader: Reader,
    /// Number of the last record.
    pub(super) records: u64,
    /// The latest time of a record.
    pub(super) latest: Option<Instant>,
}

/// Reads all whole frames of a journal.
pub(super) fn read(journal: &[u8], path: &Path) -> Result<Whole, JournalError> {
    let mut whole = Whole {
        length: 0,
        seal: Seal::of_first_line(MAGIC),
        entries: Vec::new(),
        reader: Reader::new(),
        records: 0,
        latest: None,
    };
    if !begins(journal, path)? {
        return Ok(whole);
    }
    whole.length = MAGIC.len();
    while let Some(frame) = whole.next(journal) {
        whole.take(&frame).map_err(|source| JournalError::Malformed {
            path: path.to_owned(),
            at: whole.length as u64,
            source,
        })?;
        (whole.length, whole.seal) = (frame.end, frame.link);
    }
    Ok(whole)
}

/// Whether a journal begins here; not yet, where its first line is torn.
fn begins(journal: &[u8], path: &Path) -> Result<bool, JournalError> {
    let path = path.to_owned();
    if journal.starts_with(MAGIC) {
        Ok(true)
    } else if MAGIC.starts_with(journal) {
        Ok(false)
    } else if let Some(rest) = journal.strip_prefix(FAMILY_OF_MAGIC) {
        let version = rest.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        let version = &version[..version.len().min(LONGEST_VERSION)];
        let version = String::from_utf8_lossy(version).escape_debug().to_string();
        Err(JournalError::OtherVersion { path, version })
    } else {
        Err(JournalError::Foreign { path })
    }
}

/// So much of a version is told, in bytes.
const LONGEST_VERSION: usize = 20;

impl Whole {
    /// The next frame, if it is whole.
    fn next<'a>(&self, journal: &'a [u8]) -> Option<Frame<'a>> {
        Frame::at(journal, self.length)
            .filter(|frame| frame.records >= self.records && frame.follows(self.seal))
    }

    fn take(&mut self, frame: &Frame<'_>) -> Result<(), RecordingError> {
        self.records = frame.records;
        if let Some(told) = frame.line.strip_prefix(TOLD.as_bytes()) {
            let told = std::str::from_utf8(told)
                .map_err(|_| RecordingError { line: self.reader.line(), what: Fault::NotUtf8 })?;
            self.entries.push(Entry::Told(told.to_owned()));
        } else if let Content::Record(_, record) = self.reader.read(frame.line)?.content {
            self.records += 1;
            self.latest = record.at.or(self.latest);
            self.entries.push(Entry::Record { number: self.records, record });
        }
        Ok(())
    }
}
