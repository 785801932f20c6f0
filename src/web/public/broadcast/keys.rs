//! Keys of destinations: credentials that the system hands to this process alone (systemd.exec, `ImportCredential=`).

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use std::str::FromStr;
use std::{env, fmt};

use serde::{Deserialize, Serialize};

/// The name of a key: that of the credential behind `touchmove.`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct KeyName(String);

/// A key. It is shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key(String);

/// What was named is no key.
#[derive(Debug, thiserror::Error)]
#[error("name a key by small letters, digits and hyphens, as in lichess")]
pub(super) struct NoKeyName;

/// Where the keys are.
#[derive(Clone, Debug)]
pub(super) struct Keys(Option<PathBuf>);

/// A key cannot be had.
#[derive(Debug, thiserror::Error)]
#[error(
    "no credential {PREFIX}{0} is here: put it into /etc/credstore/{PREFIX}{0}, then restart touchmove-broadcast"
)]
pub(super) struct NoKey(KeyName);

/// What the names of our credentials begin with.
const PREFIX: &str = "touchmove.";

/// Longest name of a key, in bytes.
const MAX_NAME_BYTES: usize = 64;

/// Longest key, in bytes.
const MAX_KEY_BYTES: u64 = 4_096;

impl Keys {
    /// Those that the system has handed to this process.
    pub(super) fn of_process() -> Self {
        Self(env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from))
    }

    /// The one of this name.
    ///
    /// # Errors
    /// [`NoKey`] where it is not there, or is no text that can be sent.
    pub(super) fn read(&self, name: &KeyName) -> Result<Key, NoKey> {
        let missing = || NoKey(name.clone());
        let folder = self.0.as_ref().ok_or_else(missing)?;
        let file = File::open(folder.join(format!("{PREFIX}{name}"))).map_err(|_| missing())?;
        let mut text = String::new();
        file.take(MAX_KEY_BYTES).read_to_string(&mut text).map_err(|_| missing())?;
        let key = text.trim();
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| Key(key.to_owned())).ok_or_else(missing)
    }
}

impl Key {
    #[cfg(test)]
    pub(super) fn of(secret: &str) -> Self {
        Self(secret.to_owned())
    }

    /// The key itself.
    pub(super) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for KeyName {
    type Err = NoKeyName;

    fn from_str(text: &str) -> Result<Self, NoKeyName> {
        let is_sign = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-';
        let is_name = !text.is_empty() && text.len() <= MAX_NAME_BYTES && text.bytes().all(is_sign);
        is_name.then(|| Self(text.to_owned())).ok_or(NoKeyName)
    }
}

impl TryFrom<String> for KeyName {
    type Error = NoKeyName;

    fn try_from(text: String) -> Result<Self, NoKeyName> {
        text.parse()
    }
}

impl From<KeyName> for String {
    fn from(KeyName(name): KeyName) -> Self {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_without_its_line_break_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys(Some(folder.path().to_owned()));
        let name: KeyName = "lichess".parse().unwrap();
        assert!(keys.read(&name).is_err());
        std::fs::write(folder.path().join("touchmove.lichess"), "lip_abc\n").unwrap();
        let key = keys.read(&name).unwrap();
        assert_eq!((key.secret(), format!("{key:?}").as_str()), ("lip_abc", "Key(…)"));
        std::fs::write(folder.path().join("touchmove.lichess"), "two\nlines").unwrap();
        assert!(keys.read(&name).is_err());
    }

    #[test]
    fn a_name_leads_to_no_other_folder() {
        for name in ["", "..", "a/b", "A", "é", &"a".repeat(65)] {
            assert!(name.parse::<KeyName>().is_err(), "{name}");
        }
    }
}
