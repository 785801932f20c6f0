//! What the styles are said to do, they do.

use shakmaty::{CastlingMode, Chess, Position};
use touchmove_drivers::Instant;

use super::*;
use crate::simulate::pgn::PgnGames;
use crate::simulate::truth::{Legality, SinKind, Truth};

/// A blitz game, long enough for rates to show.
const LONG: &str = include_str!("../../../../../demo/oro-brkic.pgn");

fn timeline(game: &PgnGame, style: Style, seed: u64) -> Timeline {
    play(game, game.start.board(), &manner(style), seed)
}

/// Plays the truth of a game move by move; panics where a move is not as it is marked.
pub(super) fn replayed(game: &PgnGame, truth: &Truth) -> Chess {
    let mut position = game.start.clone();
    for (index, played) in truth.moves.iter().enumerate() {
        let legal = moves::legal_moves(&position);
        let found = legal.iter().find(|play| play.to_uci(game.castling) == played.uci);
        let play = match (found, played.legality) {
            (Some(&play), Legality::Legal) => play,
            (None, Legality::Illegal) => illegal(&position, played.uci),
            _ => panic!("ply {}: {} is {:?}", index + 1, played.uci, played.legality),
        };
        position.play_unchecked(play);
    }
    position
}

/// The move that is meant where no legal one is.
fn illegal(position: &Chess, uci: shakmaty::uci::UciMove) -> Move {
    let (from, to) = (uci.from().unwrap(), uci.to().unwrap());
    let role = position.board().role_at(from).unwrap();
    if role == Role::King && from.distance(to) == 2 && from.rank() == to.rank() && castles(to) {
        let file = if from < to { shakmaty::File::H } else { shakmaty::File::A };
        return Move::Castle { king: from, rook: Square::from_coords(file, from.rank()) };
    }
    moves::normal(position, role, from, to)
}

fn castles(to: Square) -> bool {
    [Square::C1, Square::G1, Square::C8, Square::G8].contains(&to)
}

#[test]
fn hands_of_every_style_do_only_what_hands_can_do() {
    for style in Style::ALL {
        for text in GAMES.iter().chain([&LONG]) {
            let game = game(text);
            for seed in 0..20 {
                let timeline = timeline(&game, style, seed);
                Table::new(timeline.start.clone()).play(&timeline);
            }
        }
    }
}

/// Checks that the pieces end where the truth has them, in every style but those in which they are
/// moved when the game is over.
fn check_truth(game: &PgnGame, seeds: std::ops::Range<u64>) {
    for style in Style::ALL.into_iter().filter(|&style| style != Style::Analysis) {
        let mut manner = manner(style);
        manner.rates.set(RateSetting::new(Rate::Kings, 0.0).unwrap());
        manner.rates.set(RateSetting::new(Rate::SetUpAgain, 0.0).unwrap());
        for seed in seeds.clone() {
            let timeline = play(game, game.start.board(), &manner, seed);
            let position = replayed(game, &timeline.truth);
            let (board, place) = (timeline.last_board(), (style, seed));
            assert_eq!(&board, position.board(), "{place:?}: {}", timeline.truth);
            let ends = timeline.truth.is_last_move_in_accordance();
            let result = moves::shown(&position).filter(|_| ends);
            assert_eq!(timeline.truth.result, result, "{place:?}");
            assert_eq!(timeline.landings.len(), timeline.truth.moves.len(), "{place:?}");
            Table::new(timeline.start.clone()).play(&timeline);
        }
    }
}

#[test]
fn the_board_ends_as_the_truth_says() {
    for text in GAMES.iter().chain([&LONG]) {
        check_truth(&game(text), 0..30);
    }
}

#[test]
fn real_games_end_as_the_truth_says() {
    let Some(data) = touchmove_needs::data() else { return };
    for file in ["fischer.pgn", "fide_world_cup_2011.pgn", "fide_world_cup_2025_half.pgn"] {
        let pgn = data.join("games").join(file);
        let games = PgnGames::new(std::fs::File::open(pgn).unwrap());
        for (number, game) in games.take(40).filter_map(|(number, game)| Some((number, game.ok()?)))
        {
            check_truth(&game, number as u64..number as u64 + 1);
        }
    }
}

#[test]
fn the_truth_is_the_game_where_nothing_illegal_is_done() {
    let game = game(LONG);
    let moves: Vec<_> = game.plies.iter().map(|ply| ply.play.to_uci(game.castling)).collect();
    for style in Style::ALL.into_iter().filter(|&style| style != Style::Illegal) {
        let played = timeline(&game, style, 1).truth.moves;
        let played: Vec<_> = played.into_iter().map(|played| played.uci).collect();
        assert_eq!(played, moves, "{}", style.name());
    }
}

/// Share of the plies whose piece is lifted before the ply before has landed.
fn overlap(style: Style) -> f64 {
    let game = game(LONG);
    let (mut early, mut plies) = (0_u32, 0_u32);
    for seed in 0..100 {
        let timeline = timeline(&game, style, seed);
        for (ply, landed) in timeline.landings.windows(2).enumerate() {
            let from = timeline.truth.moves[ply + 1].uci.from().unwrap();
            // the other piece that stood there, if any, went at least a ply earlier
            let since = if ply == 0 { Instant::ZERO } else { timeline.landings[ply - 1] };
            let lifted = |deed: &&Deed| deed.at > since && deed.action == Action::Lift(from);
            let lifted = timeline.deeds.iter().find(lifted).unwrap();
            early += u32::from(lifted.at < landed[0]);
            plies += 1;
        }
    }
    f64::from(early) / f64::from(plies)
}

#[test]
fn replies_overlap_as_often_as_the_style_says() {
    assert!(overlap(Style::Quick) < 0.001);
    assert!((0.07..0.13).contains(&overlap(Style::Blitz)), "{}", overlap(Style::Blitz));
    assert!((0.15..0.25).contains(&overlap(Style::Bullet)), "{}", overlap(Style::Bullet));
}

#[test]
fn slides_are_as_frequent_as_the_style_says() {
    let share = |style| {
        let game = game(LONG);
        let slides = (0..60).map(|seed| count_slides(&timeline(&game, style, seed)));
        f64::from(slides.sum::<u32>()) / (60 * game.plies.len()) as f64
    };
    assert!(share(Style::Clean) < 0.001);
    assert!((0.03..0.12).contains(&share(Style::Mixed)), "{}", share(Style::Mixed));
    assert!((0.2..0.45).contains(&share(Style::Quick)), "{}", share(Style::Quick));
}

/// Plies in which a piece is put down for less than 150 ms on its way.
fn count_slides(timeline: &Timeline) -> u32 {
    let mut begins = Instant::ZERO;
    let mut slides = 0;
    for &landed in &timeline.landings {
        let own: Vec<_> =
            timeline.deeds.iter().filter(|deed| deed.at > begins && deed.at <= landed).collect();
        let rests = own.windows(2).any(|pair| {
            matches!((pair[0].action, pair[1].action), (Action::Place(s, _), Action::Lift(t))
                if s == t && pair[1].at.since(pair[0].at).as_millis() < 150)
        });
        slides += u32::from(rests);
        begins = landed;
    }
    slides
}

/// The sins of many games.
fn sins(style: Style, text: &str) -> Vec<SinKind> {
    let game = game(text);
    let sins = (0..200).flat_map(|seed| timeline(&game, style, seed).truth.sins);
    sins.map(|sin| sin.kind).collect()
}

#[test]
fn sins_are_planted_and_told() {
    let count = |sins: &[SinKind], kind| sins.iter().filter(|&&sin| sin == kind).count();
    assert_eq!(sins(Style::Clean, LONG), []);
    let illegal = sins(Style::Illegal, LONG);
    assert!(count(&illegal, SinKind::IllegalMove) > 200);
    assert!(count(&sins(Style::Illegal, GAMES[2]), SinKind::PawnNotReplaced) > 50);
    assert!(count(&sins(Style::Castling, LONG), SinKind::RookFirst) > 100);
    assert!(count(&sins(Style::Castling, LONG), SinKind::TwoHands) > 100);
    assert!(count(&sins(Style::Adjusting, LONG), SinKind::TouchMove) > 100);
    assert!(count(&sins(Style::Takebacks, LONG), SinKind::ReleasedPiece) > 100);
    assert!(count(&sins(Style::Knocked, LONG), SinKind::Displaced) > 100);
}

#[test]
fn every_kind_of_illegal_move_is_played() {
    let kinds = [
        (Rate::IllegalCheck, "4k3/8/8/8/7b/8/8/4KQ2 w - - 0 1", "1. Kd2 *"),
        (Rate::IllegalPin, "4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1", "1. Kd2 *"),
        (Rate::IllegalKing, "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "1. Kd1 *"),
        (Rate::IllegalCastle, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "1. Kd1 *"),
        (Rate::IllegalPromotion, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8=Q+ *"),
        (Rate::IllegalElsewhere, "4k3/8/8/8/8/8/P7/4KN2 w - - 0 1", "1. Kd1 *"),
    ];
    for (rate, fen, text) in kinds {
        let game = game(&format!("[FEN \"{fen}\"]\n\n{text}"));
        let mut manner = manner(Style::Clean);
        manner.rates.set(RateSetting::new(rate, 1.0).unwrap());
        for seed in 0..50 {
            let timeline = play(&game, game.start.board(), &manner, seed);
            let played = &timeline.truth.moves[0];
            assert_eq!(played.legality, Legality::Illegal, "{}: {}", rate.name(), played.uci);
            assert_eq!(&timeline.last_board(), replayed(&game, &timeline.truth).board());
            assert_eq!(timeline.truth.sins.len(), 1);
        }
    }
}

#[test]
fn illegal_moves_that_are_put_right_leave_the_game_as_it_is() {
    let game = game(LONG);
    let mut manner = manner(Style::Illegal);
    manner.rates.set(RateSetting::new(Rate::IllegalCorrected, 1.0).unwrap());
    let mut sins = 0;
    for seed in 0..30 {
        let timeline = play(&game, game.start.board(), &manner, seed);
        Table::new(timeline.start.clone()).play(&timeline);
        assert_eq!(timeline.truth.moves.len(), game.plies.len());
        assert_eq!(&timeline.last_board(), game.last_position().board(), "seed {seed}");
        let kinds = timeline.truth.sins.iter().filter(|sin| sin.kind == SinKind::IllegalMove);
        sins += kinds.count();
    }
    // half of them are pressed
    assert!((15..120).contains(&sins), "{sins}");
}

#[test]
fn a_mind_that_is_changed_leaves_the_piece_where_it_was_meant_to_go() {
    let game = game(LONG);
    let mut manner = manner(Style::Clean);
    manner.rates.set(RateSetting::new(Rate::ChangeMind, 1.0).unwrap());
    let clean = timeline(&game, Style::Clean, 1);
    let changing = play(&game, game.start.board(), &manner, 1);
    assert!(changing.deeds.len() > clean.deeds.len() + game.plies.len());
    Table::new(changing.start.clone()).play(&changing);
    assert_eq!(changing.last_board(), clean.last_board());
}

#[test]
fn a_rook_put_for_a_queen_is_a_rook_and_moves_as_a_queen_illegally() {
    let game = game("[FEN \"7k/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kg7 2. Qb8 Kg6 3. Qe5 *");
    let mut manner = manner(Style::Clean);
    manner.rates.set("promote-rook-for-queen=1".parse().unwrap());
    let timeline = play(&game, game.start.board(), &manner, 1);
    assert_eq!(timeline.truth.to_string(), "a7a8r h8g7 a8b8 g7g6 b8e5!");
    assert_eq!(timeline.last_board().role_at(Square::E5), Some(Role::Rook));
}

#[test]
fn kings_tell_the_result_in_the_truth() {
    let truth = |text| timeline(&game(text), Style::Kings, 3).truth.to_string();
    assert!(truth(LONG).ends_with(" c4c3 1-0"));
    assert!(truth(GAMES[0]).ends_with(" 1/2-1/2"));
    assert_eq!(truth(GAMES[7]), "e2e4 e7e5");
    let mate = timeline(&game(GAMES[6]), Style::Clean, 1).truth;
    assert_eq!(mate.to_string(), "f2f3 e7e5 g2g4 d8h4 0-1");
}

#[test]
fn analysis_is_none_of_the_game() {
    let game = game(LONG);
    let mut different = 0;
    for seed in 0..20 {
        let timeline = timeline(&game, Style::Analysis, seed);
        assert_eq!(timeline.truth.moves.len(), game.plies.len());
        assert_eq!(timeline.truth.result, None);
        different += usize::from(&timeline.last_board() != game.last_position().board());
        let last = *timeline.landings.last().unwrap();
        let presses_after = timeline.deeds.iter().filter(|deed| {
            matches!(deed.action, Action::Press(_)) && deed.at > last + Duration::from_secs(1)
        });
        assert_eq!(presses_after.count(), 0, "seed {seed}");
    }
    assert!(different >= 18);
}

#[test]
fn chess960_is_played_in_every_style() {
    let game = game(GAMES[4]);
    assert_eq!(game.castling, CastlingMode::Chess960);
    for style in Style::ALL {
        for seed in 0..20 {
            let truth = timeline(&game, style, seed).truth;
            assert!(truth.to_string().starts_with("c1b1 "), "{}: {truth}", style.name());
        }
    }
}
