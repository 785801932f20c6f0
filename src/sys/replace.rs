//! Files that are replaced at once.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Puts a new file in the place of the one at `path`: whoever reads it finds the old one or the new one,
/// never a part. It is written as `.NAME.part` beside it first.
///
/// # Errors
/// What the system says, or `write`; the old file stands then, and nothing is left beside it.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".part");
    let part = path.with_file_name(hidden);
    let written = File::create(&part).and_then(|mut file| {
        write(&mut file)?;
        fs::rename(&part, path)
    });
    if written.is_err() {
        // what is left of it only takes space
        let _ = fs::remove_file(&part);
    }
    written
}
