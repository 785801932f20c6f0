//! Ways to simulated boards: each transport of each family that has a board's own end. A family that gets one is among them
//! by itself.

use std::fmt;
use std::time::Duration;

use touchmove_drivers::device::Make;
use touchmove_drivers::family::{SerialLine, Transport};
use touchmove_drivers::observation::Sensing;
use touchmove_drivers::{Device, FAMILIES, Family};
use touchmove_lab::simulate::{
    BoardTurn, Control, Cue, PgnGame, PlayStyle, PlayedTable, Rate, RateSetting, Rates,
    RepeatedGames, Sins, Style,
};

/// A way to boards of a family.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) family: &'static Family,
    pub(crate) transport: Transport,
}

impl Way {
    /// All of them, lines with many boards too.
    pub(crate) fn all() -> Vec<Self> {
        let has_end = |family: &&'static Family| boards_of(family).device.is_some();
        let ways = |family: &'static Family| {
            let transports = family.transports.iter().copied();
            transports.map(move |transport| Self { family, transport })
        };
        FAMILIES.iter().copied().filter(has_end).flat_map(ways).collect()
    }

    /// Whether many boards are reached by it at once.
    pub(crate) fn is_line(self) -> bool {
        self.family.line_of.is_some()
    }

    /// A board's own end, as it is seen this way.
    pub(crate) fn device(self, make: &Make) -> Box<dyn Device> {
        (boards_of(self.family).device.unwrap())(make, self.transport)
    }

    /// A board of this serial number, at which players in a hurry play this game; where they do it otherwise, they have
    /// another seed.
    pub(crate) fn blitz(self, game: &PgnGame, serial: u32, seed: u64, cue: Cue) -> PlayedTable {
        self.played(game, self.rates(), serial, seed, cue)
    }

    /// The same, where hands do it as often as these rates say.
    pub(crate) fn played(
        self,
        game: &PgnGame,
        rates: Rates,
        serial: u32,
        seed: u64,
        cue: Cue,
    ) -> PlayedTable {
        let clock = self.family.clock_lag.map(|_| Control::USUAL);
        let setting = clock.map(Control::setting);
        let make = Make { serial, chance: seed, scan: None, clock: setting };
        let manner = PlayStyle { rates, sins: Sins::None, clock };
        let rounds = RepeatedGames::new(game.clone(), manner, seed).take(1);
        PlayedTable::new(self.device(&make), self.line(), BoardTurn::Usual, cue, rounds)
    }

    /// The serial line that carries what one board says.
    fn line(self) -> Option<SerialLine> {
        match self.transport {
            Transport::Serial(serial) if !self.is_line() => Some(serial.line),
            _ => None,
        }
    }

    /// How hands in a hurry play at it.
    pub(crate) fn style(self) -> Style {
        self.pace().style
    }

    /// What hands in a hurry do, as far as boards can follow.
    fn pace(self) -> &'static Pace {
        match self.family.sensing {
            Sensing::Moves => &FOLLOWED,
            _ if self.family.reading_lag >= SLOW || self.is_line() => &READ_SLOWLY,
            Sensing::Identity | Sensing::Occupancy | Sensing::Colour => &HURRIED,
        }
    }

    /// How often hands in a hurry do what at it.
    pub(crate) fn rates(self) -> Rates {
        let mut rates = self.style().rates();
        for (rate, value) in self.pace().differences {
            rates.set(RateSetting::new(*rate, *value).unwrap());
        }
        rates
    }
}

/// How people in a hurry play.
struct Pace {
    style: Style,
    differences: &'static [(Rate, f64)],
}

const HURRIED: Pace = Pace {
    style: Style::Blitz,
    differences: &[(Rate::ThinkLeast, 200.0), (Rate::ThinkMost, 1_000.0)],
};

/// A board whose readings come so late, or whose turn on a line does, shows several moves of a blitz game at once, and not which came first.
const SLOW: Duration = Duration::from_secs(1);

const READ_SLOWLY: Pace = Pace {
    style: Style::Quick,
    differences: &[(Rate::ThinkLeast, 1_200.0), (Rate::ThinkMost, 1_600.0)],
};

/// A board that follows the game by itself takes what has come to rest for a move: a reply begins after that, and no rook
/// goes before its king.
const FOLLOWED: Pace = Pace {
    style: Style::Quick,
    differences: &[
        (Rate::ThinkLeast, 600.0),
        (Rate::ThinkMost, 1_200.0),
        (Rate::CastleRookFirst, 0.0),
        (Rate::CastleTwoHanded, 0.0),
    ],
};

fn boards_of(family: &'static Family) -> &'static Family {
    family.line_of.unwrap_or(family)
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match self.transport {
            Transport::Serial(_) => "a serial line",
            Transport::Hid(_) => "reports",
            Transport::Rfcomm(_) => "a line in the air",
            Transport::Gatt(_) => "characteristics",
            Transport::Recording => "a recording",
        };
        write!(f, "{} by {by}", self.family.name)
    }
}
