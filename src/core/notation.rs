//! Moves as players write them (Appendix C of the Laws): algebraic notation in English or Turkish letters.
//!
//! Reading is as liberal as scoresheets are: long and short form, optional signs, notes behind the move.
//! Writing gives one form, that of the handbook: `exd8Q+`, `0-0`.

mod read;
#[cfg(test)]
mod tests;
mod write;

use shakmaty::{Move, Role};

pub use read::{LONGEST, parse};
pub use write::write;

/// Whose initials stand for the pieces (article 2.2, C.2–C.3). The letters overlap: `K` is the king in
/// English and the rook (kale) in Turkish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// `K Q R B N`.
    English,
    /// `Ş V K F A`; `S` is read as `Ş`.
    Turkish,
}

/// What a player wrote for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The move.
    pub mv: Move,
    /// Whether a draw offer is noted with it, `(=)` (8.1.5) or `=` (1997).
    pub offers_draw: bool,
}

/// Why a text gives no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableMove {
    /// It is longer than [`LONGEST`] bytes.
    #[error("longer than {LONGEST} bytes: not one move")]
    TooLong,
    /// It is not algebraic notation in these letters.
    #[error("not a move in algebraic notation")]
    NotNotation,
    /// It is notation, and no legal move of the position is written so.
    #[error("no legal move is written so here")]
    NoSuchMove,
    /// Several legal moves may be meant.
    #[error("{} legal moves may be meant", .0.len())]
    Ambiguous(Vec<Move>),
}

impl Letters {
    /// The letters of a language, by its ISO 639 code; English where it has none here.
    #[must_use]
    pub fn of_language(code: &str) -> Self {
        if code == "tr" { Self::Turkish } else { Self::English }
    }

    /// The letter that is written for a piece; pawns have none.
    #[must_use]
    pub const fn letter(self, role: Role) -> Option<char> {
        match (self, role) {
            (_, Role::Pawn) => None,
            (Self::English, Role::King) | (Self::Turkish, Role::Rook) => Some('K'),
            (Self::English, Role::Queen) => Some('Q'),
            (Self::English, Role::Rook) => Some('R'),
            (Self::English, Role::Bishop) => Some('B'),
            (Self::English, Role::Knight) => Some('N'),
            (Self::Turkish, Role::King) => Some('Ş'),
            (Self::Turkish, Role::Queen) => Some('V'),
            (Self::Turkish, Role::Bishop) => Some('F'),
            (Self::Turkish, Role::Knight) => Some('A'),
        }
    }

    /// The piece that a letter is read as. `P` is read for a pawn (2.2 until 1997), and never written.
    #[must_use]
    pub fn piece(self, letter: char) -> Option<Role> {
        match letter {
            'P' => Some(Role::Pawn),
            // a keyboard without cedillas, and the letter with a comma below
            'S' | 'Ș' if self == Self::Turkish => Some(Role::King),
            _ => Role::ALL.into_iter().find(|role| self.letter(*role) == Some(letter)),
        }
    }
}
