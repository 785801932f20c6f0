//! A journal that another station has kept comes to this one.

use std::io::{self, Write as _};
use std::path::Path;

use super::error::JournalError;
use super::store::{ACCESS, under_free_name};
use crate::sys::folder::Folder;

/// Puts a journal at `path`. What was there is the first of `PATH.left-1`, `PATH.left-2` … that did not exist. Once this
/// returns, all of it survives a loss of power.
///
/// # Errors
/// What the system says; what was there may have its other name by then.
pub fn receive(path: &Path, journal: &[u8]) -> Result<(), JournalError> {
    let put = || -> io::Result<()> {
        let (folder, name) = Folder::around(path)?;
        match under_free_name(name, "left", |left| folder.rename_to_free(name, left)) {
            // Nothing was there.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            left => drop(left?),
        }
        folder.replace(name, ACCESS, |file| {
            file.write_all(journal)?;
            file.sync_all()
        })?;
        folder.sync()
    };
    put().map_err(|error| JournalError::io(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_is_kept_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dgt_1.journal");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        for journal in ["one", "two", "three"] {
            receive(&path, journal.as_bytes()).unwrap();
        }
        let kept = ["dgt_1.journal.left-1", "dgt_1.journal.left-2", "dgt_1.journal"].map(read);
        assert_eq!(kept, ["one", "two", "three"]);
    }
}
