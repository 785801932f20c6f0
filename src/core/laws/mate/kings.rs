//! Where both kings may stand, all pairs of squares at once.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::frame::Frame;
use super::steps;

/// Pairs of squares of both kings: rows by the square of one of them, the slow one, which has fewer squares to go to.
#[derive(Clone, Default)]
pub(super) struct Pairs {
    /// The slow king's squares of which there are any.
    slow: Bitboard,
    /// The quick king's squares, by those.
    rows: Vec<Bitboard>,
}

impl Pairs {
    /// The quick king's squares with the slow one on this square.
    pub(super) fn row(&self, slow: Square) -> Bitboard {
        if !self.slow.contains(slow) {
            return Bitboard::EMPTY;
        }
        self.rows.get(self.place(slow)).copied().unwrap_or_default()
    }

    /// All rows that are not empty.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Square, Bitboard)> {
        self.slow.into_iter().zip(self.rows.iter().copied())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.slow.is_empty()
    }

    /// Takes all out; their room stays.
    pub(super) fn clear(&mut self) {
        self.slow = Bitboard::EMPTY;
        self.rows.clear();
    }

    /// Adds pairs; those that are new.
    pub(super) fn add(&mut self, slow: Square, quick: Bitboard) -> Bitboard {
        if quick.is_empty() {
            return quick;
        }
        let place = self.place(slow);
        if !self.slow.contains(slow) {
            self.slow.add(slow);
            self.rows.insert(place, quick);
            return quick;
        }
        let Some(row) = self.rows.get_mut(place) else { return Bitboard::EMPTY };
        let new = quick & !*row;
        *row |= quick;
        new
    }

    fn place(&self, slow: Square) -> usize {
        let before = Bitboard(Bitboard::from_square(slow).0 - 1);
        (self.slow & before).count()
    }
}

/// Which pairs leave the king of a side unattacked. A king stands in the way of lines that attack the other one.
pub(super) struct Safety<'a> {
    frame: &'a Frame,
    side: Color,
    of: Kind,
    /// What pawns and knights attack.
    leaps: Bitboard,
}

/// One of the two kings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Slow,
    Quick,
}

impl<'a> Safety<'a> {
    /// Of the king of `side` among these pieces.
    pub(super) fn of(frame: &'a Frame, side: Color, of: Kind) -> Self {
        Self { frame, side, of, leaps: frame.leaps(!side) }
    }

    /// The quick king's squares with the slow one on this square.
    pub(super) fn row(&self, slow: Square) -> Bitboard {
        let apart = !attacks::king_attacks(slow).with(slow);
        let occupied = self.frame.board().occupied();
        let sliders = self.frame.sliders(!self.side);
        match self.of {
            Kind::Slow if self.leaps.contains(slow) => Bitboard::EMPTY,
            Kind::Slow => sliders.fold(apart, |safe, (from, piece)| {
                let attacked = attacks::attacks(from, piece, occupied).contains(slow);
                if attacked { safe & attacks::between(from, slow) } else { safe }
            }),
            Kind::Quick => {
                let occupied = occupied.with(slow);
                sliders.fold(apart & !self.leaps, |safe, (from, piece)| {
                    safe & !attacks::attacks(from, piece, occupied)
                })
            }
        }
    }
}

/// What was found out of the safety of a king.
struct Known<'a> {
    safety: Safety<'a>,
    known: Bitboard,
    rows: [Bitboard; 64],
}

impl<'a> Known<'a> {
    const fn new(safety: Safety<'a>) -> Self {
        Self { safety, known: Bitboard::EMPTY, rows: [Bitboard::EMPTY; 64] }
    }

    fn row(&mut self, slow: Square) -> Bitboard {
        let row = &mut self.rows[usize::from(slow)];
        if !self.known.contains(slow) {
            self.known.add(slow);
            *row = self.safety.row(slow);
        }
        *row
    }
}

/// What the kings know of each other on a ground: which of them is slow, and what is safe for each.
pub(super) struct Walk<'a> {
    pub(super) frame: &'a Frame,
    pub(super) slow: Color,
    /// The slow king's, the quick one's.
    safety: [Known<'a>; 2],
}

impl<'a> Walk<'a> {
    pub(super) fn on(frame: &'a Frame, slow: Color) -> Self {
        let safety = [Safety::of(frame, slow, Kind::Slow), Safety::of(frame, !slow, Kind::Quick)]
            .map(Known::new);
        Self { frame, slow, safety }
    }

    /// Puts into `after` what the king of `side`, to move, gets to from these pairs in one step without taking anything.
    pub(super) fn step(&mut self, pairs: &Pairs, side: Color, after: &mut Pairs) {
        let empty = !self.frame.board().occupied();
        let [of_slow, of_quick] = &mut self.safety;
        after.clear();
        for (slow, row) in pairs.rows() {
            if side == self.slow {
                for to in attacks::king_attacks(slow) & empty {
                    after.add(to, row & of_slow.row(to));
                }
            } else {
                after.add(slow, steps::around(row) & empty & of_quick.row(slow));
            }
        }
    }

    /// Pairs in which the king of `side`, which is to move, is attacked and has nowhere to go; others may help it.
    pub(super) fn caught(&mut self, pairs: &Pairs, side: Color) -> Vec<(Square, Square)> {
        let open = !self.frame.board().by_color(side);
        let [of_slow, of_quick] = &mut self.safety;
        let mut caught = Vec::new();
        for (slow, row) in pairs.rows() {
            let stuck = if side == self.slow {
                let checked = row & !of_slow.row(slow);
                let ways = attacks::king_attacks(slow) & open;
                ways.into_iter().fold(checked, |stuck, to| stuck & !of_slow.row(to))
            } else {
                let safe = of_quick.row(slow);
                row & !safe & !steps::around(safe & open)
            };
            caught.extend(stuck.into_iter().map(|quick| (slow, quick)));
        }
        caught
    }
}
