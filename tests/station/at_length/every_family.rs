//! A game on a board of each family, by each of its transports, beside each other in one hall: from the boards' own ends
//! over real links to a client.

use std::path::Path;
use std::process::Command;

use touchmove_lab::simulate::{Cue, Gong};

use crate::support::boards_by_way::Boards;
use crate::support::daemon::TOUCHMOVE;
use crate::support::games::Scored;
use crate::support::ways::Way;

/// Of `tests/games/short.pgn`: 14 plies, with a capture en passant that is taken back on its square, and both castle.
const GAME: usize = 13;

const SEED: u64 = 1;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_on_a_board_of_each_family_is_told_by_each_way_that_leads_to_it() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/short.pgn");
    let scored = Scored::read(&games, GAME);
    let (mut boards, mut ports, gong) = (Boards::default(), Vec::new(), Gong::default());
    for (serial, way) in (30_001..).zip(Way::all()) {
        let player = way.blitz(&scored.game(), serial, SEED, Cue::Gong(gong.clone()));
        ports.push(boards.add(way, player));
    }
    let mut hall = boards.heard().await;
    hall.until_set_up(&ports).await;
    gong.strike();
    hall.until_told(&ports, &scored.moves).await;
    let (state, _) = hall.stop();
    let judged = judged_from_wire(state.path());
    assert_eq!(judged.matches("made anew from the wire").count(), ports.len(), "{judged}");
    assert!(judged.contains("all concluded as they were told"), "{judged}");
}

/// What is said of the evidence when each driver is run again over what went by.
fn judged_from_wire(state: &Path) -> String {
    let words = ["readjudicate", "--from", "wire", "--state", state.to_str().unwrap()];
    let output = Command::new(TOUCHMOVE).args(words).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}
