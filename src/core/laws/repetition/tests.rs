//! Games that come back to where they were.

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move, Role, Square};

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8";

/// A game from a position on.
struct Game {
    positions: Vec<Chess>,
    history: History,
}

impl Game {
    fn of(fen: &str, moves: &str) -> Self {
        let start = position(fen);
        let mut history = History::new();
        history.push(&start);
        let mut game = Self { positions: vec![start], history };
        moves.split_whitespace().for_each(|uci| game.play(uci));
        game
    }

    fn after(&self, uci: &str) -> Chess {
        let last = self.positions.last().unwrap();
        let mv = uci.parse::<UciMove>().unwrap().to_move(last).unwrap();
        last.clone().play(mv).unwrap()
    }

    fn play(&mut self, uci: &str) {
        let after = self.after(uci);
        self.history.push(&after);
        self.positions.push(after);
    }

    fn take_back(&mut self, to_ply: usize) {
        self.history.truncate(to_ply);
        self.positions.truncate(to_ply + 1);
    }

    fn occurrences(&self) -> u32 {
        self.history.occurrences_of_last()
    }
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn position_that_has_just_appeared_for_the_third_time_is_claimed() {
    let game = Game::of(START, &[KNIGHTS; 2].join(" "));
    assert_eq!(game.occurrences(), 3);
    assert!(is_threefold(game.occurrences()));
    let game = Game::of(START, KNIGHTS);
    assert_eq!(game.occurrences(), 2);
    assert!(!is_threefold(game.occurrences()));
}

#[test]
fn position_that_an_intended_move_brings_is_claimed() {
    let game = Game::of(START, &format!("{KNIGHTS} g1f3 g8f6 f3g1"));
    assert_eq!(game.history.occurrences_with(&game.after("f6g8")), 3);
    assert_eq!(game.occurrences(), 2, "an intended move is not played");
    let game = Game::of(START, "g1f3 g8f6 f3g1");
    assert_eq!(game.history.occurrences_with(&game.after("f6g8")), 2);
}

#[test]
fn fifth_occurrence_draws_and_the_fourth_does_not() {
    let game = Game::of(START, &[KNIGHTS; 3].join(" "));
    assert_eq!((game.occurrences(), is_fivefold(game.occurrences())), (4, false));
    let game = Game::of(START, &[KNIGHTS; 4].join(" "));
    assert_eq!((game.occurrences(), is_fivefold(game.occurrences())), (5, true));
}

#[test]
fn right_to_castle_tells_positions_apart() {
    let moves = "h1g1 h8g8 g1h1 g8h8";
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(Game::of(fen, &[moves; 2].join(" ")).occurrences(), 2);
    assert_eq!(Game::of(fen, &[moves; 3].join(" ")).occurrences(), 3);
}

#[test]
fn taking_in_passing_tells_positions_apart_only_where_it_is_legal() {
    let kings = "e8e7 e1e2 e7e8 e2e1";
    let twice = [kings; 2].join(" ");
    let could = Game::of("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", &format!("a2a4 {twice}"));
    assert_eq!(could.occurrences(), 2);
    let nobody = Game::of("4k3/8/8/8/8/7p/P7/4K3 w - - 0 1", &format!("a2a4 {twice}"));
    assert_eq!(nobody.occurrences(), 3);
    let moves = "d2d4 a4a5 e1e2 a5a4 e2e1 a4a5 e1e2 a5a4 e2e1";
    let pinned = Game::of("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", moves);
    assert_eq!(pinned.occurrences(), 3);
}

#[test]
fn player_on_move_tells_positions_apart() {
    let game = Game::of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1 e8d8 b1c1 d8e8 c1a1");
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn fifty_and_seventy_five_moves_are_counted_from_the_start_on() {
    let game = Game::of("4k3/8/8/8/8/8/R7/4K3 w - - 98 80", "a2b2");
    assert_eq!((game.history.halfmoves(), is_fifty(game.history.halfmoves())), (99, false));
    let game = Game::of("4k3/8/8/8/8/8/R7/4K3 w - - 100 80", "");
    assert!(is_fifty(game.history.halfmoves()));
    let game = Game::of("4k3/8/8/8/8/8/R7/4K3 w - - 149 120", "");
    assert!(!is_seventy_five(game.history.halfmoves()));
    let game = Game::of("4k3/8/8/8/8/8/R7/4K3 w - - 149 120", "a2b2");
    assert!(is_seventy_five(game.history.halfmoves()));
    let game = Game::of("4k3/8/8/8/8/8/R6P/4K3 w - - 149 120", "h2h3");
    assert_eq!(game.history.halfmoves(), 0);
}

#[test]
fn taking_a_pawn_move_back_brings_earlier_positions_back() {
    let mut game = Game::of(START, KNIGHTS);
    game.play("e2e4");
    assert_eq!((game.occurrences(), game.history.halfmoves()), (1, 0));
    game.take_back(4);
    assert_eq!((game.occurrences(), game.history.halfmoves()), (2, 4));
    KNIGHTS.split_whitespace().for_each(|uci| game.play(uci));
    assert_eq!((game.occurrences(), game.history.halfmoves()), (3, 8));
}

#[test]
fn nothing_has_stood_before_the_start() {
    let mut history = History::new();
    assert_eq!((history.occurrences_of_last(), history.halfmoves()), (0, 0));
    history.truncate(usize::MAX);
    history.push(&Chess::default());
    history.truncate(usize::MAX);
    assert_eq!(history.occurrences_of_last(), 1);
}

#[test]
fn positions_without_an_own_king_are_counted_too() {
    let mut game = Game::of("4k3/8/8/2p5/8/8/3P4/K2R4 w - - 0 1", "");
    let taken = Some(Role::King);
    for (role, from, to, capture) in [
        (Role::Rook, Square::D1, Square::E8, taken),
        (Role::Pawn, Square::C5, Square::C4, None),
        (Role::Pawn, Square::D2, Square::D4, None),
    ] {
        let mut after = game.positions.last().unwrap().clone();
        after.play_unchecked(Move::Normal { role, from, capture, to, promotion: None });
        game.history.push(&after);
        game.positions.push(after);
        assert_eq!(game.occurrences(), 1);
    }
    let last = game.positions.last().unwrap();
    assert!(last.board().king_of(last.turn()).is_none() && last.maybe_ep_square().is_some());
}

#[test]
fn a_half_move_takes_sixteen_bytes() {
    assert_eq!(size_of::<Stood>(), 16);
}

/// What players do who go to and fro: a choice among few moves, or a move taken back.
fn steps() -> impl Strategy<Value = Vec<(usize, Option<u8>)>> {
    prop::collection::vec((0_usize..3, prop::option::weighted(0.1, 0_u8..8)), 0..150)
}

proptest! {
    #[test]
    fn occurrences_are_those_of_equal_positions(from in 0_usize..3, steps in steps()) {
        let fens = [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1",
            "4k2r/8/8/8/1p6/8/P7/4K3 w k - 0 1",
        ];
        let mut game = Game::of(fens[from], "");
        for (choice, back) in steps {
            if let Some(back) = back {
                let to_ply = (game.positions.len() - 1).saturating_sub(back.into());
                game.take_back(to_ply);
            } else {
                let last = game.positions.last().unwrap();
                let mut legal = last.legal_moves();
                legal.sort_by_key(|mv| (mv.is_zeroing(), mv.to() as u8, mv.from().map(|from| from as u8)));
                let Some(mv) = legal.get(choice) else { continue };
                let after = last.clone().play(*mv).unwrap();
                let stood = game.positions.iter().filter(|stood| **stood == after).count() as u32;
                prop_assert_eq!(game.history.occurrences_with(&after), stood + 1);
                game.history.push(&after);
                game.positions.push(after);
            }
            let last = game.positions.last().unwrap();
            let stood = game.positions.iter().filter(|stood| *stood == last).count() as u32;
            prop_assert_eq!(game.occurrences(), stood);
            prop_assert_eq!(game.history.halfmoves(), last.halfmoves());
        }
    }
}
