//! What the board shows, as sets of squares.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};
use touchmove_drivers::observation::Reading;

use super::readings::{color_of, piece_of};
use crate::account::{self, differing};

/// The readings in squares of the game: pieces by name, and those that the board cannot name.
#[derive(Clone, Debug)]
pub(super) struct PieceSets {
    named: Board,
    /// Some piece, nobody knows which.
    any: Bitboard,
    /// Some piece of Black's, some piece of White's.
    colored: [Bitboard; 2],
    /// The colours of which a rook may be a queen put down upside down: Black's, White's.
    rooks_for_queens: [bool; 2],
}

impl PieceSets {
    pub(super) fn nothing() -> Self {
        Self {
            named: Board::empty(),
            any: Bitboard::EMPTY,
            colored: [Bitboard::EMPTY; 2],
            rooks_for_queens: [false; 2],
        }
    }

    /// Takes a reading of one square.
    pub(super) fn set(&mut self, square: Square, reading: Reading) {
        self.named.discard_piece_at(square);
        self.any.discard(square);
        self.colored.iter_mut().for_each(|squares| squares.discard(square));
        match reading {
            Reading::Empty => {}
            Reading::Occupied | Reading::Unknown => self.any.add(square),
            Reading::Color(color) => self.colored[color_of(color) as usize].add(square),
            Reading::Piece(_) => {
                if let Some(piece) = piece_of(reading) {
                    self.named.set_piece_at(square, piece);
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

    /// Another piece that the one seen on a square may be.
    pub(super) fn other_piece(&self, square: Square) -> Option<Piece> {
        let rook = self.piece_at(square).filter(|piece| piece.role == Role::Rook)?;
        self.rooks_for_queens[rook.color as usize].then_some(Role::Queen.of(rook.color))
    }

    /// Where pieces are seen.
    pub(super) fn occupied(&self) -> Bitboard {
        self.named.occupied() | self.unnamed()
    }

    /// Where pieces are seen that the board cannot name.
    pub(super) fn unnamed(&self) -> Bitboard {
        self.any | self.colored[0] | self.colored[1]
    }

    /// The pieces that the board names.
    pub(super) fn named(&self) -> &Board {
        &self.named
    }

    /// Where pieces of this colour are seen by name.
    pub(super) fn pieces_of(&self, color: Color) -> Bitboard {
        self.named.by_color(color)
    }

    /// The same, for the account.
    pub(super) fn for_account(&self) -> account::Shown {
        account::Shown { pieces: self.named.clone(), unnamed: self.unnamed() }
    }

    /// The piece that is seen by name on a square.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.named.piece_at(square)
    }

    /// The squares on which the readings do not fit `board`.
    pub(super) fn mismatch(&self, board: &Board) -> Bitboard {
        let mut named = differing(&self.named, board);
        if self.rooks_for_queens != [false; 2] {
            named &= !self.upside_down(board);
        }
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

impl PieceSets {
    /// Whether the readings fit `board`, but for the `numb` squares.
    pub(super) fn fits(&self, board: &Board, numb: Bitboard) -> bool {
        // Most boards that they do not fit are told by where any piece stands.
        ((self.occupied() ^ board.occupied()) & !numb).is_empty()
            && (self.mismatch(board) & !numb).is_empty()
    }

    /// Where a rook is seen that may be the queen of `board`.
    fn upside_down(&self, board: &Board) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for color in Color::ALL {
            if self.rooks_for_queens[color as usize] {
                squares |= self.pieces_of(color)
                    & self.named.rooks()
                    & board.by_piece(Role::Queen.of(color));
            }
        }
        squares
    }
}
