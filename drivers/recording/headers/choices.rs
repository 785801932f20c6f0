//! Values that headers choose from.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::observation::Malformed;
use crate::observation::words::{Pair, Spelled, Words, words};

/// What a journal goes on from that was archived: its numbers go on too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continues {
    /// Number of the last record there.
    pub after: u64,
    /// Number of the last game there that has begun, and is not this one's.
    pub games: u32,
    /// The last link of its hash chain.
    pub seal: String,
}

impl fmt::Display for Continues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { after, games, seal } = self;
        write!(f, "after={after} games={games} {}", Pair("seal", seal))
    }
}

/// The family of a board, and its serial number where it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardName {
    /// Family, by name; nobody has checked that it exists.
    pub family: String,
    /// Serial number.
    pub serial: Option<String>,
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Spelled(&self.family).fmt(f)?;
        match &self.serial {
            Some(serial) => write!(f, " {}", Spelled(serial)),
            None => Ok(()),
        }
    }
}

/// Whether the board lies the other way round, with Black's pieces where its numbering has White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Turned {
    /// It lies as numbered.
    No,
    /// It lies the other way round.
    Yes,
    /// The evidence tells.
    #[default]
    Auto,
}

words!(Turned: No = "no", Yes = "yes", Auto = "auto");

/// Whose time the clock shows on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ClockSides {
    /// White's.
    LeftIsWhite,
    /// Black's.
    LeftIsBlack,
    /// The evidence tells.
    #[default]
    Auto,
}

words!(ClockSides: LeftIsWhite = "left=white", LeftIsBlack = "left=black", Auto = "auto");

/// Kind of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Variant {
    /// The usual one.
    #[default]
    Standard,
    /// Chess960 (Guidelines II).
    Chess960,
}

words!(Variant: Standard = "standard", Chess960 = "chess960");

/// What may be done without a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// Tell what was played, judge nothing.
    Observe,
    /// Propose; the arbiter decides.
    #[default]
    Propose,
    /// Carry out what the Laws demand.
    Act,
}

words!(Policy: Observe = "observe", Propose = "propose", Act = "act");

/// The Laws that hold: edition, category, supervision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulebookChoice {
    /// Edition by name, as `fide-2023`; nobody has checked that it exists.
    pub edition: String,
    /// Category of the time control.
    pub category: CategoryChoice,
    /// How closely the game is supervised.
    pub supervision: Supervision,
}

/// Category of a time control (Appendices A and B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CategoryChoice {
    /// The time control tells; standard where there is none.
    #[default]
    Auto,
    /// Standard chess.
    Standard,
    /// Rapid chess.
    Rapid,
    /// Blitz.
    Blitz,
}

words!(CategoryChoice: Auto = "auto", Standard = "standard", Rapid = "rapid", Blitz = "blitz");

/// How closely a rapid or blitz game is supervised (A.4, A.5, B.3, B.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Supervision {
    /// The competition rules apply.
    #[default]
    Full,
    /// Less supervision than these ask for.
    Reduced,
}

words!(Supervision: Full = "full", Reduced = "reduced");

impl Default for RulebookChoice {
    fn default() -> Self {
        let edition = "fide-2023".to_owned();
        Self { edition, category: CategoryChoice::default(), supervision: Supervision::default() }
    }
}

impl fmt::Display for RulebookChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", Spelled(&self.edition), self.category, self.supervision)
    }
}

impl FromStr for RulebookChoice {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let mut words = Words::split(text)?;
        let edition = words.bare("an edition of the Laws")?.into_owned();
        let category = words.parse("one of `auto` `standard` `rapid` `blitz`")?;
        let supervision = words.parse("one of `full` `reduced`")?;
        words.end()?;
        Ok(Self { edition, category, supervision })
    }
}

/// How late readings may come after what they show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lags {
    /// Readings of squares.
    pub reading: Duration,
    /// Readings of the clock.
    pub clock: Duration,
}
