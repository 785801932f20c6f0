//! Certabo, and other boards that read chips: each piece has one, whose number says nothing.
//!
//! `lesson` learns from the start position which chip is in which piece, `sight` follows the chips that are known,
//! `driver` says what of it is told, `device` is the board's own end. What goes over the wire is in `decimals`.

mod device;
mod driver;
mod lesson;
mod sight;

use std::time::Duration;

use crate::decimals::TRANSPORTS;
use crate::driver::Ability;
use crate::family::{Family, Knowledge};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "certabo",
    title: "Certabo, TabuTronic with chips",
    transports: TRANSPORTS,
    sensing: Sensing::Identity,
    // Two lines that come as late as any, and the time that one takes.
    reading_lag: Duration::from_millis(2_000),
    clock_lag: None,
    knowledge: Knowledge::Recorded,
    abilities: &[Ability::Lights, Ability::Calibration],
    driver: |approach, transport| Box::new(Talk::new(approach, driver::Certabo::new(transport))),
    device: Some(|make, transport| Box::new(device::Board::new(make, transport))),
    line_of: None,
};
