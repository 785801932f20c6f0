//! The Chess Peripheral Protocol: an open protocol of boards that people build, and that tell moves.
//!
//! `wire` reads and writes lines, `driver` says what is asked and when, `device` is the board's own end.

mod device;
mod driver;
mod wire;

use std::time::Duration;

use crate::family::{Characteristic, Family, Flow, Gatt, Knowledge, Transport, Uuid, Way};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "cpp",
    title: "Chess Peripheral Protocol",
    transports: &[Transport::Gatt(Gatt {
        // Whoever builds a board names it; the service is the protocol's own.
        names: &[],
        service: Uuid(0xF535_1050_B2C9_11EC_A0C0_B3BC_53B0_8D33),
        flow: Flow::Packets,
        channels: &[
            Characteristic {
                channel: wire::LINES_OF_BOARD,
                uuid: Uuid(0xF535_147E_B2C9_11EC_A0C2_8BBD_706E_C4E6),
                way: Way::Notify,
            },
            Characteristic {
                channel: wire::LINES_OF_HOST,
                uuid: Uuid(0xF535_13CA_B2C9_11EC_A0C1_639B_8957_DB99),
                way: Way::Write,
            },
        ],
    })],
    sensing: Sensing::Moves,
    reading_lag: Duration::from_millis(500),
    clock_lag: None,
    knowledge: Knowledge::Documented,
    abilities: &[],
    driver: |approach, _| Box::new(Talk::new(approach, driver::Cpp::default())),
    device: Some(|_, _| Box::new(device::Board::new())),
    line_of: None,
};
