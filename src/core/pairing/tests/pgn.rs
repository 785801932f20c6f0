use touchmove_drivers::recording::Variant;

use super::*;

const NAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n";

#[test]
fn swiss_manager_tells_round_and_board_in_one_tag() {
    assert_eq!(
        games(SWISS_MANAGER, None),
        [
            "2.1 Żurawik, Błażej - Lindqvist, Åsa-Maria",
            "2.2 Okoro-Bell, Tunde - Peeters, Lotte",
            "2.3 Brandstätter, Jörg - Quill, Oskar",
        ]
    );
}

#[test]
fn swiss_manager_tells_who_the_players_are() {
    let list = read(SWISS_MANAGER, Some(round(2))).unwrap();
    assert_eq!(list.event.name.as_deref(), Some("Otwarte Mistrzostwa Łęgowa 2026"));
    assert_eq!(list.event.site.as_deref(), Some("Łęgowo"));
    assert_eq!(list.event.date, Some(jiff::civil::date(2026, 11, 21)));
    let black = Player {
        name: "Lindqvist, Åsa-Maria".to_owned(),
        fide_id: FideId::new(1_799_990_002),
        title: Some(Title::Wim),
        rating: Rating::new(2304),
        federation: None,
        team: None,
    };
    assert_eq!(list.pairings[0].black, black);
    let unrated = &list.pairings[2].black;
    assert_eq!((unrated.fide_id, unrated.rating), (None, None));
}

#[test]
fn livechess_writes_moves_and_comments_that_are_passed_over() {
    assert_eq!(
        games(LIVECHESS, None),
        ["1.1 Vermeulen, Bart - Castagna, Nina", "1.2 O'Dell, \"Red\" Mary - Ishikawa, Ren"]
    );
    let list = read(LIVECHESS, None).unwrap();
    assert_eq!(list.pairings[0].outcome, Some(WHITE_WON));
    assert_eq!(list.pairings[0].time_control.as_deref(), Some("15 min/game + 10 sec/move"));
    assert_eq!(list.pairings[0].start, None);
    let start = list.pairings[1].start.as_ref().unwrap();
    assert_eq!(start.variant(), Variant::Chess960);
    assert!(start.fen().starts_with("nrkbqnbr/pppppppp/8/8/8/8/PPPPPPPP/NRKBQNBR w "));
}

#[test]
fn the_board_may_have_a_tag_of_its_own() {
    let one = format!("[Round \"3\"]\n[Board \"12\"]\n{NAMES}");
    assert_eq!(games(one.as_bytes(), None), ["3.12 Ann - Bob"]);
}

#[test]
fn a_result_that_pgn_has_no_word_for_stands_in_a_tag_of_its_own() {
    let one = format!("[Round \"3\"]\n{NAMES}[Result \"*\"]\n[Points \"0-1/2\"]\n");
    let list = read(one.as_bytes(), None).unwrap();
    assert_eq!(list.pairings[0].outcome, Some(Outcome::Played(ResultValue::HalfForBlack)));
    let wrong = one.replace("0-1/2", "1-1/2");
    let error = read(wrong.as_bytes(), None).unwrap_err();
    assert_eq!((error.line, error.what), (5, Wrong::Outcome("1-1/2".to_owned())));
}

#[test]
fn the_board_in_the_round_counts_over_a_board_within_a_match() {
    let one = format!("[Round \"3.12\"]\n[Board \"4\"]\n{NAMES}");
    assert_eq!(games(one.as_bytes(), None), ["3.12 Ann - Bob"]);
}

#[test]
fn without_numbers_boards_are_numbered_in_the_order_of_the_file() {
    let second = NAMES.replace("Ann", "Cat").replace("Bob", "Dan");
    for tag in ["", "[Round \"1\"]\n", "[Round \"1.1.1\"]\n[Board \"1\"]\n", "[Round \"?\"]\n"] {
        let text = format!("{tag}{NAMES}\n*\n\n{tag}{second}\n*\n");
        assert_eq!(games(text.as_bytes(), None), ["1.1 Ann - Bob", "1.2 Cat - Dan"]);
    }
}

#[test]
fn pairings_without_a_round_are_of_the_round_that_is_asked_for() {
    assert_eq!(games(NAMES.as_bytes(), Some(round(5))), ["5.1 Ann - Bob"]);
}

#[test]
fn a_game_that_nobody_played_is_no_pairing_and_keeps_its_board() {
    let second = NAMES.replace("Ann", "Cat").replace("Bob", "Dan");
    let text = format!("{NAMES}[Result \"+:-\"]\n\n{second}[Result \"½ - ½\"]\n\n");
    assert_eq!(games(text.as_bytes(), None), ["1.2 Cat - Dan"]);
}

#[test]
fn games_may_follow_each_other_without_results_or_blank_lines() {
    let second = NAMES.replace("Ann", "Cat").replace("Bob", "Dan");
    for between in ["\n", "*\n", "1. e4 e5 * ", "{\n[no tag]\n}\n", "; [no tag\n", "1-0"] {
        let text = format!("{NAMES}{between}{second}");
        assert_eq!(games(text.as_bytes(), None).len(), 2, "{between}");
    }
}

#[test]
fn what_is_cut_off_is_refused_where_it_begins() {
    let cut_tag = "this tag is cut off or malformed; write [Name \"value\"] on one line, or get the \
                   file again";
    for tag in ["[White \"Ann", "[White", "[White \"Ann\"", "[White Ann]", "[White \"Ann\\\"]"] {
        assert_eq!(error(&format!("[Event \"X\"]\n{tag}\n")), format!("line 2: {cut_tag}"));
    }
    assert_eq!(
        error(&format!("{NAMES}\n1. e4 {{best\n\n{NAMES}")),
        "line 4: the comment that begins here does not end; close it with }, or get the file again"
    );
    assert_eq!(
        error("[Event \"X\"]\n[White \"Ann\"]\n"),
        "line 1: black has no name; give both players of each game"
    );
}

#[test]
fn a_tag_that_cannot_be_right_is_refused_with_its_line() {
    let third = |tag: &str| error(&format!("{NAMES}{tag}\n"));
    for (tag, said) in [
        (
            "[Round \"x\"]",
            "`x` is no round; write a number from 1 to 999, or round and board as 3.12",
        ),
        (
            "[Round \"3.x\"]",
            "`3.x` is no round; write a number from 1 to 999, or round and board as 3.12",
        ),
        ("[Board \"0\"]", "`0` is no board; write a number from 1 to 9999"),
        (
            "[WhiteElo \"4001\"]",
            "`4001` is no rating; write a number up to 4000, or leave it empty",
        ),
        ("[BlackElo \"-5\"]", "`-5` is no rating; write a number up to 4000, or leave it empty"),
        (
            "[WhiteFideId \"12345678901\"]",
            "`12345678901` is no FIDE id; write its digits, at most ten, or leave it empty",
        ),
        (
            "[WhiteFideId \"+5\"]",
            "`+5` is no FIDE id; write its digits, at most ten, or leave it empty",
        ),
        (
            "[Result \"2-0\"]",
            "`2-0` is no result; write 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *, and \
             +:-, -:+ or -:- where nobody played",
        ),
        ("[White \"Cat\"]", "`White` is given twice; leave one of them out"),
        ("[Section \"a\u{1}b\"]", "`a\u{fffd}b` holds a control character; delete it"),
        (
            "[Variant \"Atomic\"]",
            "`Atomic` is no variant that can be followed; write standard or Chess960",
        ),
        ("[Variant \"Chess960\"]", "a game of Chess960 needs its start position; give it as FEN"),
        ("[FEN \"e4\"]", "`e4` is no FEN; write all six fields, Chess960 as Shredder-FEN"),
    ] {
        assert_eq!(third(tag), format!("line 3: {said}"));
    }
}

#[test]
fn a_game_begins_from_a_position_in_which_it_can_be_played() {
    let start = |fen: &str| read(format!("{NAMES}[FEN \"{fen}\"]\n").as_bytes(), None);
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(start(usual).unwrap().pairings[0].start, None);
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "7k/8/6KQ/8/8/8/8/8 w - - 0 1",
    ] {
        assert!(matches!(start(fen).unwrap_err().what, Wrong::Start { .. }), "{fen}");
    }
}

#[test]
fn a_board_or_a_player_twice_in_a_round_is_refused_with_both_lines() {
    let second = NAMES.replace("Ann", "Cat").replace("Bob", "Dan");
    assert_eq!(
        error(&format!("[Round \"1.1\"]\n{NAMES}\n[Round \"1.1\"]\n{second}")),
        "line 5: board 1 of round 1 is already taken by line 1; number each board once"
    );
    let again = second.replace("Dan", "ANN");
    assert_eq!(
        error(&format!("{NAMES}\n{again}")),
        "line 4: ANN already plays in round 1 at line 1; delete one of the games, or give their FIDE \
         ids if these are two people"
    );
    assert_eq!(
        error(&format!("[Round \"1.1\"]\n{NAMES}\n[Round \"1\"]\n{second}")),
        "line 5: this game of round 1 tells no board and others do; number all boards of a round, \
         or none"
    );
}

#[test]
fn namesakes_are_told_apart_by_their_fide_ids() {
    let game = |white: u32, black: u32| {
        format!("{NAMES}[WhiteFideId \"{white}\"]\n[BlackFideId \"{black}\"]\n\n")
    };
    assert_eq!(games((game(1, 2) + &game(3, 4)).as_bytes(), None).len(), 2);
    for second in [game(3, 1), game(3, 0)] {
        let error = read((game(1, 2) + &second).as_bytes(), None).unwrap_err();
        assert!(matches!(error, PairingError { line: 6, what: Wrong::PlayerTwice { .. } }));
    }
}

#[test]
fn a_round_of_more_than_1000_boards_is_refused() {
    let game = |n: usize| format!("[White \"w{n}\"]\n[Black \"b{n}\"]\n\n");
    let text: String = (0..MAX_BOARDS).map(game).collect();
    assert_eq!(games(text.as_bytes(), None).len(), MAX_BOARDS);
    let error = read((text + &game(MAX_BOARDS)).as_bytes(), None).unwrap_err();
    assert_eq!(error, PairingError { line: 3_001, what: Wrong::TooManyBoards(round(1)) });
}
