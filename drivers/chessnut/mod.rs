//! Chessnut: Air, Air+, Pro, Go, and what the Move senses.
//!
//! `frame` finds messages in packets, `wire` reads and writes them, `driver` says what is asked and when, `device` is the
//! board's own end.

mod device;
mod driver;
mod frame;
mod wire;

use std::time::Duration;

use crate::driver::Ability;
use crate::family::{
    Characteristic, Family, Flow, Gatt, Hid, Knowledge, Products, Transport, Usage, UsbId, Uuid,
    Way,
};
use crate::observation::Sensing;
use crate::talk::Talk;

use self::device::{Board, Model};

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "chessnut",
    title: "Chessnut Air, Air+, Pro, Go, Move",
    transports: &[
        Transport::Hid(Hid {
            usb: &[UsbId {
                vendor: 0x2D80,
                products: Products::HighBytes(0x80, 0x86),
                what: "Chessnut boards",
            }],
            usage: Usage { page: 0xFF00, id: None },
        }),
        Transport::Gatt(Gatt {
            names: &["Chessnut Air", "Chessnut Pro", "Chessnut Go", "Chessnut Move", "Smart Chess"],
            service: uuid(0x8261),
            flow: Flow::Packets,
            channels: &[
                Characteristic { channel: wire::POSITIONS, uuid: uuid(0x8262), way: Way::Notify },
                Characteristic { channel: wire::REPLIES, uuid: uuid(0x8273), way: Way::Notify },
                Characteristic { channel: wire::COMMANDS, uuid: uuid(0x8272), way: Way::Write },
            ],
        }),
    ],
    sensing: Sensing::Identity,
    reading_lag: Duration::from_millis(300),
    clock_lag: None,
    knowledge: Knowledge::Implemented,
    abilities: &[Ability::Lights],
    driver: |approach, transport| Box::new(Talk::new(approach, driver::Chessnut::new(transport))),
    device: Some(|make, transport| Box::new(Board::new(Model::Air, make, transport))),
    line_of: None,
};

/// Those of Chessnut differ in the lower half of their first word.
const fn uuid(number: u16) -> Uuid {
    Uuid(0x1B7E_0000_2877_41C3_B46E_CF05_7C56_2023 | (number as u128) << 96)
}
