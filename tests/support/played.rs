//! A game that two people play on a simulated board.

use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position, Square};
use touchmove_drivers::Instant;
use touchmove_lab::simulate::{Action, Deed, Timeline, Truth};

/// Each move takes so long, with a press.
pub(crate) fn played(pace: Duration, moves: &[&str]) -> Timeline {
    const AIR: Duration = Duration::from_millis(250);
    let mut position = Chess::default();
    let start = position.board().clone();
    let mut at = Instant::from_millis(100);
    let (mut deeds, mut landings) = (vec![Deed { at, action: Action::StartStop }], Vec::new());
    for uci in moves {
        let play = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let turn = position.turn();
        let (from, to): (Square, Square) = (play.from().unwrap(), play.to());
        let piece = position.board().piece_at(from).unwrap();
        position.play_unchecked(play);
        let landed = at + AIR * 2;
        deeds.push(Deed { at: at + AIR, action: Action::Lift(from) });
        deeds.push(Deed { at: landed, action: Action::Place(to, piece) });
        deeds.push(Deed { at: landed + AIR, action: Action::Press(turn) });
        landings.push(landed);
        at = at + pace;
    }
    assert_eq!(position.turn(), Color::White);
    Timeline { start, deeds, landings, truth: Truth::default() }
}
