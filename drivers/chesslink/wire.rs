//! What ChessLink boards and their hosts say.

use super::frame::{byte_of, digits, framed};
use crate::driver::Squares;
use crate::observation::{Placement, Reading, Square};
use crate::packet::Channel;

/// What the board says in the air.
pub(super) const REPLIES: Channel = Channel(1);
/// What it is told there.
pub(super) const COMMANDS: Channel = Channel(2);

/// Lights stand at the corners of squares, in nine rows of nine.
const CORNERS_A_ROW: usize = 9;
const CORNERS: usize = CORNERS_A_ROW * CORNERS_A_ROW;

/// The unit of time of a pattern of lights is 4.096 ms: this is what the maker's programs use.
const LIGHT_SLOT: u8 = 0x32;
/// A light is on in all eight units.
const LIT: u8 = 0xFF;

/// The cell in which a board keeps when it tells its position by itself.
pub(super) const REPORT_CELL: u8 = 0x02;
/// It tells it when it has changed.
pub(super) const REPORT_CHANGES: u8 = 0x03;

/// What a board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Its version: major, minor.
    Version(u8, u8),
    /// What stands on it; `None` where it has not read all squares.
    Position(Option<Box<Placement>>),
    /// What it has in a cell of its memory.
    Cell { address: u8, data: u8 },
    /// It has done something.
    Done,
}

/// What a host says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Which version are you?
    Version,
    /// What stands on you?
    Position,
    /// Light these squares and no others.
    Light(Squares),
    /// Read a cell of your memory.
    Read { address: u8 },
    /// Write a cell of your memory.
    Write { address: u8, data: u8 },
}

/// How long a reply is that begins with this letter.
pub(super) const fn reply_length(letter: u8) -> Option<usize> {
    match letter {
        b's' => Some(67),
        b'v' | b'w' | b'r' => Some(7),
        b'l' | b'x' => Some(3),
        _ => None,
    }
}

/// How long a command is that begins with this letter.
pub(super) const fn command_length(letter: u8) -> Option<usize> {
    match letter {
        b'V' | b'S' | b'X' => Some(3),
        b'R' => Some(5),
        b'W' => Some(7),
        b'L' => Some(3 + 2 * CORNERS + 2),
        _ => None,
    }
}

impl Reply {
    /// Reads the text of a message; `None` where no board says such.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        match *text {
            [b'v', a, b, c, d] => Some(Self::Version(byte_of([a, b])?, byte_of([c, d])?)),
            [b's', ref pieces @ ..] => read_position(pieces),
            [b'r', a, b, c, d] => {
                Some(Self::Cell { address: byte_of([a, b])?, data: byte_of([c, d])? })
            }
            [b'w', _, _, _, _] | [b'l' | b'x'] => Some(Self::Done),
            _ => None,
        }
    }
}

/// The square that a place in a position stands for: h1, g1, to a1, then h2.
fn squares() -> impl Iterator<Item = Square> {
    let places = (0_u8..64).map(|place| place / 8 * 8 + 7 - place % 8);
    places.filter_map(Square::new)
}

fn read_position(pieces: &[u8]) -> Option<Reply> {
    let mut placement = Placement::EMPTY;
    for (square, &piece) in squares().zip(pieces) {
        let reading = match piece {
            b'.' => Reading::Empty,
            // In motion, or not read.
            b'?' => return Some(Reply::Position(None)),
            letter if b"KQRBNPkqrbnp".contains(&letter) => {
                Reading::from_letter(char::from(letter))?
            }
            _ => return None,
        };
        placement.set(square, reading);
    }
    Some(Reply::Position(Some(Box::new(placement))))
}

/// The bytes of a message that says what stands on a board.
pub(super) fn position_bytes(placement: &Placement) -> Vec<u8> {
    let pieces = squares().map(|square| match placement.get(square) {
        Reading::Empty => b'.',
        reading => u8::try_from(reading.letter()).unwrap_or(b'?'),
    });
    framed(&std::iter::once(b's').chain(pieces).collect::<Vec<_>>())
}

impl Command {
    /// Reads the text of a message; `None` where no host says such.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        match *text {
            [b'V'] => Some(Self::Version),
            [b'S'] => Some(Self::Position),
            [b'X'] => Some(Self::Light(Squares::default())),
            [b'R', a, b] => Some(Self::Read { address: byte_of([a, b])? }),
            [b'W', a, b, c, d] => {
                Some(Self::Write { address: byte_of([a, b])?, data: byte_of([c, d])? })
            }
            [b'L', _, _, ref lights @ ..] => Some(Self::Light(read_lights(lights)?)),
            _ => None,
        }
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let text = match *self {
            Self::Version => b"V".to_vec(),
            Self::Position => b"S".to_vec(),
            Self::Light(squares) if squares == Squares::default() => b"X".to_vec(),
            Self::Light(squares) => light_text(squares),
            Self::Read { address } => [b"R".as_slice(), &digits(address)].concat(),
            Self::Write { address, data } => {
                [b"W".as_slice(), &digits(address), &digits(data)].concat()
            }
        };
        framed(&text)
    }
}

/// The lights at the corners of a square: rows of corners run along the files, from h to a.
fn corners(square: Square) -> [usize; 4] {
    let (file, rank) = (square.index() % 8, square.index() / 8);
    let corner = (7 - file) * CORNERS_A_ROW + rank;
    [corner, corner + 1, corner + CORNERS_A_ROW, corner + CORNERS_A_ROW + 1]
}

fn light_text(squares: Squares) -> Vec<u8> {
    let mut lit = [0; CORNERS];
    for square in Square::all().filter(|square| squares.has(*square)) {
        for corner in corners(square) {
            lit[corner] = LIT;
        }
    }
    let patterns = lit.into_iter().flat_map(digits);
    std::iter::once(b'L').chain(digits(LIGHT_SLOT)).chain(patterns).collect()
}

/// The squares at all corners of which there is light.
fn read_lights(text: &[u8]) -> Option<Squares> {
    let (patterns, []) = text.as_chunks::<2>() else { return None };
    let lit: Vec<_> = patterns.iter().map(|&digits| byte_of(digits)).collect::<Option<_>>()?;
    let is_lit = |corner: usize| lit.get(corner).is_some_and(|pattern| *pattern != 0);
    Some(Square::all().filter(|square| corners(*square).into_iter().all(is_lit)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    fn lit(squares: &[&str]) -> String {
        let squares = squares.iter().map(|name| name.parse::<Square>().unwrap()).collect();
        let bytes = Command::Light(squares).bytes();
        bytes.into_iter().map(|byte| char::from(byte & 0x7F)).collect()
    }

    /// Computed from the rules (`drivers/chesslink/README.md`, Messages).
    #[test]
    fn a_position_begins_at_h1() {
        let read = |text: &str| match Reply::read(text.as_bytes()) {
            Some(Reply::Position(Some(placement))) => placement.to_string(),
            other => format!("{other:?}"),
        };
        let empty = ".".repeat(32);
        let start = format!("sRNBKQBNRPPPPPPPP{empty}pppppppprnbkqbnr");
        assert_eq!(read(&start), START);
        let bytes: Vec<_> =
            position_bytes(&START.parse().unwrap()).iter().map(|byte| byte & 0x7F).collect();
        assert_eq!(String::from_utf8(bytes).unwrap(), format!("{start}73"));
        let turned = format!("srnbqkbnrpppppppp{empty}PPPPPPPPRNBQKBNR");
        assert_eq!(read(&turned), "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr");
        let e4 =
            format!("sRNBKQBNRPPP.PPPP{}...P....{}pppppppprnbkqbnr", ".".repeat(8), ".".repeat(16));
        assert_eq!(read(&e4), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        let unread = start.replacen('R', "?", 1);
        assert_eq!(Reply::read(unread.as_bytes()), Some(Reply::Position(None)));
        assert_eq!(Reply::read(start.replacen('R', "Z", 1).as_bytes()), None);
    }

    /// Computed from the rules (`drivers/chesslink/README.md`, Messages).
    #[test]
    fn a_square_is_lit_at_its_four_corners() {
        let zeros = |count: usize| "00".repeat(count);
        let both = format!("L32{}FFFFFFFF{}FFFFFFFF{}4D", zeros(28), zeros(5), zeros(40));
        assert_eq!(lit(&["e2", "e4"]), both);
        assert_eq!(lit(&["h1"]), format!("L32FFFF{}FFFF{}4D", zeros(7), zeros(70)));
        assert_eq!(lit(&[]), "X58");
        assert_eq!(both.len(), command_length(b'L').unwrap());
    }
}
