use proptest::prelude::*;

use super::replayed::replay;
use super::*;
use crate::sheet::pgn::write;

const OPENING: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8";

#[test]
fn a_paired_game_tells_all_that_is_known() {
    let sheet = paired(with_clocks(played(SheetStart::usual(), OPENING)));
    let pgn = write(&Sheet { outcome: Some(WHITE_WON), ..sheet });
    assert_eq!(pgn, include_str!("../../../../tests/broadcasts/paired.pgn"));

    let [game] = &replay(&pgn)[..] else { panic!("{pgn}") };
    assert_eq!(game.tag("White"), Some("Ivančuk, \"Chuky\""));
    assert_eq!(game.tag("WhiteTeam"), Some("Kyjiv \\ 1"));
    assert_eq!(game.sans.len(), 18);
    assert_eq!(game.comments.len(), 18);
    assert_eq!(game.outcome, "1-0");
}

#[test]
fn what_the_players_get_stands_beside_a_result_that_pgn_knows() {
    let tags = |outcome| {
        let pgn = write(&Sheet { outcome: Some(outcome), ..played(SheetStart::usual(), "e4 e5") });
        let [game] = &replay(&pgn)[..] else { panic!("{pgn}") };
        assert_eq!(game.tag("Result"), Some(game.outcome.as_str()), "{pgn}");
        let tag = |name| game.tag(name).map(ToOwned::to_owned);
        [tag("Result"), tag("Points"), tag("Termination")].map(Option::unwrap_or_default)
    };
    for value in ResultValue::ALL {
        let is_known = value.known_to_pgn().is_some();
        let [result, points, termination] = tags(Outcome::Played(value));
        assert_eq!(result, if is_known { value.word() } else { "*" });
        assert_eq!(points, if is_known { "" } else { value.word() });
        assert_eq!(termination, if is_known { "" } else { "adjudication" });
    }
    assert_eq!(tags(Outcome::Forfeit { winner: Some(Color::Black) }), ["0-1", "-:+", ""]);
    assert_eq!(tags(Outcome::Forfeit { winner: None }), ["*", "-:-", "adjudication"]);
}

#[test]
fn an_unpaired_unfinished_game_tells_no_more_than_is_known() {
    let pgn = write(&played(SheetStart::usual(), "e4 e5"));
    assert_eq!(
        pgn,
        concat!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"3.12\"]\n",
            "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Board \"12\"]\n\n1. e4 e5 *\n",
        )
    );
}

#[test]
fn a_game_without_moves_is_a_game() {
    let pgn = write(&paired(played(SheetStart::usual(), "")));
    let [game] = &replay(&pgn)[..] else { panic!("{pgn}") };
    assert_eq!((game.sans.len(), game.outcome.as_str()), (0, "*"));
}

#[test]
fn a_set_up_position_with_black_to_move_goes_on_with_his_number() {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 3 9";
    let start = SheetStart { fen: fen.into(), variant: Variant::Standard };
    let pgn = write(&with_clocks(played(start, "dxc4 Bxc4 a6 a4")));
    assert_eq!(pgn, include_str!("../../../../tests/broadcasts/set-up.pgn"));
    assert_eq!(replay(&pgn)[0].sans.len(), 4);
}

#[test]
fn chess960_names_its_variant_and_castles_as_chess_does() {
    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
    let start = SheetStart { fen: fen.into(), variant: Variant::Chess960 };
    let pgn = write(&played(start, "O-O Nb6 e4 c6 Ng3 Bc7 Nb3 O-O-O d3 e5"));
    assert_eq!(pgn, include_str!("../../../../tests/broadcasts/chess960.pgn"));
    assert_eq!(replay(&pgn)[0].sans.iter().filter(|san| san.starts_with("O-O")).count(), 2);
}

#[test]
fn the_usual_start_of_chess960_is_told_too() {
    let start = SheetStart { variant: Variant::Chess960, ..SheetStart::usual() };
    let pgn = write(&played(start, "e4"));
    assert!(pgn.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/"), "{pgn}");
    replay(&pgn);
}

#[test]
fn hostile_names_stay_in_their_tags() {
    let hostile = [
        "\"]\n\n[Event \"stolen\"]",
        "\\",
        "\\\"",
        "%escape\n%escape",
        "{[%clk 0:00:01]}\r\n1. e4 1-0",
        "a\u{2028}b\u{85}c\u{0}d",
        &"Müller ".repeat(200),
        &"\\".repeat(400),
        "",
        "李; (1. d4) $1",
    ];
    for name in hostile {
        let mut sheet = paired(played(SheetStart::usual(), "e4 e5"));
        sheet.event.name = Some(name.to_owned());
        let Seat::Paired(pairing) = &mut sheet.seat else { panic!() };
        pairing.white.name = name.to_owned();
        pairing.white.team = Some(name.to_owned());
        pairing.time_control = Some(name.to_owned());
        let pgn = write(&sheet);
        let [game] = &replay(&pgn)[..] else { panic!("{pgn}") };
        assert_eq!(game.sans, ["e4", "e5"]);
        assert_eq!(game.tags.iter().filter(|(name, _)| name == "Event").count(), 1);
        let shown = game.tag("White").unwrap();
        let wanted =
            name.replace(['\r', '\n', '\u{85}', '\u{2028}'], " ").replace('\0', "\u{fffd}");
        assert!(wanted.starts_with(shown), "{shown}");
        assert!(shown == wanted || shown.len() > 100, "{shown}");
    }
}

proptest! {
    #[test]
    fn no_name_breaks_a_file(name in any::<String>(), site in "[\"\\\\\\[\\]{}%\n\r ;a]{0,300}") {
        let mut sheet = paired(played(SheetStart::usual(), "e4 e5"));
        sheet.event.site = Some(site);
        let Seat::Paired(pairing) = &mut sheet.seat else { unreachable!() };
        pairing.black.name = name;
        let games = replay(&write(&sheet));
        prop_assert_eq!(games.len(), 1);
        prop_assert_eq!(games[0].sans.len(), 2);
    }
}
