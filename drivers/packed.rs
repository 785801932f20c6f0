//! Pieces packed two to a byte, as boards of several makers tell them.

use crate::observation::{Placement, Reading, Square};

/// How a family packs what stands on its squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    /// What stands on a square, as FEN letters in the order of their codes; `.` is nothing.
    pub(crate) letters: &'static str,
    /// In which half of a byte the square is that comes first.
    pub(crate) first: Half,
}

/// A half of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    Low,
    High,
}

impl Packing {
    /// What a code stands for; `None` for codes that stand for nothing.
    pub(crate) fn reading(self, code: u8) -> Option<Reading> {
        self.letters.chars().nth(code.into()).and_then(Reading::from_letter)
    }

    /// The code of a reading. What has none is told as nothing.
    pub(crate) fn code(self, reading: Reading) -> u8 {
        let mut codes = self.letters.chars().zip(0..);
        codes.find_map(|(letter, code)| (letter == reading.letter()).then_some(code)).unwrap_or(0)
    }

    /// Whether both halves of a byte stand for something.
    pub(crate) const fn has(self, byte: u8) -> bool {
        ((byte >> 4) as usize) < self.letters.len() && ((byte & 0xF) as usize) < self.letters.len()
    }

    /// What stands on `squares`, in their order; `None` where a code stands for nothing.
    pub(crate) fn read(
        self,
        bytes: &[u8],
        squares: impl Iterator<Item = Square>,
    ) -> Option<Placement> {
        let codes = bytes.iter().flat_map(|byte| match self.first {
            Half::Low => [byte & 0xF, byte >> 4],
            Half::High => [byte >> 4, byte & 0xF],
        });
        let mut placement = Placement::EMPTY;
        for (square, code) in squares.zip(codes) {
            placement.set(square, self.reading(code)?);
        }
        Some(placement)
    }

    /// The bytes that tell what stands on `squares`.
    pub(crate) fn bytes(
        self,
        placement: &Placement,
        squares: impl Iterator<Item = Square>,
    ) -> Vec<u8> {
        let codes: Vec<_> = squares.map(|square| self.code(placement.get(square))).collect();
        let (pairs, _) = codes.as_chunks::<2>();
        let byte = |&[one, other]: &[u8; 2]| match self.first {
            Half::Low => other << 4 | one,
            Half::High => one << 4 | other,
        };
        pairs.iter().map(byte).collect()
    }
}
