//! Where journals are.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use touchmove_core::words::phrases::Failed;
use touchmove_station::config::{Config, DEFAULT_PATH, DEFAULT_STATE};
use touchmove_station::journal::archive::{self, Archived};
use touchmove_station::sys::accounts::group_name;

use crate::Failure;

/// Which board is meant.
#[derive(Debug, clap::Args)]
pub(crate) struct Place {
    /// The board, by its name in `touchmove status`, as dgt_12345; or its journal, as a path
    board: PathBuf,
}

/// Which boards are meant.
#[derive(Debug, clap::Args)]
pub(crate) struct Places {
    /// Boards, by their names; their journals, as paths; or folders of evidence. All boards, if none is named
    #[arg(value_name = "BOARD")]
    boards: Vec<PathBuf>,
}

impl Places {
    /// The journals, by board.
    ///
    /// # Errors
    /// [`Failure`]: one is not there.
    pub(crate) fn find(&self, state: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
        if self.boards.is_empty() {
            return in_folder(&folder(state)?);
        }
        let found = self.boards.iter().map(|board| match board.is_dir() {
            true => in_folder(board),
            false => Place { board: board.clone() }.find_all(state),
        });
        Ok(found.collect::<Result<Vec<_>, _>>()?.concat())
    }
}

/// The journals of a board in a folder of evidence: those in the archive, and the one that is live.
pub(super) fn with_archived(state: &Path, board: &str) -> Vec<PathBuf> {
    let archived = archive::archived(&state.join(archive::FOLDER)).unwrap_or_default();
    let archived = archived.into_iter().filter(|archived| archived.board == board);
    archived.map(|archived| archived.path).chain([archive::live(state, board)]).collect()
}

/// The journals of a folder of evidence; of another folder those that are in it.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let boards = folder.join(archive::LIVE);
    if boards.is_dir() {
        let archived = archive::archived(&folder.join(archive::FOLDER)).unwrap_or_default();
        let archived = archived.into_iter().filter(|archived| !archived.is_of_station());
        let paths = archived.map(|archived| archived.path).chain(listed(&boards)?);
        return Ok(by_board(paths.collect()));
    }
    listed(folder)
}

fn by_board(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let place = |path: &PathBuf| match Archived::of_path(path) {
        Some(archived) => (archived.board, archived.after),
        None => (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), u64::MAX),
    };
    paths.sort_by_cached_key(place);
    paths
}

fn listed(boards: &Path) -> Result<Vec<PathBuf>, Failure> {
    let listed = fs::read_dir(boards).map_err(|error| unreadable(boards, &error))?;
    let paths = listed.filter_map(|entry| Some(entry.ok()?.path()));
    let is_of_board = |path: &PathBuf| match Archived::of_path(path) {
        Some(archived) => !archived.is_of_station(),
        None => {
            path.extension().is_some_and(|extension| extension == "journal")
                && path.file_stem().is_some_and(|name| name != archive::STATION)
        }
    };
    Ok(by_board(paths.filter(is_of_board).collect()))
}

impl Place {
    /// The board's journals in their order: those in the archive, and the one that is live.
    ///
    /// # Errors
    /// [`Failure`]: there is no such board; it says which there are.
    pub(super) fn find_all(&self, state: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
        let live = self.find(state)?;
        if self.is_path() {
            return Ok(vec![live]);
        }
        Ok(with_archived(&folder(state)?, &self.board.to_string_lossy()))
    }

    fn is_path(&self) -> bool {
        self.board.components().count() != 1
            || self
                .board
                .extension()
                .is_some_and(|extension| ["journal", "gz"].iter().any(|one| extension == *one))
    }

    /// The journal of the board that is live.
    fn find(&self, state: Option<&Path>) -> Result<PathBuf, Failure> {
        if self.is_path() {
            return Ok(self.board.clone());
        }
        let state = folder(state)?;
        let path = archive::live(&state, &self.board.to_string_lossy());
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(no_such_board(&self.board, &state.join(archive::LIVE)))
            }
            Err(error) => Err(unreadable(&path, &error)),
            Ok(_) => Ok(path),
        }
    }
}

/// The folder of evidence that is meant: `state`, or the daemon's.
fn folder(state: Option<&Path>) -> Result<PathBuf, Failure> {
    let default = Path::new(DEFAULT_PATH);
    match state {
        Some(state) => Ok(state.into()),
        None if default.exists() => {
            Config::read(default).map(|config| config.state).map_err(Failure::malformed)
        }
        None => Ok(DEFAULT_STATE.into()),
    }
}

fn no_such_board(board: &Path, boards: &Path) -> Failure {
    let listed = match fs::read_dir(boards) {
        Ok(listed) => listed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = boards.display().to_string().into();
            return Failure::because(Failed::NoEvidence { folder });
        }
        Err(error) => return unreadable(boards, &error),
    };
    let names = listed.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<_> =
        names.filter_map(|name| Some(name.strip_suffix(".journal")?.to_owned())).collect();
    names.sort();
    let there = match &names[..] {
        [] => Failed::NoneYet,
        names => Failed::ThereAre { names: names.join(" ").into() },
    };
    let (board, there) = (board.display().to_string().into(), there.into());
    Failure::because(Failed::NoBoardHere { board, there })
}

/// Why a file cannot be read, and what to do.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let name = path.display();
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            let (path, group) = (name.to_string().into(), group_of(path).into());
            Failure::because(Failed::AccessDenied { path, group })
        }
        _ => Failure::failed(format_args!("{name}: {error}")),
    }
}

/// The group of the file, or of the first folder above it that can be seen.
fn group_of(path: &Path) -> String {
    let groups = path.ancestors().filter_map(|path| fs::metadata(path).ok());
    // What belongs to root is not what refuses.
    let gid = groups.map(|node| node.gid()).find(|gid| *gid != 0);
    gid.and_then(group_name).unwrap_or_else(|| "touchmove".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_not_read_is_told_the_group_that_may() {
        let denied = unreadable(Path::new("/"), &io::ErrorKind::PermissionDenied.into());
        assert!(denied.to_string().contains("group touchmove"), "{denied}");
    }

    #[test]
    fn a_board_that_is_not_there_is_answered_with_those_that_are() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("boards")).unwrap();
        let find = |board: &str| Place { board: board.into() }.find(Some(folder.path()));
        assert!(find("dgt_1").unwrap_err().to_string().contains("none yet"));
        for name in ["dgt_2.journal", "dgt_1.journal", "dgt_1.journal.torn-1"] {
            fs::write(folder.path().join("boards").join(name), "").unwrap();
        }
        assert!(find("dgt_1").unwrap().ends_with("boards/dgt_1.journal"));
        let message = find("dgt_3").unwrap_err().to_string();
        assert!(message.ends_with("there are: dgt_1 dgt_2"), "{message}");
    }
}
