//! What boards of Square Off and their hosts say.

use super::text::text;
use crate::driver::Squares;
use crate::observation::{Placement, Reading, Square};

/// What a board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// A piece was lifted, or put down.
    Square(Square, Reading),
    /// All squares.
    Board(Box<Placement>),
    /// Something that says nothing about the play: a game begins, the voltage of the battery, an address.
    Other,
}

/// What a host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// How are all squares?
    Board,
    /// How much voltage has the battery?
    Battery,
    /// Light these squares and no others.
    Light(Squares),
}

/// The numbers of texts.
const CHANGE: u8 = 0;
const ADDRESS: u8 = 1;
const BATTERY: u8 = 4;
const GAME: u8 = 14;
const VOLTAGE: u8 = 22;
const LIGHTS: u8 = 25;
const OCCUPANCY: u8 = 30;

impl Reply {
    /// Reads a text; `None` where no board says such.
    pub(super) fn read(number: u8, body: &[u8]) -> Option<Self> {
        match number {
            CHANGE => read_change(body),
            OCCUPANCY => read_occupancy(body),
            GAME if body == b"GO" => Some(Self::Other),
            ADDRESS if is_written_in(body, b":") => Some(Self::Other),
            BATTERY | VOLTAGE if is_written_in(body, b".") => Some(Self::Other),
            _ => None,
        }
    }
}

/// Whether it is hexadecimal digits and marks.
fn is_written_in(body: &[u8], marks: &[u8]) -> bool {
    !body.is_empty() && body.iter().all(|byte| byte.is_ascii_hexdigit() || marks.contains(byte))
}

/// Reads a change: a square, and `u` for up or `d` for down.
pub(super) fn read_change(bytes: &[u8]) -> Option<Reply> {
    let (reading, square) = match bytes {
        [square @ .., b'u'] => (Reading::Empty, square),
        [square @ .., b'd'] => (Reading::Occupied, square),
        _ => return None,
    };
    let square = std::str::from_utf8(square).ok()?.parse().ok()?;
    Some(Reply::Square(square, reading))
}

/// What is written of a change.
pub(super) fn change(square: Square, reading: Reading) -> String {
    format!("{square}{}", if reading.is_occupied() { 'd' } else { 'u' })
}

/// The squares as a board tells them: a1, a2, to a8, then b1.
fn squares() -> impl Iterator<Item = Square> {
    (0_u8..64).filter_map(|place| Square::new(place % 8 * 8 + place / 8))
}

/// Reads how all squares are, a digit each.
pub(super) fn read_occupancy(digits: &[u8]) -> Option<Reply> {
    let digits: &[u8; 64] = digits.try_into().ok()?;
    let mut placement = Placement::EMPTY;
    for (square, digit) in squares().zip(digits) {
        let reading = match digit {
            b'0' => Reading::Empty,
            b'1' => Reading::Occupied,
            _ => return None,
        };
        placement.set(square, reading);
    }
    Some(Reply::Board(Box::new(placement)))
}

/// What is written of all squares.
pub(super) fn occupancy(placement: &Placement) -> Vec<u8> {
    squares().map(|square| b'0' + u8::from(placement.get(square).is_occupied())).collect()
}

/// The text with which a Pro tells a change.
pub(super) fn change_text(square: Square, reading: Reading) -> Vec<u8> {
    text(CHANGE, change(square, reading).as_bytes())
}

/// The text with which a Pro tells all squares.
pub(super) fn occupancy_text(placement: &Placement) -> Vec<u8> {
    text(OCCUPANCY, &occupancy(placement))
}

/// The text with which a Pro tells its battery's voltage.
pub(super) fn voltage_text(volts: &str) -> Vec<u8> {
    text(VOLTAGE, volts.as_bytes())
}

/// The text with which a Neo tells its battery's voltage.
pub(super) fn millivolts_text(millivolts: &str) -> Vec<u8> {
    text(BATTERY, millivolts.as_bytes())
}

impl Command {
    /// Reads a text; `None` where it is none that this driver says.
    pub(super) fn read(number: u8, body: &[u8]) -> Option<Self> {
        match (number, body) {
            (OCCUPANCY, b"R") => Some(Self::Board),
            (BATTERY, b"") => Some(Self::Battery),
            (LIGHTS, body) => {
                let (names, []) = body.as_chunks::<2>() else { return None };
                let squares = names.iter().map(|name| std::str::from_utf8(name).ok()?.parse().ok());
                Some(Self::Light(squares.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// Its bytes.
    pub(super) fn bytes(self) -> Vec<u8> {
        match self {
            Self::Board => text(OCCUPANCY, b"R"),
            Self::Battery => text(BATTERY, b""),
            Self::Light(squares) => {
                let lit = Square::all().filter(|square| squares.has(*square));
                text(LIGHTS, lit.map(|square| square.to_string()).collect::<String>().as_bytes())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::Texts;
    use super::*;

    fn replies(bytes: &str) -> Vec<Reply> {
        let mut replies = Vec::new();
        Texts::default().receive(bytes.as_bytes(), Reply::read, |_, reply| replies.push(reply));
        replies
    }

    fn board(placement: &str) -> Vec<Reply> {
        vec![Reply::Board(Box::new(placement.parse().unwrap()))]
    }

    /// The start is from a program of others and the two others were heard of a Neo; those of a change are computed from
    /// the rule (`drivers/squareoff/README.md`, Messages).
    #[test]
    fn squares_are_told_file_by_file() {
        let start = format!("30#{}*", "11000011".repeat(8));
        let placement = "********/********/8/8/8/8/********/********";
        assert_eq!(replies(&start), board(placement));
        assert_eq!(occupancy_text(&placement.parse().unwrap()), start.as_bytes());
        let d4_d5 = "30#1100001111000011110000111001100111000011110000111100001111000011*";
        assert_eq!(replies(d4_d5), board("********/***1****/8/3*4/3*4/8/***1****/********"));
        let e4_e5 = "30#1100001111000011110000111100001110011001110000111100001111000011*";
        assert_eq!(replies(e4_e5), board("********/****1***/8/4*3/4*3/8/****1***/********"));
        let c5 = start.replacen("110000111100001111000011", "110000111100001111001001", 1);
        assert_eq!(replies(&c5), board("********/**1*****/8/2*5/8/8/********/********"));
        for wrong in [start.replacen('1', "2", 1), start.replacen('1', "", 1)] {
            assert_eq!(replies(&wrong), []);
        }
    }

    /// Computed from the rule, but the answer to a new game and the voltages, which are from programs of others
    /// (`drivers/squareoff/README.md`, Messages).
    #[test]
    fn changes_and_the_rest_read_as_they_stand() {
        let of = |name: &str, reading| vec![Reply::Square(name.parse().unwrap(), reading)];
        assert_eq!(replies("0#e2u*"), of("e2", Reading::Empty));
        assert_eq!(replies("0#e4d*"), of("e4", Reading::Occupied));
        for other in ["14#GO*", "22#3.52*", "4#3752.50*", "1#C0:FF:EE:00:12:34*"] {
            assert_eq!(replies(other), [Reply::Other], "{other}");
        }
        for wrong in ["0#e9u*", "0#e2*", "0#e2x*", "0#*", "22#*", "26#ISG*", "#*"] {
            assert_eq!(replies(wrong), [], "{wrong}");
        }
        assert_eq!(change("e2".parse().unwrap(), Reading::Occupied), "e2d");
    }

    #[test]
    fn a_command_reads_as_it_was_written() {
        let squares = ["e2", "e4"].map(|name| name.parse::<Square>().unwrap());
        for (command, bytes) in [
            (Command::Board, "30#R*"),
            (Command::Battery, "4#*"),
            (Command::Light(squares.into_iter().collect()), "25#e2e4*"),
            (Command::Light(Squares::default()), "25#*"),
        ] {
            assert_eq!(command.bytes(), bytes.as_bytes());
            let mut read = Vec::new();
            Texts::default().receive(bytes.as_bytes(), Command::read, |_, it| read.push(it));
            assert_eq!(read, [command]);
        }
        let all = Command::Light(Square::all().collect());
        let mut read = Vec::new();
        Texts::default().receive(&all.bytes(), Command::read, |_, it| read.push(it));
        assert_eq!(read, [all]);
    }
}
