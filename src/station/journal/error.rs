//! What can be wrong with a journal.

use std::io;
use std::path::{Path, PathBuf};

use touchmove_drivers::Instant;
use touchmove_drivers::recording::{RecordingError, Unwritable};

use crate::sys::folder;

/// Why a journal cannot be opened or appended to.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another process has it open.
    #[error("{}: in use by another touchmoved; stop that one, or give this one another directory", path.display())]
    Locked {
        /// The journal.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{}: not a journal; move this file away", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// What has its name is no file.
    #[error("{}: a link, or no regular file, and so no journal; move it away, and evidence is kept", path.display())]
    NoFile {
        /// The journal.
        path: PathBuf,
    },
    /// It was written by another version.
    #[error("{}: a journal of version `{version}`; this touchmoved reads version 2: use the one that wrote it, or move the file away", path.display())]
    OtherVersion {
        /// The journal.
        path: PathBuf,
        /// Its version.
        version: String,
    },
    /// A whole frame holds what no recording holds.
    #[error("{}: the frame at byte {at} cannot be read ({source}); move the file away and report it", path.display())]
    Malformed {
        /// The journal.
        path: PathBuf,
        /// Where in the file.
        at: u64,
        /// What is wrong; lines are counted without those that were told.
        source: RecordingError,
    },
    /// The directory does not exist.
    #[error("{}: the directory does not exist; create it, owned by the user of touchmoved", path.display())]
    NoDirectory {
        /// The journal.
        path: PathBuf,
    },
    /// Access is not allowed.
    #[error("{}: access denied ({source}); the user of touchmoved must be able to write there", path.display())]
    Denied {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file system may only be read.
    #[error("{}: the file system is read-only ({source}); make it writable again (`mount -o remount,rw`), and see `dmesg` for why it is", path.display())]
    ReadOnly {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The disk or the user's share of it is full.
    #[error("{}: no space left ({source}); nothing is recorded until there is some", path.display())]
    NoSpace {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another journal has come to the place where one was to begin.
    #[error("{}: a journal is there that was not there, or could not be read, when its board was first heard; move it away, and evidence is kept, or start touchmoved again", path.display())]
    Appeared {
        /// The journal.
        path: PathBuf,
    },
    /// The disk has not answered for so long that too much waits for it.
    #[error("{}: the disk does not answer; nothing more is recorded until it does", path.display())]
    Stalled {
        /// The journal.
        path: PathBuf,
    },
    /// Anything else the system says.
    #[error("{}: {source}", path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A record's time is before that of the record before it.
    #[error("a record of {at:?} cannot follow one of {latest:?}: times never fall")]
    TimeFell {
        /// Time of the record.
        at: Instant,
        /// Time of the latest record.
        latest: Instant,
    },
    /// A record that no line holds.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// What was told is not one line.
    #[error("what is told must be one line of at most 1 MiB")]
    NotALine,
}

impl JournalError {
    /// Whether it is what was to be appended that cannot be, and never will be: the disk has nothing to do with it.
    pub const fn is_of_the_line(&self) -> bool {
        matches!(self, Self::TimeFell { .. } | Self::Unwritable(_) | Self::NotALine)
    }

    /// Whether it is the disk that takes nothing now, and may take everything later.
    pub(super) const fn is_of_the_disk(&self) -> bool {
        matches!(
            self,
            Self::NoSpace { .. }
                | Self::ReadOnly { .. }
                | Self::Denied { .. }
                | Self::NoDirectory { .. }
                | Self::NoFile { .. }
                | Self::Io { .. }
        )
    }

    /// Whether nothing can be kept at its place until a person has seen to it.
    pub(super) const fn is_for_a_person(&self) -> bool {
        matches!(self, Self::Denied { .. } | Self::NoDirectory { .. } | Self::NoFile { .. })
    }

    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            _ if folder::is_no_file(&source) => Self::NoFile { path },
            io::ErrorKind::NotFound => Self::NoDirectory { path },
            io::ErrorKind::PermissionDenied => Self::Denied { path, source },
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path, source },
            // a limit of the user's, or of the file system's
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::NoSpace { path, source },
            _ => Self::Io { path, source },
        }
    }
}
