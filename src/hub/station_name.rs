//! What a station is called among others.

use std::fmt;
use std::str::FromStr;

/// The name of a station: 1 to 24 small letters and digits, so that it fits into subjects and object paths as it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StationName(String);

/// A text that names no station.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot name a station; write 1 to 24 small letters and digits, such as hall1")]
pub(crate) struct NoStationName(String);

impl StationName {
    const MAX_CHARACTERS: usize = 24;

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for StationName {
    type Err = NoStationName;

    fn from_str(text: &str) -> Result<Self, NoStationName> {
        let fits = (1..=Self::MAX_CHARACTERS).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if fits { Ok(Self(text.to_owned())) } else { Err(NoStationName(text.to_owned())) }
    }
}

impl fmt::Display for StationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_small_letters_and_digits() {
        assert_eq!("hall1".parse::<StationName>().unwrap().as_str(), "hall1");
        for text in ["", "Hall", "a_b", "a.b", "*", "ä", &"a".repeat(25)] {
            assert!(text.parse::<StationName>().is_err(), "{text}");
        }
    }
}
