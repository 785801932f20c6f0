//! Links that are lost for a while in the middle of a game, under a virtual clock: what was played meanwhile is found by
//! what the board shows.

use std::path::Path;
use std::time::Duration;

use touchmove_drivers::observation::Sensing;
use touchmove_lab::simulate::{Cue, Rate, RateSetting};

use crate::support::games::Scored;
use crate::support::ways::Way;
use crate::virtual_game::{Absence, SITTING_DOWN, watch};

/// For so long nobody listens ...
const LOST_FOR: Duration = Duration::from_secs(10);

/// ... from each of these plies on: there are captures, castlings and quiet moves after them.
const LOST_FROM: [usize; 8] = [2, 7, 11, 16, 20, 25, 31, 37];

/// How long players think, in milliseconds, and that they wait for each other: in the time of the loss they make one move
/// or two.
const THINKING: [(Rate, f64); 3] =
    [(Rate::ThinkLeast, 5_200.0), (Rate::ThinkMost, 6_500.0), (Rate::Overlap, 0.0)];

#[test]
fn a_link_that_is_lost_for_ten_seconds_costs_no_move_that_the_board_still_shows() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let scored = Scored::read(&games.join("babula-efimenko.pgn"), 1);
    let game = scored.game();
    let (mut wrong, mut understood) = (Vec::new(), 0);
    for way in Way::all().into_iter().filter(|way| !way.is_line() && shows_squares(*way)) {
        let mut rates = way.rates();
        for (rate, value) in THINKING {
            rates.set(RateSetting::new(rate, value).unwrap());
        }
        for (seed, from) in (1..).zip(LOST_FROM) {
            let told = |absence| {
                let cue = Cue::Host(SITTING_DOWN);
                let player = way.played(&game, rates.clone(), 12_345, seed, cue);
                let view = watch(way, player, absence);
                view.moves.iter().map(|made| made.told.uci.to_string()).collect::<Vec<_>>()
            };
            // What is not understood even by who listens is another matter.
            if told(Absence::Never) != scored.moves {
                continue;
            }
            understood += 1;
            let moves = told(Absence::For(from, LOST_FOR));
            if moves != scored.moves {
                wrong.push(format!("{way:?}, lost from ply {from} on: {moves:?}"));
            }
        }
    }
    assert!(understood >= 100, "{understood}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether its boards tell what stands on their squares, and no moves.
fn shows_squares(way: Way) -> bool {
    matches!(way.family.sensing, Sensing::Identity | Sensing::Occupancy)
}
