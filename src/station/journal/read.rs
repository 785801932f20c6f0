//! Reading a journal back.

use std::path::Path;

use touchmove_drivers::Instant;
use touchmove_drivers::recording::{Content, Headers, LineFault, Reader, RecordingError};

use super::error::JournalError;
use super::frame::{FAMILY_OF_MAGIC, Frame, MAGIC};
use super::past::{Gap, PastEntry};
use super::resume::Search;
use super::seal::Seal;

/// First word of a line that is no record but was told to clients.
pub(super) const TOLD: &str = "told ";

/// A journal as far as its frames are whole.
#[derive(Debug)]
pub(super) struct Whole {
    /// Where the last whole frame ends.
    pub(super) length: usize,
    /// Its link.
    pub(super) seal: Seal,
    /// The link that it follows.
    before: Seal,
    pub(super) entries: Vec<PastEntry>,
    /// Number of the last record.
    pub(super) records: u64,
    /// The latest time of a record.
    pub(super) latest: Option<Instant>,
    /// Has read all its recording lines.
    reader: Reader,
    has_gap: bool,
    has_records: bool,
    /// Whether there is a gap before the first record.
    headers_damaged: bool,
}

/// Reads all whole frames of a journal.
pub(super) fn read(journal: &[u8], path: &Path) -> Result<Whole, JournalError> {
    read_each(journal, path, |_, _, _| {})
}

/// The same; hands out each frame with the link before it and its own.
pub(super) fn read_each(
    journal: &[u8],
    path: &Path,
    mut each: impl FnMut(Seal, Seal, &Frame<'_>),
) -> Result<Whole, JournalError> {
    let mut whole = Whole {
        length: 0,
        seal: Seal::of_first_line(MAGIC),
        before: Seal::of_first_line(MAGIC),
        entries: Vec::new(),
        records: 0,
        latest: None,
        reader: Reader::new(),
        has_gap: false,
        has_records: false,
        headers_damaged: false,
    };
    let mut search = Search::new(journal);
    if journal.starts_with(MAGIC) {
        whole.length = MAGIC.len();
    } else if let Some(version) = version(journal) {
        return Err(JournalError::OtherVersion { path: path.to_owned(), version });
    } else if !whole.resume(&mut search) {
        let foreign = JournalError::Foreign { path: path.to_owned() };
        return if is_torn(journal) { Ok(whole) } else { Err(foreign) };
    }
    while let Some(frame) = whole.next(journal, &mut search) {
        let at = whole.length;
        match whole.take(&frame) {
            Ok(()) => each(whole.before, whole.seal, &frame),
            // Behind a gap that may be a frame from elsewhere in the journal.
            Err(_) if whole.has_gap => whole.gap(at, frame.end - at, frame.records),
            Err(source) => {
                let (path, at) = (path.to_owned(), at as u64);
                return Err(JournalError::Malformed { path, at, source });
            }
        }
        whole.length = frame.end;
    }
    Ok(whole)
}

/// What a journal was begun with, as far as it is whole: its first line, and its headers.
pub(super) fn start(journal: &[u8]) -> &[u8] {
    let (mut at, mut seal, mut reader) = (MAGIC.len(), Seal::of_first_line(MAGIC), Reader::new());
    if !journal.starts_with(MAGIC) {
        return &[];
    }
    while let Some(frame) = Frame::at(journal, at).filter(|frame| frame.follows(seal)) {
        let is_header = !frame.line.starts_with(TOLD.as_bytes())
            && reader
                .read(frame.line)
                .is_ok_and(|line| !matches!(line.content, Content::Record(..)));
        if !is_header {
            break;
        }
        (at, seal) = (frame.end, frame.link);
    }
    journal.get(..at).unwrap_or_default()
}

/// The version of a journal whose first line is whole.
fn version(journal: &[u8]) -> Option<String> {
    let rest = journal.strip_prefix(FAMILY_OF_MAGIC)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_line = (1..=LONGEST_VERSION).contains(&digits) && rest.get(digits) == Some(&b'\n');
    is_line.then(|| String::from_utf8_lossy(&rest[..digits]).into_owned())
}

/// Digits of the longest version.
const LONGEST_VERSION: usize = 9;

/// Whether this is the first line of a journal, of which not every byte has reached the disk.
fn is_torn(journal: &[u8]) -> bool {
    journal.iter().zip(MAGIC).all(|(byte, expected)| byte == expected || *byte == 0)
}

impl Whole {
    /// Whether anything was ever appended.
    pub(super) fn has_evidence(&self) -> bool {
        self.entries.iter().any(|entry| !matches!(entry, PastEntry::Gap(_)))
    }

    /// The headers; where they are damaged, those that are `given`, begun at the time that is left.
    pub(super) fn headers(&self, given: &Headers) -> Headers {
        let read = self.reader.headers();
        if !self.headers_damaged {
            return read.clone();
        }
        let mut headers = given.clone().with_lags();
        headers.began.clone_from(&read.began);
        headers
    }

    /// The next frame: the one that follows, or the first one after a gap.
    fn next<'a>(&mut self, journal: &'a [u8], search: &mut Search<'a>) -> Option<Frame<'a>> {
        let frame = |whole: &Self| {
            Frame::at(journal, whole.length)
                .filter(|frame| frame.records >= whole.records)
                .filter(|frame| frame.follows(whole.seal))
        };
        self.before = self.seal;
        if let Some(frame) = frame(self) {
            self.seal = frame.link;
            return Some(frame);
        }
        let at = self.length;
        if let Some(frame) = search.proved_by_the_next(at, self.seal, self.records) {
            self.seal = frame.link_after(self.seal);
            self.gap(at + Frame::LINK, Seal::LENGTH, frame.records);
            return Some(frame);
        }
        if !self.resume(search) {
            return None;
        }
        let frame = frame(self)?;
        self.before = self.seal;
        self.seal = frame.link;
        Some(frame)
    }

    /// Goes to the first frame behind what is damaged; whether there is one.
    fn resume(&mut self, search: &mut Search<'_>) -> bool {
        let Some((at, seal, records)) = search.after_damage(self.length, self.records) else {
            return false;
        };
        self.gap(self.length, at - self.length, records);
        (self.length, self.seal) = (at, seal);
        true
    }

    fn gap(&mut self, at: usize, bytes: usize, records: u64) {
        let (at, bytes) = (at as u64, bytes as u64);
        self.entries.push(PastEntry::Gap(Gap {
            at,
            bytes,
            after: self.records,
            before: records + 1,
        }));
        self.has_gap = true;
        if !self.has_records {
            self.headers_damaged = true;
        }
        if self.reader.line() == 0 {
            // No header and no record can be read without the first line.
            let first = Headers::default().to_string();
            let _ = self.reader.read(first.as_bytes());
        }
    }

    fn take(&mut self, frame: &Frame<'_>) -> Result<(), RecordingError> {
        if let Some(told) = frame.line.strip_prefix(TOLD.as_bytes()) {
            let told = std::str::from_utf8(told).map_err(|_| RecordingError {
                line: self.reader.line(),
                what: LineFault::NotUtf8,
            })?;
            self.records = frame.records;
            self.entries.push(PastEntry::Told(told.to_owned()));
        } else if let Content::Record(_, record) = self.reader.read(frame.line)?.content {
            self.records = frame.records + 1;
            self.has_records = true;
            self.latest = record.at.or(self.latest);
            self.entries.push(PastEntry::Record { number: self.records, record });
        } else {
            // A header; where it goes on from another journal, so do the numbers.
            self.records = frame.records;
        }
        Ok(())
    }
}
