//! What can be wrong with the folder of a station's evidence.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::journal::{JournalError, archive};
use crate::sys::folder::{Folder, FolderError};

/// Why the hall cannot open.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The folder cannot be used.
    #[error("{}: {source}; name another folder with --state, or create it for the daemon's user", path.display())]
    Folder {
        /// Which folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder is a link, or belongs to somebody else, who could put anything in the place of evidence.
    #[error("{}: {source}; evidence is kept in a folder of the daemon's own alone: see to it, or name another folder with --state", path.display())]
    Refused {
        /// Which folder.
        path: PathBuf,
        /// Why.
        source: FolderError,
    },
    /// Nothing can be written there.
    #[error("{}: the file system is read-only ({source}); make it writable again (`mount -o remount,rw`), or name another folder with --state", path.display())]
    ReadOnly {
        /// Which folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The station's journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The folder of a station's evidence, made where there was none.
#[derive(Debug)]
pub(in crate::hall) struct State {
    /// Where it is; no link leads there.
    pub(in crate::hall) state: PathBuf,
    /// The folder of the boards' journals in it.
    pub(in crate::hall) boards: PathBuf,
    /// The boards that have one, in their order.
    pub(in crate::hall) known: Vec<String>,
}

/// How fast a journal grows tells when moves are made: none but the daemon's group may look.
const MODE: u32 = 0o750;

impl State {
    /// Opens or makes the folder. It may be named by a link; what is in it may be none, and all of it must belong to this
    /// process's user, to root, or, where root runs it, to one user.
    pub(in crate::hall) fn open(state: &Path) -> Result<Self, StateError> {
        let wanted = state.join(archive::LIVE);
        let failed = |source| StateError::of_folder(&wanted, source);
        DirBuilder::new().recursive(true).mode(MODE).create(state).map_err(failed)?;
        let state = fs::canonicalize(state).map_err(failed)?;
        let here = Folder::open(&state).map_err(|error| StateError::refused(&state, error))?;
        let owner = here.owner().map_err(|source| StateError::of_folder(&state, source))?;
        let trusted = if rustix::process::geteuid().is_root() { vec![owner] } else { Vec::new() };
        let here = here.refuse_strangers(&trusted);
        let here = here.map_err(|error| StateError::refused(&state, error))?;
        let boards = state.join(archive::LIVE);
        let opened = here.make_folder(archive::LIVE, MODE);
        let names =
            opened.and_then(|folder| folder.refuse_strangers(&trusted)).and_then(|folder| {
                let names = folder.names()?.into_iter().filter_map(|name| name.into_string().ok());
                Ok(names
                    .filter_map(|name| Some(name.strip_suffix(".journal")?.to_owned()))
                    .collect())
            });
        let mut known: Vec<_> = names.map_err(|error| StateError::refused(&boards, error))?;
        known.sort();
        let archive = state.join(archive::FOLDER);
        match here.folder(archive::FOLDER).and_then(|folder| folder.refuse_strangers(&trusted)) {
            Err(FolderError::System(error)) if error.kind() == io::ErrorKind::NotFound => {}
            opened => drop(opened.map_err(|error| StateError::refused(&archive, error))?),
        }
        Ok(Self { state, boards, known })
    }
}

impl StateError {
    fn refused(path: &Path, error: FolderError) -> Self {
        match error {
            FolderError::System(source) => Self::of_folder(path, source),
            source => Self::Refused { path: path.to_owned(), source },
        }
    }

    pub(in crate::hall) fn of_folder(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path, source },
            _ => Self::Folder { path, source },
        }
    }
}
