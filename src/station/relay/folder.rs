//! A broadcast as files in a folder.
//!
//! A file is written under another name, which no watcher takes, and then renamed, so a reader sees the
//! old file or the new one and never a part. Nothing is synced: that would only matter to a reader after a
//! loss of power, and then every game is put anew, from the journals.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use touchmove_core::pairing::Round;

use super::reporter::Reporter;
use super::{PgnPath, Published, RelayError};
use crate::sys::folder::{self, Access};

/// A web server may read the files and list the folders.
const FILE_MODE: Access = Access::Exactly(0o644);
const FOLDER_MODE: u32 = 0o755;

/// Largest file that is taken over from before a restart; no game comes near.
const MAX_BYTES: u64 = 1 << 20;

/// The folder of a broadcast.
#[derive(Debug)]
pub struct BroadcastFolder {
    path: PathBuf,
    /// The folders of rounds that have been looked into, and what stands in them. They are held, so that another one is
    /// never taken for one of them.
    standing: BTreeMap<Round, (folder::Folder, Texts)>,
    reporter: Reporter,
}

type Texts = HashMap<PgnPath, Arc<str>>;

impl BroadcastFolder {
    /// The folder at `path`, which must exist, be writable, and belong to this process's user or root.
    ///
    /// # Errors
    /// [`RelayError`] where it does not exist, is no folder, is a link or a stranger's, or cannot be written to.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, RelayError> {
        let path = path.into();
        let failed = |error| RelayError::of(&path, error);
        let folder = open(&path)?;
        let probe = OsStr::new(".touchmove.part");
        folder.remove_if_there(probe).map_err(failed)?;
        folder.create(probe, FILE_MODE).map_err(failed)?;
        folder.remove(probe).map_err(failed)?;
        let reporter = Reporter::new(path.clone());
        Ok(Self { path, standing: BTreeMap::new(), reporter })
    }

    /// For reports of what becomes of the texts.
    pub(super) const fn reporter(&self) -> &Reporter {
        &self.reporter
    }

    /// Writes what stands otherwise in the folder than it is published. It waits for the disk.
    ///
    /// Games that stand in the folder of a round already, from before a restart, are taken over into what
    /// is published, until the game of that board is put again.
    ///
    /// # Errors
    /// The first [`RelayError`]; the other files are written all the same.
    pub fn write(&mut self, published: &mut Published) -> Result<(), RelayError> {
        let rounds: Vec<Round> = published.rounds().collect();
        let tried: Vec<_> =
            rounds.into_iter().map(|round| self.write_round(round, published)).collect();
        tried.into_iter().collect()
    }

    fn write_round(&mut self, round: Round, published: &mut Published) -> Result<(), RelayError> {
        let stands = |(_, standing): &(_, Texts)| {
            published.texts(round).all(|(path, text)| standing.get(&path) == Some(text))
        };
        if self.standing.get(&round).is_some_and(stands) {
            return Ok(());
        }
        let before = self.standing.remove(&round);
        let opened = prepare(&self.path, round).and_then(|folder| {
            let node = |folder: &folder::Folder| {
                folder.itself().map_err(|error| RelayError::of(folder.path(), error))
            };
            let standing = match before {
                Some((known, standing)) if node(&known)? == node(&folder)? => standing,
                _ => take_over(&folder, round, published)?,
            };
            Ok((folder, standing))
        });
        let (folder, mut standing) = opened.inspect_err(|error| {
            published.texts(round).for_each(|(path, _)| self.reporter.refuse(path, error));
        })?;
        let tried = self.write_changed(&folder, &mut standing, published.texts(round));
        // Where somebody took the folder away, nothing stands any more.
        if !matches!(tried, Err(RelayError::Gone { .. })) {
            self.standing.insert(round, (folder, standing));
        }
        tried
    }

    fn write_changed<'a>(
        &self,
        folder: &folder::Folder,
        standing: &mut Texts,
        texts: impl Iterator<Item = (PgnPath, &'a Arc<str>)>,
    ) -> Result<(), RelayError> {
        let mut tried = Vec::new();
        for (path, text) in texts {
            let is_there = |there: &Arc<str>| Arc::ptr_eq(there, text) || there == text;
            if !standing.get(&path).is_some_and(is_there) {
                let written = put(folder, &self.path.join(path.to_string()), text);
                match &written {
                    Ok(()) => {
                        standing.insert(path, Arc::clone(text));
                        self.reporter.put(path);
                    }
                    Err(error) => {
                        standing.remove(&path);
                        self.reporter.refuse(path, error);
                    }
                }
                tried.push(written);
            }
        }
        tried.into_iter().collect()
    }
}

/// Opens the folder of a broadcast.
fn open(path: &Path) -> Result<folder::Folder, RelayError> {
    let opened = folder::Folder::open(path).and_then(|folder| folder.refuse_strangers(&[]));
    opened.map_err(|error| RelayError::of_folder(path, error))
}

/// Opens the folder of a round; makes it, if that is allowed.
fn prepare(path: &Path, round: Round) -> Result<folder::Folder, RelayError> {
    let name = format!("round-{round}");
    let opened = open(path)?.make_folder(&name, FOLDER_MODE);
    let opened = opened.and_then(|folder| folder.refuse_strangers(&[]));
    opened.map_err(|error| RelayError::of_folder(&path.join(name), error))
}

/// Takes over what stands in the folder of a round.
fn take_over(
    folder: &folder::Folder,
    round: Round,
    published: &mut Published,
) -> Result<Texts, RelayError> {
    let mut games = BTreeMap::new();
    for name in folder.names().map_err(|error| RelayError::of(folder.path(), error))? {
        let path = name.to_str().and_then(|name| PgnPath::read(&format!("round-{round}/{name}")));
        let Some(PgnPath::Game(_, board)) = path else { continue };
        games.extend(whole_file(folder, &name).map(|pgn| (board, pgn)));
    }
    published.take_over(round, games.clone());
    Ok(games.into_iter().map(|(board, pgn)| (PgnPath::Game(round, board), pgn)).collect())
}

/// What stands in a file; `None` where it is none that was written here: a link, another's, one that has a second
/// name elsewhere, where it may be private.
fn whole_file(folder: &folder::Folder, name: &OsStr) -> Option<Arc<str>> {
    let file = folder.read(name).ok()?;
    let kind = file.metadata().ok()?;
    let mine = rustix::process::geteuid().as_raw();
    if kind.uid() != mine || kind.nlink() != 1 {
        return None;
    }
    let mut pgn = String::new();
    let length = file.take(MAX_BYTES + 1).read_to_string(&mut pgn).ok()?;
    (length as u64 <= MAX_BYTES && pgn.ends_with('\n')).then(|| pgn.into())
}

/// Puts `text` in the place of the file at `path`, which is in `folder`, at once.
fn put(folder: &folder::Folder, path: &Path, text: &str) -> Result<(), RelayError> {
    let name =
        path.file_name().ok_or_else(|| RelayError::of(path, io::ErrorKind::InvalidInput.into()))?;
    let replaced = folder.replace(name, FILE_MODE, |file| file.write_all(text.as_bytes()));
    replaced.map_err(|error| RelayError::of(path, error))
}
