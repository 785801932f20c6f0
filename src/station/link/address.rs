//! Where boards are, apart from whose they are.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Where a board is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// On a serial line: the terminal device, or a link to it.
    Serial(PathBuf),
    /// Behind USB, exchanging reports: the hidraw device, or a link to it.
    Hid(PathBuf),
    /// In the air.
    Bluetooth(BluetoothAddress),
    /// In a recording that is played as if it were a board.
    Recording(PathBuf),
}

impl Address {
    /// Whether both are the same place, by this or another name. A recording may be played many times.
    pub fn leads_to(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Serial(one), Self::Serial(other)) | (Self::Hid(one), Self::Hid(other)) => {
                real(one) == real(other)
            }
            (Self::Bluetooth(one), Self::Bluetooth(other)) => one == other,
            _ => false,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serial(path) | Self::Hid(path) | Self::Recording(path) => path.display().fmt(f),
            Self::Bluetooth(address) => address.fmt(f),
        }
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The address of a radio, as `E0:12:34:56:78:9A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BluetoothAddress(pub [u8; 6]);

/// A text that is no address of a radio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the address of a radio; it is written as E0:12:34:56:78:9A")]
pub struct BluetoothAddressError;

impl FromStr for BluetoothAddress {
    type Err = BluetoothAddressError;

    fn from_str(text: &str) -> Result<Self, BluetoothAddressError> {
        let mut address = [0; 6];
        let mut words = text.split(':');
        for byte in &mut address {
            let word = words.next().filter(|word| word.len() == 2 && !word.starts_with('+'));
            let read = word.and_then(|word| u8::from_str_radix(word, 16).ok());
            *byte = read.ok_or(BluetoothAddressError)?;
        }
        if words.next().is_some() { Err(BluetoothAddressError) } else { Ok(Self(address)) }
    }
}

impl fmt::Display for BluetoothAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            let colon = if index == 0 { "" } else { ":" };
            write!(f, "{colon}{byte:02X}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_radio_reads_and_prints_the_same() {
        let address: BluetoothAddress = "e0:12:34:56:78:9A".parse().unwrap();
        assert_eq!(address.0, [0xE0, 0x12, 0x34, 0x56, 0x78, 0x9A]);
        assert_eq!(address.to_string(), "E0:12:34:56:78:9A");
        for text in [
            "",
            "E0",
            "E0:12:34:56:78",
            "E0:12:34:56:78:9A:BC",
            "E0:12:34:56:78:+A",
            "E0:12:34:56:78:9g",
        ] {
            assert!(text.parse::<BluetoothAddress>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_leads_to_its_node_by_any_name_and_to_no_other_kind() {
        let folder = tempfile::tempdir().unwrap();
        let alias = folder.path().join("board");
        std::os::unix::fs::symlink("/dev/null", &alias).unwrap();
        let serial = Address::Serial(alias.clone());
        assert!(serial.leads_to(&Address::Serial("/dev/null".into())));
        assert!(!serial.leads_to(&Address::Serial("/dev/zero".into())));
        assert!(!serial.leads_to(&Address::Hid("/dev/null".into())));
        let recording = Address::Recording(alias);
        assert!(!recording.leads_to(&recording), "it is played as often as it is named");
    }
}
