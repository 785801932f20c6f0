//! TabuTronic boards that sense only that something stands on a square: Sentio, Tactum, and Cerno without chips.
//!
//! `driver` says what is told, `device` is the board's own end. What goes over the wire is in `decimals`.

mod device;
mod driver;

use std::time::Duration;

use crate::decimals::TRANSPORTS;
use crate::driver::Ability;
use crate::family::{Family, Knowledge};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "tabutronic",
    title: "TabuTronic Sentio, Cerno, Tactum",
    transports: TRANSPORTS,
    sensing: Sensing::Occupancy,
    // How often they say a line is not published.
    reading_lag: Duration::from_millis(1_000),
    clock_lag: None,
    knowledge: Knowledge::Implemented,
    abilities: &[Ability::Lights],
    driver: |approach, transport| Box::new(Talk::new(approach, driver::TabuTronic::new(transport))),
    device: Some(|_, transport| Box::new(device::Board::new(transport))),
    line_of: None,
};
