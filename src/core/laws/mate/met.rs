//! The positions that a search has met, each once.

use std::hash::{Hash, Hasher};

use shakmaty::Chess;

/// Positions in the order in which they were met. Those are the same that have the same pieces on the same
/// squares, the same side to move and the same rights to castle and to take in passing.
#[derive(Default)]
pub(super) struct Met {
    positions: Vec<Chess>,
    /// By hash: the number of a position plus one, or 0. Its size is a power of two, and most of it is 0.
    slots: Vec<u32>,
}

/// Slots of a search that has just begun.
const FIRST_SLOTS: usize = 1024;

impl Met {
    /// The position of this number.
    pub(super) fn get(&self, number: u32) -> Option<&Chess> {
        self.positions.get(number as usize)
    }

    /// Takes a position in; its number, or nothing if it was met before.
    pub(super) fn add(&mut self, position: Chess) -> Option<u32> {
        if self.positions.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(&position)?;
        let number = u32::try_from(self.positions.len()).ok()?;
        *self.slots.get_mut(slot)? = number + 1;
        self.positions.push(position);
        Some(number)
    }

    /// The empty slot for a position that was not met before.
    fn slot(&self, position: &Chess) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = place(position, mask);
        loop {
            let number = *self.slots.get(slot)?;
            if number == 0 {
                return Some(slot);
            }
            if self.get(number - 1) == Some(position) {
                return None;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 4).max(FIRST_SLOTS);
        self.slots = vec![0; size];
        for (position, number) in self.positions.iter().zip(1..) {
            let mut slot = place(position, size - 1);
            while self.slots.get(slot).is_some_and(|taken| *taken != 0) {
                slot = (slot + 1) & (size - 1);
            }
            if let Some(empty) = self.slots.get_mut(slot) {
                *empty = number;
            }
        }
    }
}

/// The slot at which to look first.
fn place(position: &Chess, mask: usize) -> usize {
    let mut mixer = Mixer(0);
    position.hash(&mut mixer);
    mixer.finish() as usize & mask
}

/// Mixes few words quickly; nobody gains by making them collide.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word.cast_unsigned() as u64);
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}
