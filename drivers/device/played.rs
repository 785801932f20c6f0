//! What stands on a board that tells moves: the position that it told, and what each move since has made of it.

use crate::observation::{Color, Piece, Placement, Reading, Role, Square};

/// A move as such boards tell it: castling by the king alone, a capture in passing by the pawn that takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToldMove {
    /// From where.
    pub(crate) from: Square,
    /// To where.
    pub(crate) to: Square,
    /// What the square shows that a pawn has promoted on; `None` where none has.
    pub(crate) becomes: Option<Reading>,
}

impl ToldMove {
    /// The placement after it; `None` where nothing stands on its first square.
    pub(crate) fn played(&self, before: &Placement) -> Option<Placement> {
        let Self { from, to, becomes } = *self;
        let moved = before.get(from);
        if moved == Reading::Empty || from == to {
            return None;
        }
        let mut after = before.clone();
        match self.also_changed(before) {
            None => {}
            Some(Also::Leaves(square)) => after.set(square, Reading::Empty),
            Some(Also::Goes { from, to }) => {
                after.set(from, Reading::Empty);
                after.set(to, before.get(from));
            }
        }
        after.set(from, Reading::Empty);
        after.set(to, becomes.unwrap_or(moved));
        Some(after)
    }

    /// Whether a pawn comes to the last rank by it.
    pub(crate) fn promotes(&self, before: &Placement) -> bool {
        let last = |color| if color == Color::White { 7 } else { 0 };
        match before.get(self.from) {
            Reading::Piece(Piece { color, role: Role::Pawn }) => rank(self.to) == last(color),
            _ => false,
        }
    }

    /// What else it moves or takes.
    fn also_changed(&self, before: &Placement) -> Option<Also> {
        let Self { from, to, .. } = *self;
        let Reading::Piece(piece) = before.get(from) else { return None };
        match piece.role {
            Role::King if rank(from) == rank(to) && file(from).abs_diff(file(to)) == 2 => {
                let is_short = file(to) > file(from);
                let corner = square(if is_short { 7 } else { 0 }, rank(from))?;
                let beside = square(file(from).midpoint(file(to)), rank(from))?;
                let rook = Reading::Piece(Piece { role: Role::Rook, ..piece });
                (before.get(corner) == rook).then_some(Also::Goes { from: corner, to: beside })
            }
            Role::Pawn if file(from) != file(to) && before.get(to) == Reading::Empty => {
                square(file(to), rank(from)).map(Also::Leaves)
            }
            _ => None,
        }
    }
}

enum Also {
    Leaves(Square),
    Goes { from: Square, to: Square },
}

const fn file(square: Square) -> usize {
    square.index() % 8
}

const fn rank(square: Square) -> usize {
    square.index() / 8
}

fn square(file: usize, rank: usize) -> Option<Square> {
    u8::try_from(rank * 8 + file).ok().and_then(Square::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(before: &str, from: &str, to: &str, becomes: Option<char>) -> Option<String> {
        let [from, to] = [from, to].map(|name| name.parse().unwrap());
        let becomes = becomes.and_then(Reading::from_letter);
        let played = ToldMove { from, to, becomes }.played(&before.parse().unwrap());
        played.map(|placement| placement.to_string())
    }

    #[test]
    fn castling_is_the_kings_slide_and_the_rook_follows() {
        let before = "r3k2r/8/8/8/8/8/8/R3K2R";
        let castled = |from, to| after(before, from, to, None).unwrap();
        assert_eq!(castled("e1", "g1"), "r3k2r/8/8/8/8/8/8/R4RK1");
        assert_eq!(castled("e1", "c1"), "r3k2r/8/8/8/8/8/8/2KR3R");
        assert_eq!(castled("e8", "g8"), "r4rk1/8/8/8/8/8/8/R3K2R");
        assert_eq!(castled("e8", "c8"), "2kr3r/8/8/8/8/8/8/R3K2R");
        assert_eq!(castled("e1", "f1"), "r3k2r/8/8/8/8/8/8/R4K1R");
    }

    #[test]
    fn a_pawn_takes_in_passing_and_becomes_what_is_told() {
        let passing = after("8/8/8/3pP3/8/8/8/8", "e5", "d6", None);
        assert_eq!(passing.as_deref(), Some("8/8/3P4/8/8/8/8/8"));
        let taken = after("8/8/3n4/3pP3/8/8/8/8", "e5", "d6", None);
        assert_eq!(taken.as_deref(), Some("8/8/3P4/3p4/8/8/8/8"));
        let promoted = after("8/4P3/8/8/8/8/8/8", "e7", "e8", Some('N'));
        assert_eq!(promoted.as_deref(), Some("4N3/8/8/8/8/8/8/8"));
    }

    #[test]
    fn nothing_moves_from_an_empty_square() {
        assert_eq!(after("8/8/8/8/8/8/8/4K3", "e2", "e4", None), None);
        assert_eq!(after("8/8/8/8/8/8/8/4K3", "e1", "e1", None), None);
    }
}
