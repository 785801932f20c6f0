//! What can be wrong with the folder of a broadcast.

use std::io;
use std::path::{Path, PathBuf};

use crate::sys::folder::FolderError;

/// Why a file of the broadcast cannot be written. What could not be written is tried again with the next
/// game that is put.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// The folder does not exist, or not any more.
    #[error("{}: the folder of the broadcast is not there; create it, or mount what it is on", path.display())]
    Gone {
        /// The folder or file.
        path: PathBuf,
    },
    /// It is no folder.
    #[error("{}: not a folder; the broadcast is written to one: name it, or move this away", path.display())]
    NotAFolder {
        /// What was named.
        path: PathBuf,
    },
    /// The folder is a link: it may lead anywhere by now.
    #[error("{}: a link; the broadcast is written to folders alone: name the one that it leads to, or move this away", path.display())]
    Link {
        /// What was named.
        path: PathBuf,
    },
    /// The folder belongs to somebody else, who could put anything in the place of what is written there.
    #[error("{}: belongs to the user with number {owner}; give it to the user of touchmoved (`chown touchmove`; a group may be let in), or move it away", path.display())]
    Strangers {
        /// The folder.
        path: PathBuf,
        /// Whose it is.
        owner: u32,
    },
    /// Access is not allowed.
    #[error("{}: access denied ({source}); the user of touchmoved must be able to write there", path.display())]
    Denied {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The disk or the user's share of it is full.
    #[error("{}: no space left ({source}); the broadcast stands still until there is some", path.display())]
    NoSpace {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Anything else the system says.
    #[error("{}: {source}", path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl RelayError {
    /// Why the folder at `path` is not used.
    pub(super) fn of_folder(path: &Path, error: FolderError) -> Self {
        let named = path.to_owned();
        match error {
            FolderError::Link => Self::Link { path: named },
            FolderError::NotAFolder => Self::NotAFolder { path: named },
            FolderError::Strangers { owner } => Self::Strangers { path: named, owner },
            FolderError::System(source) => Self::of(path, source),
        }
    }

    /// What `source` means when it is said of `path`.
    pub(super) fn of(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Self::Gone { path },
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
                Self::NotAFolder { path }
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::Denied { path, source }
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::NoSpace { path, source }
            }
            _ => Self::Io { path, source },
        }
    }
}
