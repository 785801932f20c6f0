//! What the board and its host say.

use super::frame::framed;
use crate::driver::Squares;
use crate::observation::{Placement, Reading, Square};

/// What a message is about: its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// All squares.
    Board = 0x86,
    /// One square has changed.
    Square = 0x8E,
    /// The log that other boards of DGT keep.
    Log = 0x8F,
    /// Address on a line.
    Address = 0x90,
    /// Serial number.
    Serial = 0x91,
    /// The maker's text.
    Trademark = 0x92,
    /// Version of the firmware.
    Version = 0x93,
    /// Version of the hardware.
    Hardware = 0x96,
    /// The battery.
    Battery = 0xA0,
    /// Long serial number.
    LongSerial = 0xA2,
    /// The link to a clock.
    ClockLink = 0xA3,
    /// Whether it is locked.
    Lock = 0xA4,
    /// Whether it took a key.
    Key = 0xA5,
}

/// How many squares a board has.
const SQUARES: usize = 64;

/// What a square says of itself.
const EMPTY: u8 = 0;
const OCCUPIED: u8 = 1;
/// A board to which nobody has given a key says this of all its squares.
const UNTOLD: u8 = 0x7F;

impl Kind {
    const ALL: [Self; 13] = [
        Self::Board,
        Self::Square,
        Self::Log,
        Self::Address,
        Self::Serial,
        Self::Trademark,
        Self::Version,
        Self::Hardware,
        Self::Battery,
        Self::LongSerial,
        Self::ClockLink,
        Self::Lock,
        Self::Key,
    ];

    /// The kind of a message that begins with this byte; `None` where no board sends such.
    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == byte)
    }

    /// Whether a message of this kind can have so many bytes, the three of its head included.
    pub(super) const fn fits(self, length: usize) -> bool {
        match self {
            Self::Board => length == 67,
            Self::Square | Self::Address | Self::Version | Self::Hardware => length == 5,
            Self::Log => length == 3,
            Self::Serial => length == 8,
            Self::Trademark => matches!(length, 3..=259),
            Self::Battery => length == 12,
            Self::LongSerial => length == 13,
            Self::ClockLink => matches!(length, 3..=128),
            Self::Lock | Self::Key => length == 4,
        }
    }
}

/// What the board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// All squares; unknown where nobody has given the board a key.
    Board(Box<Placement>),
    /// One square has changed.
    Square(Square, Reading),
    /// Version of the firmware: major, minor.
    Version(u8, u8),
    /// Version of the hardware: major, minor.
    Hardware(u8, u8),
    /// Serial number; empty where the board has none that can be printed.
    Serial(String),
    /// Long serial number; empty where the board has none that can be printed.
    LongSerial(String),
    /// How full the battery is, in per cent; `None` where the board gives no such number.
    Battery(Option<u8>),
    /// Something that says nothing about the play.
    Other,
}

impl Reply {
    /// Reads a message; `None` where no board says such.
    pub(super) fn read(kind: Kind, data: &[u8]) -> Option<Self> {
        Some(match (kind, data) {
            (Kind::Board, data) => Self::Board(Box::new(read_board(data)?)),
            (Kind::Square, &[field, code]) => Self::Square(square_of(field)?, reading_of(code)?),
            (Kind::Version, &[major, minor]) => Self::Version(major, minor),
            (Kind::Hardware, &[major, minor]) => Self::Hardware(major, minor),
            (Kind::Serial, digits) => Self::Serial(printed(digits)),
            (Kind::LongSerial, digits) => Self::LongSerial(printed(digits)),
            (Kind::Battery, &[charge, ..]) => {
                Self::Battery(Some(charge).filter(|charge| (1..=100).contains(charge)))
            }
            _ => Self::Other,
        })
    }
}

/// The bytes with which a board says how all its squares are.
pub(super) fn board_bytes(placement: &Placement) -> Vec<u8> {
    let codes: Vec<_> = squares().map(|square| code_of(placement.get(square))).collect();
    framed(Kind::Board, &codes)
}

/// The bytes with which a board says that a square has changed.
pub(super) fn square_bytes(square: Square, reading: Reading) -> Vec<u8> {
    framed(Kind::Square, &[field_of(square), code_of(reading)])
}

/// The squares as the board numbers them: a8, b8, to h1.
fn squares() -> impl Iterator<Item = Square> {
    (0..64).filter_map(square_of)
}

const fn square_of(field: u8) -> Option<Square> {
    Square::new(field ^ 56)
}

fn field_of(square: Square) -> u8 {
    u8::try_from(square.index() ^ 56).unwrap_or(0)
}

const fn reading_of(code: u8) -> Option<Reading> {
    match code {
        EMPTY => Some(Reading::Empty),
        OCCUPIED => Some(Reading::Occupied),
        UNTOLD => Some(Reading::Unknown),
        _ => None,
    }
}

const fn code_of(reading: Reading) -> u8 {
    match reading {
        Reading::Empty => EMPTY,
        Reading::Unknown => UNTOLD,
        _ => OCCUPIED,
    }
}

fn read_board(codes: &[u8]) -> Option<Placement> {
    let codes: &[u8; SQUARES] = codes.try_into().ok()?;
    let mut placement = Placement::EMPTY;
    for (square, &code) in squares().zip(codes) {
        placement.set(square, reading_of(code)?);
    }
    Some(placement)
}

fn printed(text: &[u8]) -> String {
    let is_printable = text.iter().all(|byte| matches!(byte, b' '..=b'~'));
    let text = if is_printable { String::from_utf8_lossy(text) } else { "".into() };
    text.trim().to_owned()
}

/// What the host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Stop what you do.
    Reset,
    /// How are all squares?
    Board,
    /// Tell each square that changes.
    TellChanges,
    /// Which number have you?
    Serial,
    /// Which long number have you?
    LongSerial,
    /// Which version are you?
    Version,
    /// Of which hardware?
    Hardware,
    /// How full is the battery?
    Battery,
    /// Light these squares and no others.
    Light(Squares),
}

/// The first byte of a command about lights.
const LIGHTS: u8 = 0x60;
/// What follows in it where squares are lit, and in its last place.
const LIT: u8 = 0x05;
const END: u8 = 0x00;

/// How lit squares look: they pulse at this speed (1 to 7), until they are told otherwise, so bright (1 to 4).
const LOOK: [u8; 3] = [2, 0, 2];

impl Command {
    /// The commands that are one byte.
    const SHORT: [(u8, Self); 8] = [
        (0x40, Self::Reset),
        (0x42, Self::Board),
        (0x44, Self::TellChanges),
        (0x45, Self::Serial),
        (0x48, Self::Hardware),
        (0x4C, Self::Battery),
        (0x4D, Self::Version),
        (0x55, Self::LongSerial),
    ];

    /// Its bytes.
    pub(super) fn bytes(self) -> Vec<u8> {
        let Self::Light(squares) = self else {
            let short = Self::SHORT.into_iter().filter(|(_, command)| *command == self);
            return short.map(|(byte, _)| byte).collect();
        };
        let fields: Vec<_> =
            Square::all().filter(|square| squares.has(*square)).map(field_of).collect();
        let body = match &fields[..] {
            [] => vec![END, END],
            fields => [&[LIT], &LOOK[..], fields, &[END]].concat(),
        };
        let length = u8::try_from(body.len()).unwrap_or(u8::MAX);
        [&[LIGHTS, length], &body[..]].concat()
    }

    /// How many bytes a command has that begins with these; `None` where they do not say so yet.
    pub(super) fn length(bytes: &[u8]) -> Option<usize> {
        match *bytes {
            [] | [LIGHTS] => None,
            [LIGHTS, length, ..] => Some(2 + usize::from(length)),
            _ => Some(1),
        }
    }

    /// Reads a command; `None` where it is none of those that this driver's boards obey.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        match *bytes {
            [byte] => Self::SHORT.into_iter().find(|(short, _)| *short == byte).map(|(_, it)| it),
            [LIGHTS, 2, END, END] => Some(Self::Light(Squares::default())),
            [LIGHTS, _, LIT, _, _, _, ref fields @ .., END] => {
                let squares: Option<Squares> = fields.iter().map(|&it| square_of(it)).collect();
                squares.map(Self::Light)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Frames;
    use super::*;

    fn replies(bytes: &[u8]) -> Vec<Option<Reply>> {
        let mut replies = Vec::new();
        Frames::default().receive(bytes, |_, kind, data| replies.push(Reply::read(kind, data)));
        replies
    }

    /// The vectors are computed from the rules, but those of versions, battery and log, which real boards have sent
    /// (`drivers/pegasus/README.md`, Messages).
    #[test]
    fn messages_read_as_they_stand() {
        let square = |field, code| replies(&[0x8E, 0x00, 0x05, field, code]);
        let of = |name: &str, reading| vec![Some(Reply::Square(name.parse().unwrap(), reading))];
        assert_eq!(square(0x34, 0), of("e2", Reading::Empty));
        assert_eq!(square(0x24, 1), of("e4", Reading::Occupied));
        assert_eq!(square(0x00, 1), of("a8", Reading::Occupied));
        assert_eq!(square(0x00, 2), [None]);
        assert_eq!(square(0x40, 1), [None]);
        let short = |bytes: &[u8]| replies(bytes).remove(0).unwrap();
        assert_eq!(short(&[0x93, 0x00, 0x05, 0x01, 0x00]), Reply::Version(1, 0));
        assert_eq!(short(&[0x96, 0x00, 0x05, 0x01, 0x00]), Reply::Hardware(1, 0));
        let battery = [0xA0, 0x00, 0x0C, 0x58, 0, 0, 0, 0, 0, 0, 0, 0x02];
        assert_eq!(short(&battery), Reply::Battery(Some(88)));
        assert_eq!(short(&[0x8F, 0x00, 0x03]), Reply::Other);
        assert_eq!(short(b"\x91\x00\x0812345"), Reply::Serial("12345".into()));
        assert_eq!(short(b"\xA2\x00\x0D3.36012345"), Reply::LongSerial("3.36012345".into()));
        assert_eq!(short(b"\x91\x00\x08\x01\x02\x03\x04\x05"), Reply::Serial(String::new()));
    }

    /// Computed from the rules (`drivers/pegasus/README.md`, Messages).
    #[test]
    fn a_read_out_begins_at_a8() {
        let start = [&[0x86, 0x00, 0x43][..], &[1; 16], &[0; 32], &[1; 16]].concat();
        let placement: Placement = "********/********/8/8/8/8/********/********".parse().unwrap();
        assert_eq!(board_bytes(&placement), start);
        assert_eq!(replies(&start), [Some(Reply::Board(Box::new(placement)))]);
        let [e2, e4] = [3 + 0x34, 3 + 0x24];
        let mut played = start;
        (played[e2], played[e4]) = (0, 1);
        let placement = "********/********/8/8/4*3/8/****1***/********".parse().unwrap();
        assert_eq!(replies(&played), [Some(Reply::Board(Box::new(placement)))]);
    }

    #[test]
    fn a_board_without_a_key_tells_of_no_square() {
        let untold = [&[0x86, 0x00, 0x43][..], &[0x7F; 64]].concat();
        let Some(Reply::Board(placement)) = replies(&untold).remove(0) else { unreachable!() };
        assert!(Square::all().all(|square| placement.get(square) == Reading::Unknown));
    }

    /// Computed from the rules by others than this driver (`drivers/pegasus/README.md`, Messages).
    #[test]
    fn lights_are_named_by_field() {
        let squares =
            |names: &[&str]| names.iter().map(|it| it.parse::<Square>().unwrap()).collect();
        let both = Command::Light(squares(&["e2", "e4"]));
        assert_eq!(both.bytes(), [0x60, 0x07, 0x05, 0x02, 0x00, 0x02, 0x34, 0x24, 0x00]);
        assert_eq!(Command::Light(Squares::default()).bytes(), [0x60, 0x02, 0x00, 0x00]);
        for (bytes, names) in [
            (&[0x60, 0x07, 0x05, 0x02, 0x00, 0x02, 0x34, 0x24, 0x00][..], &["e2", "e4"][..]),
            (&[0x60, 0x06, 0x05, 0x07, 0x01, 0x01, 0x02, 0x00], &["c8"]),
            (&[0x60, 0x07, 0x05, 0x07, 0x00, 0x01, 0x00, 0x08, 0x00], &["a8", "a7"]),
            (&[0x60, 0x02, 0x00, 0x00], &[]),
        ] {
            assert_eq!(Command::read(bytes), Some(Command::Light(squares(names))));
            assert_eq!(Command::length(bytes), Some(bytes.len()));
        }
        assert_eq!(Command::read(&[0x60, 0x06, 0x05, 0x07, 0x01, 0x01, 0x40, 0x00]), None);
    }

    #[test]
    fn a_command_reads_as_it_was_written() {
        for (_, command) in Command::SHORT {
            assert_eq!(Command::read(&command.bytes()), Some(command));
        }
        let all = Command::Light(Square::all().collect());
        assert_eq!(Command::read(&all.bytes()), Some(all));
    }
}
