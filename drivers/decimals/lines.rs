//! Lines in bytes.

use super::lights::Form;
use crate::driver::Squares;
use crate::observation::{Chip, Square};

/// The chip on each square, by the index of the square; zeros where none is read.
pub(crate) type Sightings = [Chip; 64];

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// Which chips are read.
    Chips(Box<Sightings>),
    /// Where something stands.
    Occupied(Squares),
    /// Lights of this form were taken.
    Lit(Form),
}

/// A message as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    /// So many bytes before it belong to no line.
    pub(crate) noise: usize,
    /// How long its line is.
    pub(crate) length: usize,
    /// What it says.
    pub(crate) message: Message,
}

/// Finds lines in what a board sends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    partial: Vec<u8>,
    noise: usize,
}

/// Longer than any line with all that gets into it.
const MAX_LINE_BYTES: usize = 2_400;

/// A number for each byte of the chips of all squares.
const NUMBERS_OF_CHIPS: usize = 5 * 64;

impl Lines {
    /// Takes bytes, in any chunking, and gives what the lines say that are whole now.
    pub(crate) fn receive(&mut self, bytes: &[u8]) -> Vec<Heard> {
        let mut heard = Vec::new();
        for &byte in bytes {
            if byte == b':' || self.partial.len() == MAX_LINE_BYTES {
                self.skip();
            }
            self.partial.push(byte);
            if self.partial.ends_with(b"\r\n") {
                self.end(&mut heard);
            }
        }
        heard
    }

    fn end(&mut self, heard: &mut Vec<Heard>) {
        let messages = read(&self.partial);
        if messages.is_empty() {
            return self.skip();
        }
        let length = self.partial.len();
        self.partial.clear();
        for message in messages {
            heard.push(Heard { noise: std::mem::take(&mut self.noise), length, message });
        }
    }

    /// What there is of a line is none. Boards send blank ones.
    fn skip(&mut self) {
        if !self.partial.iter().all(|byte| is_filler(*byte)) {
            self.noise = self.noise.saturating_add(self.partial.len());
        }
        self.partial.clear();
    }
}

/// What gets into lines, numbers even, and says nothing: of ends of lines, and of the bytes that the air puts in.
const fn is_filler(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n' | 0 | 0xFF)
}

/// What a line says; nothing, where it is none.
fn read(line: &[u8]) -> Vec<Message> {
    let said: Vec<u8> = line.iter().copied().filter(|byte| !is_filler(*byte)).collect();
    let lit = said.iter().rev().find_map(|letter| Form::from_letter(*letter));
    let said: Vec<_> = said.into_iter().filter(|it| Form::from_letter(*it).is_none()).collect();
    let message = match said.split_first() {
        None => return lit.map(Message::Lit).into_iter().collect(),
        Some((b':', said)) => numbers(said).and_then(|numbers| message(&numbers)),
        Some(_) => None,
    };
    let Some(message) = message else { return Vec::new() };
    lit.map(Message::Lit).into_iter().chain([message]).collect()
}

fn numbers(said: &[u8]) -> Option<Vec<u8>> {
    let words = said.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    words.take(NUMBERS_OF_CHIPS + 1).map(number).collect()
}

fn number(word: &[u8]) -> Option<u8> {
    word.iter().try_fold(0_u8, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| digit - b'0')?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

fn message(numbers: &[u8]) -> Option<Message> {
    if let Ok(ranks) = <&[u8; 8]>::try_from(numbers) {
        let is_there = |square: &Square| {
            let place = place(*square);
            ranks.get(place / 8).is_some_and(|rank| rank << (place % 8) & 0x80 != 0)
        };
        return Some(Message::Occupied(Square::all().filter(is_there).collect()));
    }
    let (chips, rest) = numbers.as_chunks::<5>();
    if numbers.len() != NUMBERS_OF_CHIPS || !rest.is_empty() {
        return None;
    }
    let mut sightings = Box::new([Chip::default(); 64]);
    for square in Square::all() {
        sightings[square.index()] = *chips.get(place(square))?;
    }
    Some(Message::Chips(sightings))
}

/// The place of a square in a line: a8 is the first, then b8, to h1.
pub(super) const fn place(square: Square) -> usize {
    square.index() ^ 0b11_1000
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::end::{line_of_chips, line_of_squares};
    use super::*;

    fn heard(bytes: &[u8]) -> Vec<(usize, Message)> {
        Lines::default().receive(bytes).into_iter().map(|it| (it.noise, it.message)).collect()
    }

    fn without(lifted: &[&str]) -> Message {
        let is_there = |square: &Square| {
            !(16..48).contains(&square.index()) && !lifted.contains(&square.to_string().as_str())
        };
        Message::Occupied(Square::all().filter(is_there).collect())
    }

    /// From tests of other programs (`drivers/certabo/README.md`, Sources).
    #[test]
    fn boards_that_sense_only_that_something_stands_there_say_a_number_a_rank() {
        assert_eq!(heard(b":255 255 0 0 0 0 255 255 \r\n"), [(0, without(&[]))]);
        let lit = (0, Message::Lit(Form::OneColour));
        assert_eq!(heard(b":255 255 0 0 0 0 255 254\nL\r\n"), [lit.clone(), (0, without(&["h1"]))]);
        assert_eq!(heard(b":255 255 0 0 0 0 247 255\r\n"), [(0, without(&["e2"]))]);
        assert_eq!(heard(b"L\r\n"), [lit]);
        assert_eq!(heard(b"D\r\n"), [(0, Message::Lit(Form::Coloured))]);
    }

    #[test]
    fn what_gets_into_numbers_is_taken_out_and_parts_none() {
        assert_eq!(heard(b"\n\0:25\n5 2\x0055 0 0\xFF 0 0 255 255\r\n"), [(0, without(&[]))]);
    }

    #[test]
    fn what_is_no_line_is_counted_and_the_next_one_is_found() {
        let whole = b":255 255 0 0 0 0 255 255 \r\n";
        for (noise, count) in [
            (b":256 255 0 0 0 0 255 255 \r\n".as_slice(), 27),
            (b":255 255 0 0 0 0 255 \r\n", 23),
            (b":255 255 0 0 0 0 255 255 0\r\n", 28),
            (b":255 255 0 0 ", 13),
            (b"hello\r\n", 7),
            (b"255 255 0 0 0 0 255 255\r\n", 25),
            (&[b'7'; 5_000], 5_000),
        ] {
            assert_eq!(heard(&[noise, whole].concat()), [(count, without(&[]))]);
        }
        let many = format!(":{}\r\n", "0 ".repeat(321));
        assert_eq!(heard(many.as_bytes()), []);
    }

    proptest! {
        #[test]
        fn lines_read_as_they_are_written(
            chips in prop::collection::vec(any::<Chip>(), 64),
            pieces in any::<u64>(),
            cut in 1_usize..90,
        ) {
            let sightings: Sightings = chips.try_into().unwrap();
            let pieces = Square::all().filter(|square| pieces >> square.index() & 1 == 1).collect();
            let bytes = [line_of_chips(&sightings), line_of_squares(pieces)].concat();
            let mut lines = Lines::default();
            let heard: Vec<_> = bytes.chunks(cut).flat_map(|piece| lines.receive(piece)).collect();
            let said: Vec<_> = heard.into_iter().map(|heard| heard.message).collect();
            prop_assert_eq!(said, [Message::Chips(Box::new(sightings)), Message::Occupied(pieces)]);
        }

        #[test]
        fn any_bytes_take_bounded_memory(bytes in prop::collection::vec(any::<u8>(), 0..6_000)) {
            let mut lines = Lines::default();
            lines.receive(&bytes);
            prop_assert!(lines.partial.len() <= MAX_LINE_BYTES && lines.noise <= bytes.len());
        }
    }
}
