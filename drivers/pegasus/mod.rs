//! DGT Pegasus: it talks as DGT's other boards do, in the air, and senses only whether something stands on a square.
//!
//! `frame` finds messages in bytes, `wire` reads and writes them, `driver` says what is asked and when, `device` is the
//! board's own end.

mod device;
mod driver;
mod frame;
mod wire;

use std::time::Duration;

use crate::driver::Ability;
use crate::family::{Family, Flow, Knowledge, Transport, nordic_uart};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "pegasus",
    title: "DGT Pegasus (needs a key from DGT)",
    transports: &[Transport::Gatt(nordic_uart::gatt(
        &["DGT_PEGASUS", "DGT_Pegasus", "PCS-REVII-"],
        Flow::Stream,
    ))],
    sensing: Sensing::Occupancy,
    reading_lag: Duration::from_millis(250),
    clock_lag: None,
    knowledge: Knowledge::Implemented,
    abilities: &[Ability::Lights],
    driver: |approach, _| Box::new(Talk::new(approach, driver::Pegasus::default())),
    device: Some(|make, _| Box::new(device::Board::new(make))),
    line_of: None,
};
