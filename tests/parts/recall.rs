//! What hands played on a board while nobody listened is fetched back from its log, under a virtual clock.

use touchmove_core::game::view::GameView;
use touchmove_drivers::dgt;
use touchmove_lab::simulate::BoardTurn::{self, Turned, Usual};
use touchmove_lab::simulate::Style;

use crate::support::games::Scored;
use crate::virtual_game::{Absence, play, play_without};

/// Hands of so many seeds play each game.
const SEEDS: u64 = 4;
/// Plies that are missed in virtual time: so few that the position shows them or nothing, and many.
const AWAY: [usize; 4] = [1, 2, 4, 12];

#[test]
fn what_calm_hands_played_is_told_as_if_somebody_had_listened() {
    let mut wrong = Vec::new();
    for style in [Style::Clean, Style::Mixed, Style::Slides] {
        for orientation in [Usual, Turned] {
            each_game(style, orientation, |what, heard, recalled| {
                let clocks = |view: &GameView| -> Vec<_> {
                    view.moves.iter().map(|made| made.left).collect()
                };
                if moves(heard) != moves(recalled) || clocks(heard) != clocks(recalled) {
                    wrong.push(what.to_owned());
                }
            });
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_quick_hands_played_on_is_told_though_they_never_stopped() {
    let mut wrong = Vec::new();
    for style in [Style::Quick, Style::Blitz] {
        for orientation in [Usual, Turned] {
            each_game(style, orientation, |what, heard, recalled| {
                if moves(heard) != moves(recalled) {
                    wrong.push(what.to_owned());
                }
            });
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Plays each game twice: with a host that listens throughout, and with one that was away for a while.
fn each_game(
    style: Style,
    orientation: BoardTurn,
    mut compare: impl FnMut(&str, &GameView, &GameView),
) {
    for scored in ["ghosh-bartel.pgn", "oro-brkic.pgn"].map(Scored::demo) {
        let game = scored.game();
        for (seed, away) in (1..=SEEDS).zip(AWAY) {
            let from = 4 + 3 * usize::try_from(seed).unwrap();
            let heard = play(&game, &dgt::FAMILY, style, orientation, seed);
            // What is not understood even so is another matter.
            if moves(&heard) == scored.moves {
                let away = from..from + away;
                let what = format!("{style:?} {orientation:?} {:?} {seed} {away:?}", scored.pgn);
                let away = Absence::Plies(away);
                let recalled = play_without(&game, &dgt::FAMILY, style, orientation, seed, away);
                compare(&what, &heard, &recalled);
            }
        }
    }
}

fn moves(view: &GameView) -> Vec<String> {
    view.moves.iter().map(|made| made.told.uci.to_string()).collect()
}
