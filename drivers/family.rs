//! What is known of one kind of device, as data.

pub mod nordic_uart;
mod transport;

use std::time::Duration;

pub use self::transport::{
    Characteristic, Flow, Gatt, Hid, ModemLine, Products, Rfcomm, Serial, SerialLine, Transport,
    Usage, UsbId, Uuid, Way,
};

use crate::device::{Device, Make};
use crate::driver::{Ability, Approach, Driver, Unit};
use crate::observation::Sensing;

/// Makes a driver of boards that are reached this way.
pub type MakeDriver = fn(Approach, Transport) -> Box<dyn Driver>;

/// Makes the device's own end, as it is seen this way.
pub type MakeDevice = fn(&Make, Transport) -> Box<dyn Device>;

/// One kind of device.
#[derive(Debug)]
pub struct Family {
    /// The word that names it: in port names, recordings, configuration.
    pub name: &'static str,
    /// What a person calls it.
    pub title: &'static str,
    /// The ways to its boards, the best first; none where only recordings are of it.
    pub transports: &'static [Transport],
    /// What its squares sense.
    pub sensing: Sensing,
    /// How long after a change on the board its reading may come.
    pub reading_lag: Duration,
    /// How long after a change of the clock its reading may come; `None` where its boards have no clock.
    pub clock_lag: Option<Duration>,
    /// How much of its protocol is known.
    pub knowledge: Knowledge,
    /// What its boards may be able to do beside telling; each says itself, once it is there, what of it it can do.
    pub abilities: &'static [Ability],
    /// Makes a driver.
    pub driver: MakeDriver,
    /// Makes the device's own end, where the family has one.
    pub device: Option<MakeDevice>,
    /// The family whose boards are there, many of them, each a unit of its own; `None` where one board has
    /// the line for itself.
    pub line_of: Option<&'static Self>,
}

impl Family {
    /// A driver of boards that are reached the best way; of a family without a way, of recordings.
    pub fn driver(&self, approach: Approach) -> Box<dyn Driver> {
        (self.driver)(approach, self.best_way())
    }

    /// The device's own end, as it is seen the best way; `None` where the family has none.
    pub fn device(&self, make: &Make) -> Option<Box<dyn Device>> {
        self.device.map(|device| device(make, self.best_way()))
    }

    /// Whether its boards may be able to do this.
    pub fn may(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }

    fn best_way(&self) -> Transport {
        self.transports.first().copied().unwrap_or(Transport::Recording)
    }

    /// Its serial line; `None` where it has none.
    pub fn serial(&self) -> Option<Serial> {
        self.transports.iter().find_map(|transport| match transport {
            Transport::Serial(serial) => Some(*serial),
            _ => None,
        })
    }

    /// How a serial line to it is set; `None` where it has none.
    pub fn line(&self) -> Option<SerialLine> {
        self.serial().map(|serial| serial.line)
    }

    /// Whether its driver hears boards of the family named `board`: where their bytes bear the name of a unit, on a line
    /// with many.
    pub fn hears(&self, board: &str, unit: Option<&Unit>) -> bool {
        let heard = if unit.is_some() { self.line_of } else { Some(self) };
        heard.is_some_and(|heard| heard.name == board)
    }
}

/// How much of a family's protocol is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Documented and confirmed by recordings of real devices.
    Recorded,
    /// Several independent programs agree.
    Implemented,
    /// Documented, not yet seen.
    Documented,
    /// A form of evidence, not a device.
    Own,
}

impl Knowledge {
    const ALL: [Self; 4] = [Self::Recorded, Self::Implemented, Self::Documented, Self::Own];

    /// The word for it on the bus and in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Implemented => "implemented",
            Self::Documented => "documented",
            Self::Own => "own",
        }
    }

    /// What `word` stands for; `None` for a word of another version.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|knowledge| knowledge.word() == word)
    }
}

/// Lags of a family that nobody has described, as recordings name them.
pub const UNKNOWN_LAGS: (Duration, Duration) =
    (Duration::from_millis(250), Duration::from_millis(1_000));
