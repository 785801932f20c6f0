//! What the board shows, as sets of squares.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};
use touchmove_drivers::observation::Reading;

use super::seen::{color_of, piece_of};
use crate::account::{self, differing};

/// The readings in squares of the game: men by name, and those that the board cannot name.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    men: Board,
    /// Some man, nobody knows which.
    any: Bitboard,
    /// Some man of Black's, some man of White's.
    colored: [Bitboard; 2],
    /// The colours of which a rook may be a queen put down upside down: Black's, White's.
    rooks_for_queens: [bool; 2],
}

impl Shown {
    pub(super) fn nothing() -> Self {
        Self {
            men: Board::empty(),
            any: Bitboard::EMPTY,
            colored: [Bitboard::EMPTY; 2],
            rooks_for_queens: [false; 2],
        }
    }

    /// Takes a reading of one square.
    pub(super) fn set(&mut self, square: Square, reading: Reading) {
        self.men.discard_piece_at(square);
        self.any.discard(square);
        self.colored.iter_mut().for_each(|squares| squares.discard(square));
        match reading {
            Reading::Empty => {}
            Reading::Occupied | Reading::Unknown => self.any.add(square),
            Reading::Color(color) => self.colored[color_of(color) as usize].add(square),
            Reading::Man(_) => {
                if let Some(piece) = piece_of(reading) {
                    self.men.set_piece_at(square, piece);
                }
            }
        }
    }

    /// From now on a rook of this colour may be a queen.
    pub(super) fn take_rooks_for_queens(&mut self, color: Color) {
        self.rooks_for_queens[color as usize] = true;
    }

    /// From now on rooks are rooks.
    pub(super) fn take_rooks_for_rooks(&mut self) {
        self.rooks_for_queens = [false; 2];
    }

    /// Another man that the one seen on a square may be.
    pub(super) fn other_man(&self, square: Square) -> Option<Piece> {
        let rook = self.man(square).filter(|man| man.role == Role::Rook)?;
        self.rooks_for_queens[rook.color as usize].then_some(Role::Queen.of(rook.color))
    }

    /// Where men are seen.
    pub(super) fn occupied(&self) -> Bitboard {
        self.men.occupied() | self.unnamed()
    }

    /// Where men are seen that the board cannot name.
    pub(super) fn unnamed(&self) -> Bitboard {
        self.any | self.colored[0] | self.colored[1]
    }

    /// The men that the board names.
    pub(super) fn men(&self) -> &Board {
        &self.men
    }

    /// Where men of this colour are seen by name.
    pub(super) fn men_of(&self, color: Color) -> Bitboard {
        self.men.by_color(color)
    }

    /// The same, for the account.
    pub(super) fn told(&self) -> account::Shown {
        account::Shown { men: self.men.clone(), unnamed: self.unnamed() }
    }

    /// The man that is seen by name on a square.
    pub(super) fn man(&self, square: Square) -> Option<Piece> {
        self.men.piece_at(square)
    }

    /// The squares on which the readings do not fit `board`.
    pub(super) fn mismatch(&self, board: &Board) -> Bitboard {
        let named = differing(&self.men, board) & !self.upside_down(board);
        let unnamed = self.unnamed();
        if unnamed.is_empty() {
            return named;
        }
        let [black, white] = self.colored;
        (named & !unnamed)
            | (self.any & !board.occupied())
            | (black & !board.by_color(Color::Black))
            | (white & !board.by_color(Color::White))
    }
}

impl Shown {
    /// Where a rook is seen that may be the queen of `board`.
    fn upside_down(&self, board: &Board) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for color in Color::ALL {
            if self.rooks_for_queens[color as usize] {
                squares |=
                    self.men_of(color) & self.men.rooks() & board.by_piece(Role::Queen.of(color));
            }
        }
        squares
    }
}
