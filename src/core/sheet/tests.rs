mod illegal;
mod pgn;

use shakmaty::{Color, KnownOutcome};

use super::*;
use crate::game::view::Break;
use crate::sheet::samples::{fen, paired, played, replayed, with_clocks};

const WHITE_WON: KnownOutcome = KnownOutcome::Decisive { winner: Color::White };
