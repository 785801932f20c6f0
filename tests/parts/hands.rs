//! Real games, played by simulated hands under a virtual clock, come out move by move, with their results.

use touchmove_drivers::dgt;
use touchmove_lab::simulate::BoardTurn::{self, Turned, Usual};
use touchmove_lab::simulate::Style;

use crate::support::games;
use crate::virtual_game;

#[test]
fn hands_that_slide_brush_and_hesitate_are_understood() {
    all_are_understood(Usual);
}

#[test]
fn such_hands_are_understood_on_a_turned_board() {
    all_are_understood(Turned);
}

/// Hands of so many seeds play every game in virtual time.
const SEEDS: u64 = 10;

/// Plays every game in virtual time, with pauses as long as in real life.
fn all_are_understood(orientation: BoardTurn) {
    let mut wrong = Vec::new();
    for scored in games::real() {
        let game = scored.game();
        for seed in 1..=SEEDS {
            let view = virtual_game::play(&game, &dgt::FAMILY, Style::Mixed, orientation, seed);
            let moves: Vec<_> = view.moves.iter().map(|made| made.told.uci.to_string()).collect();
            let result = view.result.map_or("*", |result| result.value.pgn());
            if moves != scored.moves || result != scored.result {
                wrong.push(format!("seed {seed}:\n{scored:?}\n{moves:?} {result}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
