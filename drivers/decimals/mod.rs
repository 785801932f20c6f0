//! Lines of decimals: how boards of Certabo and of TabuTronic talk, and how they are lit.
//!
//! `lines` finds and reads lines in bytes, `lights` writes pictures for both kinds of lamps, `lamps` finds out which kind a
//! board has, `host` is what the drivers share and `end` what the boards' own ends do. What the lines mean stands in `drivers/certabo/README.md`, Messages.

pub(crate) mod end;
mod host;
mod lamps;
mod lights;
mod lines;

use std::time::Duration;

pub(crate) use self::host::Host;
pub(crate) use self::lights::Form;
pub(crate) use self::lines::{Message, Sightings};

use crate::family::{Flow, ModemLine, Products, Serial, SerialLine, Transport, UsbId, nordic_uart};
use crate::talk::Rhythm;

pub(crate) use crate::family::nordic_uart::{COMMANDS as ORDERED, REPLIES as SAID};

/// The ways to all boards that talk so.
pub(crate) const TRANSPORTS: &[Transport] = &[
    Transport::Serial(Serial {
        usb: &[UsbId {
            vendor: 0x10C4,
            products: Products::One(0xEA60),
            what: "serial adapters (CP210x)",
        }],
        line: SerialLine { dtr: ModemLine::Off, ..SerialLine::at(38_400) },
    }),
    Transport::Gatt(nordic_uart::gatt(&["Certabo"], Flow::Stream)),
];

/// They talk without being asked: one that says nothing for 3.5 s is gone, and one that was only found by its looks says
/// a whole line within 1.5 s.
pub(crate) const RHYTHM: Rhythm = Rhythm {
    silence: Duration::from_millis(500),
    again: Duration::from_millis(1_500),
    max_questions: 2,
    pause: Duration::from_millis(600),
};
