//! Who says what stands on a board, and of what that is evidence.

use touchmove_drivers::observation::Sensing;

use crate::account::What;

/// Who says what stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// Its squares: each says what stands on it, whatever hands have done.
    Squares,
    /// The board, which follows the game by rules of its own: it tells what it has made of what hands did. It shows no
    /// touch and no illegal move, and nobody is accused on its word.
    Board,
}

impl From<Sensing> for Witness {
    fn from(sensing: Sensing) -> Self {
        match sensing {
            Sensing::Identity | Sensing::Occupancy | Sensing::Colour => Self::Squares,
            Sensing::Moves => Self::Board,
        }
    }
}

impl Witness {
    /// Whether this can be told on its word: of hands and clocks a board knows nothing that tells moves.
    pub(super) const fn can_tell(self, what: &What) -> bool {
        match self {
            Self::Squares => true,
            Self::Board => !matches!(
                what,
                What::Touch(_)
                    | What::Release(_)
                    | What::Press(_)
                    | What::Clock(_)
                    | What::ClockAway
            ),
        }
    }
}
