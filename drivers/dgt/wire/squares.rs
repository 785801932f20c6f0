//! Squares and pieces as the board numbers them: fields of its scan, and a code for each piece.

use crate::observation::{Placement, Reading, Square};

/// Position of a square in the board's scan: a8 is 0, h8 is 7, h1 is 63.
pub(in crate::dgt) const fn field_of(square: Square) -> u8 {
    square.index() as u8 ^ 56
}

/// The square at this position of the scan; `None` beyond the board.
pub(in crate::dgt) const fn square_of(field: u8) -> Option<Square> {
    Square::new(field ^ 56)
}

/// The pieces of a read-out, a code for each field.
pub(super) fn placement_of(codes: &[u8]) -> Placement {
    let mut placement = Placement::EMPTY;
    for (square, &code) in (0..64).filter_map(square_of).zip(codes) {
        placement.set(square, reading_of(code));
    }
    placement
}

/// The codes of a read-out, field by field.
pub(super) fn codes_of(placement: &Placement) -> Vec<u8> {
    (0..64).filter_map(square_of).map(|square| code_of(placement.get(square))).collect()
}

/// The pieces at the start of a game, on a board that lies the usual way round.
pub(in crate::dgt) fn start() -> Placement {
    const PIECES: [u8; 8] = [2, 3, 4, 6, 5, 4, 3, 2];
    const BLACK: u8 = 6;
    let mut codes = [0; 64];
    for (field, code) in codes.iter_mut().enumerate() {
        *code = match field / 8 {
            0 => PIECES[field] + BLACK,
            1 => 1 + BLACK,
            6 => 1,
            7 => PIECES[field % 8],
            _ => 0,
        };
    }
    placement_of(&codes)
}

/// What each code from 0 on stands for, in letters: the king before the queen.
const LETTERS: &[u8; 13] = b".PRNBKQprnbkq";

/// Code of a piece that is in no chess set: one of the three that stand for results.
const NO_CHESSMAN: u8 = 0x0D;

/// What a square of this code reports: a piece, none, or one that is in no chess set.
pub(in crate::dgt) fn reading_of(code: u8) -> Reading {
    let letter = LETTERS.get(usize::from(code)).copied();
    letter.and_then(|letter| Reading::from_letter(letter.into())).unwrap_or(Reading::Unknown)
}

/// The code of what a square reports.
pub(in crate::dgt) fn code_of(reading: Reading) -> u8 {
    let mut codes = (0..).zip(LETTERS);
    codes
        .find(|&(_, &letter)| char::from(letter) == reading.letter())
        .map_or(NO_CHESSMAN, |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_piece_of_the_set_or_unknown() {
        let letters: String = (0x00..=0x7F).map(|code| reading_of(code).letter()).collect();
        assert_eq!(letters, format!(".PRNBKQprnbkq{}", "?".repeat(0x80 - 0x0D)));
    }

    #[test]
    fn the_pieces_at_the_start_stand_as_they_should() {
        assert_eq!(start().to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    }

    #[test]
    fn every_reading_has_a_code() {
        for (reading, code) in [('.', 0x00), ('K', 0x05), ('k', 0x0B), ('?', 0x0D), ('*', 0x0D)] {
            assert_eq!(code_of(Reading::from_letter(reading).unwrap()), code, "{reading}");
        }
    }
}
