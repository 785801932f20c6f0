//! Squares, pieces and read-outs in the board's own frame.

use std::fmt;
use std::str::FromStr;

/// A square in the board's own numbering. It is a square of the game only when the board lies the
/// usual way round; reconstruction decides that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of `index`: a1 is 0, b1 is 1, h8 is 63. `None` beyond.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Index: a1 is 0, h8 is 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square that lies here when the board is turned by half a circle.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(63 - self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = PlacementError;

    fn from_str(name: &str) -> Result<Self, PlacementError> {
        match name.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self((rank - b'1') * 8 + (file - b'a'))),
            _ => Err(PlacementError::Square),
        }
    }
}

/// A colour of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

/// A piece: colour and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its colour.
    pub color: Color,
    /// Its kind.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        let letter = match self.role {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        };
        match self.color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// The piece of a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let role = match letter.to_ascii_lowercase() {
            'p' => Role::Pawn,
            'n' => Role::Knight,
            'b' => Role::Bishop,
            'r' => Role::Rook,
            'q' => Role::Queen,
            'k' => Role::King,
            _ => return None,
        };
        Some(Self { color, role })
    }
}

/// What a square reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// Nothing stands there.
    #[default]
    Empty,
    /// This piece stands there.
    Piece(Piece),
    /// Some piece stands there: the board senses no more.
    Occupied,
    /// A piece of this colour stands there: the board senses no more.
    Color(Color),
    /// A piece stands there that the board cannot name, or that no chess set has.
    Unknown,
}

impl Reading {
    /// The character of the recording format: `.`, a FEN letter, `*`, `+`, `-` or `?`.
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Piece(piece) => piece.letter(),
            Self::Occupied => '*',
            Self::Color(Color::White) => '+',
            Self::Color(Color::Black) => '-',
            Self::Unknown => '?',
        }
    }

    /// The reading of a character of the recording format.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '.' => Self::Empty,
            '*' => Self::Occupied,
            '+' => Self::Color(Color::White),
            '-' => Self::Color(Color::Black),
            '?' => Self::Unknown,
            _ => match Piece::from_letter(letter) {
                Some(piece) => Self::Piece(piece),
                None => return None,
            },
        })
    }

    /// Whether a square on which this stands may show `shown`, as far as the board senses it.
    pub fn may_show_as(self, shown: Self) -> bool {
        match (self, shown) {
            (Self::Piece(_), Self::Occupied) => true,
            (Self::Piece(piece), Self::Color(color)) => piece.color == color,
            _ => self == shown,
        }
    }

    /// Whether anything stands there.
    pub const fn is_occupied(self) -> bool {
        !matches!(self, Self::Empty)
    }
}

/// How much a board senses of what stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sensing {
    /// Which piece.
    Identity,
    /// Only that one stands there.
    Occupancy,
    /// Its colour.
    Colour,
    /// Nothing that can be trusted by itself: the board follows the game by rules of its own, and tells the moves that it
    /// takes. Its readings are what it makes of them.
    Moves,
}

impl Sensing {
    /// Word of the recording format.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Occupancy => "occupancy",
            Self::Colour => "colour",
            Self::Moves => "moves",
        }
    }
}

/// A whole read-out: what each of the 64 squares reports, in the board's own numbering.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Placement([Reading; 64]);

/// Why a text is no square or no placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// Not a square from a1 to h8.
    #[error("not a square from a1 to h8")]
    Square,
    /// Not eight ranks of eight squares, separated by `/`.
    #[error("not eight ranks of eight squares, separated by `/`")]
    Shape,
    /// A character that stands for no reading.
    #[error("`{0}` is not a FEN letter, a digit from 1 to 8, or one of `*`, `+`, `-`, `?`")]
    Letter(char),
}

impl Placement {
    /// A board on which nothing stands.
    pub const EMPTY: Self = Self([Reading::Empty; 64]);

    /// What `square` reports.
    pub const fn get(&self, square: Square) -> Reading {
        self.0[square.index()]
    }

    /// Takes note that `square` reports `reading`.
    pub const fn set(&mut self, square: Square, reading: Reading) {
        self.0[square.index()] = reading;
    }

    /// The same pieces on a board turned by half a circle.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut readings = self.0;
        readings.reverse();
        Self(readings)
    }

    /// The squares on which two read-outs differ.
    pub fn differences(&self, other: &Self) -> impl Iterator<Item = Square> {
        Square::all().filter(|&square| self.get(square) != other.get(square))
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for &reading in &self.0[rank * 8..rank * 8 + 8] {
                if reading == Reading::Empty {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", reading.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Placement {
    type Err = PlacementError;

    /// Reads the placement field of a FEN, extended by `*`, `+`, `-` and `?`.
    fn from_str(text: &str) -> Result<Self, PlacementError> {
        let mut placement = Self::EMPTY;
        let mut ranks = text.split('/');
        for rank in (0..8).rev() {
            let mut file = 0;
            for letter in ranks.next().ok_or(PlacementError::Shape)?.chars() {
                if let Some(empty @ 1..=8) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let reading = match letter {
                    '.' => None,
                    _ => Reading::from_letter(letter),
                };
                if file < 8 {
                    placement.0[rank * 8 + file] = reading.ok_or(PlacementError::Letter(letter))?;
                }
                file += 1;
            }
            if file != 8 {
                return Err(PlacementError::Shape);
            }
        }
        match ranks.next() {
            None => Ok(placement),
            Some(_) => Err(PlacementError::Shape),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_reads_and_prints_the_same() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let placement: Placement = start.parse().unwrap();
        assert_eq!(placement.to_string(), start);
        assert_eq!(placement.get("e1".parse().unwrap()).letter(), 'K');
        assert_eq!(placement.turned().to_string(), "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr");
    }

    #[test]
    fn every_reading_has_its_place_in_a_placement() {
        let text = "*+-?4/8/3pP3/8/8/8/8/7K";
        assert_eq!(text.parse::<Placement>().unwrap().to_string(), text);
    }

    #[test]
    fn a_malformed_placement_says_what_is_wrong() {
        for (text, error) in [
            ("", PlacementError::Shape),
            ("8/8/8/8/8/8/8", PlacementError::Shape),
            ("8/8/8/8/8/8/8/8/8", PlacementError::Shape),
            ("9/8/8/8/8/8/8/8", PlacementError::Letter('9')),
            ("88/8/8/8/8/8/8/8", PlacementError::Shape),
            ("x7/8/8/8/8/8/8/8", PlacementError::Letter('x')),
            (".7/8/8/8/8/8/8/8", PlacementError::Letter('.')),
            ("ppppppppp/8/8/8/8/8/8/8", PlacementError::Shape),
        ] {
            assert_eq!(text.parse::<Placement>(), Err(error), "{text}");
        }
    }
}
