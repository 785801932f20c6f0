//! A link to a port whose name nobody can choose.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use touchmove_core::words::phrases::Simulate;

use crate::Failure;

/// A link at a path that stays, as long as the board is there; or none.
#[derive(Debug)]
pub(super) struct Link(Option<PathBuf>);

impl Link {
    /// Lets a link at `path` lead to `port`. A link that is there is replaced: an earlier board has left it.
    ///
    /// # Errors
    /// [`Failure`]: something else is there, or the system does not let it.
    pub(super) fn make(path: Option<&Path>, port: &Path) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self(None)) };
        let failed =
            |error: io::Error| Failure::failed(format_args!("--link {}: {error}", path.display()));
        match fs::symlink_metadata(path) {
            Ok(there) if there.is_symlink() => fs::remove_file(path).map_err(failed)?,
            Ok(_) => {
                let path = path.display().to_string().into();
                return Err(Failure::because(Simulate::LinkTaken { path }));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
        symlink(port, path).map_err(failed)?;
        Ok(Self(Some(path.to_owned())))
    }

    /// Where hosts find the port.
    pub(super) fn path<'a>(&'a self, port: &'a Path) -> &'a Path {
        self.0.as_deref().unwrap_or(port)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_port_replaces_an_old_one_and_goes_with_the_board() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spare");
        symlink("/dev/pts/old", &path).unwrap();
        let link = Link::make(Some(&path), Path::new("/dev/pts/new")).unwrap();
        assert_eq!(fs::read_link(&path).unwrap(), Path::new("/dev/pts/new"));
        assert_eq!(link.path(Path::new("/dev/pts/new")), path);
        drop(link);
        assert!(fs::symlink_metadata(&path).is_err());
    }

    #[test]
    fn what_is_no_link_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evidence");
        fs::write(&path, "kept").unwrap();
        let refused = Link::make(Some(&path), Path::new("/dev/pts/1")).unwrap_err();
        assert!(refused.to_string().contains("something else is there"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    }
}
