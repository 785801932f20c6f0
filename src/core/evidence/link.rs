//! Links of the chain, computed from text alone.

use std::fmt;
use std::str::FromStr;

use super::JOURNAL;

/// A link of a journal's chain, as 32 hexadecimal digits in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainLink([u8; 16]);

impl ChainLink {
    /// The link before the first line of a journal: of what stands above it in the file.
    pub(super) fn first() -> Self {
        Self::half(&blake3::hash(format!("{JOURNAL}\n").as_bytes()))
    }

    /// The link of a line that follows this one, after so many records.
    pub(super) fn of_next(self, records: u64, line: &str) -> Self {
        let length = u32::try_from(line.len()).unwrap_or(u32::MAX);
        let mut hash = blake3::Hasher::new();
        hash.update(&self.0).update(&length.to_le_bytes()).update(&records.to_le_bytes());
        Self::half(&hash.update(line.as_bytes()).finalize())
    }

    fn half(hash: &blake3::Hash) -> Self {
        let mut link = [0; 16];
        link.copy_from_slice(&hash.as_bytes()[..16]);
        Self(link)
    }
}

impl fmt::Display for ChainLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for ChainLink {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "a seal is 32 digits of 0123456789abcdef";
        let number = u128::from_str_radix(text, 16).map_err(|_| FORM)?;
        let link = Self(number.to_be_bytes());
        // one way to write it: what differs was altered
        if link.to_string() == text { Ok(link) } else { Err(FORM) }
    }
}
