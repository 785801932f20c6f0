//! Sheets of games, and PGN read back, for the tests of whoever writes or reads them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a sample that is wrong is a test that fails"
)]

pub mod replayed;

use std::time::Duration;

use jiff::civil::date;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use touchmove_drivers::observation::ClockTime;
use touchmove_drivers::recording::Variant;

use super::{Seat, Sheet, SheetMove, SheetStart};
use crate::pairing::{
    BoardNumber, FideId, Pairing, Player, Rating, Round, Title, TournamentHeader,
};

/// The round of this number.
pub fn round(number: u16) -> Round {
    Round::new(number).unwrap()
}

fn board(number: u16) -> BoardNumber {
    BoardNumber::new(number).unwrap()
}

/// A table of which nothing is known but its number.
pub fn unpaired(round_number: u16, board_number: u16) -> Seat {
    Seat::Unpaired { round: round(round_number), board: board(board_number) }
}

/// A game that nothing is known of but its moves, each in SAN; `!e1e3` is an illegal one.
pub fn played(start: SheetStart, moves: &str) -> Sheet {
    let mode = match start.variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    };
    let mut position: Chess = start.fen.parse::<Fen>().unwrap().into_position(mode).unwrap();
    let moves = moves.split_whitespace().map(|text| one_move(&mut position, mode, text)).collect();
    Sheet {
        event: TournamentHeader::default(),
        date: None,
        seat: unpaired(3, 12),
        start,
        moves,
        breaks: vec![],
        outcome: None,
    }
}

fn one_move(position: &mut Chess, mode: CastlingMode, text: &str) -> SheetMove {
    let side = position.turn();
    let (mv, san) = match text.strip_prefix('!') {
        Some(uci) => (by_force(position, uci), None),
        None => {
            let mv = text.parse::<SanPlus>().unwrap().san.to_move(position).unwrap();
            (mv, Some(SanPlus::from_move(position.clone(), mv).to_string()))
        }
    };
    position.play_unchecked(mv);
    let uci = mv.to_uci(mode).to_string();
    SheetMove { side, san, uci, fen: fen(position), left: None, spent: None, is_doubtful: false }
}

/// A move that no rule allows.
fn by_force(position: &Chess, uci: &str) -> Move {
    let Ok(UciMove::Normal { from, to, promotion }) = uci.parse() else { panic!("{uci}") };
    let role = position.board().role_at(from).unwrap();
    Move::Normal { role, from, capture: position.board().role_at(to), to, promotion }
}

/// A position as text.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Gives every move the times of a clock that began at an hour and a half.
pub fn with_clocks(mut sheet: Sheet) -> Sheet {
    let mut left = [5_400_u32; 2];
    for (made, spent) in sheet.moves.iter_mut().zip((5..120).step_by(7).cycle()) {
        let left = &mut left[usize::from(made.side.is_black())];
        *left = *left + 30 - spent;
        made.left = ClockTime::from_millis(*left * 1_000 + 940);
        made.spent = Some(Duration::from_secs(spent.into()));
    }
    sheet
}

/// Two players of whom nearly everything is known.
pub fn pairing() -> Pairing {
    let white = Player {
        name: "Ivančuk, \"Chuky\"".into(),
        fide_id: FideId::new(14_100_010),
        title: Some(Title::Gm),
        rating: Rating::new(2_678),
        federation: Some("UKR".into()),
        team: Some("Kyjiv \\ 1".into()),
    };
    let black = Player {
        name: "Yıldız, Betül Cemre".into(),
        fide_id: FideId::new(6_302_181),
        title: Some(Title::Wgm),
        rating: None,
        federation: None,
        team: None,
    };
    Pairing {
        round: round(3),
        board: board(12),
        section: Some("Open".into()),
        white,
        black,
        time_control: Some("90 min/40 moves + 30 sec".into()),
        start: None,
        outcome: None,
    }
}

/// The game of [`pairing`] at an event that has a name, a place and days.
pub fn paired(sheet: Sheet) -> Sheet {
    let event = TournamentHeader {
        name: Some("Memoriál R. Rétiho".into()),
        site: Some("Pezinok".into()),
        date: Some(date(2026, 11, 19)),
    };
    let seat = Seat::Paired(Box::new(pairing()));
    Sheet { event, date: Some(date(2026, 11, 21)), seat, ..sheet }
}
