use std::collections::HashSet;

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, FromSetup, Move, Position, Rank, Role, Setup,
    Square,
};

use super::search::{self, Finding};
use super::skeleton;
use super::{Mating, Search, by_material, can_mate};
use crate::account::position_after;

/// Positions with which side can still mate.
const POSITIONS: &str = include_str!("../../../../tests/laws/unwinnable.txt");

/// So many of the answers are not found within the bound, at most.
const MAX_UNDETERMINED: usize = 68;

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .unwrap()
}

/// Whether neither side can mate; nothing where that is not known.
fn is_dead(position: &Chess, bound: Search) -> Option<bool> {
    let both = Color::ALL.map(|side| can_mate(position, side, bound));
    match both {
        _ if both.contains(&Mating::Possible) => Some(false),
        [Mating::Impossible, Mating::Impossible] => Some(true),
        _ => None,
    }
}

fn full(fen: &str, side: Color) -> Mating {
    can_mate(&position(fen), side, Search::FULL)
}

#[test]
fn no_known_position_is_answered_wrongly_and_few_stay_undetermined() {
    let mut undetermined = 0;
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let (mates, fen) = line.split_once(' ').unwrap();
        for (side, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            let truth = if mates.contains(letter) { Mating::Possible } else { Mating::Impossible };
            match full(fen, side) {
                Mating::Undetermined => undetermined += 1,
                answer => assert_eq!(answer, truth, "{side} in {fen}"),
            }
        }
    }
    assert!(undetermined <= MAX_UNDETERMINED, "{undetermined} undetermined");
}

/// Whether these moves are legal one after the other, and the last of them mates the opponent of `side`.
fn is_mated_by(mut position: Chess, line: &[Move], side: Color) -> bool {
    for mv in line {
        if !position.is_legal(*mv) {
            return false;
        }
        position.play_unchecked(*mv);
    }
    position.is_checkmate() && position.turn() != side
}

#[test]
fn every_mate_that_is_possible_has_legal_moves_that_lead_to_it() {
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let position = position(line.split_once(' ').unwrap().1);
        for side in Color::ALL {
            if let Finding::Mate(moves) = search::mate(&position, side, Search::FULL) {
                assert!(is_mated_by(position.clone(), &moves, side), "{side} in {line}: {moves:?}");
            }
        }
    }
}

/// What roaming kings find, where a plain search agrees if it has an answer; every mate with moves that lead to it.
fn roam(position: &Chess, side: Color, bound: Search) -> Option<bool> {
    let found = match search::by_roaming_alone(position, side, bound) {
        Finding::Mate(line) => {
            assert!(is_mated_by(position.clone(), &line, side), "{side} in {position:?}: {line:?}");
            true
        }
        Finding::NoMate => false,
        Finding::Unknown => return None,
    };
    if let Some(truth) = by_plain_search(position, side) {
        assert_eq!(found, truth == Mating::Possible, "{side} in {position:?}");
    }
    Some(found)
}

#[test]
fn roaming_kings_answer_no_known_position_wrongly() {
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let (mates, fen) = line.split_once(' ').unwrap();
        let position = position(fen);
        for (side, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            if !position.is_checkmate()
                && let Some(found) = roam(&position, side, Search::QUICK)
            {
                assert_eq!(found, mates.contains(letter), "{side} in {fen}");
            }
        }
    }
}

#[test]
fn roaming_kings_walk_on_after_a_pawn_that_might_be_taken_in_passing() {
    let passed = position("k7/8/8/8/1pP5/1P6/8/K7 b - c3 0 1");
    for side in Color::ALL {
        assert_eq!(roam(&passed, side, Search::FULL), Some(true));
    }
    let forced = position("8/8/8/8/pPp5/P1P2k2/5p2/5K2 b - b3 0 1");
    assert_eq!(roam(&forced, Color::Black, Search::FULL), Some(true));
}

#[test]
fn a_forced_capture_of_the_last_piece_is_dead() {
    let forced = position("k7/8/8/6q1/8/8/8/7K b - - 0 1");
    assert_eq!(is_dead(&forced, Search::QUICK), Some(false));
    let mut taken = forced;
    taken.play_unchecked(queen_to_g2(&taken));
    assert_eq!(is_dead(&taken, Search::QUICK), Some(true));
}

fn queen_to_g2(position: &Chess) -> Move {
    position.legal_moves().into_iter().find(|mv| mv.to() == Square::G2).unwrap()
}

#[test]
fn a_locked_wall_of_pawns_is_dead_with_a_bishop_behind_it() {
    let wall = position("8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 1");
    assert_eq!(is_dead(&wall, Search::FULL), Some(true));
}

#[test]
fn who_was_mated_cannot_mate() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(full(mated, Color::White), Mating::Impossible);
    assert_eq!(full(mated, Color::Black), Mating::Possible);
    assert_eq!(is_dead(&position(mated), Search::QUICK), Some(false));
}

#[test]
fn a_stalemate_is_dead() {
    assert_eq!(is_dead(&position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Search::QUICK), Some(true));
}

#[test]
fn pieces_alone_tell_what_can_never_mate() {
    for (fen, white, black) in [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", true, true),
        ("8/8/4k3/8/8/4K3/8/7N w - - 0 1", true, true),
        ("8/8/4k3/8/8/4K3/8/q6N w - - 0 1", true, false),
        ("8/8/4k3/8/8/4K3/8/r6N w - - 0 1", false, false),
        ("8/8/4k3/8/8/4K3/8/r6B w - - 0 1", true, false),
        ("8/8/4k3/8/8/4K3/8/q5QB w - - 0 1", false, false),
        ("8/8/4k3/8/8/4K3/8/1b5B w - - 0 1", true, true),
        ("8/8/4k3/8/8/4K3/8/b6B w - - 0 1", false, false),
        ("8/8/4k3/8/8/4K3/7p/7B w - - 0 1", false, false),
        ("8/8/4k3/8/8/4K3/8/6NN w - - 0 1", false, true),
    ] {
        let position = position(fen);
        assert_eq!(by_material(&position, Color::White).is_some(), white, "White: {fen}");
        assert_eq!(by_material(&position, Color::Black).is_some(), black, "Black: {fen}");
    }
}

#[test]
fn an_improper_position_has_no_answer_unless_a_king_is_bare() {
    let unchecked = |board: &str| {
        let fen: Fen = format!("{board} w - - 0 1").parse().unwrap();
        let mut setup = Setup::empty();
        setup.board = fen.as_setup().board.clone();
        setup
    };
    let proper = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let pushed = Move::Normal {
        role: Role::Pawn,
        from: Square::E2,
        capture: None,
        to: Square::D8,
        promotion: None,
    };
    let mut on_last_rank = proper;
    on_last_rank.play_unchecked(pushed);
    assert_eq!(can_mate(&on_last_rank, Color::White, Search::FULL), Mating::Undetermined);
    assert_eq!(can_mate(&on_last_rank, Color::Black, Search::FULL), Mating::Impossible);
    assert!(Chess::from_setup(unchecked("4k3/8/8/8/8/8/8/4R3"), CastlingMode::Standard).is_err());
}

#[test]
fn a_king_left_in_check_has_no_answer() {
    let mut left = position("3k4/4r3/8/8/8/8/3P4/3K4 w - - 0 1");
    left.play_unchecked(Move::Normal {
        role: Role::King,
        from: Square::D1,
        capture: None,
        to: Square::E1,
        promotion: None,
    });
    assert_eq!(can_mate(&left, Color::Black, Search::FULL), Mating::Undetermined);
}

/// Plays where the numbers lead, until the game is over.
fn play(mut position: Chess, choices: &[u8]) -> Vec<Chess> {
    let mut played = vec![position.clone()];
    for choice in choices {
        let moves = position.legal_moves();
        let Some(mv) = usize::from(*choice).checked_rem(moves.len()).and_then(|at| moves.get(at))
        else {
            break;
        };
        position.play_unchecked(*mv);
        played.push(position.clone());
    }
    played
}

fn flip(position: &Chess) -> Chess {
    let mut setup = position.to_setup(shakmaty::EnPassantMode::Legal);
    setup.board.flip_vertical();
    setup.board.swap_colors();
    setup.castling_rights = setup.castling_rights.flip_vertical();
    setup.ep_square = setup.ep_square.map(Square::flip_vertical);
    setup.turn = !setup.turn;
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .unwrap()
}

/// The same position with its files the other way round; nothing where somebody may castle.
fn mirror(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(shakmaty::EnPassantMode::Legal);
    if setup.castling_rights.any() {
        return None;
    }
    setup.board.flip_horizontal();
    setup.ep_square = setup.ep_square.map(Square::flip_horizontal);
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .ok()
}

/// So many positions a plain search looks at.
const MAX_PLAIN: usize = 3_000;

/// Whether `side` can mate, by looking at every position that can be reached, if there are few.
fn by_plain_search(start: &Chess, side: Color) -> Option<Mating> {
    let mut met = HashSet::from([start.clone()]);
    let mut next = vec![start.clone()];
    while let Some(position) = next.pop() {
        if position.is_checkmate() && position.turn() != side {
            return Some(Mating::Possible);
        }
        for mv in position.legal_moves() {
            let after = position_after(&position, mv);
            if met.insert(after.clone()) {
                next.push(after);
            }
        }
        if met.len() > MAX_PLAIN {
            return None;
        }
    }
    Some(Mating::Impossible)
}

/// Known positions, most of which are blocked or have few pieces.
fn starts() -> impl Strategy<Value = Chess> {
    let fens: Vec<&str> = POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some(line.split_once(' ')?.1))
        .collect();
    proptest::sample::select(fens).prop_map(position)
}

/// Walls of pawns that face each other, the kings and a few officers anywhere.
fn walls() -> impl Strategy<Value = Option<Chess>> {
    let ranks = prop::collection::vec(prop::sample::select(vec![0u32, 1, 2, 2, 3, 3, 4, 4, 5]), 8);
    let kings = (0usize..64, 0usize..64);
    let officers = prop::collection::vec((0u32..64, 0usize..3, any::<bool>()), 0..3);
    (ranks, kings, officers, any::<bool>()).prop_map(|(ranks, kings, officers, white)| {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(white);
        for (at, role, white) in officers {
            let role = [Role::Bishop, Role::Knight, Role::Rook][role];
            setup.board.set_piece_at(Square::new(at), role.of(Color::from_white(white)));
        }
        for (file, rank) in (0..).zip(ranks).filter(|(_, rank)| *rank > 0) {
            let square = |rank| Square::from_coords(File::new(file), Rank::new(rank));
            setup.board.set_piece_at(square(rank), Color::White.pawn());
            setup.board.set_piece_at(square(rank + 1), Color::Black.pawn());
        }
        let mut empty: Vec<Square> = (!setup.board.occupied()).into_iter().collect();
        setup.board.set_piece_at(empty.remove(kings.0 % empty.len()), Color::White.king());
        setup.board.set_piece_at(empty.remove(kings.1 % empty.len()), Color::Black.king());
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn behind_a_wall_no_search_finds_a_mate(
        wall in walls(),
        choices in prop::collection::vec(any::<u8>(), 0..12),
    ) {
        let Some(wall) = wall else { return Ok(()) };
        let reached = play(wall, &choices).pop().unwrap();
        for side in Color::ALL {
            if !reached.is_checkmate() && !skeleton::may_mate(&reached, side) {
                let found = search::by_search_alone(&reached, side, Search::QUICK);
                prop_assert!(!matches!(found, Some(Finding::Mate(_))));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn roaming_kings_find_what_a_plain_search_finds(
        start in starts(),
        choices in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let reached = play(start, &choices).pop().unwrap();
        for side in Color::ALL {
            if !reached.is_checkmate() && !reached.castles().any() {
                roam(&reached, side, Search::QUICK);
            }
        }
    }

    #[test]
    fn behind_a_wall_roaming_kings_find_what_a_plain_search_finds(
        wall in walls(),
        choices in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let Some(wall) = wall else { return Ok(()) };
        let reached = play(wall, &choices).pop().unwrap();
        for side in Color::ALL {
            if !reached.is_checkmate() {
                roam(&reached, side, Search::QUICK);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn who_cannot_mate_never_does(
        start in starts(),
        before in prop::collection::vec(any::<u8>(), 0..20),
        after in prop::collection::vec(any::<u8>(), 200),
    ) {
        let reached = play(start, &before).pop().unwrap();
        for side in Color::ALL {
            if can_mate(&reached, side, Search::QUICK) == Mating::Impossible {
                let last = play(reached.clone(), &after).pop().unwrap();
                prop_assert!(!last.is_checkmate() || last.turn() == side);
            }
        }
    }

    #[test]
    fn who_may_mate_after_a_move_could_before_it(
        start in starts(),
        choices in prop::collection::vec(any::<u8>(), 1..30),
    ) {
        let played = play(start, &choices);
        for side in Color::ALL {
            let answers = played.iter().map(|position| can_mate(position, side, Search::QUICK));
            let known: Vec<Mating> = answers.filter(|answer| *answer != Mating::Undetermined).collect();
            prop_assert!(known.is_sorted_by_key(|answer| *answer == Mating::Impossible));
        }
    }

    #[test]
    fn a_plain_search_agrees_where_it_ends(
        start in starts(),
        choices in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let reached = play(start, &choices).pop().unwrap();
        for side in Color::ALL {
            let answer = can_mate(&reached, side, Search::FULL);
            if let Some(truth) = by_plain_search(&reached, side).filter(|_| answer != Mating::Undetermined) {
                prop_assert_eq!(answer, truth);
            }
        }
    }

    #[test]
    fn both_wings_are_treated_alike(
        start in starts(),
        choices in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        let reached = play(start, &choices).pop().unwrap();
        let Some(mirrored) = mirror(&reached) else { return Ok(()) };
        for side in Color::ALL {
            let answers =
                [can_mate(&reached, side, Search::QUICK), can_mate(&mirrored, side, Search::QUICK)];
            let undetermined = answers.contains(&Mating::Undetermined);
            prop_assert!(undetermined || answers[0] == answers[1], "{:?}", answers);
        }
    }

    #[test]
    fn both_colours_are_treated_alike(
        start in starts(),
        choices in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        let reached = play(start, &choices).pop().unwrap();
        let flipped = flip(&reached);
        for side in Color::ALL {
            prop_assert_eq!(by_material(&reached, side), by_material(&flipped, !side));
            let answers =
                [can_mate(&reached, side, Search::QUICK), can_mate(&flipped, !side, Search::QUICK)];
            let undetermined = answers.contains(&Mating::Undetermined);
            prop_assert!(undetermined || answers[0] == answers[1], "{:?}", answers);
        }
    }

    #[test]
    fn few_pieces_that_cannot_mate_never_do(
        squares in prop::collection::btree_set(0u32..64, 2..5),
        roles in prop::collection::vec(0usize..4, 3),
        black in any::<u8>(),
    ) {
        let mut setup = Setup::empty();
        let squares: Vec<Square> = Bitboard(squares.iter().fold(0, |all, at| all | 1 << at)).into_iter().collect();
        setup.board.set_piece_at(squares[0], Color::White.king());
        setup.board.set_piece_at(squares[1], Color::Black.king());
        for ((square, role), at) in squares.iter().skip(2).zip(roles).zip(0..) {
            let side = Color::from_white(black >> at & 1 == 0);
            let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][role];
            setup.board.set_piece_at(*square, role.of(side));
        }
        if let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) {
            for side in Color::ALL {
                let answer = search::mate(&position, side, Search::FULL);
                if by_material(&position, side).is_some() {
                    prop_assert!(!matches!(answer, Finding::Mate(_)));
                }
            }
        }
    }
}
