//! What can be wrong with the folder of a broadcast.

use std::io;
use std::path::{Path, PathBuf};

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
