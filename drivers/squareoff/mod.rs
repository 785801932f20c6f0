//! Square Off: the Pro, and the Neo, which speaks almost the same and has characteristics of its own besides.
//!
//! `text` finds messages in bytes, `wire` reads and writes them, `driver` says what is asked of a Pro and when, `device` is
//! the Pro's own end. `neo` has what is the Neo's alone.

mod device;
mod driver;
mod neo;
mod text;
mod wire;

use std::time::Duration;

use crate::driver::Ability;
use crate::family::{Family, Flow, Knowledge, Transport, nordic_uart};
use crate::observation::Sensing;
use crate::talk::Talk;

pub use self::neo::FAMILY as NEO;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "squareoff",
    title: "Square Off Pro",
    transports: &[Transport::Gatt(nordic_uart::gatt(
        &["Squareoff Pro", "Square Off Pro"],
        Flow::Stream,
    ))],
    sensing: Sensing::Occupancy,
    reading_lag: Duration::from_millis(250),
    clock_lag: None,
    knowledge: Knowledge::Implemented,
    abilities: &[Ability::Lights],
    driver: |approach, _| Box::new(Talk::new(approach, driver::Pro::default())),
    device: Some(|make, _| Box::new(device::Board::new(make))),
    line_of: None,
};
