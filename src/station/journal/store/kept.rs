//! What is kept beside a journal, under names that nobody has.

use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{ACCESS, Locked, Store as _};
use crate::sys::folder::Folder;

/// Where a journal is again whose name somebody had taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::journal) enum Saved {
    /// At its own place.
    PutBack,
    /// Something else is there, and it goes on in this file beside.
    Beside(PathBuf),
}

/// Writes a file of its own beside `path`: the first of `PATH.KIND-1`, `PATH.KIND-2` … that does not exist. Once this
/// returns, it survives a loss of power.
pub(super) fn beside(
    path: &Path,
    kind: &str,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<(PathBuf, File)> {
    let (folder, name) = Folder::around(path)?;
    let (kept, mut file) = under_free_name(name, kind, |kept| folder.create(kept, ACCESS))?;
    let written = write(&mut file).and_then(|()| file.sync_all());
    if let Err(error) = written {
        // Half of it is no use, and the next one would be beside it.
        let _ = folder.remove(&kept);
        return Err(error);
    }
    folder.sync()?;
    Ok((path.with_file_name(kept), file))
}

/// Puts something under the first of `NAME.KIND-1`, `NAME.KIND-2` … that does not exist, where `put` fails if it does; the name,
/// and what was put.
pub(in crate::journal) fn under_free_name<T>(
    name: &OsStr,
    kind: &str,
    mut put: impl FnMut(&OsStr) -> io::Result<T>,
) -> io::Result<(OsString, T)> {
    for number in 1_u64.. {
        let mut kept = OsString::from(name);
        kept.push(format!(".{kind}-{number}"));
        match put(&kept) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            put => return put.map(|put| (kept, put)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// All that the handle still has is written to a file beside, where that has not been done; it gets the journal's name as
/// soon as nothing else has it.
pub(super) fn save(locked: &mut Locked) -> io::Result<Saved> {
    let path = locked.path.clone();
    let (folder, name) = Folder::around(&path)?;
    let is_beside = locked.place != locked.path && super::is_at(&locked.file, &locked.place)?;
    if !is_beside {
        let bytes = locked.read()?;
        let (kept, file) = beside(&path, "kept", |file| io::Write::write_all(file, &bytes))?;
        match file.try_lock() {
            // Nobody else knows of it.
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) | Ok(()) => {}
        }
        (locked.place, locked.file) = (kept, Arc::new(file));
        locked.writer = Some(Arc::clone(&locked.file));
    }
    let kept = locked.place.file_name().unwrap_or_default();
    match folder.rename_to_free(kept, name) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Ok(Saved::Beside(locked.place.clone()))
        }
        renamed => {
            renamed?;
            locked.place.clone_from(&locked.path);
            folder.sync()?;
            Ok(Saved::PutBack)
        }
    }
}
