//! Looking into a journal that others may be writing to.

use std::path::Path;

use touchmove_drivers::recording::Headers;

use super::error::JournalError;
use super::past::PastEntry;
use super::read;
use super::seal::Seal;

/// What a journal holds, as far as it is whole.
#[derive(Debug)]
pub struct Look {
    /// The headers it was begun with; where they are damaged, the default ones, begun at the time that is left.
    pub headers: Headers,
    /// Everything appended to it, in order, with the gaps between.
    pub entries: Vec<PastEntry>,
    /// Every whole frame, in order: of headers, of records and of what was told.
    pub frames: Vec<Framed>,
    /// The last link of the chain.
    pub seal: Seal,
    /// How many bytes follow the last whole frame: a frame that is being written, or a torn end.
    pub unfinished: u64,
}

/// A frame of a journal, for those who carry it elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Framed {
    /// Number of records in the journal before it.
    pub records: u64,
    /// Its line.
    pub line: String,
    /// The link before it; that of the frame before, unless something is damaged between.
    pub after: Seal,
    /// Its link.
    pub link: Seal,
}

/// The records of a journal that others may be writing to, read from `path`, as far as it is whole.
///
/// # Errors
/// Those of [`look`].
pub fn records(journal: &[u8], path: &Path) -> Result<Vec<PastEntry>, JournalError> {
    Ok(read::read(journal, path)?.entries)
}

/// Looks into a journal, read from `path`, without changing anything. The writer's lock is not needed: a
/// journal only grows, and a frame that is not all there is not there yet.
///
/// # Errors
/// [`JournalError`] where it is no journal of this version, or holds what no recording does.
pub fn look(journal: &[u8], path: &Path) -> Result<Look, JournalError> {
    let mut frames = Vec::new();
    let read = read::read_each(journal, path, |after, link, frame| {
        let line = String::from_utf8_lossy(frame.line).into_owned();
        frames.push(Framed { records: frame.records, line, after, link });
    })?;
    Ok(Look {
        headers: read.headers(&Headers::default()),
        unfinished: (journal.len() - read.length) as u64,
        seal: read.seal,
        entries: read.entries,
        frames,
    })
}
