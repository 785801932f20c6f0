//! Moves that two people make on a simulated board.

use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position, Square};
use touchmove_drivers::Instant;
use touchmove_lab::simulate::{Action, Deed, Timeline, Truth};

/// These moves, from the position on, which becomes the one after them. Each takes so long, with a press; the clock is
/// started where the game begins. Nobody castles.
pub(crate) fn made(position: &mut Chess, pace: Duration, moves: &[&str]) -> Timeline {
    const AIR: Duration = Duration::from_millis(250);
    let start = position.board().clone();
    let mut at = Instant::from_millis(100);
    let (mut deeds, mut landings) = (Vec::new(), Vec::new());
    if *position == Chess::default() && !moves.is_empty() {
        deeds.push(Deed { at, action: Action::StartStop });
    }
    for uci in moves {
        let play = uci.parse::<UciMove>().unwrap().to_move(position).unwrap();
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
    Timeline { start, deeds, landings, truth: Truth::default() }
}
