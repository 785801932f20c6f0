use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use proptest::prelude::*;
use shakmaty::{Color, Move, Piece, Role, Square};
use touchmove_drivers::Instant;

use super::*;
use crate::simulate::pgn::PgnError;
use crate::simulate::timeline::{Action, Deed};

mod planted;
mod styles;

/// Games in which every kind of move occurs, in both styles of castling and both colours.
const GAMES: &[&str] = &[
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 \
     9. Rxd1 Bg4 10. f3 Be6 11. Nc3 c4 12. Nd4 O-O-O 13. Nxe6 Rxd1+ 14. Nxd1 1/2-1/2",
    "1. e4 a6 2. e5 d5 3. exd6 h5 4. dxc7 h4 5. g4 hxg3 6. cxd8=N Rxh2 7. Nxb7 Rxh1 8. Nc5 gxf2+ \
     9. Kxf2 Rxg1 10. Qh5 Rg2+ 11. Kxg2 1-0",
    "[FEN \"8/P6k/8/8/8/8/p6K/8 w - - 0 1\"]\n\n1. a8=Q a1=R 2. Qe4+ Kg7 3. Qe5+ Kf7 4. Qxa1 1-0",
    "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\"]\n\n1... O-O 2. O-O-O Ra1+ 3. Kb2 Rxd1 0-1",
    "[Variant \"Chess960\"]\n[FEN \"1r2kr2/8/8/8/8/8/8/1RK4R w HBfb - 0 1\"]\n\n\
     1. O-O-O O-O 2. Rd7 Rb1+ 3. Kxb1 1-0",
    "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O Ke7 1/2-1/2",
    "1. f3 e5 2. g4 Qh4# 0-1",
    "1. e4 e5 *",
];

fn game(text: &str) -> PgnGame {
    PgnGame::read(text.as_bytes(), NonZeroUsize::MIN).unwrap()
}

fn manner(style: Style) -> PlayStyle {
    PlayStyle { rates: style.rates(), sins: Sins::Usual, clock: Some(Control::USUAL) }
}

/// As `manner`, with the kings in the centre at the end.
fn manner_with_kings(style: Style) -> PlayStyle {
    let mut manner = manner(style);
    manner.rates.set(RateSetting::new(Rate::Kings, 1.0).unwrap());
    manner
}

/// A table with its pieces, and those beside it: nothing is lost, only a piece that stands there is
/// lifted, and only one that was lifted or is spare is put down, on an empty square.
struct Table {
    board: Board,
    beside: HashMap<Piece, usize>,
}

impl Table {
    fn new(board: Board) -> Self {
        let spare = |color| {
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                .map(|role| (Piece { color, role }, 8))
        };
        Self { board, beside: Color::ALL.into_iter().flat_map(spare).collect() }
    }

    /// Plays the timeline and returns what stood there after each deed; panics where no hand could
    /// do it.
    fn play(&mut self, timeline: &Timeline) -> Vec<(Instant, Board)> {
        assert_eq!(self.board, timeline.start);
        assert!(timeline.deeds.is_sorted_by_key(|deed| deed.at), "time falls");
        let pieces = self.pieces();
        let mut seen = Vec::new();
        for deed in &timeline.deeds {
            match deed.action {
                Action::Lift(square) => {
                    let piece = self.board.remove_piece_at(square).expect("a man is lifted");
                    *self.beside.entry(piece).or_default() += 1;
                }
                Action::Place(square, piece) => {
                    assert_eq!(self.board.piece_at(square), None, "{deed:?}");
                    let left = self.beside.get_mut(&piece).filter(|left| **left > 0);
                    *left.expect("the man is there") -= 1;
                    self.board.set_piece_at(square, piece);
                }
                Action::Press(_) | Action::StartStop => {}
            }
            assert_eq!(self.pieces(), pieces, "a man is lost at {deed:?}");
            seen.push((deed.at, self.board.clone()));
        }
        seen
    }

    fn pieces(&self) -> usize {
        self.board.occupied().count() + self.beside.values().sum::<usize>()
    }
}

/// Checks that the hands show each position of the game in its turn, and end with the last.
fn check(game: &PgnGame, style: Style, seed: u64) {
    let timeline = play(game, game.start.board(), &manner(style), seed);
    let boards = Table::new(timeline.start.clone()).play(&timeline);
    assert_eq!(timeline.landings.len(), game.plies.len());
    assert!(timeline.landings.is_sorted());
    assert_eq!(&timeline.last_board(), game.last_position().board());

    let mut position = game.start.clone();
    for (index, ply) in game.plies.iter().enumerate() {
        let victim = en_passant_victim(ply.play);
        position.play_unchecked(ply.play);
        let landed = timeline.landings[index];
        let (_, mut board) = boards.iter().rfind(|(at, _)| *at <= landed).unwrap().clone();
        if let Some(square) = victim {
            board.discard_piece_at(square);
        }
        assert_eq!(&board, position.board(), "ply {index}, seed {seed}");
    }
}

fn en_passant_victim(play: Move) -> Option<Square> {
    match play {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    }
}

#[test]
fn every_position_of_a_game_stands_on_the_board_in_its_turn() {
    for text in GAMES {
        let game = game(text);
        check(&game, Style::Clean, 1);
        for seed in 0..200 {
            check(&game, Style::Mixed, seed);
        }
    }
}

#[test]
fn real_games_are_played_to_their_last_position() {
    let Some(data) = touchmove_needs::data() else { return };
    let mut played = 0;
    for entry in std::fs::read_dir(data.join("games")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        let text = std::fs::read(&path).unwrap();
        for number in [1, 2, 3, 20, 71].map(|number| NonZeroUsize::new(number).unwrap()) {
            match PgnGame::read(text.as_slice(), number) {
                Ok(game) => {
                    check(&game, Style::Clean, 1);
                    check(&game, Style::Mixed, 1 + played);
                    played += 1;
                }
                // Some end in an illegal move, as they were broadcast.
                Err(PgnError::Missing { .. } | PgnError::Move { .. }) => {}
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }
    assert!(played >= 20, "only {played} games");
}

#[test]
fn one_seed_gives_one_timeline_and_another_seed_another() {
    let game = game(GAMES[0]);
    let manner = manner_with_kings(Style::Mixed);
    let play = |seed| play(&game, game.start.board(), &manner, seed);
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
}

#[test]
fn the_mover_presses_after_each_move_but_mate() {
    let game = game(GAMES[6]);
    let timeline = play(&game, game.start.board(), &manner(Style::Clean), 1);
    let clock: Vec<_> = timeline
        .deeds
        .iter()
        .map(|deed| deed.action)
        .filter(|action| matches!(action, Action::Press(_) | Action::StartStop))
        .collect();
    let (white, black) = (Action::Press(Color::White), Action::Press(Color::Black));
    assert_eq!(clock, [black, Action::StartStop, white, black, white, Action::StartStop]);
}

#[test]
fn without_a_clock_nobody_presses() {
    let game = game(GAMES[0]);
    let manner = PlayStyle { clock: None, ..manner_with_kings(Style::Mixed) };
    let timeline = play(&game, game.start.board(), &manner, 1);
    let touches_clock = |deed: &Deed| matches!(deed.action, Action::Press(_) | Action::StartStop);
    assert!(!timeline.deeds.iter().any(touches_clock));
}

#[test]
fn kings_in_the_centre_tell_the_result() {
    let squares = |text: &str, seed| {
        let game = game(text);
        let manner = manner_with_kings(Style::Mixed);
        let timeline = play(&game, game.start.board(), &manner, seed);
        Table::new(timeline.start.clone()).play(&timeline);
        let board = timeline.last_board();
        (board.king_of(Color::White).unwrap(), board.king_of(Color::Black).unwrap())
    };
    for seed in 0..20 {
        assert_eq!(squares(GAMES[1], seed), (Square::E4, Square::D5));
        assert_eq!(squares(GAMES[6], seed), (Square::D4, Square::E5));
        let draw = squares(GAMES[0], seed);
        assert!([(Square::E4, Square::E5), (Square::D4, Square::D5)].contains(&draw), "{draw:?}");
    }
}

#[test]
fn an_open_result_leaves_the_pieces_where_they_are() {
    let game = game(GAMES[7]);
    let timeline = play(&game, game.start.board(), &manner_with_kings(Style::Clean), 1);
    assert_eq!(&timeline.last_board(), game.last_position().board());
}

#[test]
fn each_round_begins_where_the_one_before_has_ended() {
    let game = game(GAMES[1]);
    let rounds: Vec<_> =
        RepeatedGames::new(game.clone(), manner_with_kings(Style::Mixed), 3).take(3).collect();
    let mut table = Table::new(game.start.board().clone());
    for round in &rounds {
        table.play(round);
        assert_eq!(table.board, round.last_board());
    }
    assert_ne!(rounds[0].deeds, rounds[1].deeds);
}

#[test]
fn a_recorded_time_is_kept_within_bounds() {
    let text = "1. e4 {[%emt 0:00:05]} e5 {[%emt 0:10:00]} 2. d4 {[%emt 0:00:00]} *";
    let game = game(text);
    let timeline = play(&game, game.start.board(), &manner(Style::Clean), 1);
    let lifts: Vec<_> =
        timeline.deeds.iter().filter(|deed| matches!(deed.action, Action::Lift(_))).collect();
    let presses: Vec<_> =
        timeline.deeds.iter().filter(|deed| matches!(deed.action, Action::Press(_))).collect();
    let thought = |ply: usize| lifts[ply].at.since(presses[ply].at).as_millis();
    assert_eq!([thought(1), thought(2)], [20_000, 1_000]);
    // The clock is started half a second after the lever was set.
    assert_eq!(thought(0), 5_500);
}

#[test]
fn hands_are_as_varied_as_the_recorded_ones() {
    let game = game(GAMES[0]);
    let (mut moves, mut overwrites, mut captures, mut slides) = (0, 0, 0, 0);
    for seed in 0..400 {
        let timeline = play(&game, game.start.board(), &manner(Style::Mixed), seed);
        let mut position = game.start.clone();
        let mut deeds = timeline.deeds.iter().peekable();
        for (ply, &landed) in game.plies.iter().zip(&timeline.landings) {
            let mut own = Vec::new();
            while let Some(deed) = deeds.next_if(|deed| deed.at <= landed) {
                own.push(*deed);
            }
            moves += 1;
            let to = ply.play.to();
            if ply.play.is_capture() {
                captures += 1;
                let lifted = own.iter().rfind(|deed| deed.action == Action::Lift(to)).unwrap();
                let placed =
                    own.iter().rfind(|deed| matches!(deed.action, Action::Place(s, _) if s == to));
                overwrites += usize::from(lifted.at == placed.unwrap().at);
            }
            let places = own.iter().filter(|deed| matches!(deed.action, Action::Place(..))).count();
            slides += usize::from(!ply.play.is_castle() && !ply.play.is_capture() && places > 1);
            position.play_unchecked(ply.play);
        }
    }
    let percent = |part: usize, whole: usize| part * 100 / whole;
    assert!((65..=77).contains(&percent(overwrites, captures)));
    assert!((3..=9).contains(&percent(slides, moves)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_pieces_are_kept_for_every_seed(seed: u64, index in 0..GAMES.len()) {
        check(&game(GAMES[index]), Style::Mixed, seed);
    }
}
