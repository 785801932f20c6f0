//! What stands on the board, in squares of the game.

use std::collections::VecDeque;

use shakmaty::{Board, Color, Piece, Role, Square};
use touchmove_drivers::Instant;
use touchmove_drivers::observation::{self as device, Placement, Reading};

use super::piece_sets::PieceSets;
use crate::account::EvidenceSpan;
use crate::decision::Lies;

/// Which way a board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Its own a1 is the game's a1.
    Straight,
    /// Its own a1 is the game's h8.
    Turned,
}

impl From<Lies> for Orientation {
    fn from(lies: Lies) -> Self {
        match lies {
            Lies::Straight => Self::Straight,
            Lies::Turned => Self::Turned,
        }
    }
}

/// When and by which record a square last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Change {
    pub(super) at: Instant,
    pub(super) record: u64,
}

/// The board as last read.
#[derive(Clone, Debug)]
pub(super) struct Readings {
    placement: Placement,
    changes: [Change; 64],
    last: Change,
    orientation: Orientation,
    /// The same readings as sets of squares of the game.
    shown: PieceSets,
    /// Whether nothing is heard of the board.
    is_lost: bool,
    /// The read-outs that showed what was done while nothing was heard of the board.
    found_again: FoundAgain,
}

/// Records of read-outs after silences. What is told concerns the last of them: of the older ones it is only known that
/// there were some.
#[derive(Clone, Debug, Default)]
struct FoundAgain {
    last: VecDeque<u64>,
    /// No older read-out is known by its own record.
    forgotten_up_to: Option<u64>,
}

/// So many read-outs after silences are known each by its record.
const MAX_FOUND_AGAIN: usize = 32;

impl FoundAgain {
    fn add(&mut self, record: u64) {
        if self.last.len() == MAX_FOUND_AGAIN {
            self.forgotten_up_to = self.last.pop_front();
        }
        self.last.push_back(record);
    }

    /// Whether this record is known to be one of them.
    fn contains(&self, record: u64) -> bool {
        self.last.contains(&record)
    }

    /// Whether one of them may be among the records of this evidence.
    fn is_any_within(&self, EvidenceSpan { from, to }: EvidenceSpan) -> bool {
        self.forgotten_up_to.is_some_and(|record| from <= record)
            || self.last.iter().any(|record| (from..=to).contains(record))
    }
}

impl Readings {
    pub(super) fn new(placement: Placement, orientation: Orientation, change: Change) -> Self {
        let shown = PieceSets::nothing();
        let (is_lost, found_again) = (false, FoundAgain::default());
        let changes = [change; 64];
        let last = change;
        let mut seen = Self { placement, changes, last, orientation, shown, is_lost, found_again };
        seen.show();
        seen
    }

    /// The readings as sets of squares.
    pub(super) fn sets(&self) -> &PieceSets {
        &self.shown
    }

    /// From now on a rook of this colour may be a queen put down upside down.
    pub(super) fn take_rooks_for_queens(&mut self, color: Color) {
        self.shown.take_rooks_for_queens(color);
    }

    /// From now on rooks are rooks.
    pub(super) fn take_rooks_for_rooks(&mut self) {
        self.shown.take_rooks_for_rooks();
    }

    /// The squares, in the board's own numbering, on which a read-out has something new.
    pub(super) fn squares_differing(
        &self,
        placement: &Placement,
    ) -> Vec<(device::Square, Reading)> {
        let differing = self.placement.differences(placement);
        differing.map(|square| (square, placement.get(square))).collect()
    }

    /// Which way the board lies.
    pub(super) fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Takes note of one square in the board's own numbering. Returns the square of the game if its
    /// reading changed.
    pub(super) fn square(
        &mut self,
        square: device::Square,
        reading: Reading,
        change: Change,
    ) -> Option<Square> {
        if self.placement.get(square) == reading {
            return None;
        }
        self.placement.set(square, reading);
        let square = self.orientation.in_game(square);
        self.shown.set(square, reading);
        self.changes[square as usize] = change;
        self.last = change;
        Some(square)
    }

    /// Nothing is heard of the board until it is read again.
    pub(super) fn lose(&mut self) {
        self.is_lost = true;
    }

    /// The board is read by this record.
    pub(super) fn find_again(&mut self, record: u64) {
        if std::mem::take(&mut self.is_lost) {
            self.found_again.add(record);
        }
    }

    /// Whether nothing was heard of the board for a part of what this evidence shows.
    pub(super) fn was_lost_within(&self, evidence: EvidenceSpan) -> bool {
        self.found_again.is_any_within(evidence)
    }

    /// Whether the reading of `square` is the first after nothing was heard of the board.
    pub(super) fn was_found_again(&self, square: Square) -> bool {
        self.found_again.contains(self.change(square).record)
    }

    /// What stands there, in the board's own numbering.
    pub(super) fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The same pieces stand on a board that lies this way.
    pub(super) fn put_on_board_lying(&mut self, lies: Orientation) {
        if self.orientation != lies {
            self.orientation = lies;
            self.placement = self.placement.turned();
        }
    }

    /// The last change of any square.
    pub(super) fn last(&self) -> Change {
        self.last
    }

    /// The last change of `square`.
    pub(super) fn change(&self, square: Square) -> Change {
        self.changes[square as usize]
    }

    /// What `square` of the game reports.
    pub(super) fn reading(&self, square: Square) -> Reading {
        self.placement.get(self.orientation.on_board(square))
    }

    /// The orientation in which the readings fit `board`, trying `allowed` in order.
    pub(super) fn orientation_showing(
        &self,
        board: &Board,
        allowed: &[Orientation],
    ) -> Option<Orientation> {
        allowed.iter().copied().find(|&orientation| {
            Square::ALL.iter().all(|&square| {
                fits(self.placement.get(orientation.on_board(square)), board.piece_at(square))
            })
        })
    }

    /// Turns the view. Squares keep when they changed, on the board itself.
    pub(super) fn turn(&mut self, orientation: Orientation) {
        if self.orientation != orientation {
            self.orientation = orientation;
            self.changes.reverse();
            self.show();
        }
    }

    fn show(&mut self) {
        for square in Square::ALL {
            self.shown.set(square, self.reading(square));
        }
    }

    /// Whether the reading of `square` fits `piece` standing there.
    pub(super) fn fits(&self, square: Square, piece: Option<Piece>) -> bool {
        fits(self.reading(square), piece)
    }
}

impl Orientation {
    /// The other way round.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Straight => Self::Turned,
            Self::Turned => Self::Straight,
        }
    }

    /// The square of the game that the board numbers `square`.
    pub(super) fn in_game(self, square: device::Square) -> Square {
        let square = match self {
            Self::Straight => square,
            Self::Turned => square.turned(),
        };
        Square::ALL[square.index()]
    }

    /// The board's own number for `square` of the game.
    pub(super) fn on_board(self, square: Square) -> device::Square {
        let square = device_square(square);
        match self {
            Self::Straight => square,
            Self::Turned => square.turned(),
        }
    }
}

/// The placement that a board lying straight reports for `board`.
pub(super) fn placement_of(board: &Board) -> Placement {
    let mut placement = Placement::EMPTY;
    for (square, piece) in board {
        placement.set(device_square(square), Reading::Piece(device_piece(piece)));
    }
    placement
}

/// The piece that a reading names.
pub(super) fn piece_of(reading: Reading) -> Option<Piece> {
    let Reading::Piece(piece) = reading else { return None };
    let role = match piece.role {
        device::Role::Pawn => Role::Pawn,
        device::Role::Knight => Role::Knight,
        device::Role::Bishop => Role::Bishop,
        device::Role::Rook => Role::Rook,
        device::Role::Queen => Role::Queen,
        device::Role::King => Role::King,
    };
    Some(Piece { color: color_of(piece.color), role })
}

/// The player's colour of a piece's colour.
pub(super) fn color_of(color: device::Color) -> Color {
    match color {
        device::Color::White => Color::White,
        device::Color::Black => Color::Black,
    }
}

pub(super) fn device_piece(piece: Piece) -> device::Piece {
    let role = match piece.role {
        Role::Pawn => device::Role::Pawn,
        Role::Knight => device::Role::Knight,
        Role::Bishop => device::Role::Bishop,
        Role::Rook => device::Role::Rook,
        Role::Queen => device::Role::Queen,
        Role::King => device::Role::King,
    };
    let color = match piece.color {
        Color::White => device::Color::White,
        Color::Black => device::Color::Black,
    };
    device::Piece { color, role }
}

/// A reading fits what a position has on a square. A piece that the board cannot name fits any piece.
fn fits(reading: Reading, piece: Option<Piece>) -> bool {
    match (reading, piece) {
        (Reading::Empty, None) => true,
        (Reading::Empty, Some(_)) | (_, None) => false,
        (Reading::Occupied | Reading::Unknown, Some(_)) => true,
        (Reading::Color(color), Some(piece)) => color_of(color) == piece.color,
        (Reading::Piece(_), Some(piece)) => piece_of(reading) == Some(piece),
    }
}

fn device_square(square: Square) -> device::Square {
    let Some(square) = device::Square::new(square as u8) else {
        unreachable!("both count 64 squares from a1")
    };
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_watched_long_before_many_silences_is_not_of_one_of_them() {
        let mut seen = Readings::new(Placement::EMPTY, Orientation::Straight, Change::default());
        let put_down = |record| Change { at: Instant::ZERO, record };
        let piece = Reading::Piece(device_piece(Piece { color: Color::White, role: Role::Pawn }));
        seen.square(device_square(Square::E4), piece, put_down(1));
        for record in 2..100 {
            seen.lose();
            seen.find_again(record);
        }
        seen.square(device_square(Square::E5), piece, put_down(99));
        assert_eq!([Square::E4, Square::E5].map(|at| seen.was_found_again(at)), [false, true]);
        assert!(seen.was_lost_within(EvidenceSpan { from: 60, to: 61 }));
        assert!(seen.was_lost_within(EvidenceSpan { from: 80, to: 80 }));
        assert!(!seen.was_lost_within(EvidenceSpan { from: 100, to: 120 }));
    }
}
