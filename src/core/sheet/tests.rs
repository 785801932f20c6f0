mod illegal;
mod pgn;
mod thinking;

use shakmaty::Color;

use super::*;
use crate::game::view::Break;
use crate::points::ResultValue;
use crate::sheet::samples::{fen, paired, played, replayed, with_clocks};

const WHITE_WON: Outcome = Outcome::Played(ResultValue::WhiteWins);
