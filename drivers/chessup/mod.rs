//! ChessUp and ChessUp 2 of Bryght Labs: boards that follow the game by rules of their own, and tell the moves that they
//! take.
//!
//! `wire` reads and writes messages, `driver` says what is asked and when, `device` is the board's own end.

mod device;
mod driver;
mod wire;

use std::time::Duration;

use crate::family::{
    Characteristic, Family, Flow, Gatt, Knowledge, Transport, Uuid, Way, nordic_uart,
};
use crate::observation::Sensing;
use crate::talk::Talk;

/// The row of the family table.
pub const FAMILY: Family = Family {
    name: "chessup",
    title: "ChessUp, ChessUp 2",
    transports: &[Transport::Gatt(Gatt {
        channels: &[
            nordic_uart::NOTIFIES,
            nordic_uart::WRITTEN,
            // The level of the battery service.
            Characteristic {
                channel: wire::BATTERY,
                uuid: Uuid::assigned(0x2A19),
                way: Way::Notify,
            },
        ],
        ..nordic_uart::gatt(&["ChessUp"], Flow::Packets)
    })],
    sensing: Sensing::Moves,
    reading_lag: Duration::from_millis(500),
    clock_lag: None,
    knowledge: Knowledge::Recorded,
    abilities: &[],
    driver: |approach, _| Box::new(Talk::new(approach, driver::ChessUp::default())),
    device: Some(|make, _| Box::new(device::Board::new(make))),
    line_of: None,
};
