use std::num::NonZeroUsize;

use shakmaty::{Board, Piece, Position, Role as PieceRole, Square as GameSquare};
use touchmove_drivers::observation::{ClockReading, Placement};

use super::*;
use crate::simulate::hands::{self, PlayStyle, RateSetting, Sins, Style};
use crate::simulate::pgn::PgnGame;
use crate::simulate::player::reading;
use crate::simulate::timeline::{Action, Deed};
use crate::simulate::truth::Truth;

const SCAN: Duration = Duration::from_millis(150);
const PAWN: Piece = Piece { color: shakmaty::Color::White, role: PieceRole::Pawn };

fn scanner() -> Scanner {
    Scanner { scan: SCAN, sense: Sense::Identity, orientation: BoardTurn::Usual, clock: None }
}

fn with_clock() -> Scanner {
    Scanner { clock: Some(Control::USUAL), ..scanner() }
}

/// Deeds at a table where the pieces stand at the start, times in milliseconds.
fn deeds(deeds: &[(u64, Action)]) -> Timeline {
    let deeds = deeds.iter().map(|&(ms, action)| Deed { at: Instant::from_millis(ms), action });
    let landings = [20_000, 40_000, 60_000].map(Instant::from_millis).to_vec();
    Timeline { start: Board::new(), deeds: deeds.collect(), landings, truth: Truth::default() }
}

fn rates(settings: &[&str]) -> Rates {
    let mut rates = Style::Clean.rates();
    settings.iter().for_each(|setting| rates.set(setting.parse::<RateSetting>().unwrap()));
    rates
}

/// What is observed behind the first read-out, as text.
fn observed(scanner: &Scanner, timeline: &Timeline, settings: &[&str]) -> Vec<String> {
    let observed = scanner.observe(timeline, &rates(settings), 1);
    assert!(observed.is_sorted_by_key(|(at, _)| *at));
    let text =
        |(at, observation): &(Instant, Observation)| format!("{} {observation}", at.as_millis());
    observed.iter().skip(1).map(text).collect()
}

fn last_board(observed: &[(Instant, Observation)]) -> Placement {
    let mut board = Placement::EMPTY;
    for (_, observation) in observed {
        match observation {
            Observation::Square { square, reading } => board.set(*square, *reading),
            Observation::Board(whole) => board = (**whole).clone(),
            _ => {}
        }
    }
    board
}

fn placement(board: Board, orientation: BoardTurn) -> Placement {
    let mut placement = Placement::EMPTY;
    for (square, piece) in board {
        placement.set(orientation.square(square), reading(piece));
    }
    placement
}

fn demo() -> PgnGame {
    let pgn = include_bytes!("../../../../demo/oro-brkic.pgn");
    PgnGame::read(pgn.as_slice(), NonZeroUsize::MIN).unwrap()
}

fn played(style: Style, seed: u64) -> Timeline {
    let game = demo();
    let manner = PlayStyle { rates: style.rates(), sins: Sins::Usual, clock: Some(Control::USUAL) };
    hands::play(&game, game.start.board(), &manner, seed)
}

#[test]
fn a_change_is_told_when_the_scan_comes_by_the_square() {
    let timeline = deeds(&[
        (1_000, Action::Lift(GameSquare::E2)),
        (1_000, Action::Lift(GameSquare::A8)),
        (1_600, Action::Place(GameSquare::E4, PAWN)),
    ]);
    // e2 is square 52 of a scan of 64, e4 is square 36, a8 the first; 1.000 s is 100 ms into a scan
    assert_eq!(
        observed(&scanner(), &timeline, &[]),
        ["1021 square e2 .", "1050 square a8 .", "1734 square e4 P"]
    );
}

#[test]
fn what_does_not_last_for_a_scan_may_never_be_seen() {
    let timeline = deeds(&[
        (1_022, Action::Lift(GameSquare::E2)),
        (1_170, Action::Place(GameSquare::E2, PAWN)),
    ]);
    assert_eq!(observed(&scanner(), &timeline, &[]), [""; 0]);
    let fast = Scanner { scan: Duration::from_millis(50), ..scanner() };
    assert_eq!(observed(&fast, &timeline, &[]).len(), 2);
}

#[test]
fn the_host_knows_the_board_at_the_end() {
    for style in [Style::Clean, Style::Mixed, Style::Bullet, Style::Illegal, Style::Missed] {
        for orientation in [BoardTurn::Usual, BoardTurn::Turned] {
            let timeline = played(style, 5);
            let scanner = Scanner { orientation, ..with_clock() };
            let observed = scanner.observe(&timeline, &style.rates(), 5);
            let expected = placement(timeline.last_board(), orientation);
            assert_eq!(last_board(&observed), expected, "{}", style.name());
        }
    }
}

#[test]
fn a_board_that_senses_occupancy_names_no_piece() {
    let scanner = Scanner { sense: Sense::Occupancy, ..scanner() };
    for (_, observation) in scanner.observe(&played(Style::Worn, 1), &Style::Worn.rates(), 1) {
        let text = observation.to_string();
        let readings = text.rsplit(' ').next().unwrap();
        assert!(!readings.contains(|c: char| c.is_alphabetic() || c == '?'), "{text}");
    }
}

#[test]
fn one_seed_gives_one_recording() {
    let timeline = played(Style::Worn, 1);
    let observe = |seed| with_clock().observe(&timeline, &Style::Worn.rates(), seed);
    assert_eq!(observe(1), observe(1));
    assert_ne!(observe(1), observe(2));
}

#[test]
fn updates_are_lost_as_often_as_the_rate_says() {
    let timeline = played(Style::Clean, 1);
    let count = |settings: &[&str]| observed(&scanner(), &timeline, settings).len();
    let all = count(&[]);
    assert_eq!(count(&["lost=1"]), 0);
    let lost = all - count(&["lost=0.2"]);
    assert!((all / 10..all * 3 / 10).contains(&lost), "{lost} of {all}");
}

#[test]
fn a_read_out_shows_what_was_lost() {
    let timeline = deeds(&[
        (1_000, Action::Lift(GameSquare::E2)),
        (1_600, Action::Place(GameSquare::E4, PAWN)),
        (8_000, Action::StartStop),
    ]);
    assert_eq!(
        observed(&scanner(), &timeline, &["lost=1", "read-out=5"]),
        [
            "5000 board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "10000 board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
        ]
    );
}

#[test]
fn flicker_and_ghosts_pass() {
    let timeline = deeds(&[(60_000, Action::StartStop)]);
    for (fault, first) in [("flicker=20", true), ("ghost=20", false)] {
        let observed = scanner().observe(&timeline, &rates(&[fault]), 3);
        assert!(observed.len() > 10, "{fault}: {}", observed.len());
        let start = placement(Board::new(), BoardTurn::Usual);
        let disturbed = observed.iter().filter_map(|(_, observation)| match observation {
            Observation::Square { square, reading } => Some((*square, *reading)),
            _ => None,
        });
        for (square, reading) in disturbed {
            assert_eq!(start.get(square).is_occupied(), first, "{fault}: {square} {reading:?}");
        }
        assert_eq!(last_board(&observed), start, "{fault}");
    }
}

#[test]
fn a_dead_square_never_reads_a_piece() {
    let observed = scanner().observe(&played(Style::Clean, 1), &rates(&["dead=1"]), 2);
    let Observation::Board(first) = &observed[0].1 else { panic!("a read-out comes first") };
    let start = placement(Board::new(), BoardTurn::Usual);
    let dead: Vec<_> = first.differences(&start).collect();
    for (_, observation) in &observed {
        if let Observation::Square { square, .. } = observation {
            assert!(!dead.contains(square));
        }
    }
}

#[test]
fn a_lost_link_tells_nothing_and_then_all() {
    let settings = ["link-lost=1", "link-lost-least=1", "link-lost-most=1"];
    let timeline = deeds(&[
        (19_000, Action::Lift(GameSquare::E2)),
        (20_000, Action::Place(GameSquare::E4, PAWN)),
        (30_000, Action::StartStop),
    ]);
    let told = observed(&scanner(), &timeline, &settings);
    assert_eq!(told[0], "18500 link lost");
    assert!(told[1].ends_with(" link up"));
    assert!(told[2].ends_with(" board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
    assert_eq!(told[3], "38500 link lost");
}

#[test]
fn the_clock_is_told_after_each_press_and_now_and_then() {
    let timeline = deeds(&[
        (500, Action::StartStop),
        (5_000, Action::Press(shakmaty::Color::White)),
        (30_000, Action::Press(shakmaty::Color::White)),
        (31_000, Action::Press(shakmaty::Color::Black)),
        (40_000, Action::StartStop),
    ]);
    let lines = observed(&with_clock(), &timeline, &["clock-lag=0"]);
    assert_eq!(
        lines,
        [
            "500 clock left=1:30:30 right=1:30:30 run=left lever=left",
            "5000 clock left=1:30:56 right=1:30:30 run=right lever=right",
            "15000 clock left=1:30:56 right=1:30:20 run=right lever=right",
            "25000 clock left=1:30:56 right=1:30:10 run=right lever=right",
            "31000 clock left=1:30:56 right=1:30:34 run=left lever=left",
            "40000 clock left=1:30:47 right=1:30:34 run=none lever=left",
        ]
    );
}

#[test]
fn the_clock_of_a_turned_board_lies_the_other_way_round() {
    let scanner = Scanner { orientation: BoardTurn::Turned, ..with_clock() };
    let timeline = played(Style::Clean, 1);
    let observed = scanner.observe(&timeline, &Style::Clean.rates(), 1);
    let first = observed.iter().find_map(|(_, observation)| match observation {
        Observation::Clock(ClockReading::Hands(times)) => times.run,
        _ => None,
    });
    assert_eq!(first, Some(touchmove_drivers::observation::Hand::Right));
}
