//! Chips in pieces: which number is in which piece.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::board::Piece;

/// The number of a chip, as the board says it.
pub type Chip = [u8; 5];

/// Which chip is in which piece, as far as a board can read its pieces at all. Text form: a FEN letter and the ten
/// hexadecimal digits of its chip, for each piece, parted by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chips(Arc<[(Chip, Piece)]>);

/// So many chips a board may know: one for each square.
pub const MAX_CHIPS: usize = 64;

impl Chips {
    /// These chips; `None` where there are none or too many, or one is named twice.
    pub fn of(pieces: impl IntoIterator<Item = (Chip, Piece)>) -> Option<Self> {
        let mut pieces: Vec<_> = pieces.into_iter().take(MAX_CHIPS + 1).collect();
        pieces.sort_by_key(|(chip, _)| *chip);
        let is_twice = pieces.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b));
        let is_meant = (1..=MAX_CHIPS).contains(&pieces.len()) && !is_twice;
        is_meant.then(|| Self(pieces.into()))
    }

    /// The piece with this chip.
    pub fn get(&self, chip: Chip) -> Option<Piece> {
        let place = self.0.binary_search_by_key(&chip, |(chip, _)| *chip).ok()?;
        self.0.get(place).map(|(_, piece)| *piece)
    }

    /// All of them, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Chip, Piece)> {
        self.0.iter().copied()
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (chip, piece)) in self.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(f, "{comma}{}", piece.letter())?;
            chip.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        }
        Ok(())
    }
}

/// A text that names no chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoChips;

impl FromStr for Chips {
    type Err = NoChips;

    fn from_str(text: &str) -> Result<Self, NoChips> {
        let pieces: Option<Vec<_>> =
            text.split(',').take(MAX_CHIPS + 1).map(|piece| read(piece.as_bytes())).collect();
        pieces.and_then(Self::of).ok_or(NoChips)
    }
}

fn read(piece: &[u8]) -> Option<(Chip, Piece)> {
    let (letter, digits) = piece.split_first()?;
    let piece = Piece::from_letter(char::from(*letter))?;
    let (pairs, rest) = digits.as_chunks::<2>();
    let mut chip = Chip::default();
    if !rest.is_empty() || pairs.len() != chip.len() {
        return None;
    }
    for (byte, [high, low]) in chip.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some((chip, piece))
}

fn digit(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_read_and_print_the_same_and_each_is_found() {
        let text = "k0100aabbcc,P4200010203";
        let chips: Chips = text.parse().unwrap();
        assert_eq!(chips.to_string(), text);
        assert_eq!(chips.get([0x42, 0, 1, 2, 3]), Piece::from_letter('P'));
        assert_eq!(chips.get([0; 5]), None);
    }

    #[test]
    fn what_names_no_chips_is_refused() {
        let many = vec!["P0000000000"; 1_000].join(",");
        for text in ["", "x0100aabbcc", "k0100aabb", "k0100aabbccd", "k01,", &many] {
            assert_eq!(text.parse::<Chips>(), Err(NoChips), "{text}");
        }
    }
}
