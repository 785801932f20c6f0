//! Folders in which others may write, too: what is in one is reached by its handle, and no link is followed.
//!
//! A path means at each look whatever lies there then; whoever may write in a folder can put a link in the place of a
//! file, or of the folder. So a folder is opened once, a name in it is opened as the file that it is or not at all, and
//! what is written is a new file that nobody else had open.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, Stat};
use rustix::io::Errno;

/// A folder, held open.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    handle: OwnedFd,
}

/// Why a folder is not used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is a link to one.
    #[error("a link; name the folder that it leads to, or put a folder here")]
    Link,
    /// It is something else.
    #[error("not a folder")]
    NotAFolder,
    /// It belongs to somebody who could put anything in the place of what is written there.
    #[error(
        "belongs to the user with number {owner}; give it to the user of touchmoved (`chown`), a group may be let in"
    )]
    Strangers {
        /// Whose it is.
        owner: u32,
    },
    /// What the system says.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// What has a file's name is no file: a link, a pipe, a folder, a device.
#[derive(Debug, thiserror::Error)]
#[error("a link, or no regular file; move it away")]
struct NotAFile;

/// Whether an error says that what has a file's name is no file.
pub fn is_no_file(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<NotAFile>())
}

impl From<FolderError> for io::Error {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::System(error) => error,
            other => Self::new(io::ErrorKind::NotADirectory, other),
        }
    }
}

/// Who may read and write a file that is made, as a mode has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Exactly these, whatever the umask says.
    Exactly(u32),
    /// Whoever the umask lets.
    Usual,
}

/// Which file this is, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    device: u64,
    number: u64,
}

impl Node {
    /// That of an open file.
    ///
    /// # Errors
    /// What the system says.
    pub fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { device: metadata.dev(), number: metadata.ino() })
    }

    /// What is at a path, be it a link; `None` where nothing is.
    ///
    /// # Errors
    /// What the system says.
    pub fn at(path: &Path) -> io::Result<Option<Self>> {
        match std::fs::symlink_metadata(path) {
            Ok(there) => Ok(Some(Self { device: there.dev(), number: there.ino() })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// What a folder is opened as: not to read files in it, but to reach them.
const AS_FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// How every file is opened. Who opens a pipe would wait for its other end.
const AS_FILE: OFlags =
    OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

impl Folder {
    /// Opens the folder at `path`. Links on the way there are followed, the folder itself may be none.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let opened = rustix::fs::open(path, AS_FOLDER, Mode::empty());
        let kind = || rustix::fs::lstat(path);
        Ok(Self { path: path.to_owned(), handle: as_folder(opened, kind)? })
    }

    /// Opens the folder that the file at `path` is in, and gives the file's name there.
    ///
    /// # Errors
    /// [`FolderError`]; where the path ends in no name, too.
    pub fn around(path: &Path) -> Result<(Self, &OsStr), FolderError> {
        let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::IsADirectory))?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        Ok((Self::open(parent.unwrap_or(Path::new(".")))?, name))
    }

    /// Opens the folder of this name in it.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn folder(&self, name: impl AsRef<OsStr>) -> Result<Self, FolderError> {
        let name = name.as_ref();
        let opened = rustix::fs::openat(&self.handle, name, AS_FOLDER, Mode::empty());
        let kind = || rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW);
        Ok(Self { path: self.path.join(name), handle: as_folder(opened, kind)? })
    }

    /// Opens the folder of this name in it; where there is none, it is made, with exactly this mode.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn make_folder(&self, name: impl AsRef<OsStr>, mode: u32) -> Result<Self, FolderError> {
        let name = name.as_ref();
        match rustix::fs::mkdirat(&self.handle, name, Mode::from_raw_mode(mode)) {
            Err(Errno::EXIST) => return self.folder(name),
            made => made.map_err(io::Error::from)?,
        }
        let made = self.folder(name)?;
        // whatever the umask
        rustix::fs::fchmod(&made.handle, Mode::from_raw_mode(mode)).map_err(io::Error::from)?;
        Ok(made)
    }

    /// Refuses a folder whose owner is neither this process's user, nor root, nor one of those who are `trusted`.
    ///
    /// # Errors
    /// [`FolderError::Strangers`].
    pub fn refuse_strangers(self, trusted: &[u32]) -> Result<Self, FolderError> {
        let owner = self.owner()?;
        let mine = rustix::process::geteuid().as_raw();
        match owner == mine || owner == 0 || trusted.contains(&owner) {
            true => Ok(self),
            false => Err(FolderError::Strangers { owner }),
        }
    }

    /// Whose it is.
    ///
    /// # Errors
    /// What the system says.
    pub fn owner(&self) -> io::Result<u32> {
        Ok(rustix::fs::fstat(&self.handle)?.st_uid)
    }

    /// Which folder it is, wherever it is by now.
    ///
    /// # Errors
    /// What the system says.
    pub fn itself(&self) -> io::Result<Node> {
        Ok(Node::of_stat(&rustix::fs::fstat(&self.handle)?))
    }

    /// Where it was when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names in it.
    ///
    /// # Errors
    /// What the system says.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.handle)? {
            let name = entry?.file_name().to_bytes().to_vec();
            if ![&b"."[..], b".."].contains(&name.as_slice()) {
                names.push(OsString::from_vec(name));
            }
        }
        Ok(names)
    }

    /// Opens a file to read it.
    ///
    /// # Errors
    /// What the system says; [`is_no_file`] where the name is something else's.
    pub fn read(&self, name: &OsStr) -> io::Result<File> {
        self.open_as(name, OFlags::RDONLY, 0)
    }

    /// Opens a file to read and write it.
    ///
    /// # Errors
    /// As of [`Folder::read`].
    pub fn write(&self, name: &OsStr) -> io::Result<File> {
        self.open_as(name, OFlags::RDWR, 0)
    }

    /// The same; where there is none, it is made.
    ///
    /// # Errors
    /// As of [`Folder::read`].
    pub fn write_or_create(&self, name: &OsStr, access: Access) -> io::Result<File> {
        loop {
            match self.write(name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                opened => return opened,
            }
            match self.create(name, access) {
                // It has just come.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => return created,
            }
        }
    }

    /// Makes a file, to read and write it.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::AlreadyExists`] where the name is taken, be it by a link.
    pub fn create(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let how = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
        match access {
            Access::Usual => self.open_as(name, how, 0o666),
            Access::Exactly(mode) => {
                let file = self.open_as(name, how, mode)?;
                rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))?;
                Ok(file)
            }
        }
    }

    /// Puts a new file in the place of what has this name: whoever reads it finds the old one or the new one, never a
    /// part. It is written as `.NAME.part` beside it first; what has that name goes.
    ///
    /// # Errors
    /// What the system says, or `write`; the old file stands then, and nothing is left beside it.
    pub fn replace(
        &self,
        name: &OsStr,
        access: Access,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut part = OsString::from(".");
        part.push(name);
        part.push(".part");
        self.remove_if_there(&part)?;
        let mut file = self.create(&part, access)?;
        let written = write(&mut file).and_then(|()| self.rename(&part, name));
        if written.is_err() {
            // what is left of it only takes space
            let _ = self.remove(&part);
        }
        written
    }

    /// Gives what has one name another one, in the place of whatever has that.
    ///
    /// # Errors
    /// What the system says.
    pub fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.handle, from, &self.handle, to)?)
    }

    /// The same, but only where nothing has the other name.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::AlreadyExists`] where the name is taken.
    pub fn rename_to_free(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let (here, only) = (&self.handle, RenameFlags::NOREPLACE);
        Ok(rustix::fs::renameat_with(here, from, here, to, only)?)
    }

    /// Gives what has this name a second one in another folder.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::AlreadyExists`] where the name is taken.
    pub fn link(&self, name: &OsStr, folder: &Self, second: &OsStr) -> io::Result<()> {
        let none = AtFlags::empty();
        Ok(rustix::fs::linkat(&self.handle, name, &folder.handle, second, none)?)
    }

    /// Removes a file, or a link.
    ///
    /// # Errors
    /// What the system says.
    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.handle, name, AtFlags::empty())?)
    }

    /// The same, if there is one.
    ///
    /// # Errors
    /// What the system says.
    pub fn remove_if_there(&self, name: &OsStr) -> io::Result<()> {
        // A file system that may only be read says so of what is not there, too.
        match self.node(name)? {
            Some(_) => self.remove(name),
            None => Ok(()),
        }
    }

    /// What has this name, be it a link; `None` where nothing has.
    ///
    /// # Errors
    /// What the system says.
    pub fn node(&self, name: &OsStr) -> io::Result<Option<Node>> {
        match rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(Node::of_stat(&stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes the names in it survive a loss of power.
    ///
    /// # Errors
    /// What the system says.
    pub fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(&self.handle)?)
    }

    fn open_as(&self, name: &OsStr, how: OFlags, mode: u32) -> io::Result<File> {
        // A name is no path.
        if name.as_bytes().contains(&b'/') {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mode = Mode::from_raw_mode(mode);
        let opened = rustix::fs::openat(&self.handle, name, how | AS_FILE, mode);
        // A link, a folder to be written to, a pipe that nobody reads or a socket.
        let refused = [Errno::LOOP, Errno::ISDIR, Errno::NXIO, Errno::NODEV];
        match opened {
            Err(error) if refused.contains(&error) => Err(not_a_file()),
            Err(error) => Err(error.into()),
            Ok(opened) => {
                let kind = FileType::from_raw_mode(rustix::fs::fstat(&opened)?.st_mode);
                if kind.is_file() { Ok(opened.into()) } else { Err(not_a_file()) }
            }
        }
    }
}

impl Node {
    fn of_stat(stat: &Stat) -> Self {
        Self { device: stat.st_dev, number: stat.st_ino }
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.handle.as_fd()
    }
}

fn not_a_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, NotAFile)
}

/// The folder that was opened; where it was not, what it is says why.
fn as_folder(
    opened: rustix::io::Result<OwnedFd>,
    kind: impl FnOnce() -> rustix::io::Result<Stat>,
) -> Result<OwnedFd, FolderError> {
    opened.map_err(|error| match (error, kind()) {
        (Errno::NOTDIR | Errno::LOOP, Ok(there)) => {
            match FileType::from_raw_mode(there.st_mode).is_symlink() {
                true => FolderError::Link,
                false => FolderError::NotAFolder,
            }
        }
        _ => FolderError::System(error.into()),
    })
}

#[cfg(test)]
mod tests;
