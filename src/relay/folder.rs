//! A broadcast as files in a folder.
//!
//! A file is written under another name, which no watcher takes, and then renamed, so a reader sees the
//! old file or the new one and never a part. Nothing is synced: that would only matter to a reader after a
//! loss of power, and then every game is put anew, from the journals.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::report::Outlet;
use super::reporter::Reporter;
use super::{PgnPath, Published, RelayError};
use crate::pairing::Round;
use crate::sys::replace;

/// A web server may read the files and list the folders.
const FILE_MODE: u32 = 0o644;
const FOLDER_MODE: u32 = 0o755;

/// Largest file that is taken over from before a restart; no game comes near.
const MOST_BYTES: u64 = 1 << 20;

/// The folder of a broadcast.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// What stands in the folders of rounds, for those that exist and have been looked into.
    standing: BTreeMap<Round, Texts>,
    reporter: Reporter,
}

type Texts = HashMap<PgnPath, Arc<str>>;

impl Folder {
    /// The folder at `path`, which must exist and be writable.
    ///
    /// # Errors
    /// [`RelayError`] where it does not exist, is no folder or cannot be written to.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, RelayError> {
        let path = path.into();
        let kind = fs::metadata(&path).map_err(|error| RelayError::of(&path, error))?;
        if !kind.is_dir() {
            return Err(RelayError::NotAFolder { path });
        }
        let probe = path.join(".touchmove.part");
        let tried = File::create(&probe).and_then(|_| fs::remove_file(&probe));
        tried.map_err(|error| RelayError::of(&path, error))?;
        let reporter = Reporter::new(Outlet::Folder(path.clone()));
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
        let folder = self.path.join(format!("round-{round}"));
        let mut standing = match self.standing.remove(&round) {
            Some(standing) => standing,
            None => prepare(&folder, round, published).inspect_err(|error| {
                published.texts(round).for_each(|(path, _)| self.reporter.refuse(path, error));
            })?,
        };
        let tried = self.write_changed(&mut standing, published.texts(round));
        // Where somebody took the folder away, nothing stands any more.
        if !matches!(tried, Err(RelayError::Gone { .. })) {
            self.standing.insert(round, standing);
        }
        tried
    }

    fn write_changed<'a>(
        &self,
        standing: &mut Texts,
        texts: impl Iterator<Item = (PgnPath, &'a Arc<str>)>,
    ) -> Result<(), RelayError> {
        let mut tried = Vec::new();
        for (path, text) in texts {
            let is_there = |there: &Arc<str>| Arc::ptr_eq(there, text) || there == text;
            if !standing.get(&path).is_some_and(is_there) {
                let written = put(&self.path.join(path.to_string()), text);
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

/// Makes the folder of a round, or takes over what stands in it.
fn prepare(folder: &Path, round: Round, published: &mut Published) -> Result<Texts, RelayError> {
    let failed = |error| RelayError::of(folder, error);
    if !folder.is_dir() {
        fs::create_dir(folder).map_err(failed)?;
        fs::set_permissions(folder, Permissions::from_mode(FOLDER_MODE)).map_err(failed)?;
    }
    let mut games = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let path = name.to_str().and_then(|name| PgnPath::read(&format!("round-{round}/{name}")));
        let Some(PgnPath::Game(_, board)) = path else { continue };
        games.extend(whole_file(&entry.path()).map(|pgn| (board, pgn)));
    }
    published.take_over(round, games.clone());
    Ok(games.into_iter().map(|(board, pgn)| (PgnPath::Game(round, board), pgn)).collect())
}

/// What stands in a file; `None` where it is none that was written here.
fn whole_file(path: &Path) -> Option<Arc<str>> {
    let kind = fs::metadata(path).ok().filter(|kind| kind.is_file() && kind.len() <= MOST_BYTES);
    let pgn = kind.and_then(|_| fs::read_to_string(path).ok());
    pgn.filter(|pgn| pgn.ends_with('\n')).map(Arc::from)
}

/// Puts `text` in the place of the file at `path`, at once.
fn put(path: &Path, text: &str) -> Result<(), RelayError> {
    let replaced = replace::replace(path, |file| {
        file.set_permissions(Permissions::from_mode(FILE_MODE))?;
        file.write_all(text.as_bytes())
    });
    replaced.map_err(|error| RelayError::of(path, error))
}
