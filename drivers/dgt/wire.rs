//! Commands and messages of single-board mode, in the bytes of the wire.
//!
//! A command is one byte. A message is an id of `80` or more, two length bytes of 7 bits each that
//! count the whole message, and data below `80`; there is no checksum. Numbers here are
//! hexadecimal, as in DGT's own header. README, "Messages", has the table.

mod clock_message;
mod command;
mod squares;

use std::fmt;

use super::clock::Report;
use crate::observation::{Placement, Reading, Square};

pub(super) use clock_message::{ByteOf, ClockMessages, REFUSED, SET_AND_RUN, TAKEN, set_and_run};
pub(super) use command::Command;
pub(super) use squares::{code_of, field_of, reading_of, square_of, start};
use squares::{codes_of, placement_of};

/// Kind of a message: its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Id {
    /// Whole read-out of the squares.
    Board = 0x86,
    /// The clock, or its answer to a command.
    Clock = 0x8D,
    /// One square changed.
    Field = 0x8E,
    /// The board's own log.
    Log = 0x8F,
    /// Address on a shared line.
    BusAddress = 0x90,
    /// Serial number.
    Serial = 0x91,
    /// The maker's text.
    Trademark = 0x92,
    /// Version of the firmware.
    Version = 0x93,
    /// Read-out of 50 black squares of draughts.
    DraughtsBlack = 0x94,
    /// Read-out of 50 white squares of draughts.
    DraughtsWhite = 0x95,
    /// Version of the hardware.
    Hardware = 0x96,
    /// The battery.
    Battery = 0xA0,
    /// Long serial number.
    LongSerial = 0xA2,
    /// Frames of the clock's own bus.
    ClockBus = 0xA3,
    /// Whether the board is locked.
    Lock = 0xA4,
    /// Whether the board took a developer's key.
    Key = 0xA5,
}

impl Id {
    /// All kinds of messages.
    pub(super) const ALL: [Self; 16] = [
        Self::Board,
        Self::Clock,
        Self::Field,
        Self::Log,
        Self::BusAddress,
        Self::Serial,
        Self::Trademark,
        Self::Version,
        Self::DraughtsBlack,
        Self::DraughtsWhite,
        Self::Hardware,
        Self::Battery,
        Self::LongSerial,
        Self::ClockBus,
        Self::Lock,
        Self::Key,
    ];

    /// The kind that a message of this first byte is; `None` where no board sends such.
    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&id| id as u8 == byte)
    }

    /// Whether a message of this kind can be `length` bytes long, the three of its header included.
    pub(super) const fn fits(self, length: usize) -> bool {
        match self {
            Self::Board => matches!(length, 67 | 103),
            Self::Clock => length == 10,
            Self::Field | Self::BusAddress | Self::Version | Self::Hardware => length == 5,
            Self::Log => matches!(length, 3..=7_939),
            Self::Serial => matches!(length, 8 | 12),
            Self::Trademark => matches!(length, 3..=259),
            Self::DraughtsBlack | Self::DraughtsWhite => length == 53,
            Self::Battery => length == 12,
            Self::LongSerial => length == 13,
            Self::ClockBus => matches!(length, 3..=128),
            Self::Lock | Self::Key => length == 4,
        }
    }
}

/// What a board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// Whole read-out.
    Board(Box<Placement>),
    /// The clock.
    Clock(Report),
    /// One square changed.
    Field {
        /// The square, in the board's own numbering.
        square: Square,
        /// What it reports.
        reading: Reading,
    },
    /// Address on a shared line, 14 bits.
    BusAddress(u16),
    /// Serial number as printed; empty where the board has none that can be printed.
    Serial(String),
    /// Version of the firmware.
    Version(Version),
    /// Version of the hardware.
    Hardware(Version),
    /// The battery.
    Battery(Battery),
    /// Long serial number as printed; empty where the board has none that can be printed.
    LongSerial(String),
    /// The board's own log, as it came.
    Log(Vec<u8>),
    /// A message that says nothing about the play, kept as it came: maker's text, draughts, clock
    /// bus, lock, key.
    Other {
        /// Its kind.
        id: Id,
        /// Its data, each byte below `80`.
        data: Vec<u8>,
    },
}

/// A version of firmware or hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Version {
    /// Before the point.
    pub(super) major: u8,
    /// After the point: 2 in "1.02".
    pub(super) minor: u8,
}

/// As DGT prints versions of firmware: "1.02".
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.major, self.minor)
    }
}

/// State of the battery: charge, seven estimates of times, and a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Battery(pub(super) [u8; 9]);

impl Battery {
    /// Charge in per cent; `None` where the board gives none that can be.
    pub(super) const fn charge(self) -> Option<u8> {
        match self.0[0] {
            charge @ 1..=100 => Some(charge),
            _ => None,
        }
    }
}

impl Message {
    /// The message of these data; `None` where they cannot be data of that kind.
    pub(super) fn decode(id: Id, data: &[u8]) -> Option<Self> {
        Some(match (id, data) {
            (Id::Board, _) if data.len() == 64 => Self::Board(Box::new(placement_of(data))),
            (Id::Clock, _) => Self::Clock(Report::decode(data.try_into().ok()?)),
            (Id::Field, &[field, code]) => {
                Self::Field { square: square_of(field)?, reading: reading_of(code) }
            }
            (Id::BusAddress, &[high, low]) => {
                Self::BusAddress(u16::from(high) << 7 | u16::from(low))
            }
            // Boards of 1998 add a blank and three characters of configuration.
            (Id::Serial, _) => Self::Serial(printed(data.get(..5)?)),
            (Id::Version, &[major, minor]) => Self::Version(Version { major, minor }),
            (Id::Hardware, &[major, minor]) => Self::Hardware(Version { major, minor }),
            (Id::Battery, _) => Self::Battery(Battery(data.try_into().ok()?)),
            (Id::LongSerial, _) => Self::LongSerial(printed(data)),
            (Id::Log, _) => Self::Log(data.to_vec()),
            _ => Self::Other { id, data: data.to_vec() },
        })
    }

    /// The bytes of the message, header included.
    pub(super) fn encode(&self) -> Vec<u8> {
        let data = self.data();
        let length = data.len() + 3;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend([self.id() as u8, (length >> 7 & 0x7F) as u8, (length & 0x7F) as u8]);
        bytes.extend(data.iter().map(|byte| byte & 0x7F));
        bytes
    }

    /// Its kind.
    pub(super) const fn id(&self) -> Id {
        match self {
            Self::Board(_) => Id::Board,
            Self::Clock(_) => Id::Clock,
            Self::Field { .. } => Id::Field,
            Self::BusAddress(_) => Id::BusAddress,
            Self::Serial(_) => Id::Serial,
            Self::Version(_) => Id::Version,
            Self::Hardware(_) => Id::Hardware,
            Self::Battery(_) => Id::Battery,
            Self::LongSerial(_) => Id::LongSerial,
            Self::Log(_) => Id::Log,
            Self::Other { id, .. } => *id,
        }
    }

    fn data(&self) -> Vec<u8> {
        match self {
            Self::Board(placement) => codes_of(placement),
            Self::Clock(report) => report.encode().to_vec(),
            Self::Field { square, reading } => vec![field_of(*square), code_of(*reading)],
            Self::BusAddress(address) => vec![(address >> 7) as u8, *address as u8],
            Self::Serial(serial) => format!("{serial:>5}").into_bytes(),
            Self::Version(version) | Self::Hardware(version) => vec![version.major, version.minor],
            Self::Battery(battery) => battery.0.to_vec(),
            Self::LongSerial(serial) => format!("{serial:>10}").into_bytes(),
            Self::Log(data) | Self::Other { data, .. } => data.clone(),
        }
    }
}

fn printed(data: &[u8]) -> String {
    let printable = data.iter().all(|byte| matches!(byte, b' '..=b'~'));
    let text = if printable { String::from_utf8_lossy(data) } else { "".into() };
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decode(bytes: &[u8]) -> Message {
        let id = Id::from_byte(bytes[0]).unwrap();
        let length = usize::from(bytes[1]) << 7 | usize::from(bytes[2]);
        assert_eq!(length, bytes.len());
        assert!(id.fits(length));
        Message::decode(id, &bytes[3..]).unwrap()
    }

    fn field(bytes: [u8; 2]) -> String {
        match Message::decode(Id::Field, &bytes) {
            Some(Message::Field { square, reading }) => format!("{square}{}", reading.letter()),
            other => panic!("{other:?}"),
        }
    }

    fn dump(first: [u8; 16], last: [u8; 16]) -> Vec<u8> {
        [&[0x86, 0x00, 0x43][..], &first, &[0; 32], &last].concat()
    }

    const START: ([u8; 16], [u8; 16]) = (
        [8, 9, 10, 12, 11, 10, 9, 8, 7, 7, 7, 7, 7, 7, 7, 7],
        [1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 6, 5, 4, 3, 2],
    );

    #[test]
    fn a_dump_of_the_start_position_reads_as_it_stands() {
        let bytes = dump(START.0, START.1);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().unwrap();
        assert_eq!(decode(&bytes), Message::Board(Box::new(start)));
        assert_eq!(decode(&bytes).encode(), bytes);
    }

    #[test]
    fn a_dump_of_a_turned_board_stays_turned() {
        let turned = |mut pieces: [u8; 16]| {
            pieces.reverse();
            pieces
        };
        let bytes = dump(turned(START.1), turned(START.0));
        assert_eq!(bytes[3..11], [2, 3, 4, 5, 6, 4, 3, 2]);
        let expected = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr".parse().unwrap();
        assert_eq!(decode(&bytes), Message::Board(Box::new(expected)));
    }

    #[test]
    fn field_updates_of_real_boards_read_as_played() {
        for (data, read) in [
            ([0x34, 0x00], "e2."),
            ([0x24, 0x01], "e4P"),
            // Black castles short, the king first.
            ([0x04, 0x00], "e8."),
            ([0x06, 0x0B], "g8k"),
            ([0x07, 0x00], "h8."),
            ([0x05, 0x08], "f8r"),
            // d7xc6: the square is never empty.
            ([0x0B, 0x00], "d7."),
            ([0x12, 0x07], "c6p"),
            // A bishop slides from c8 over d7 to e6.
            ([0x02, 0x00], "c8."),
            ([0x0B, 0x0A], "d7b"),
            ([0x14, 0x0A], "e6b"),
            // Rook f8-f7.
            ([0x05, 0x00], "f8."),
            ([0x0D, 0x08], "f7r"),
            // d4 cleared, then kings to d5 and e4.
            ([0x23, 0x00], "d4."),
            ([0x06, 0x00], "g8."),
            ([0x3E, 0x00], "g1."),
            ([0x1B, 0x0B], "d5k"),
            ([0x24, 0x05], "e4K"),
        ] {
            assert_eq!(field(data), read);
        }
    }

    #[test]
    fn a_turned_board_numbers_from_its_other_end() {
        for (data, turned) in [([0x0B, 0x00], "e2"), ([0x1B, 0x01], "e4")] {
            let Some(Message::Field { square, .. }) = Message::decode(Id::Field, &data) else {
                panic!("no field update");
            };
            assert_eq!(square.turned().to_string(), turned);
        }
    }

    #[test]
    fn facts_about_the_board_read_as_printed() {
        for (bytes, message) in [
            (&[0x90, 0x00, 0x05, 0x08, 0x01][..], Message::BusAddress(1_025)),
            (&[0x93, 0x00, 0x05, 0x01, 0x02], Message::Version(Version { major: 1, minor: 2 })),
            (b"\x91\x00\x0812345", Message::Serial("12345".into())),
            (b"\x91\x00\x08 1025", Message::Serial("1025".into())),
            (b"\x91\x00\x0C00137 1.0", Message::Serial("00137".into())),
            (b"\x91\x00\x08\0\0\0\0\0", Message::Serial(String::new())),
            (b"\xA2\x00\x0D3.36012345", Message::LongSerial("3.36012345".into())),
            (
                &[0xA0, 0x00, 0x0C, 0x64, 0x7F, 0x7F, 0, 0, 0, 0, 0, 0],
                Message::Battery(Battery([100, 0x7F, 0x7F, 0, 0, 0, 0, 0, 0])),
            ),
            (&[0x96, 0x00, 0x05, 0x01, 0x00], Message::Hardware(Version { major: 1, minor: 0 })),
            (&[0x8F, 0x00, 0x03], Message::Log(Vec::new())),
        ] {
            assert_eq!(decode(bytes), message);
        }
        assert_eq!(Version { major: 1, minor: 2 }.to_string(), "1.02");
    }

    #[test]
    fn a_charge_is_between_1_and_100_or_none() {
        let charge = |percent| Battery([percent, 0, 0, 0, 0, 0, 0, 0, 0]).charge();
        assert_eq!([0, 1, 100, 101, 0x7F].map(charge), [None, Some(1), Some(100), None, None]);
    }

    #[test]
    fn a_field_beyond_the_board_is_no_message() {
        assert_eq!(Message::decode(Id::Field, &[64, 1]), None);
    }

    #[test]
    fn a_draughts_dump_is_no_read_out() {
        let message = Message::decode(Id::Board, &[1; 100]).unwrap();
        assert_eq!(message, Message::Other { id: Id::Board, data: vec![1; 100] });
    }

    /// A kind of message, and data as long as it can have.
    fn kind_and_data() -> impl Strategy<Value = (Id, Vec<u8>)> {
        prop::sample::select(&Id::ALL).prop_flat_map(|id| {
            let lengths: Vec<usize> = (0..130).filter(|length| id.fits(length + 3)).collect();
            let data = |length| prop::collection::vec(0_u8..0x80, length);
            (Just(id), prop::sample::select(lengths).prop_flat_map(data))
        })
    }

    proptest! {
        #[test]
        fn any_data_decode_to_what_encodes_to_the_same_message((id, data) in kind_and_data()) {
            if let Some(message) = Message::decode(id, &data) {
                prop_assert_eq!(decode(&message.encode()), message);
            } else {
                prop_assert_eq!(id, Id::Field, "only a field can be beyond the board");
            }
        }
    }
}
