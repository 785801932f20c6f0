//! What is written on an envelope (13.2 of 1995), and kept to resume the game by.

use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position};
use touchmove_drivers::observation::ClockTime;

/// An adjourned game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjourned {
    /// Who has sealed.
    pub sealer: Color,
    /// The position before the sealed move.
    pub position: Arc<Chess>,
    /// What each has left, White's first, where a clock shows it.
    pub left: Option<[ClockTime; 2]>,
}

impl Adjourned {
    /// The position as a FEN.
    pub fn fen(&self) -> String {
        Fen::from_position(&*self.position, EnPassantMode::Legal).to_string()
    }

    /// The number of the sealed move.
    pub fn number(&self) -> u32 {
        self.position.fullmoves().get()
    }
}
