//! Scenes of hands at a board, most of them from the worked table of the specification.

use super::*;

use CastlingIntent::{Denied, Meant, Presumed};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BOTH_SIDES: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const SHORT_ILLEGAL: &str = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
const A_ROOK_SHUT_IN: &str = "4k3/8/8/8/8/8/PP6/RN2K2R w K - 0 1";
const KING_SHUT_IN: &str = "3r1rk1/8/8/1b6/8/8/P7/4K2R w - - 0 1";
const SEVENTH: &str = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
const CENTRE: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 2";

/// The obligation of 2023 and of 1995, each with its article.
#[track_caller]
fn binds(fen: &str, script: &str, castling: CastlingIntent, expected: [(&str, &str); 2]) {
    let position = position(fen, CastlingMode::Standard);
    for (edition, expected) in [Edition::Fide2023, Edition::Fide1995].into_iter().zip(expected) {
        let duty = duty_in(edition, &position, script, castling);
        let shown = shown(&duty, CastlingMode::Standard);
        assert_eq!((shown.as_str(), duty.article), expected, "{}: {script}", edition.name());
    }
}

#[test]
fn immovable_rook_then_king_then_other_rook_castles_there() {
    let moves = "e1d1 e1d2 e1e2 e1f1 e1f2";
    binds(A_ROOK_SHUT_IN, "a1 e1 h1", Presumed, [("e1g1", "4.4.1"), (moves, "5.1(c)")]);
    let open = "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1";
    binds(A_ROOK_SHUT_IN, "a1 e1", Presumed, [(open, "4.4.2"), (moves, "5.1(c)")]);
}

#[test]
fn rook_that_cannot_castle_then_one_that_can_castles() {
    let moves = "e1c1 e1d1 e1d2 e1e2";
    binds(SHORT_ILLEGAL, "e1 h1 a1", Presumed, [("e1c1", "4.4.1"), (moves, "5.1(d)")]);
    binds(SHORT_ILLEGAL, "e1 h1", Presumed, [(moves, "4.4.3"), (moves, "5.1(d)")]);
}

#[test]
fn first_rook_touched_with_the_king_or_after_it_castles() {
    let moves = "e1c1 e1d1 e1f1 e1g1";
    for script in ["(e1 h1)", "(h1 e1)", "e1 h1", "e1 h1 a1", "e1 h1 e1"] {
        binds(BOTH_SIDES, script, Presumed, [("e1g1", "4.4.1"), (moves, "7.2(a)")]);
    }
    binds(BOTH_SIDES, "h1 e1", Presumed, [("h1f1 h1g1", "4.4.2"), ("h1f1 h1g1", "5.1(c)")]);
    binds(BOTH_SIDES, "h1", Presumed, [("h1f1 h1g1", "4.3.1"), ("h1f1 h1g1", "7.2(a)")]);
}

#[test]
fn king_that_cannot_move_is_free_only_where_castling_was_meant() {
    binds(KING_SHUT_IN, "e1 h1", Meant, [("any", "4.4.3"), ("any", "5.1(d)")]);
    binds(KING_SHUT_IN, "e1 h1", Presumed, [("any", "4.4.3"), ("any", "5.1(d)")]);
    let rook = "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8";
    binds(KING_SHUT_IN, "e1 h1", Denied, [(rook, "4.3.1"), (rook, "7.2(a)")]);
}

#[test]
fn king_released_two_squares_castles_or_moves_otherwise() {
    binds(BOTH_SIDES, "e1>g1", Presumed, [("e1g1", "4.7.2"), ("e1g1", "6.3")]);
    binds(BOTH_SIDES, "e1>g1 h1>f1", Presumed, [("e1g1", "4.7.2"), ("e1g1", "6.3")]);
    let moves = "e1c1 e1d1 e1d2 e1e2";
    binds(SHORT_ILLEGAL, "e1>g1", Presumed, [(moves, "4.7.2"), (moves, "5.1(d)")]);
    binds(SHORT_ILLEGAL, "e1>g1 h1>f1", Presumed, [(moves, "4.7.2"), (moves, "5.1(d)")]);
    binds(SHORT_ILLEGAL, "e1 h1 e1>g1", Presumed, [(moves, "4.7.2"), (moves, "5.1(d)")]);
    binds(SHORT_ILLEGAL, "e1>g1 e1>d1", Presumed, [("e1d1", "4.7"), ("e1d1", "6.1")]);
    for script in ["e1>g1", "e1>g1 h1", "e1>g1 h1 a2"] {
        binds(KING_SHUT_IN, script, Denied, [("any", "4.7.2"), ("any", "5.1(d)")]);
    }
}

#[test]
fn king_released_two_squares_does_not_undo_what_bound_before() {
    let rook = "h1f1 h1g1";
    binds(BOTH_SIDES, "h1 e1>g1", Presumed, [(rook, "4.4.2"), (rook, "5.1(c)")]);
    binds(BOTH_SIDES, "a2 e1>g1", Presumed, [("a2a3 a2a4", "4.3.1"), ("a2a3 a2a4", "7.2(a)")]);
    binds(SHORT_ILLEGAL, "a1 e1>g1", Presumed, {
        let moves = "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1";
        [(moves, "4.4.2"), (moves, "5.1(c)")]
    });
    let moves = "e1c1 e1d1 e1d2 e1e2";
    binds(SHORT_ILLEGAL, "e1 a1 e1>g1", Presumed, [("e1c1", "4.4.1"), (moves, "5.1(d)")]);
    binds(KING_SHUT_IN, "e1 h1 e1>g1", Denied, [("any", "4.7.2"), ("any", "5.1(d)")]);
    binds(KING_SHUT_IN, "a2 e1>g1", Presumed, [("a2a3 a2a4", "4.3.1"), ("a2a3 a2a4", "7.2(a)")]);
}

#[test]
fn first_legal_release_fixes_the_move() {
    binds(BOTH_SIDES, "e1>f1", Presumed, [("e1f1", "4.7"), ("e1f1", "6.1")]);
    binds(BOTH_SIDES, "h1>f1 e1", Presumed, [("h1f1", "4.7"), ("h1f1", "6.1")]);
    binds(BOTH_SIDES, "h1>f1 e1>g1", Presumed, [("h1f1", "4.7"), ("h1f1", "6.1")]);
    binds(START, "e2>e4 e2>e3", Presumed, [("e2e4", "4.7"), ("e2e4", "6.1")]);
    binds(START, "e2>e5 e2>e3 e2>e4", Presumed, [("e2e3", "4.7"), ("e2e3", "6.1")]);
}

#[test]
fn release_where_no_move_goes_binds_nothing() {
    let knight = "g1f3 g1h3";
    binds(START, "g1>g3", Presumed, [(knight, "4.3.1"), (knight, "7.2(a)")]);
    binds(START, "a1>a5", Presumed, [("any", "4.5"), ("any", "7.3")]);
}

#[test]
fn release_against_the_touches_changes_nothing() {
    let knight = "g1f3 g1h3";
    binds(START, "g1 e2>e4", Presumed, [(knight, "4.3.1"), (knight, "7.2(a)")]);
    let others = "c3d5 e4d5";
    binds(CENTRE, "d5 a2>a3", Presumed, [(others, "4.3.3"), (others, "7.2(b)")]);
    binds(BOTH_SIDES, "e1 a1 e1>g1", Presumed, [("e1c1", "4.4.1"), ("e1g1", "6.3")]);
}

#[test]
fn pawn_released_on_the_last_rank_fixes_the_square_and_not_the_piece() {
    let all = "e7e8b e7e8n e7e8q e7e8r";
    binds(SEVENTH, "e7>e8", Presumed, [(all, "4.7"), (all, "6.4")]);
    binds(SEVENTH, "e7>e8 d8", Presumed, [(all, "4.7"), (all, "6.4")]);
    let taking = "e7d8b e7d8n e7d8q e7d8r";
    binds(SEVENTH, "d8 e7>e8", Presumed, [(taking, "4.3.3"), (taking, "7.2(b)")]);
}

#[test]
fn new_piece_on_the_promotion_square_fixes_the_piece() {
    binds(SEVENTH, "e7 Q@e8", Presumed, [("e7e8q", "4.4.4"), ("e7e8q", "6.4")]);
    binds(SEVENTH, "e7 R@e8 Q@e8", Presumed, [("e7e8r", "4.4.4"), ("e7e8r", "6.4")]);
    binds(SEVENTH, "e7>e8 N@e8", Presumed, [("e7e8n", "4.4.4"), ("e7e8n", "6.4")]);
    binds(SEVENTH, "Q@e8 e7", Presumed, [("e7e8q", "4.4.4"), ("e7e8q", "6.4")]);
    binds(SEVENTH, "d8 e7 B@d8", Presumed, [("e7d8b", "4.4.4"), ("e7d8b", "6.4")]);
    let king = "e1e2 e1f1 e1f2";
    binds(SEVENTH, "e1 Q@e8", Presumed, [(king, "4.3.1"), (king, "7.2(a)")]);
}

#[test]
fn opponents_king_is_never_taken() {
    binds(CENTRE, "e8", Presumed, [("any", "4.5"), ("any", "7.3")]);
    let before = position("4k3/8/8/8/8/8/4r3/K3R3 w - - 0 1", CastlingMode::Standard);
    let blind = Move::Normal {
        role: Role::King,
        from: Square::A1,
        capture: None,
        to: Square::A2,
        promotion: None,
    };
    let mut stands = before;
    stands.play_unchecked(blind);
    for script in ["a2", "e2 a2", "e2>a2", ""] {
        let duty = duty_in(Edition::Fide2023, &stands, script, Presumed);
        assert!(!duty.moves.is_empty(), "{script}");
        assert!(duty.moves.iter().all(|mv| mv.capture() != Some(Role::King)), "{script}");
    }
}

#[test]
fn without_an_own_king_no_move_is_left() {
    let mut stands = position("4k3/8/8/8/8/8/8/K2R4 w - - 0 1", CastlingMode::Standard);
    stands.play_unchecked(Move::Normal {
        role: Role::Rook,
        from: Square::D1,
        capture: Some(Role::King),
        to: Square::E8,
        promotion: None,
    });
    let duty = duty_in(Edition::Fide2023, &stands, "e8 a1>a2", Presumed);
    assert!(duty.moves.is_empty() && duty.free);
}

#[test]
fn nothing_touched_leaves_all_moves() {
    binds(START, "", Presumed, [("any", "4.5"), ("any", "7.3")]);
    binds(START, "e4", Presumed, [("any", "4.5"), ("any", "7.3")]);
}

#[test]
fn readings_that_the_laws_leave_open_are_said_to_be_ambiguous() {
    #[rustfmt::skip]
    let scenes = [
        (A_ROOK_SHUT_IN, "a1 e1 h1",  [true, true]),
        (A_ROOK_SHUT_IN, "a1 e1",     [false, true]),
        (SHORT_ILLEGAL,  "e1 h1 a1",  [true, false]),
        (SHORT_ILLEGAL,  "e1 h1",     [false, false]),
        (BOTH_SIDES,     "e1 h1 a1",  [false, false]),
        (BOTH_SIDES,     "e1 a2 h1",  [true, false]),
        (BOTH_SIDES,     "h1 e1",     [false, false]),
        (KING_SHUT_IN,   "e1 h1",     [true, true]),
    ];
    for (fen, script, expected) in scenes {
        let position = position(fen, CastlingMode::Standard);
        let ambiguous = [Edition::Fide2023, Edition::Fide1995]
            .map(|edition| duty_in(edition, &position, script, Presumed).ambiguous);
        assert_eq!(ambiguous, expected, "{script}");
    }
    let position = position(KING_SHUT_IN, CastlingMode::Standard);
    assert!(!duty_in(Edition::Fide2023, &position, "e1 h1", Meant).ambiguous);
}

#[test]
fn king_of_chess960_castles_by_its_goal_only_where_no_step_leads_there() {
    let shown = |fen: &str, script: &str| {
        let position = position(fen, CastlingMode::Chess960);
        let duty = duty_in(Edition::Fide2023, &position, script, Presumed);
        (shown(&duty, CastlingMode::Chess960), duty.article)
    };
    let owned = |moves: &str, article| (moves.to_owned(), article);
    // a step to g1 is a step, although castling leads there too
    assert_eq!(shown("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1>g1"), owned("f1g1", "4.7"));
    assert_eq!(shown("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1>g1"), owned("b1h1", "4.7.2"));
    // the castling rook itself stands on the goal
    assert_eq!(shown("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1>g1"), owned("f1g1", "4.7.2"));
    assert_eq!(shown("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1 g1"), owned("f1g1", "4.4.1"));
    let steps = "b1a1 b1a2 b1b2 b1c1 b1c2";
    assert_eq!(shown("4k3/8/8/8/8/5r2/8/1K5R w H - 0 1", "b1>g1"), owned(steps, "4.7.2"));
}

#[test]
fn many_touches_and_releases_stay_bounded() {
    let position = Chess::default();
    let squares = || Square::ALL.into_iter().cycle().take(10_000);
    let contacts: Vec<_> =
        squares().zip(0..).map(|(square, moment)| Contact { square, moment }).collect();
    let release = |(to, moment)| PutDown::Piece { from: Square::A1, to, moment };
    let releases: Vec<_> = squares().zip(0..).map(release).collect();
    let hands = Hands { contacts: &contacts, releases: &releases, castling: Presumed };
    let duty = obligation(Edition::Fide2023, &position, &hands);
    assert_eq!(shown(&duty, CastlingMode::Standard), "b1a3 b1c3");
}
