//! DGT boards and clocks: RS232, USB and Bluetooth boards, Smart Board, Revelation II, one board a
//! line or many.
//!
//! `driver` joins what the other modules hold each by itself: `frame` finds messages in bytes,
//! `wire` and `clock` read them, `dialogue` says what to ask next, `pulse` whether the board is
//! alive, `told` and `doubt` what of it all is news; `clock_setting` whether the clock can be set; `log` reads what the board has written down, `gap`
//! when that is worth reading, `recall` joins it to what was known. `device` is the board's own end. `bus` is
//! the other mode, in which many boards share a line.

mod bus;
mod clock;
mod clock_setting;
mod device;
mod dialogue;
mod doubt;
mod driver;
mod frame;
mod gap;
mod log;
mod pulse;
mod recall;
mod repeats;
mod told;
mod wire;

use std::time::Duration;

use crate::driver::{Ability, Approach};
use crate::family::{
    Family, Knowledge, ModemLine, Products, Rfcomm, Serial, SerialLine, Transport, UsbId, Uuid,
};
use crate::observation::Sensing;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "dgt",
    title: "DGT e-Board",
    transports: &[
        Transport::Serial(Serial {
            usb: &[
                UsbId {
                    vendor: 0x0403,
                    products: Products::One(0x6001),
                    what: "USB boards and RS232 adapters (FTDI)",
                },
                UsbId {
                    vendor: 0x04D8,
                    products: Products::One(0x000A),
                    what: "Bluetooth boards on a USB cable",
                },
                UsbId {
                    vendor: 0x045B,
                    products: Products::One(0x8111),
                    what: "Smart Board and boards with USB-C",
                },
            ],
            line: SerialLine::at(9_600),
        }),
        Transport::Rfcomm(Rfcomm {
            names: &["DGT_BT_"],
            service: Uuid::assigned(0x1101),
            pin: Some("0000"),
        }),
        Transport::Rfcomm(Rfcomm {
            names: &["PCS-REVII-"],
            service: Uuid::assigned(0x1101),
            pin: Some("1234"),
        }),
    ],
    sensing: Sensing::Identity,
    reading_lag: Duration::from_millis(250),
    clock_lag: Some(Duration::from_millis(1_000)),
    knowledge: Knowledge::Recorded,
    abilities: &[Ability::ClockSetting],
    driver: |approach, _| Box::new(driver::SingleBoard::new(approach)),
    device: Some(|make, _| Box::new(device::Board::new(make))),
    line_of: None,
};

/// The row of the family table for lines with many boards.
pub const LINE: Family = Family {
    name: "dgt-bus",
    title: "DGT e-Boards on one serial line (bus mode)",
    transports: &[Transport::Serial(Serial {
        usb: &[UsbId {
            vendor: 0x0403,
            products: Products::One(0x6001),
            what: "RS232 adapters (FTDI)",
        }],
        // Boards only pull the line up.
        line: SerialLine { dtr: ModemLine::Off, rts: ModemLine::Off, ..SerialLine::at(9_600) },
    })],
    knowledge: Knowledge::Documented,
    abilities: &[],
    driver: |approach, _| match approach {
        Approach::Known => Box::new(bus::BusLine::new()),
        Approach::Probe => Box::new(bus::LineProbe::new()),
    },
    device: None,
    line_of: Some(&FAMILY),
    ..FAMILY
};
