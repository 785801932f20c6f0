//! The family table: every kind of device that touchmove knows, as data.
//!
//! The udev rules, the port probing and the README's table of hardware are made from it, and tests
//! keep them equal to it.

use std::time::Duration;

use crate::device::{Device, Make};
use crate::driver::{Approach, Driver, Unit};
use crate::observation::Sensing;
use crate::{dgt, recording};

/// Makes the device's own end.
pub type MakeDevice = fn(&Make) -> Box<dyn Device>;

/// One kind of device.
#[derive(Debug)]
pub struct Family {
    /// The word that names it: in port names, recordings, configuration.
    pub name: &'static str,
    /// What a person calls it.
    pub title: &'static str,
    /// USB ids that its devices show.
    pub usb: &'static [UsbId],
    /// How a serial line to it is set; `None` where it has none.
    pub line: Option<Line>,
    /// What its squares sense.
    pub sensing: Sensing,
    /// How long after a change on the board its reading may come.
    pub reading_lag: Duration,
    /// How long after a change of the clock its reading may come.
    pub clock_lag: Duration,
    /// How much of its protocol is known.
    pub knowledge: Knowledge,
    /// Makes a driver.
    pub driver: fn(Approach) -> Box<dyn Driver>,
    /// Makes the device's own end, where the family has one.
    pub device: Option<MakeDevice>,
    /// The family whose boards are there, many of them, each a unit of its own; `None` where one board has
    /// the line for itself.
    pub line_of: Option<&'static Self>,
}

impl Family {
    /// Whether its driver hears boards of the family named `board`: where their bytes bear the name of a unit, on a line
    /// with many.
    pub fn hears(&self, board: &str, unit: Option<&Unit>) -> bool {
        let heard = if unit.is_some() { self.line_of } else { Some(self) };
        heard.is_some_and(|heard| heard.name == board)
    }
}

/// A USB id, and whether others show it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsbId {
    /// Vendor.
    pub vendor: u16,
    /// Product.
    pub product: u16,
    /// What shows it.
    pub what: &'static str,
}

/// Settings of a serial line. All families known so far use 8 data bits, no parity, 1 stop bit and
/// no flow control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Bits a second.
    pub baud: u32,
}

/// How much of a family's protocol is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Documented and confirmed by recordings of real devices.
    Recorded,
    /// Documented, not yet seen.
    Documented,
    /// A form of evidence, not a device.
    Own,
}

/// Lags of a family that nobody has described, as recordings name them.
pub const UNKNOWN_LAGS: (Duration, Duration) =
    (Duration::from_millis(250), Duration::from_millis(1_000));

/// The table. A new family adds one row here and one folder beside it.
pub const FAMILIES: &[&Family] = &[&dgt::FAMILY, &dgt::LINE, &recording::FAMILY];

/// The family named `name`.
pub fn by_name(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().copied().find(|family| family.name == name)
}
