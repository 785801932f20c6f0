//! Millennium ChessLink: Exclusive, King Performance, eONE, Supreme Tournament 55, and modules that speak as they do.
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
    Characteristic, Family, Flow, Gatt, Knowledge, ModemLine, Rfcomm, Serial, SerialLine,
    Transport, Uuid, Way,
};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "chesslink",
    title: "Millennium ChessLink",
    transports: &[
        // Nobody has published which USB ids its adapter shows.
        Transport::Serial(Serial {
            usb: &[],
            line: SerialLine { dtr: ModemLine::Off, ..SerialLine::at(38_400) },
        }),
        Transport::Rfcomm(Rfcomm {
            names: &["MILLENNIUM CHESS BT"],
            service: Uuid::assigned(0x1101),
            pin: None,
        }),
        Transport::Gatt(Gatt {
            names: &["MILLENNIUM CHESS"],
            service: Uuid(0x4953_5343_FE7D_4AE5_8FA9_9FAF_D205_E455),
            flow: Flow::Stream,
            channels: &[
                Characteristic {
                    channel: wire::REPLIES,
                    uuid: Uuid(0x4953_5343_1E4D_4BD9_BA61_23C6_4724_9616),
                    way: Way::Notify,
                },
                Characteristic {
                    channel: wire::COMMANDS,
                    uuid: Uuid(0x4953_5343_8841_43F4_A8D4_ECBE_3472_9BB3),
                    way: Way::Write,
                },
            ],
        }),
    ],
    sensing: Sensing::Identity,
    reading_lag: Duration::from_millis(250),
    clock_lag: None,
    knowledge: Knowledge::Implemented,
    abilities: &[Ability::Lights],
    driver: |approach, transport| Box::new(Talk::new(approach, driver::ChessLink::new(transport))),
    device: Some(|_, transport| Box::new(device::Board::new(transport))),
    line_of: None,
};
