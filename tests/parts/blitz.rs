//! Blitz on boards of every family, under a virtual clock: what their ends say of quick hands is told as it was played.

use std::path::Path;

use touchmove_lab::simulate::Cue;

use crate::support::games::Scored;
use crate::support::ways::Way;
use crate::virtual_game::{Absence, SITTING_DOWN, watch};

/// Hands of so many seeds play the game, which has 43 plies and many captures, of which all follows from the squares on which
/// something stands. Others take a piece and are taken so fast that squares which only sense that
/// something stands there show neither.
const SEEDS: u64 = 4;

#[test]
fn blitz_on_a_board_of_each_family_is_told_as_it_was_played() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let scored = Scored::read(&games.join("babula-efimenko.pgn"), 1);
    let game = scored.game();
    let mut wrong = Vec::new();
    for way in Way::all().into_iter().filter(|way| !way.is_line()) {
        for seed in 1..=SEEDS {
            let player = way.blitz(&game, 12_345, seed, Cue::Host(SITTING_DOWN));
            let view = watch(way, player, Absence::Never);
            let moves: Vec<_> = view.moves.iter().map(|made| made.told.uci.to_string()).collect();
            if moves != scored.moves {
                wrong.push(format!("{way:?}, seed {seed}: {moves:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
