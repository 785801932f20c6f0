//! The files of a broadcast: `round-3/game-12.pgn` for each game, `round-3/games.pgn` for all of a round.
//!
//! This is the layout in which LiveChess writes and that Lichess's broadcaster watches. A file is written
//! under another name, which no watcher takes, and then renamed, so a reader sees the old file or the new
//! one and never a part. Nothing is synced: that would only matter to a reader after a loss of power, and
//! then every game is put anew, from the journals.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::{RelayError, Sheet, pgn};
use crate::pairing::{BoardNumber, Round};

/// A web server may read the files and list the folders.
const FILE_MODE: u32 = 0o644;
const FOLDER_MODE: u32 = 0o755;

/// Largest file that is taken over from before a restart; no game comes near.
const MOST_BYTES: u64 = 1 << 20;

/// The folder of a broadcast.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    rounds: BTreeMap<Round, RoundFolder>,
}

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
        Ok(Self { path, rounds: BTreeMap::new() })
    }

    /// Writes what changed: the file of this game and that of its round, and with them whatever an error
    /// kept from being written before. It waits for the disk.
    ///
    /// What stands in the folder of the round already, from before a restart, stays in `games.pgn` until
    /// the game of that board is put again.
    ///
    /// # Errors
    /// The first [`RelayError`]; the other files are written all the same.
    pub fn put(&mut self, sheet: &Sheet) -> Result<(), RelayError> {
        let round = sheet.round();
        let folder = self
            .rounds
            .entry(round)
            .or_insert_with(|| RoundFolder::new(self.path.join(format!("round-{round}"))));
        folder.put(sheet.board(), pgn::write(sheet));
        let tried: Vec<_> = self.rounds.values_mut().map(RoundFolder::write).collect();
        tried.into_iter().collect()
    }
}

/// The folder of a round.
#[derive(Debug)]
struct RoundFolder {
    path: PathBuf,
    games: BTreeMap<BoardNumber, Game>,
    /// Whether the folder exists and what stood in it is known.
    is_ready: bool,
    /// Whether `games.pgn` is as the games are.
    is_written: bool,
}

/// A game as its file is to be.
#[derive(Debug)]
struct Game {
    pgn: String,
    is_written: bool,
}

impl RoundFolder {
    const fn new(path: PathBuf) -> Self {
        Self { path, games: BTreeMap::new(), is_ready: false, is_written: true }
    }

    fn put(&mut self, board: BoardNumber, pgn: String) {
        if self.games.get(&board).is_none_or(|game| game.pgn != pgn) {
            self.games.insert(board, Game { pgn, is_written: false });
            self.is_written = false;
        }
    }

    /// Writes what is not written yet.
    fn write(&mut self) -> Result<(), RelayError> {
        if self.is_written && self.games.values().all(|game| game.is_written) {
            return Ok(());
        }
        let tried = self.prepare().and_then(|()| self.write_changed());
        if let Err(RelayError::Gone { .. }) = tried {
            self.forget();
        }
        tried
    }

    /// Somebody took the folder away: nothing is written any more.
    fn forget(&mut self) {
        self.is_ready = false;
        self.is_written = false;
        self.games.values_mut().for_each(|game| game.is_written = false);
    }

    /// Makes the folder, or takes over what stands in it.
    fn prepare(&mut self) -> Result<(), RelayError> {
        if self.is_ready {
            return Ok(());
        }
        let failed = |error| RelayError::of(&self.path, error);
        if !self.path.is_dir() {
            fs::create_dir(&self.path).map_err(failed)?;
            fs::set_permissions(&self.path, Permissions::from_mode(FOLDER_MODE)).map_err(failed)?;
        }
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let Some(board) = board_of(&path) else { continue };
            let Some(pgn) = whole_file(&path) else { continue };
            let game =
                self.games.entry(board).or_insert(Game { pgn: pgn.clone(), is_written: true });
            game.is_written |= game.pgn == pgn;
        }
        self.is_ready = true;
        Ok(())
    }

    fn write_changed(&mut self) -> Result<(), RelayError> {
        let mut tried = Vec::new();
        for (board, game) in &mut self.games {
            if !game.is_written {
                let written = replace(&self.path, &file_of(*board), &game.pgn);
                game.is_written = written.is_ok();
                tried.push(written);
            }
        }
        if !self.is_written {
            let games: Vec<&str> = self.games.values().map(|game| game.pgn.as_str()).collect();
            let written = replace(&self.path, "games.pgn", &games.join("\n"));
            self.is_written = written.is_ok();
            tried.push(written);
        }
        tried.into_iter().collect()
    }
}

fn file_of(board: BoardNumber) -> String {
    format!("game-{board}.pgn")
}

/// The board whose file `path` is.
fn board_of(path: &Path) -> Option<BoardNumber> {
    let name = path.file_name()?.to_str()?;
    let number = name.strip_prefix("game-")?.strip_suffix(".pgn")?.parse().ok()?;
    BoardNumber::new(number).filter(|board| file_of(*board) == name)
}

/// What stands in a file; `None` where it is none that was written here.
fn whole_file(path: &Path) -> Option<String> {
    let kind = fs::metadata(path).ok().filter(|kind| kind.is_file() && kind.len() <= MOST_BYTES);
    kind.and_then(|_| fs::read_to_string(path).ok()).filter(|pgn| pgn.ends_with('\n'))
}

/// Puts `text` in the place of the file `name`, at once.
fn replace(folder: &Path, name: &str, text: &str) -> Result<(), RelayError> {
    let part = folder.join(format!(".{name}.part"));
    let path = folder.join(name);
    let tried = File::create(&part).and_then(|mut file| {
        file.set_permissions(Permissions::from_mode(FILE_MODE))?;
        file.write_all(text.as_bytes())?;
        fs::rename(&part, &path)
    });
    tried.map_err(|error| {
        // what is left of it only takes space
        let _ = fs::remove_file(&part);
        RelayError::of(&path, error)
    })
}
