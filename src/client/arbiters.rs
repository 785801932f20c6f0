//! The arbiters who may use the desk: a file with their names and what their secrets hash to.
//!
//! A link is for one device: whoever opens it gets a secret of his device's own, and the link is worth nothing any more.
//! Secrets are drawn by the kernel, 128 bits each, so that a fast hash keeps them as well as a slow one.

use std::fmt;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, fchown};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

use rustix::fs::{FlockOperation, flock};
use rustix::rand::{GetRandomFlags, getrandom};
use serde::{Deserialize, Serialize};

use crate::desk_address::DeskAddress;

/// Where the desk keeps what it must know after a restart.
pub const FOLDER: &str = "/var/lib/touchmove-desk";

const FILE: &str = "arbiters.json";

const LOCK: &str = "arbiters.lock";

/// The file in which a desk says at which address it is.
const ADDRESS: &str = "address";

/// The most that is read of the file, in bytes.
const MAX_FILE_BYTES: u64 = 1_024 * 1_024;

/// The most arbiters there may be.
const MAX_ARBITERS: usize = 500;

/// The most devices that an arbiter may use; the oldest goes when there is another one.
const MAX_DEVICES: usize = 5;

/// The longest name, in characters.
const MAX_NAME: usize = 60;

const SECRET_BYTES: usize = 16;

/// The name of an arbiter, as it stands beside what he decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ArbiterName(String);

/// What is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to {MAX_NAME} characters, none of which controls anything")]
pub struct NoName;

impl ArbiterName {
    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ArbiterName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ArbiterName {
    type Err = NoName;

    fn from_str(text: &str) -> Result<Self, NoName> {
        let text = text.trim();
        let is_name = (1..=MAX_NAME).contains(&text.chars().count())
            && !text.contains(touchmove_core::text::is_hostile);
        is_name.then(|| Self(text.to_owned())).ok_or(NoName)
    }
}

impl TryFrom<String> for ArbiterName {
    type Error = NoName;

    fn try_from(text: String) -> Result<Self, NoName> {
        text.parse()
    }
}

/// What a link or a device shows to be let in. It is never written down here.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; SECRET_BYTES]);

/// What is no secret of this desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is no secret of a desk")]
pub struct NoSecret;

impl Secret {
    fn draw() -> io::Result<Self> {
        let mut bytes = [0; SECRET_BYTES];
        let mut drawn = 0;
        while let Some(rest) = bytes.get_mut(drawn..).filter(|rest| !rest.is_empty()) {
            drawn += getrandom(rest, GetRandomFlags::empty())?;
        }
        Ok(Self(bytes))
    }

    fn hash(&self) -> String {
        blake3::hash(&self.0).to_hex().to_string()
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = NoSecret;

    fn from_str(text: &str) -> Result<Self, NoSecret> {
        let mut bytes = [0; SECRET_BYTES];
        if text.len() != 2 * SECRET_BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NoSecret);
        }
        for (index, byte) in bytes.iter_mut().enumerate() {
            let digits = text.get(2 * index..2 * index + 2).ok_or(NoSecret)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NoSecret)?;
        }
        Ok(Self(bytes))
    }
}

/// An arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arbiter {
    /// Who.
    pub name: ArbiterName,
    /// The sections that he sees to; all where none is named.
    #[serde(default)]
    pub sections: Vec<String>,
    /// What the link that nobody has opened yet hashes to.
    #[serde(default)]
    link: Option<String>,
    /// What the secrets of his devices hash to.
    #[serde(default)]
    devices: Vec<String>,
}

impl Arbiter {
    /// How many devices he uses.
    pub fn devices(&self) -> usize {
        self.devices.len()
    }

    /// Whether a link waits to be opened.
    pub const fn has_open_link(&self) -> bool {
        self.link.is_some()
    }

    /// Whether he sees to a section.
    pub fn sees_to(&self, section: &str) -> bool {
        self.sections.is_empty() || self.sections.iter().any(|own| own == section)
    }
}

/// Why the arbiters cannot be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum RollError {
    /// The file cannot be read or written.
    #[error("{path}: {source}", path = .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is none of this program's.
    #[error("{path}: {source}; move it away and add the arbiters again", path = .path.display())]
    Malformed {
        /// Which.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// There are too many.
    #[error("there are {MAX_ARBITERS} arbiters already; revoke some first")]
    TooMany,
    /// Nobody has this name.
    #[error("there is no arbiter {0}; `touchmove arbiter list` shows those there are")]
    Unknown(ArbiterName),
}

/// The file of the arbiters.
#[derive(Clone, Debug)]
pub struct Roll {
    folder: PathBuf,
}

impl Roll {
    /// In this folder of a desk.
    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Who there is.
    ///
    /// # Errors
    /// [`RollError`] where the file cannot be read.
    pub fn arbiters(&self) -> Result<Vec<Arbiter>, RollError> {
        let path = self.folder.join(FILE);
        let mut text = String::new();
        match File::open(&path).and_then(|file| file.take(MAX_FILE_BYTES).read_to_string(&mut text))
        {
            Ok(_) => {
                serde_json::from_str(&text).map_err(|source| RollError::Malformed { path, source })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(source) => Err(RollError::File { path, source }),
        }
    }

    /// When the file was written last; `None` where there is none.
    pub fn written_at(&self) -> Option<SystemTime> {
        fs::metadata(self.folder.join(FILE)).and_then(|file| file.modified()).ok()
    }

    /// Adds an arbiter, or another device of one; the secret of its link.
    ///
    /// # Errors
    /// [`RollError`].
    pub fn add(&self, name: &ArbiterName, sections: &[String]) -> Result<Secret, RollError> {
        let secret = Secret::draw().map_err(|source| self.failed(FILE, source))?;
        self.change(|arbiters| {
            if let Some(known) = arbiters.iter_mut().find(|known| known.name == *name) {
                known.link = Some(secret.hash());
                known.sections = sections.to_vec();
                return Ok(());
            }
            if arbiters.len() >= MAX_ARBITERS {
                return Err(RollError::TooMany);
            }
            let (name, sections, devices) = (name.clone(), sections.to_vec(), Vec::new());
            arbiters.push(Arbiter { name, sections, link: Some(secret.hash()), devices });
            Ok(())
        })?;
        Ok(secret)
    }

    /// Takes an arbiter away, with his link and devices.
    ///
    /// # Errors
    /// [`RollError`]; where nobody has this name.
    pub fn revoke(&self, name: &ArbiterName) -> Result<(), RollError> {
        self.change(|arbiters| {
            let before = arbiters.len();
            arbiters.retain(|known| known.name != *name);
            if arbiters.len() < before { Ok(()) } else { Err(RollError::Unknown(name.clone())) }
        })
    }

    /// Takes a link for a device; the device's secret. `None` where the link was opened before, or is none.
    ///
    /// # Errors
    /// [`RollError`].
    pub fn open_link(&self, link: &Secret) -> Result<Option<Secret>, RollError> {
        let hash = Some(link.hash());
        // Whoever guesses has nothing written.
        if !self.arbiters()?.iter().any(|known| known.link == hash) {
            return Ok(None);
        }
        let device = Secret::draw().map_err(|source| self.failed(FILE, source))?;
        let mut is_open = false;
        self.change(|arbiters| {
            if let Some(arbiter) = arbiters.iter_mut().find(|known| known.link == hash) {
                is_open = true;
                arbiter.link = None;
                arbiter.devices.push(device.hash());
                let surplus = arbiter.devices.len().saturating_sub(MAX_DEVICES);
                arbiter.devices.drain(..surplus);
            }
            Ok(())
        })?;
        Ok(is_open.then_some(device))
    }

    /// Writes down at which address the desk is.
    ///
    /// # Errors
    /// [`RollError::File`].
    pub fn note_address(&self, address: &DeskAddress) -> Result<(), RollError> {
        let write = || fs::write(self.folder.join(ADDRESS), address.to_string());
        let written = self.make_folder().and_then(|()| write());
        written.map_err(|source| self.failed(ADDRESS, source))
    }

    /// At which address the desk was last.
    pub fn address(&self) -> Option<DeskAddress> {
        DeskAddress::read(&fs::read_to_string(self.folder.join(ADDRESS)).ok()?)
    }

    fn failed(&self, file: &str, source: io::Error) -> RollError {
        RollError::File { path: self.folder.join(file), source }
    }

    /// Changes the file, whoever else would.
    fn change(
        &self,
        change: impl FnOnce(&mut Vec<Arbiter>) -> Result<(), RollError>,
    ) -> Result<(), RollError> {
        let _lock = self.lock().map_err(|source| self.failed(LOCK, source))?;
        let mut arbiters = self.arbiters()?;
        change(&mut arbiters)?;
        self.write(&arbiters).map_err(|source| self.failed(FILE, source))
    }

    fn make_folder(&self) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)
    }

    /// Waits until nobody else changes it.
    fn lock(&self) -> io::Result<File> {
        self.make_folder()?;
        let lock = self.create(LOCK)?;
        flock(&lock, FlockOperation::LockExclusive)?;
        Ok(lock)
    }

    /// The new file takes the place of the old one whole.
    fn write(&self, arbiters: &[Arbiter]) -> io::Result<()> {
        let new = format!("{FILE}.new");
        let mut file = self.create(&new)?;
        file.set_len(0)?;
        file.write_all(&serde_json::to_vec_pretty(arbiters)?)?;
        file.sync_all()?;
        fs::rename(self.folder.join(new), self.folder.join(FILE))
    }

    /// A file that belongs to whom the folder does: who adds an arbiter may be another user than the desk.
    fn create(&self, name: &str) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false).mode(0o600);
        let file = options.open(self.folder.join(name))?;
        let (folder, own) = (fs::metadata(&self.folder)?, file.metadata()?);
        if (folder.uid(), folder.gid()) != (own.uid(), own.gid()) {
            fchown(&file, Some(folder.uid()), Some(folder.gid()))?;
        }
        Ok(file)
    }
}

/// An arbiter of all sections, for the tests of whoever shows one.
#[cfg(any(test, feature = "samples"))]
pub const fn an_arbiter(name: ArbiterName) -> Arbiter {
    Arbiter { name, sections: Vec::new(), link: None, devices: Vec::new() }
}

/// The arbiter whose device shows this secret.
pub fn of_device<'a>(arbiters: &'a [Arbiter], secret: &Secret) -> Option<&'a Arbiter> {
    let hash = secret.hash();
    arbiters.iter().find(|arbiter| arbiter.devices.contains(&hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> ArbiterName {
        text.parse().unwrap()
    }

    #[test]
    fn a_link_lets_one_device_in_and_nobody_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let roll = Roll::in_folder(&folder.path().join("desk"));
        let link = roll.add(&name("Anna"), &["U16".to_owned()]).unwrap();
        let device = roll.open_link(&link).unwrap().unwrap();
        assert_eq!(roll.open_link(&link).unwrap(), None);
        let arbiters = roll.arbiters().unwrap();
        assert_eq!(of_device(&arbiters, &device).unwrap().name, name("Anna"));
        assert!(of_device(&arbiters, &link).is_none());
        let text = fs::read_to_string(folder.path().join("desk").join(FILE)).unwrap();
        assert!(!text.contains(&device.to_string()) && !text.contains(&link.to_string()));
    }

    #[test]
    fn who_is_revoked_is_let_in_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let roll = Roll::in_folder(folder.path());
        let link = roll.add(&name("Anna"), &[]).unwrap();
        let device = roll.open_link(&link).unwrap().unwrap();
        let waiting = roll.add(&name("Ben"), &[]).unwrap();
        roll.revoke(&name("Anna")).unwrap();
        roll.revoke(&name("Ben")).unwrap();
        assert!(of_device(&roll.arbiters().unwrap(), &device).is_none());
        assert_eq!(roll.open_link(&waiting).unwrap(), None);
        assert!(matches!(roll.revoke(&name("Anna")), Err(RollError::Unknown(_))));
    }

    #[test]
    fn an_arbiter_may_use_a_tablet_and_a_phone_and_the_oldest_device_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let roll = Roll::in_folder(folder.path());
        let devices: Vec<_> = (0..=MAX_DEVICES)
            .map(|_| roll.open_link(&roll.add(&name("Anna"), &[]).unwrap()).unwrap().unwrap())
            .collect();
        let arbiters = roll.arbiters().unwrap();
        assert_eq!((arbiters.len(), arbiters[0].devices()), (1, MAX_DEVICES));
        assert!(of_device(&arbiters, &devices[0]).is_none());
        assert!(of_device(&arbiters, &devices[MAX_DEVICES]).is_some());
    }

    #[test]
    fn what_is_no_name_and_no_secret_is_refused() {
        for text in ["", "  ", "a\u{1b}[2J", &"x".repeat(MAX_NAME + 1)] {
            assert_eq!(text.parse::<ArbiterName>(), Err(NoName));
        }
        assert_eq!(" Anna Ż. ".parse::<ArbiterName>().unwrap().as_str(), "Anna Ż.");
        for text in ["", "zz", "é".repeat(16).as_str(), &"0".repeat(33)] {
            assert_eq!(text.parse::<Secret>(), Err(NoSecret));
        }
        let secret = Secret([0xA5; SECRET_BYTES]);
        assert_eq!(secret.to_string().parse(), Ok(secret));
    }

    #[test]
    fn a_file_of_another_kind_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "{").unwrap();
        let error = Roll::in_folder(folder.path()).arbiters().unwrap_err();
        assert!(error.to_string().contains("arbiters.json"), "{error}");
    }
}
