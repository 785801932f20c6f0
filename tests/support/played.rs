//! A game that two people play on a simulated board.

use std::time::Duration;

use shakmaty::{Chess, Color, Position};
use touchmove_lab::simulate::Timeline;

use super::made::made;

/// Each move takes so long, with a press.
pub(crate) fn played(pace: Duration, moves: &[&str]) -> Timeline {
    let mut position = Chess::default();
    let timeline = made(&mut position, pace, moves);
    assert_eq!(position.turn(), Color::White);
    timeline
}
