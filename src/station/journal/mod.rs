//! Append-only evidence of one board.
//!
//! A journal is one file: a first line, then frames, each of one line of text with a link of a hash chain
//! (`docs/journal.md`). The lines are those of a recording, and between them what was told to clients. What is
//! appended is with the kernel at once and survives the end of the daemon; [`Journal::sync`] makes it survive a
//! loss of power. An end that a crash has torn is cut off and kept beside. What is damaged in the middle is left
//! there, told as a gap, and read around.

pub mod archive;
mod begin;
mod error;
mod frame;
mod look;
mod past;
mod read;
mod receive;
mod resume;
mod seal;
mod sentry;
mod store;
mod sync;

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use archive::{Archived, Held};
use begin::NotOpened;
use frame::MAX_PAYLOAD;
use store::{Locked, Store};
use sync::Flight;
use touchmove_drivers::recording::{Headers, Record};
use touchmove_drivers::{Instant, Observation, Unit};

pub use begin::{OpenedJournal, Unbegun};
pub use error::JournalError;
pub use frame::HEAD as FRAME_HEAD;
pub use look::{Framed, Look, look, records};
pub use past::{Cut, Gap, JournalPast, PastEntry};
pub use receive::receive;
pub use seal::Seal;
pub use sentry::{Harm, Rescue, Sentry};
pub use sync::Syncing;

use crate::sys::folder::Folder;

/// An open journal, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    store: Box<dyn Store>,
    /// How long it is, as far as whole frames go.
    length: u64,
    end: End,
    /// What was appended since the last sync.
    unsynced: Vec<u8>,
    /// Whether a sync has failed since the last one.
    doubtful: bool,
    /// The sync that is on its way, and how long the journal was when it began.
    flight: Option<(u64, Arc<Flight>)>,
    records: u64,
    latest: Option<Instant>,
    seal: Seal,
    sentry: Arc<Sentry>,
    /// Its first line and its headers.
    start: Vec<u8>,
    /// Whether something else has its name, and it goes on in a file beside.
    is_beside: bool,
}

/// What comes after the last whole frame.
#[derive(Debug)]
enum End {
    /// Nothing.
    Whole,
    /// An append that failed half-way and could not be taken back.
    Half,
    /// A torn end that was there, and which the disk did not take in a file of its own: nothing is appended before.
    Found(Vec<u8>),
}

/// No more than this waits for a sync, in bytes.
const MAX_UNSYNCED_BYTES: usize = 4 * MAX_PAYLOAD;

impl Journal {
    /// Opens the journal at `path`, reads back what is in it, and cuts off a torn end. A journal
    /// without any record is begun with `headers`, their lags written out. What is read back survives a loss of
    /// power.
    ///
    /// # Errors
    /// [`JournalError`] names the path and says what to do.
    pub fn open(path: &Path, headers: &Headers) -> Result<(Self, JournalPast), JournalError> {
        let store: Box<dyn Store> = match Archived::of_path(path) {
            // It is over: whatever is appended while it is played again is not kept.
            Some(_) => Box::new(Held::open(path)?),
            None => Box::new(Locked::open(path, path)?),
        };
        Ok(Self::on(store, path, headers)?)
    }

    /// Begins the journal that is to take the place of the one at `path`, beside it.
    ///
    /// # Errors
    /// [`JournalError`] names the path and says what to do.
    pub fn beside(path: &Path, headers: &Headers) -> Result<Self, JournalError> {
        Self::clear_beside(path)?;
        let aside = aside(path);
        Ok(Self::on(Box::new(Locked::open(&aside, path)?), path, headers)?.0)
    }

    /// What was begun beside the journal at `path`, and has not taken its place, is taken away.
    ///
    /// # Errors
    /// What the system says.
    pub fn clear_beside(path: &Path) -> Result<(), JournalError> {
        remove_aside(path).map_err(|error| JournalError::io(&aside(path), error))
    }

    /// Whether it belongs to the same user as the journal that it was begun beside.
    ///
    /// # Errors
    /// What the system says.
    pub fn has_owner_of_place(&self) -> Result<bool, JournalError> {
        let owner = |path: &Path| {
            let opened = Folder::around(path).map_err(io::Error::from);
            let file = opened.and_then(|(folder, name)| folder.read(name));
            let metadata = file.and_then(|file| file.metadata());
            metadata.map(|file| file.uid()).map_err(|error| JournalError::io(path, error))
        };
        Ok(owner(&self.path)? == owner(&aside(&self.path))?)
    }

    /// Takes the place of the journal that it was begun beside, with all that was appended to it. Once this
    /// returns, that survives a loss of power, unless the folder cannot be synced: then the one before may be back.
    ///
    /// # Errors
    /// What the system says; it has not taken its place then.
    pub fn take_place(&mut self) -> Result<(), JournalError> {
        self.sync()?;
        let aside = aside(&self.path);
        let failed = |error| JournalError::io(&self.path, error);
        let (folder, name) = Folder::around(&self.path).map_err(|error| failed(error.into()))?;
        folder.rename(aside.file_name().unwrap_or_default(), name).map_err(failed)?;
        self.store.take_place();
        // The other one is archived by now: what comes is to be appended here, whatever the folder says.
        let _ = store::sync_directory(&self.path);
        Ok(())
    }

    fn on(
        mut store: Box<dyn Store>,
        path: &Path,
        headers: &Headers,
    ) -> Result<(Self, JournalPast), NotOpened> {
        let failed = |error| NotOpened::Refused(JournalError::io(path, error));
        let bytes = store.read().map_err(failed)?;
        let mut links = Vec::new();
        let read = read::read_each(&bytes, path, |_, link, _| links.push(link));
        let read = read.map_err(NotOpened::Refused)?;
        let mut journal = Self {
            path: path.to_owned(),
            sentry: Sentry::new(0, store.looker()),
            start: read::start(&bytes).to_vec(),
            is_beside: false,
            store,
            length: read.length as u64,
            end: End::Whole,
            unsynced: Vec::new(),
            doubtful: false,
            flight: None,
            records: read.records,
            latest: read.latest,
            seal: read.seal,
        };
        let headers_read = read.headers(headers);
        let mut past = JournalPast { headers: headers_read, links, cut: None, entries: Vec::new() };
        if read.has_evidence() {
            past.cut = journal.go_on(&bytes[..read.length], &bytes[read.length..]);
            past.entries = read.entries;
        } else {
            // Where it is not whole, all of it is kept: a power loss has struck when it was begun, or worse.
            let is_whole = read.entries.is_empty() && read.length == bytes.len();
            past.headers = headers.clone().with_lags();
            past.cut = journal
                .begin(if is_whole { &[] } else { &bytes }, &past.headers)
                .map_err(|error| NotOpened::NotBegun(JournalError::io(path, error)))?;
        }
        journal.sentry.set_length(journal.length);
        Ok((journal, past))
    }

    /// What is read back is acted on, and the daemon may have been killed before it was synced. Where the disk takes
    /// nothing now, appends fail until it does, and the next sync writes all of it again.
    fn go_on(&mut self, whole: &[u8], rest: &[u8]) -> Option<Cut> {
        let cut = if rest.is_empty() {
            None
        } else {
            self.end = End::Found(rest.to_vec());
            let kept = self.take_back().ok().flatten();
            Some(Cut { at: self.length, bytes: rest.len() as u64, kept })
        };
        if self.store.syncer()().is_err() {
            (self.doubtful, self.unsynced) = (true, whole.to_vec());
        }
        cut
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
        self.append_at(at, &Record::observed(at, unit.cloned(), observation.clone()))
    }

    /// The same of what happened after `since` and is told only at `at`.
    ///
    /// # Errors
    /// As above.
    pub fn append_told_late(
        &mut self,
        at: Instant,
        since: Option<Instant>,
        observation: &Observation,
    ) -> Result<u64, JournalError> {
        let record = Record::observed(at, None, observation.clone());
        self.append_at(at, &Record { since, ..record })
    }

    /// Appends the record of bytes that went by at `at`; returns its number.
    ///
    /// # Errors
    /// As for an observation.
    pub fn append_wire(&mut self, at: Instant, wire: &Record) -> Result<u64, JournalError> {
        self.append_at(at, wire)
    }

    /// Appends what was told to clients: one line that only the caller understands.
    ///
    /// # Errors
    /// [`JournalError::NotALine`] where it is more than one line or too long; otherwise what the
    /// system says. Nothing is appended then.
    pub fn append_told(&mut self, told: &str) -> Result<(), JournalError> {
        let payload = format!("{}{told}", read::TOLD);
        if told.contains('\n') || payload.len() > MAX_PAYLOAD {
            return Err(JournalError::NotALine);
        }
        self.append(&payload)
    }

    /// Records up to this number were in it, and are in it no more: those that follow have numbers behind it. A told line
    /// says so.
    ///
    /// # Errors
    /// As of [`Journal::append_told`].
    pub fn pass_over(&mut self, until: u64, told: &str) -> Result<(), JournalError> {
        let before = self.records;
        self.records = before.max(until);
        self.append_told(told).inspect_err(|_| self.records = before)
    }

    /// Makes sure that everything appended survives a loss of power, and waits for it. Costs nothing when it already
    /// does.
    ///
    /// # Errors
    /// What the system says; everything since the last sync is in doubt then, and is written again by the next.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        if let Some((until, flight)) = self.flight.take() {
            // What it has failed to write is written again now.
            let _ = self.land(until, flight.wait());
        }
        if let Some(syncing) = self.begin_sync()? {
            syncing.run();
        }
        self.end_sync().map(drop)
    }

    /// Begins a sync of everything appended so far, to be made by any thread; meanwhile more may be appended. `None`
    /// where there is nothing to sync, or one is on its way.
    ///
    /// # Errors
    /// As of [`Journal::sync`].
    pub fn begin_sync(&mut self) -> Result<Option<Syncing>, JournalError> {
        if self.flight.is_some() || !self.is_dirty() {
            return Ok(None);
        }
        self.write_doubtful().map_err(|error| JournalError::io(&self.path, error))?;
        let (syncing, flight) = Syncing::new(self.store.syncer());
        self.flight = Some((self.length, flight));
        Ok(Some(syncing))
    }

    /// Takes note of what came of the sync that was begun, if it is over; whether it is, or there was none.
    ///
    /// # Errors
    /// As of [`Journal::sync`].
    pub fn end_sync(&mut self) -> Result<bool, JournalError> {
        let Some((until, flight)) = &self.flight else { return Ok(true) };
        let (until, Some(outcome)) = (*until, flight.outcome()) else { return Ok(false) };
        self.flight = None;
        self.land(until, outcome).map(|()| true)
    }

    /// Whether a sync is on its way.
    pub const fn is_syncing(&self) -> bool {
        self.flight.is_some()
    }

    /// Whether something was appended since the last sync.
    pub const fn is_dirty(&self) -> bool {
        !self.unsynced.is_empty()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a sync has failed since the last one, so that nobody knows what is on disk of what came since.
    pub const fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// How many bytes it is, as far as whole frames go.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Number of the last record; 0 where there is none.
    pub const fn records(&self) -> u64 {
        self.records
    }

    /// The latest time of a record: nothing earlier may be appended.
    pub const fn latest(&self) -> Option<Instant> {
        self.latest
    }

    /// The last link of the chain: it changes with every byte that is appended, and with every byte before.
    pub const fn seal(&self) -> Seal {
        self.seal
    }

    fn append_at(&mut self, at: Instant, record: &Record) -> Result<u64, JournalError> {
        if let Some(latest) = self.latest.filter(|&latest| at < latest) {
            return Err(JournalError::TimeFell { at, latest });
        }
        self.append(&record.line()?)?;
        self.records += 1;
        self.latest = Some(at);
        Ok(self.records)
    }

    fn append(&mut self, payload: &str) -> Result<(), JournalError> {
        if self.unsynced.len() > MAX_UNSYNCED_BYTES {
            if !self.end_sync()? {
                // Who appends never waits for a disk that has stalled.
                return Err(JournalError::Stalled { path: self.path.clone() });
            }
            self.sync()?;
        }
        let (frame, link) = frame::frame(self.seal, self.records, payload);
        self.write(&frame).map_err(|error| JournalError::io(&self.path, error))?;
        self.length += frame.len() as u64;
        self.sentry.set_length(self.length);
        self.seal = link;
        self.unsynced.extend_from_slice(&frame);
        Ok(())
    }

    /// Writes a whole frame or nothing: half a frame would hide all that comes after it, and so would a hole before it.
    fn write(&mut self, frame: &[u8]) -> io::Result<()> {
        self.take_back()?;
        if self.store.length()? < self.length {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "somebody has cut it"));
        }
        let written = self.store.write_at(self.length, frame);
        if written.is_err() {
            self.end = End::Half;
            let _ = self.take_back();
        }
        written
    }

    /// Takes back what is behind the last whole frame. Where it was found there, it is kept in a file beside first.
    fn take_back(&mut self) -> io::Result<Option<PathBuf>> {
        let mut kept = None;
        if let End::Found(rest) = &self.end {
            kept = Some(self.store.keep_aside(rest)?);
            self.end = End::Half;
        }
        if matches!(self.end, End::Half) {
            self.store.cut(self.length)?;
            self.end = End::Whole;
        }
        Ok(kept)
    }

    /// A system that has failed to write something to the disk does not try again by itself.
    fn write_doubtful(&mut self) -> io::Result<()> {
        if self.doubtful {
            let from = self.length - self.unsynced.len() as u64;
            self.store.write_at(from, &self.unsynced)?;
        }
        Ok(())
    }

    /// A sync is over that began when the journal was so long. One at a time: the system tells one of them alone what
    /// it has failed to write.
    fn land(&mut self, until: u64, outcome: io::Result<()>) -> Result<(), JournalError> {
        self.doubtful = outcome.is_err();
        outcome.map_err(|error| JournalError::io(&self.path, error))?;
        let later = usize::try_from(self.length - until).unwrap_or(usize::MAX);
        self.unsynced.drain(..self.unsynced.len().saturating_sub(later));
        Ok(())
    }

    /// Begins the journal anew: there is no evidence in it yet, only what is `left` of a beginning. Where that fails,
    /// nothing has begun.
    fn begin(&mut self, left: &[u8], headers: &Headers) -> io::Result<Option<Cut>> {
        self.records = headers.continues.as_ref().map_or(0, |before| before.after);
        self.length = 0;
        let cut = if left.is_empty() {
            None
        } else {
            self.end = End::Found(left.to_vec());
            let kept = self.take_back()?;
            Some(Cut { at: 0, bytes: left.len() as u64, kept })
        };
        let mut start = frame::MAGIC.to_vec();
        self.seal = Seal::of_first_line(frame::MAGIC);
        for line in headers.to_string().lines() {
            let (frame, link) = frame::frame(self.seal, self.records, line);
            start.extend_from_slice(&frame);
            self.seal = link;
        }
        self.store.cut(0)?;
        if let Err(error) = self.store.write_at(0, &start) {
            // What is left of it would be kept aside the next time.
            let _ = self.store.cut(0);
            return Err(error);
        }
        self.length = start.len() as u64;
        self.start = start;
        self.store.syncer()()?;
        Ok(cut)
    }
}

/// Where a journal is until it takes the place of another one.
fn aside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(archive::NEXT);
    name.into()
}

fn remove_aside(path: &Path) -> io::Result<()> {
    let aside = aside(path);
    let (folder, name) = Folder::around(&aside)?;
    folder.remove_if_there(name)
}

#[cfg(test)]
pub(crate) mod faults;
#[cfg(test)]
mod tests;
