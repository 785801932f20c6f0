//! What can be wrong with the folder of a station's evidence.

use std::io;
use std::path::{Path, PathBuf};

use crate::journal::JournalError;

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

impl StateError {
    pub(super) fn of_folder(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path, source },
            _ => Self::Folder { path, source },
        }
    }
}
