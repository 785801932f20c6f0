//! Files that are replaced at once.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::folder::{Access, Folder};

/// Puts a new file in the place of the one at `path`, as [`Folder::replace`] does. Whoever the umask lets may read it.
///
/// # Errors
/// What the system says, or `write`; the old file stands then, and nothing is left beside it.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    // Who names a file says by himself which links are to be followed.
    let folder = Folder::open(&fs::canonicalize(parent.unwrap_or(Path::new(".")))?)?;
    folder.replace(name, Access::Usual, write)
}
