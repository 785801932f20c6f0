//! The positions that a search has met, each once.

use shakmaty::zobrist::{Zobrist128, ZobristValue};
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, Square};

/// What stands for a position: the pieces on their squares, the side to move, and the rights to castle and to
/// take in passing. That two positions of a search share one is less likely than a fault of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u128);

impl Key {
    pub(super) fn of(position: &Chess) -> Self {
        Self(position.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0)
    }

    /// The key after a move from `position`, which has this key; nothing where that takes a look at the
    /// position after the move.
    pub(super) fn after(self, position: &Chess, mv: Move) -> Option<Self> {
        if position.castles().any() || position.maybe_ep_square().is_some() {
            return None;
        }
        let Move::Normal { role, from, capture, to, promotion } = mv else { return None };
        if role == Role::Pawn && Square::abs_diff(from, to) == 16 {
            return None;
        }
        let turn = position.turn();
        let mut key = Zobrist128(self.0);
        key ^= Zobrist128::zobrist_for_white_turn();
        key ^= Zobrist128::zobrist_for_piece(from, role.of(turn));
        key ^= Zobrist128::zobrist_for_piece(to, promotion.unwrap_or(role).of(turn));
        if let Some(taken) = capture {
            key ^= Zobrist128::zobrist_for_piece(to, taken.of(!turn));
        }
        Some(Self(key.0))
    }

    /// What all positions share that differ only in where the kings stand, and in who is to move.
    pub(super) fn without_kings(self, position: &Chess) -> u128 {
        let mut key = Zobrist128(self.0);
        if position.turn() == Color::White {
            key ^= Zobrist128::zobrist_for_white_turn();
        }
        for side in Color::ALL {
            if let Some(king) = position.board().king_of(side) {
                key ^= Zobrist128::zobrist_for_piece(king, side.king());
            }
        }
        key.0
    }
}

/// A set of positions.
#[derive(Default)]
pub(super) struct Met {
    /// Keys, or 0. Their number is a power of two, and most of them are 0.
    slots: Vec<u128>,
    count: usize,
}

/// Slots of a search that has just begun.
const FIRST_SLOTS: usize = 2048;

impl Met {
    /// Takes a position in; whether it was not met before.
    pub(super) fn add(&mut self, key: Key) -> bool {
        if self.count * 2 >= self.slots.len() {
            self.grow();
        }
        let added = put(&mut self.slots, key.0);
        self.count += usize::from(added);
        added
    }

    fn grow(&mut self) {
        let mut slots = vec![0; (self.slots.len() * 4).max(FIRST_SLOTS)];
        for key in self.slots.drain(..).filter(|key| *key != 0) {
            put(&mut slots, key);
        }
        self.slots = slots;
    }
}

/// Puts a key into its slot; whether it was not there.
fn put(slots: &mut [u128], key: u128) -> bool {
    let mask = slots.len().wrapping_sub(1);
    let mut at = key as usize & mask;
    while let Some(slot) = slots.get_mut(at) {
        if *slot == key {
            return false;
        }
        if *slot == 0 {
            *slot = key;
            return true;
        }
        at = (at + 1) & mask;
    }
    false
}
