//! GoChess of Particula: XR, Mini and Lite.
//!
//! `wire` has the packets, `driver` says what is asked and when, `device` is the board's own end.

mod device;
mod driver;
mod wire;

use std::time::Duration;

use crate::driver::Ability;
use crate::family::{Family, Flow, Knowledge, Transport, nordic_uart};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "gochess",
    title: "GoChess XR, Mini, Lite",
    transports: &[Transport::Gatt(nordic_uart::gatt(
        &["GoChessXR_", "GoChessM_", "GoChessL_"],
        Flow::Packets,
    ))],
    sensing: Sensing::Occupancy,
    reading_lag: Duration::from_millis(250),
    clock_lag: None,
    knowledge: Knowledge::Documented,
    abilities: &[Ability::Lights],
    driver: |approach, _| Box::new(Talk::new(approach, driver::GoChess::default())),
    device: Some(|make, _| Box::new(device::Board::new(make))),
    line_of: None,
};
