//! What stands on a square, as a sign of text.

use touchmove_drivers::observation::{Color, Piece, Reading, Role};

/// The sign of a reading: a chess piece, a disk where only its colour or nothing of it is known; nothing where nothing stands.
pub(super) const fn figure(reading: Reading) -> &'static str {
    match reading {
        Reading::Empty => "",
        Reading::Piece(Piece { color, role }) => {
            let [white, black] = match role {
                Role::King => ["♔", "♚"],
                Role::Queen => ["♕", "♛"],
                Role::Rook => ["♖", "♜"],
                Role::Bishop => ["♗", "♝"],
                Role::Knight => ["♘", "♞"],
                Role::Pawn => ["♙", "♟"],
            };
            match color {
                Color::White => white,
                Color::Black => black,
            }
        }
        Reading::Color(Color::White) => "○",
        Reading::Color(Color::Black) | Reading::Occupied => "●",
        Reading::Unknown => "?",
    }
}
