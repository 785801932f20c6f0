//! Pictures for lamps.

use super::lines::place;
use crate::driver::Squares;
use crate::observation::Square;

/// What lamps a board has, and so how it is told which to light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One in each square, of one colour.
    OneColour,
    /// One at each corner of squares, of any colour.
    Coloured,
}

/// How a picture for coloured lamps begins and ends.
const HEAD: [u8; 2] = [0xFF, 0x55];
const TAIL: [u8; 2] = *b"\r\n";

/// Corners of squares: nine by nine.
const CORNERS: usize = 81;

/// The colour of a lamp that is lit: red, green, blue. Weak, as others have it.
const LIT: [u8; 3] = [0, 0, 0x40];

impl Form {
    /// The form that a board with these lamps acknowledges by this letter.
    pub(super) const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'L' => Some(Self::OneColour),
            b'D' => Some(Self::Coloured),
            _ => None,
        }
    }

    /// The letter by which it is acknowledged.
    pub(super) const fn letter(self) -> u8 {
        match self {
            Self::OneColour => b'L',
            Self::Coloured => b'D',
        }
    }

    /// What lights these squares and no others.
    pub(super) fn picture(self, squares: Squares) -> Vec<u8> {
        match self {
            Self::OneColour => ranks(squares).to_vec(),
            Self::Coloured => {
                let mut corners = [[0; 3]; CORNERS];
                for square in Square::all().filter(|square| squares.has(*square)) {
                    for corner in corners_of(square) {
                        corners[corner] = LIT;
                    }
                }
                [&HEAD, corners.as_flattened(), &TAIL].concat()
            }
        }
    }

    /// The squares that a picture lights on lamps of this form; `None` where it is none.
    pub(super) fn read(self, bytes: &[u8]) -> Option<Squares> {
        match self {
            Self::OneColour => {
                let ranks = <[u8; 8]>::try_from(bytes).ok()?;
                let is_lit = |square: &Square| {
                    let place = place(*square);
                    ranks[place / 8] >> (place % 8) & 1 == 1
                };
                Some(Square::all().filter(is_lit).collect())
            }
            Self::Coloured => {
                let corners = bytes.strip_prefix(&HEAD)?.strip_suffix(&TAIL)?;
                let (corners, rest) = corners.as_chunks::<3>();
                if corners.len() != CORNERS || !rest.is_empty() {
                    return None;
                }
                let is_lit =
                    |square: &Square| corners_of(*square).iter().all(|&at| corners[at] != [0; 3]);
                Some(Square::all().filter(is_lit).collect())
            }
        }
    }
}

/// Whether a picture for lamps of one colour looks like the beginning of one for others.
pub(super) fn is_mistakable(squares: Squares) -> bool {
    ranks(squares).starts_with(&HEAD)
}

/// A byte for each rank, rank 8 the first; file a is its lowest bit, unlike in lines.
fn ranks(squares: Squares) -> [u8; 8] {
    let mut ranks = [0; 8];
    for square in Square::all().filter(|square| squares.has(*square)) {
        let place = place(square);
        ranks[place / 8] |= 1 << (place % 8);
    }
    ranks
}

/// The corners of a square: the first is the outer one of h1, the ninth that of a1, the last that of a8.
const fn corners_of(square: Square) -> [usize; 4] {
    let first = square.index() / 8 * 9 + (7 - square.index() % 8);
    [first, first + 1, first + 9, first + 10]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn squares(names: &[&str]) -> Squares {
        names.iter().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    /// From tests of another program (`drivers/certabo/README.md`, Sources).
    #[test]
    fn a_picture_of_one_colour_has_a_byte_a_rank_and_a_bit_a_file() {
        for (names, bytes) in [
            (["e2", "e4"].as_slice(), [0, 0, 0, 0, 0x10, 0, 0x10, 0]),
            (&["d2", "d4"], [0, 0, 0, 0, 0x08, 0, 0x08, 0]),
            (&["e7", "e5"], [0, 0x10, 0, 0x10, 0, 0, 0, 0]),
            (&["a1"], [0, 0, 0, 0, 0, 0, 0, 1]),
            (&["h2"], [0, 0, 0, 0, 0, 0, 0x80, 0]),
        ] {
            assert_eq!(Form::OneColour.picture(squares(names)), bytes, "{names:?}");
        }
    }

    /// From tests of another program (`drivers/certabo/README.md`, Sources).
    #[test]
    fn a_picture_in_colours_lights_the_corners_of_squares() {
        let bytes = Form::Coloured.picture(squares(&["e2", "e4"]));
        assert_eq!((bytes.len(), &bytes[..2], &bytes[245..]), (247, &HEAD[..], &TAIL[..]));
        let lit: Vec<_> = (0..243).filter(|at| bytes[at + 2] != 0).collect();
        assert_eq!(lit, [38, 41, 65, 68, 92, 95, 119, 122]);
        assert!(lit.iter().all(|at| bytes[at + 2] == 0x40));
    }

    #[test]
    fn a_picture_that_may_be_taken_for_another_is_known() {
        let rank_8 = ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"];
        let both = [rank_8.as_slice(), &["a7", "c7", "e7", "g7"]].concat();
        assert!(is_mistakable(squares(&both)) && !is_mistakable(squares(&rank_8)));
    }

    proptest! {
        #[test]
        fn pictures_light_what_they_are_made_of(bits in any::<u64>()) {
            let squares: Squares =
                Square::all().filter(|square| bits >> square.index() & 1 == 1).collect();
            let one = Form::OneColour.picture(squares);
            prop_assert_eq!(Form::OneColour.read(&one), Some(squares));
            let coloured = Form::Coloured.picture(squares);
            let lit = Form::Coloured.read(&coloured).unwrap();
            prop_assert!(Square::all().all(|square| lit.has(square) || !squares.has(square)));
        }
    }
}
