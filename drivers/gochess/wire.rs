//! What the board and its host say. A packet may hold several messages; how each begins says how long it is.

use crate::driver::Squares;
use crate::observation::{Placement, Reading, Square};

/// What the board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// A square has changed.
    Square(Square, Reading),
    /// All squares.
    Board(Box<Placement>),
    /// Its version.
    Version(u8),
    /// How full its battery is, in per cent.
    Battery(u8),
    /// Something that says nothing about the play: the border of an XR, what the battery gives.
    Other,
}

/// What the host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// How are all squares?
    Board,
    /// Which version are you?
    Version,
    /// How full is the battery?
    Battery,
    /// Light these squares and no others.
    Light(Squares),
}

/// How messages begin.
const BOARD: u8 = 0x03;
const BORDER: u8 = 0x0C;
const FRAME: u8 = b'*';
const VERSION: &[u8] = b"Ver";

/// How a frame ends, behind its sum.
const FRAME_ENDS: &[u8] = b"\r\n";

/// What frames are about.
const CHARGE: u8 = 0x01;
const VOLTAGE: u8 = 0x02;
const CURRENT: u8 = 0x04;
const CHARGING: u8 = 0x07;
const CHAMBER: u8 = 0x0B;

/// How commands begin.
const LIGHT: u8 = 0x32;
const READ_BOARD: u8 = 0x35;
const READ_BATTERY: u8 = 0x39;
const READ_VERSION: u8 = 0x76;

/// Lit squares are green: red, green, blue.
const COLOR: [u8; 3] = [0x00, 0xFF, 0x00];
/// Squares that are not named go dark.
const NO_OTHERS: u8 = 0x01;

impl Message {
    /// Reads the message with which these bytes begin, and how long it is; `None` where none begins here.
    pub(super) fn read(bytes: &[u8]) -> Option<(usize, Self)> {
        match *bytes {
            [BOARD, ref rows @ ..] => Some((9, read_board(*rows.first_chunk()?))),
            [BORDER, ref slots @ ..] => slots.first_chunk::<6>().map(|_| (7, Self::Other)),
            [b'V', b'e', b'r', version, ..] => Some((4, Self::Version(version))),
            [FRAME, length, ..] => read_frame(bytes, length.into()),
            [rank @ b'1'..=b'8', file @ b'1'..=b'8', way, ..] => {
                let square = Square::new((rank - b'1') * 8 + (file - b'1'))?;
                Some((3, Self::Square(square, read_way(way)?)))
            }
            [b'r' | b'l' | b't' | b'b', b'1', b'0', way, ..] => {
                read_way(way).map(|_| (4, Self::Other))
            }
            [b'r' | b'l' | b't' | b'b', b'1'..=b'9', way, ..] => {
                read_way(way).map(|_| (3, Self::Other))
            }
            _ => None,
        }
    }

    /// Its bytes; none of what says nothing about the play.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Square(square, reading) => {
                let (rank, file) = (square.index() / 8 + 1, square.index() % 8 + 1);
                let way = if reading.is_occupied() { 'd' } else { 'u' };
                format!("{rank}{file}{way}").into_bytes()
            }
            Self::Board(placement) => {
                let occupied = |square: &Square| placement.get(*square).is_occupied();
                let squares: Squares = Square::all().filter(occupied).collect();
                [&[BOARD], &squares.bits().to_le_bytes()[..]].concat()
            }
            Self::Version(version) => [VERSION, &[*version]].concat(),
            Self::Battery(percent) => frame(CHARGE, &[*percent]),
            Self::Other => Vec::new(),
        }
    }
}

/// A bit for each square, a1 the lowest of the first byte.
fn read_board(rows: [u8; 8]) -> Message {
    let bits = u64::from_le_bytes(rows);
    let mut placement = Placement::EMPTY;
    for square in Square::all().filter(|square| bits >> square.index() & 1 == 1) {
        placement.set(square, Reading::Occupied);
    }
    Message::Board(Box::new(placement))
}

const fn read_way(way: u8) -> Option<Reading> {
    match way {
        b'd' => Some(Reading::Occupied),
        b'u' => Some(Reading::Empty),
        _ => None,
    }
}

/// The length counts all but the end behind the sum.
fn read_frame(bytes: &[u8], length: usize) -> Option<(usize, Message)> {
    let (frame, rest) = bytes.split_at_checked(length)?;
    let (sum, summed) = frame.split_last().filter(|_| rest.starts_with(FRAME_ENDS))?;
    if *sum != sum_of(summed) {
        return None;
    }
    let message = match *summed.get(2..)? {
        [CHARGE, percent @ ..=100] => Message::Battery(percent),
        [VOLTAGE | CURRENT, _, _] | [CHARGING | CHAMBER, _] => Message::Other,
        _ => return None,
    };
    Some((length + FRAME_ENDS.len(), message))
}

fn frame(kind: u8, data: &[u8]) -> Vec<u8> {
    let length = u8::try_from(4 + data.len()).unwrap_or(u8::MAX);
    let summed = [&[FRAME, length, kind], data].concat();
    [&summed[..], &[sum_of(&summed)], FRAME_ENDS].concat()
}

fn sum_of(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

impl Command {
    /// Reads a packet; `None` where it is none that this driver says.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        match *bytes {
            [READ_BOARD] => Some(Self::Board),
            [READ_VERSION] => Some(Self::Version),
            [READ_BATTERY] => Some(Self::Battery),
            [LIGHT, ref mask @ .., _, _, _, NO_OTHERS] => {
                let bits = u64::from_le_bytes(mask.try_into().ok()?);
                let lit = Square::all().filter(|square| bits >> square.index() & 1 == 1);
                Some(Self::Light(lit.collect()))
            }
            _ => None,
        }
    }

    /// Its bytes.
    pub(super) fn bytes(self) -> Vec<u8> {
        match self {
            Self::Board => vec![READ_BOARD],
            Self::Version => vec![READ_VERSION],
            Self::Battery => vec![READ_BATTERY],
            Self::Light(squares) => {
                [&[LIGHT], &squares.bits().to_le_bytes()[..], &COLOR, &[NO_OTHERS]].concat()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board(placement: &str) -> Message {
        Message::Board(Box::new(placement.parse().unwrap()))
    }

    /// Computed from the rules (`drivers/gochess/README.md`, Messages).
    #[test]
    fn messages_read_as_they_stand() {
        let of = |name: &str, reading| Message::Square(name.parse().unwrap(), reading);
        let start = [0x03, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF];
        let e4 = [0x03, 0xFF, 0xEF, 0x00, 0x10, 0x00, 0x00, 0xFF, 0xFF];
        for (bytes, message) in [
            (&b"81d"[..], of("a8", Reading::Occupied)),
            (b"25u", of("e2", Reading::Empty)),
            (&start, board("********/********/8/8/8/8/********/********")),
            (&e4, board("********/********/8/8/4*3/8/****1***/********")),
            (b"Ver\x04", Message::Version(4)),
            (&[0x2A, 0x05, 0x01, 0x50, 0x80, 0x0D, 0x0A], Message::Battery(80)),
        ] {
            assert_eq!(Message::read(bytes), Some((bytes.len(), message.clone())), "{message:?}");
            assert_eq!(message.bytes(), bytes);
            for cut in 0..bytes.len() {
                assert_eq!(Message::read(&bytes[..cut]), None);
            }
        }
        for other in [
            &b"r10d"[..],
            b"t9u",
            &[0x0C, 1, 2, 3, 4, 5, 6],
            &[0x2A, 0x06, 0x02, 0x0F, 0x0A, 0x4B, 0x0D, 0x0A],
            &[0x2A, 0x05, 0x07, 0x01, 0x37, 0x0D, 0x0A],
        ] {
            assert_eq!(Message::read(other), Some((other.len(), Message::Other)), "{other:02x?}");
        }
    }

    #[test]
    fn what_lies_is_no_message() {
        for wrong in [
            &b"91d"[..],
            b"89d",
            b"81x",
            b"r0d",
            b"x1d",
            // A sum, a length, an end and a charge that cannot be.
            &[0x2A, 0x05, 0x01, 0x50, 0x81, 0x0D, 0x0A],
            &[0x2A, 0x06, 0x01, 0x50, 0x81, 0x0D, 0x0A],
            &[0x2A, 0xFF, 0x01, 0x50, 0x80, 0x0D, 0x0A],
            &[0x2A, 0x00, 0x01, 0x50, 0x80, 0x0D, 0x0A],
            &[0x2A, 0x05, 0x01, 0x50, 0x80, 0x0A, 0x0D],
            &[0x2A, 0x05, 0x01, 0x65, 0x95, 0x0D, 0x0A],
        ] {
            assert_eq!(Message::read(wrong), None, "{wrong:02x?}");
        }
    }

    /// Computed from the rule; the colour is this driver's (`drivers/gochess/README.md`, Messages).
    #[test]
    fn lights_are_a_bit_a_square() {
        let squares = ["e2", "e4"].map(|name| name.parse::<Square>().unwrap());
        let both = Command::Light(squares.into_iter().collect());
        let bytes = [0x32, 0x00, 0x10, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0x00, 0x01];
        assert_eq!(both.bytes(), bytes);
        let none = Command::Light(Squares::default());
        for command in [both, none, Command::Board, Command::Version, Command::Battery] {
            assert_eq!(Command::read(&command.bytes()), Some(command));
        }
    }

    proptest! {
        #[test]
        fn whatever_reads_is_written_as_it_was(bytes in prop_oneof![
            "[1-9rltb]{1,3}[du]".prop_map(String::into_bytes),
            prop::collection::vec(prop_oneof![any::<u8>(), Just(0x03), Just(0x2A)], 0..20),
        ]) {
            if let Some((length, message)) = Message::read(&bytes) {
                prop_assert!(length <= bytes.len());
                if message != Message::Other {
                    prop_assert_eq!(message.bytes(), &bytes[..length]);
                }
            }
        }
    }
}
