//! Rounds as they may be public, for the tests of whoever shows them.

use touchmove_core::sheet::samples::{paired, pairing, with_clocks};
use touchmove_core::tournament::release::{IllegalMove, Release, ReleasedMove};

use super::*;

/// Round 3, at whose table 12 this is played.
pub(in crate::public) fn view_of(sheet: Sheet) -> PublicView {
    let sheet = with_clocks(paired(sheet));
    let place = GamePlace { pairing: Arc::new(pairing()), event: Arc::new(sheet.event.clone()) };
    let round = PublicRound {
        number: 3,
        event: sheet.event.name.clone(),
        stage: "running".to_owned(),
        places: vec![place],
    };
    let game = Arc::new(game(&sheet));
    let (games, seated) = (vec![Arc::clone(&game)], HashMap::from([((3, 12), game)]));
    let known =
        Known { rounds: vec![Arc::new(round)], games, seated, is_reading_back: false, heard: None };
    PublicView::default().next(&known)
}

/// Round 3 with so many tables at which nothing is played yet.
pub(in crate::public) fn wide_view(tables: u16) -> PublicView {
    let place = |table| {
        let board = touchmove_core::pairing::BoardNumber::new(table).unwrap();
        let pairing = Arc::new(touchmove_core::pairing::Pairing { board, ..pairing() });
        GamePlace { pairing, event: Arc::default() }
    };
    let (event, stage) = (None, "running".to_owned());
    let round = PublicRound { number: 3, event, stage, places: (1..=tables).map(place).collect() };
    let (games, seated) = Default::default();
    let known =
        Known { rounds: vec![Arc::new(round)], games, seated, is_reading_back: false, heard: None };
    PublicView::default().next(&known)
}

fn game(sheet: &Sheet) -> PublicGame {
    let mut game = PublicGame {
        id: "p000007".to_owned(),
        round: 3,
        table: 12,
        start: sheet.start.fen.clone(),
        fen: sheet.moves.last().map_or(&sheet.start.fen, |made| &made.fen).clone(),
        outcome: sheet.outcome,
        ..PublicGame::default()
    };
    let (mut led_by, mut ply) = (Vec::new(), 0);
    for made in &sheet.moves {
        let (side, uci, fen) = (made.side, made.uci.clone(), made.fen.clone());
        ply += 1;
        let Some(san) = made.san.clone() else {
            led_by.push(IllegalMove { side, uci, fen });
            continue;
        };
        let led_by = std::mem::take(&mut led_by);
        let made_now = ReleasedMove { ply, uci, san, fen, side, is_doubtful: false, led_by };
        game.released.take(&Release::Move(made_now));
        if let Some(left) = made.left {
            game.released.take(&Release::Time { ply, left });
        }
    }
    game
}
