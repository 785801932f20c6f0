//! Files that the command writes.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use touchmove_station::sys::replace;

/// Puts `bytes` in the place of the file at `path`, at once and on the disk: whoever reads it finds the
/// old file or the new one, never a part. A device or a pipe is written to as it is.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = fs::canonicalize(path);
    let path = there.as_deref().unwrap_or(path);
    if fs::metadata(path).is_ok_and(|kind| !kind.is_file()) {
        return fs::write(path, bytes);
    }
    replace::replace(path, |file| {
        file.write_all(bytes)?;
        file.sync_all()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_where_it_is_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("report.trf"), folder.path().join("current"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_device_stays_what_it_is() {
        replace(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(replace(Path::new("/"), b"").is_err());
    }
}
