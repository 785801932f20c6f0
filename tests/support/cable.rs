//! Names of ports that are nobody else's.
//!
//! The next pseudo-terminal that anybody opens gets the name of one that is gone. A daemon that waits for its board to come
//! back would take a board of another test for it, so it is told another name, which goes when the board does.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A name for the port of one board.
#[derive(Debug)]
pub(crate) struct Cable(TempDir);

impl Cable {
    /// A name that leads nowhere yet.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The name.
    pub(crate) fn port(&self) -> PathBuf {
        self.0.path().join("port")
    }

    /// Has it lead to this pseudo-terminal.
    pub(crate) fn plug_into(&self, device: &Path) {
        symlink(device, self.port()).unwrap();
    }

    /// Has it lead nowhere. To be called before the pseudo-terminal is gone, or at once afterwards: a daemon looks for a
    /// board that it has lost after a quarter of a second.
    pub(crate) fn pull(&self) {
        let _ = fs::remove_file(self.port());
    }
}
