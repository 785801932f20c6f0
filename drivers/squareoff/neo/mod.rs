//! The Neo. It moves pieces by itself; nothing here asks it to.

mod device;
mod driver;

use crate::family::{
    Characteristic, Family, Flow, Gatt, Knowledge, Transport, Uuid, Way, nordic_uart,
};
use crate::packet::Channel;
use crate::talk::Talk;

/// Pieces that are lifted and put down.
const CHANGES: Channel = Channel(3);
/// All squares.
const OCCUPANCY: Channel = Channel(4);
/// How full the battery is.
const CHARGE: Channel = Channel(5);

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "squareoff-neo",
    title: "Square Off Neo",
    transports: &[Transport::Gatt(Gatt {
        names: &["Square Off Neo"],
        service: nordic_uart::SERVICE,
        flow: Flow::Packets,
        channels: &[
            nordic_uart::NOTIFIES,
            nordic_uart::WRITTEN,
            Characteristic {
                channel: CHANGES,
                uuid: Uuid(0x4496_994F_2600_4E7E_81D5_E0F7_B67E_BD48),
                way: Way::Notify,
            },
            Characteristic {
                channel: OCCUPANCY,
                uuid: Uuid(0x777A_C5A4_6FA8_474B_841D_091B_D57D_28C4),
                way: Way::Notify,
            },
            Characteristic { channel: CHARGE, uuid: Uuid::assigned(0x2A19), way: Way::Notify },
        ],
    })],
    knowledge: Knowledge::Recorded,
    abilities: &[],
    driver: |approach, _| Box::new(Talk::new(approach, driver::Neo::default())),
    device: Some(|make, _| Box::new(device::Board::new(make))),
    ..super::FAMILY
};
