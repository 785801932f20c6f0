use super::visitor::MAX_PLIES;
use super::*;

fn read(text: &str, number: usize) -> Result<PgnGame, PgnError> {
    PgnGame::read(text.as_bytes(), NonZeroUsize::new(number).unwrap())
}

fn error(text: &str, number: usize) -> String {
    read(text, number).unwrap_err().to_string()
}

const TWO_GAMES: &str = "[White \"Carlsen, M.\"]\n[Black \"Caruana, F.\"]\n[Result \"1-0\"]\n\
    [TimeControl \"5400+30\"]\n\n\
    1. e4 {[%clk 1:30:25]} e5 {[%clk 1:30:10.5]} 2. Nf3 {best by test} (2. f4 exf4) 2... Nc6\n\
    {[%clk 1:29:40]} 3. Bb5 {[%clk 1:30:50]} 1-0\n\n\
    [White \"A\"]\n\n1. d4 {[%emt\n00:00:07]} 1... d5 *\n";

#[test]
fn a_game_is_read_with_names_moves_result_and_control() {
    let game = read(TWO_GAMES, 1).unwrap();
    assert_eq!((game.white.as_str(), game.black.as_str()), ("Carlsen, M.", "Caruana, F."));
    assert_eq!(game.outcome, Some(KnownOutcome::Decisive { winner: Color::White }));
    assert_eq!(game.control.unwrap().to_string(), "1:30:00+30");
    let moves: Vec<_> = game.plies.iter().map(|ply| ply.san.to_string()).collect();
    assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
}

#[test]
fn clocks_and_elapsed_times_say_how_long_a_move_took() {
    let took = |number: usize| {
        let plies = read(TWO_GAMES, number).unwrap().plies;
        plies.iter().map(|ply| ply.took.map(|took| took.as_millis())).collect::<Vec<_>>()
    };
    assert_eq!(took(1), [None, None, None, Some(60_500), Some(5_000)]);
    assert_eq!(took(2), [Some(7_000), None]);
}

#[test]
fn a_game_beyond_the_last_is_missing() {
    assert_eq!(read(TWO_GAMES, 2).unwrap().white, "A");
    assert_eq!(error(TWO_GAMES, 3), "there is no game 3: the file has 2");
    assert_eq!(error("", 1), "there is no game 1: the file has 0");
}

#[test]
fn games_are_read_one_after_the_other_past_one_that_cannot_be_played() {
    let games: Vec<_> = PgnGames::new("1. e4 *\n\n1. e5 *\n\n1. d4 d5 *\n".as_bytes()).collect();
    let plies: Vec<_> = games
        .iter()
        .map(|(number, game)| (*number, game.as_ref().ok().map(|g| g.plies.len())))
        .collect();
    assert_eq!(plies, [(1, Some(1)), (2, None), (3, Some(2))]);
}

#[test]
fn a_move_that_is_not_legal_is_named() {
    assert_eq!(
        error("1. e4 e5 2. Nf3 Nc6 3. Bb6 *", 1),
        "game 1: 3. Bb6 cannot be played: illegal san"
    );
    assert_eq!(
        error("1. e4 e5\n\n1. e4 Ke6 *", 2),
        "game 2: 1... Ke6 cannot be played: illegal san"
    );
    assert_eq!(error("1. d4 Nf6 2. -- *", 1), "game 1: 2. -- cannot be played: illegal san");
    let text = "[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 40\"]\n\n1... Kd8 41. O-O-O+ *";
    assert_eq!(error(text, 1), "game 1: 41. O-O-O+ cannot be played: illegal san");
}

#[test]
fn a_game_can_start_anywhere() {
    let game = read("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\"]\n\n40... Kf7 41. O-O-O *", 1);
    let game = game.unwrap();
    assert_eq!(game.castling, CastlingMode::Standard);
    assert_eq!([game.number(0), game.number(1)].map(|n| n.to_string()), ["40... ", "41. "]);
}

#[test]
fn chess960_is_known_by_its_name_or_by_its_fen() {
    let moves = "1. O-O Ke7 *";
    let fen = "[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]";
    for tags in [fen.to_owned(), format!("[Variant \"Fischerandom\"]\n{fen}")] {
        let game = read(&format!("{tags}\n\n{moves}"), 1).unwrap();
        assert_eq!(game.castling, CastlingMode::Chess960);
        let board = game.last_position().board().board_fen().to_string();
        assert_eq!(board, "8/4k3/8/8/8/8/8/5RK1");
    }
}

#[test]
fn what_is_no_chess_is_refused() {
    assert_eq!(
        error("[Variant \"Atomic\"]\n\n1. e4 *", 1),
        "game 1 is Atomic: only chess and Chess960 can be played"
    );
    assert!(matches!(read("[FEN \"x\"]\n\n*", 1), Err(PgnError::Fen { game: 1, .. })));
    assert_eq!(error("[package]\nname = \"touchmove\"\n", 1), "game 1 has no moves");
    let no_kings = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*";
    assert!(matches!(read(no_kings, 1), Err(PgnError::Start { game: 1, .. })));
}

#[test]
fn a_game_without_end_is_cut_off() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_PLIES / 4);
    assert_eq!(read(&moves, 1).unwrap().plies.len(), MAX_PLIES);
    assert!(matches!(read(&(moves + "e4"), 1), Err(PgnError::TooLong { game: 1 })));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}()%;a-h1-8KQRBNOx=+#. \\n\"-]{0,200}") {
        let _ = read(&text, 1);
    }

    #[test]
    fn any_time_is_read_or_passed_over(time in "[0-9:.eE+-]{0,40}") {
        let _ = read(&format!("1. e4 {{[%clk {time}]}} e5 2. d4 {{[%clk {time}]}} *"), 1);
    }
}

#[test]
fn a_game_goes_on_from_a_position_that_occurs_in_it_and_from_no_other() {
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. d4 *";
    let game = PgnGame::read(pgn.as_bytes(), NonZeroUsize::MIN).unwrap();
    let after = |plies: usize| {
        let mut position = Chess::default();
        game.plies[..plies].iter().for_each(|ply| position.play_unchecked(ply.play));
        position
    };
    let left = |plies| game.going_on_from(&after(plies)).map(|game| game.plies.len());
    assert_eq!([left(0), left(1), left(7)], [Some(7), Some(6), Some(0)]);
    assert_eq!(left(2), Some(1), "it occurs twice: after the last time");
    let black_to_move = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let fen: shakmaty::fen::Fen = black_to_move.parse().unwrap();
    let other: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    assert!(game.going_on_from(&other).is_none());
}
