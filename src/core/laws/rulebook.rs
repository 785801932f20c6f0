//! The rulebook of a game: which Laws hold, and what the regulations of the event add.

use touchmove_drivers::recording::{self, Policy, Supervision};

use super::control::TimeControl;
use crate::decision::Regime;
use crate::decision::regulations::Regulations;

/// The Laws under which a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rulebook {
    /// The edition.
    pub edition: Edition,
    /// The category of the time control.
    pub category: Category,
    /// How closely the game is supervised (A.4, A.5, B.2, B.3 of 2023).
    pub supervision: Supervision,
    /// What may be done without a person.
    pub policy: Policy,
    /// The time control.
    pub control: TimeControl,
    /// What the event decides for itself.
    pub regulations: Regulations,
}

/// An edition of the FIDE Laws of Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// Until 30 June 1997. It knows neither rapid nor blitz.
    Fide1995,
    /// From 1 July 1997. Its changes are known, and what they leave alone is taken from 1995.
    Fide1997,
    /// From 1 July 2017.
    Fide2017,
    /// From 1 January 2018.
    Fide2018,
    /// From 1 January 2023.
    Fide2023,
}

/// Category of a time control (Appendices A and B).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// An hour or more for each player.
    Standard,
    /// More than ten minutes, and less than an hour.
    Rapid,
    /// Ten minutes or less.
    Blitz,
}

/// A name that is no edition's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no edition of the Laws; known are {known}", known = Edition::names())]
pub struct UnknownEdition(String);

impl Rulebook {
    /// The rulebook that a recording or a section names, for a game with this time control.
    ///
    /// # Errors
    /// [`UnknownEdition`].
    pub fn of(
        named: &recording::RulebookChoice,
        policy: Policy,
        control: TimeControl,
        regulations: Regulations,
    ) -> Result<Self, UnknownEdition> {
        let edition = Edition::by_name(&named.edition)?;
        let category = match named.category {
            recording::CategoryChoice::Auto => {
                edition.category(&control).unwrap_or(Category::Standard)
            }
            recording::CategoryChoice::Standard => Category::Standard,
            recording::CategoryChoice::Rapid => Category::Rapid,
            recording::CategoryChoice::Blitz => Category::Blitz,
        };
        let supervision = named.supervision;
        Ok(Self { edition, category, supervision, policy, control, regulations })
    }
}

impl Rulebook {
    /// The rulebook that was decided, with these regulations where it has none. A time control that cannot be
    /// read is none.
    ///
    /// # Errors
    /// [`UnknownEdition`].
    pub fn of_regime(regime: &Regime, regulations: Regulations) -> Result<Self, UnknownEdition> {
        let control = regime.control.as_deref().and_then(|control| control.parse().ok());
        let control = control.unwrap_or(TimeControl::Unknown);
        Self::of(&regime.rulebook, regime.policy, control, regime.regulations.or(regulations))
    }
}

impl Default for Rulebook {
    fn default() -> Self {
        Self {
            edition: Edition::Fide2023,
            category: Category::Standard,
            supervision: Supervision::Full,
            policy: Policy::default(),
            control: TimeControl::Unknown,
            regulations: Regulations::default(),
        }
    }
}

impl Edition {
    /// All of them, the oldest first.
    pub const ALL: [Self; 5] =
        [Self::Fide1995, Self::Fide1997, Self::Fide2017, Self::Fide2018, Self::Fide2023];

    /// Its name, as `fide-2023`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fide1995 => "fide-1995",
            Self::Fide1997 => "fide-1997",
            Self::Fide2017 => "fide-2017",
            Self::Fide2018 => "fide-2018",
            Self::Fide2023 => "fide-2023",
        }
    }

    /// The edition of this name.
    ///
    /// # Errors
    /// [`UnknownEdition`].
    pub fn by_name(name: &str) -> Result<Self, UnknownEdition> {
        let found = Self::ALL.into_iter().find(|edition| edition.name() == name);
        found.ok_or_else(|| UnknownEdition(name.chars().take(50).collect()))
    }

    fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl Category {
    /// Its word in recordings and on the bus.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Rapid => "rapid",
            Self::Blitz => "blitz",
        }
    }
}
