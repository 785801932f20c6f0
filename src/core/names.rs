//! The names of boards and games, the same everywhere: in journals, on the bus, in a broadcast.

use std::fmt;
use std::sync::Arc;

/// Name of a board everywhere: family and serial number, as in `dgt_12345`. Never the port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardId(pub Arc<str>);

/// Number of a game on this station, from 1: `g000017`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u64);

impl BoardId {
    /// The board of this family with this serial number.
    pub fn of(family: &str, serial: &str) -> Self {
        let tame = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = format!("{family}_{serial}").chars().take(64).map(tame).collect();
        Self(name.into())
    }
}

impl GameId {
    /// The game of this name, such as `g000017`.
    pub fn named(name: &str) -> Option<Self> {
        let digits = name.strip_prefix('g').filter(|digits| digits.len() >= 6)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok().map(Self))?
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g{:06}", self.0)
    }
}

/// Number of a game in public, from 1, in the order in which they appeared there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicId(pub u64);

impl fmt::Display for PublicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{:06}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_games_name_reads_back() {
        for number in [1, 17, 1_000_000, u64::MAX] {
            assert_eq!(GameId::named(&GameId(number).to_string()), Some(GameId(number)));
        }
        for other in ["", "g", "g17", "17", "p000017", "g00001x", "g99999999999999999999999"] {
            assert_eq!(GameId::named(other), None, "{other}");
        }
    }
}
