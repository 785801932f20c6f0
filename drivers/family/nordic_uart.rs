//! The serial line in the air that Nordic Semiconductor gives to makers: boards of many families offer it, and only their
//! names tell them apart.

use super::{Characteristic, Flow, Gatt, Uuid, Way};
use crate::packet::Channel;

/// The service.
pub const SERVICE: Uuid = uuid(1);

/// What the board says.
pub const REPLIES: Channel = Channel(1);
/// What it is told.
pub const COMMANDS: Channel = Channel(2);

/// The characteristic on which the board speaks.
pub const NOTIFIES: Characteristic =
    Characteristic { channel: REPLIES, uuid: uuid(3), way: Way::Notify };
/// The characteristic on which it is spoken to.
pub const WRITTEN: Characteristic =
    Characteristic { channel: COMMANDS, uuid: uuid(2), way: Way::WriteWithoutResponse };

/// The way to boards that offer this line and nothing else, whose names begin so.
pub const fn gatt(names: &'static [&'static str], flow: Flow) -> Gatt {
    Gatt { names, service: SERVICE, flow, channels: &[NOTIFIES, WRITTEN] }
}

/// The service and its characteristics differ in one digit.
const fn uuid(number: u128) -> Uuid {
    Uuid(0x6E40_0000_B5A3_F393_E0A9_E50E_24DC_CA9E | number << 96)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_notifies_on_3_and_is_written_on_2() {
        let names = [SERVICE, WRITTEN.uuid, NOTIFIES.uuid].map(|uuid| uuid.to_string());
        let expected = [1, 2, 3].map(|digit| format!("6e40000{digit}-b5a3-f393-e0a9-e50e24dcca9e"));
        assert_eq!(names, expected);
    }
}
