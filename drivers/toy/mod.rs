//! A board that nobody sells: it speaks in packets on three characteristics, and proves that everything between a radio
//! and the bus carries them. It is there for tests alone (feature `toy`).
//!
//! `wire` has its packets, `driver` asks for them, `device` is the board's own end with its `clock`.

mod device;
mod driver;
mod wire;

use std::time::Duration;

use crate::driver::Ability;
use crate::family::{Characteristic, Family, Flow, Gatt, Knowledge, Transport, Uuid, Way};
use crate::observation::Sensing;
use crate::talk::Talk;

pub use self::device::ToyBoard;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "toy",
    title: "Toy board",
    transports: &[Transport::Gatt(Gatt {
        names: &["Toy "],
        service: uuid(0),
        flow: Flow::Packets,
        channels: &[
            Characteristic { channel: wire::PIECES, uuid: uuid(1), way: Way::Notify },
            Characteristic { channel: wire::STATE, uuid: uuid(2), way: Way::Notify },
            Characteristic { channel: wire::COMMANDS, uuid: uuid(3), way: Way::Write },
        ],
    })],
    sensing: Sensing::Identity,
    reading_lag: Duration::from_millis(250),
    clock_lag: Some(Duration::from_millis(1_000)),
    knowledge: Knowledge::Own,
    abilities: &[Ability::Lights, Ability::ClockSetting, Ability::Sound, Ability::PowerOff],
    driver: |approach, _| Box::new(Talk::new(approach, driver::Toy::default())),
    device: Some(|make, _| Box::new(ToyBoard::new(make))),
    line_of: None,
};

/// Those of the toy differ in their last digit.
const fn uuid(number: u128) -> Uuid {
    Uuid(0x7097_0000_8C4E_4D6F_9B1A_5F0C_2D3E_4A50 | number)
}
