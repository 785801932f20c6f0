//! iChessOne.
//!
//! `frame` finds messages in bytes, `wire` reads and writes them, `driver` says what is asked and when, `device` is the
//! board's own end.

mod device;
mod driver;
mod frame;
mod wire;

use std::time::Duration;

use crate::driver::Ability;
use crate::family::{
    Characteristic, Family, Flow, Gatt, Knowledge, Serial, SerialLine, Transport, Uuid, Way,
};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "ichessone",
    title: "iChessOne",
    transports: &[
        // Nobody has published which USB ids it shows.
        Transport::Serial(Serial { usb: &[], line: SerialLine::at(115_200) }),
        Transport::Gatt(Gatt {
            names: &["iChessOne"],
            service: uart(1),
            flow: Flow::Stream,
            channels: &[
                Characteristic { channel: wire::REPLIES, uuid: uart(3), way: Way::Notify },
                Characteristic { channel: wire::COMMANDS, uuid: uart(2), way: Way::Write },
            ],
        }),
    ],
    sensing: Sensing::Identity,
    reading_lag: Duration::from_millis(300),
    clock_lag: None,
    knowledge: Knowledge::Implemented,
    abilities: &[Ability::Lights],
    driver: |approach, transport| Box::new(Talk::new(approach, driver::IChessOne::new(transport))),
    device: Some(|make, transport| Box::new(device::Board::new(make, transport))),
    line_of: None,
};

/// Nordic's serial line in the air, which boards of many makers have.
const fn uart(number: u128) -> Uuid {
    Uuid(0x6E40_0000_B5A3_F393_E0A9_E50E_24DC_CA9E | number << 96)
}
