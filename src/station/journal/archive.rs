//! Journals that are over: the archive of a station, beside the live ones.
//!
//! What is over is `BOARD.AFTER.journal` there (`station.AFTER.journal` of the station's own), AFTER being the number of
//! the last record before it, and `.gz` behind it once it is compressed. Wherever the end of the daemon falls, a journal
//! is at its place or here, whole.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::Journal;
use super::error::JournalError;
use super::sentry::Looker;
use super::store::{ACCESS, Saved, Store, Syncer};
use crate::sys::folder::{Folder, FolderError, Node};

/// Name of the archive in the folder of a station's evidence.
pub const FOLDER: &str = "archive";

/// Name of the folder of the boards' live journals beside it.
pub const LIVE: &str = "boards";

/// Name of the station's own journal, where those of boards have the board's. No board is called so: boards have their
/// family's name in theirs.
pub const STATION: &str = "station";

/// A journal that is over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Archived {
    /// The board, by name; or [`STATION`].
    pub board: String,
    /// Number of the last record before it.
    pub after: u64,
    /// Where it is.
    pub path: PathBuf,
}

/// Who may look into the archive: the daemon's group may.
const FOLDER_MODE: u32 = 0o750;

/// What a compressed journal ends in.
const COMPRESSED: &str = ".gz";

/// No journal is longer. A file that claims to be is none.
const MAX_BYTES: u64 = 1 << 30;

impl Archived {
    /// What the name of a file says; `None` where it is no archived journal.
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let (board, after) = name
            .strip_suffix(COMPRESSED)
            .unwrap_or(name)
            .strip_suffix(".journal")?
            .rsplit_once('.')?;
        let (board, after) = (board.to_owned(), after.parse().ok()?);
        (!board.is_empty()).then(|| Self { board, after, path: path.to_owned() })
    }

    /// Whether it is the live journal of its board, which has not been succeeded yet.
    fn is_live(&self) -> bool {
        let live =
            |state| if self.is_of_station() { station(state) } else { live(state, &self.board) };
        let state = self.path.ancestors().nth(2);
        state.is_some_and(|state| is_same(&live(state), &self.path))
    }

    /// Whether it is the station's own.
    pub fn is_of_station(&self) -> bool {
        self.board == STATION
    }

    /// Whether it is compressed.
    pub fn is_compressed(&self) -> bool {
        is_compressed(&self.path)
    }
}

/// Where the live journal of a board is, in the folder of a station's evidence.
pub fn live(state: &Path, board: &str) -> PathBuf {
    state.join(LIVE).join(format!("{board}.journal"))
}

/// Where the station's own live journal is.
pub fn station(state: &Path) -> PathBuf {
    state.join(format!("{STATION}.journal"))
}

/// The archived journals in a folder, by board and in their order. Where one is being compressed, it is named once,
/// and one that is live still, though it has its second name already, is not named.
///
/// # Errors
/// What the system says; a folder that is not there has none.
pub fn archived(folder: &Path) -> io::Result<Vec<Archived>> {
    let mut found = named(folder)?;
    found.retain(|one| !one.is_live());
    found.dedup_by(|next, one| (&next.board, next.after) == (&one.board, one.after));
    Ok(found)
}

fn named(folder: &Path) -> io::Result<Vec<Archived>> {
    let names = match Folder::open(folder) {
        Err(FolderError::System(error)) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Vec::new());
        }
        opened => opened?.names()?,
    };
    let paths = names.into_iter().map(|name| folder.join(name));
    let mut found: Vec<_> = paths.filter_map(|path| Archived::of_path(&path)).collect();
    found.sort();
    Ok(found)
}

/// The bytes of a journal, archived or live, as it was. Links are followed: whoever names a file means what it leads to.
///
/// # Errors
/// What the system says; a compressed one that is damaged.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?, is_compressed(path))
}

/// The same in a station's own folder, where a link is no journal.
fn read_here(path: &Path) -> io::Result<Vec<u8>> {
    let (folder, name) = Folder::around(path)?;
    read_from(folder.read(name)?, is_compressed(path))
}

fn read_from(mut file: File, is_compressed: bool) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_compressed {
        GzDecoder::new(file).take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "no journal is longer than 1 GiB",
            ));
        }
    } else {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Where an open journal goes when it is over: it is there too from now on, until another one takes its place. Once this
/// returns, that survives a loss of power.
///
/// # Errors
/// [`JournalError`]; the journal stays where it is. Where something else is at its place by now, that is not archived.
pub fn keep(journal: &Journal, folder: &Path, after: u64) -> Result<PathBuf, JournalError> {
    let live = journal.path();
    let stem = live.file_stem().unwrap_or_default().to_string_lossy();
    let kept = folder.join(format!("{stem}.{after}.journal"));
    let keep = || {
        let (here, name) = Folder::around(live)?;
        if !journal.is_in_place()? {
            return Err(moved_away());
        }
        let (above, archive) = Folder::around(folder)?;
        let archive =
            above.make_folder(archive, FOLDER_MODE)?.refuse_strangers(&[here.owner()?])?;
        let second = kept.file_name().unwrap_or_default();
        // This one is not over yet, so that is another's.
        if archive.node(compressed(second).as_os_str())?.is_some() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        match here.link(name, &archive, second) {
            Err(error)
                if error.kind() == io::ErrorKind::AlreadyExists
                    && archive.node(second)? == here.node(name)? => {}
            linked => linked?,
        }
        // It is what was at the place then, and nothing else.
        if !journal.is_in_place()? {
            return Err(moved_away());
        }
        archive.sync()?;
        above.sync()
    };
    keep().map_err(|error| JournalError::io(&kept, error))?;
    Ok(kept)
}

fn moved_away() -> io::Error {
    io::Error::other("somebody has changed the journal's file; it is not archived as it is")
}

/// Puts right what the sudden end of the daemon has left half done in a folder of evidence: a journal that is still
/// live is not archived, and one that has not taken its place yet is none. To be called by who has the station's
/// journal open: nobody else is changing anything then.
///
/// # Errors
/// What the system says.
pub fn tidy(state: &Path) -> io::Result<()> {
    let boards = Folder::open(&state.join(LIVE))?;
    for left in boards.names()? {
        if Path::new(&left).extension().is_some_and(|extension| extension == NEXT) {
            boards.remove(&left)?;
        }
    }
    for archived in named(&state.join(FOLDER))?.into_iter().filter(Archived::is_live) {
        let (folder, name) = Folder::around(&archived.path)?;
        folder.remove(name)?;
    }
    super::remove_aside(&station(state))
}

/// Compresses an archived journal: what is compressed is on the disk, and has been read back, before the other goes.
/// The bytes that it was and is; `None` where it is compressed already.
///
/// # Errors
/// What the system says; the journal stays as it is.
pub fn compress(archived: &Archived) -> io::Result<Option<(u64, u64)>> {
    if archived.is_compressed() {
        return Ok(None);
    }
    let (folder, name) = Folder::around(&archived.path)?;
    let bytes = read_from(folder.read(name)?, false)?;
    let into = compressed(name);
    folder.replace(&into, ACCESS, |file| {
        let mut encoder = GzEncoder::new(&mut *file, Compression::default());
        encoder.write_all(&bytes)?;
        encoder.finish()?;
        file.sync_all()
    })?;
    folder.sync()?;
    let file = folder.read(&into)?;
    let length = file.metadata()?.len();
    if read_from(file, true)? != bytes {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it does not read back as it was"));
    }
    folder.remove(name)?;
    folder.sync()?;
    Ok(Some((bytes.len() as u64, length)))
}

/// Removes a file so that it stays removed.
///
/// # Errors
/// What the system says.
pub fn remove(path: &Path) -> io::Result<()> {
    let (folder, name) = Folder::around(path)?;
    folder.remove(name)?;
    folder.sync()
}

/// What the name of a journal ends in that has not taken its place yet.
pub(super) const NEXT: &str = "next";

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == &COMPRESSED[1..])
}

/// What an archived journal is called once it is compressed.
fn compressed(name: &OsStr) -> OsString {
    let mut name = name.to_owned();
    name.push(COMPRESSED);
    name
}

fn is_same(one: &Path, other: &Path) -> bool {
    let node = |path| Node::at(path).ok().flatten();
    node(one).is_some() && node(one) == node(other)
}

/// An archived journal, read to be played again. Nothing that is written reaches the file.
#[derive(Debug)]
pub(super) struct Held {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Held {
    pub(super) fn open(path: &Path) -> Result<Self, JournalError> {
        let bytes = read_here(path).map_err(|error| JournalError::io(path, error))?;
        Ok(Self { path: path.to_owned(), bytes })
    }
}

impl Store for Held {
    fn read(&mut self) -> io::Result<Vec<u8>> {
        Ok(self.bytes.clone())
    }

    /// What is appended while it is played is not kept, and not missed.
    fn length(&self) -> io::Result<u64> {
        Ok(u64::MAX)
    }

    fn write_at(&mut self, _: u64, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self, _: u64) -> io::Result<()> {
        Ok(())
    }

    fn syncer(&self) -> Syncer {
        Box::new(|| Ok(()))
    }

    /// They are in the file, and stay there.
    fn keep_aside(&mut self, _: &[u8]) -> io::Result<PathBuf> {
        Ok(self.path.clone())
    }

    fn take_place(&mut self) {}

    /// Its bytes are in memory.
    fn looker(&self) -> Looker {
        Arc::new(|_| Ok(None))
    }

    fn save(&mut self) -> io::Result<Saved> {
        Ok(Saved::PutBack)
    }
}

#[cfg(test)]
mod tests;
