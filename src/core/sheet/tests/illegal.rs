use super::replayed::{Replayed, replay, replay_as_far_as_can_be};
use super::*;
use crate::sheet::pgn::write;

/// White's king walks two squares, and Black answers.
const KING_JUMPS: &str = "e4 e5 Nf3 Nc6 Bc4 Nf6 !e1e3 Bc5+ Kd3 d5";

/// White's king stays in the bishop's check, and Black answers elsewhere.
const LEFT_IN_CHECK: &str = "d4 e6 c4 Bb4+ !a2a3 a6 Bd2 Nf6";

fn only(sheet: &Sheet) -> Replayed {
    let pgn = write(sheet);
    let mut games = replay(&pgn);
    assert_eq!(games.len(), 1, "{pgn}");
    games.remove(0)
}

fn placement(sheet: &Sheet, index: usize) -> String {
    let fen = &sheet.moves[index].fen;
    fen.split(' ').next().unwrap().to_owned()
}

fn end(game: &Replayed) -> String {
    fen(&game.end).split(' ').next().unwrap().to_owned()
}

#[test]
fn the_game_starts_anew_after_an_illegal_move_that_stands() {
    let sheet = paired(with_clocks(played(SheetStart::usual(), KING_JUMPS)));
    assert_eq!(write(&sheet), include_str!("../../../../tests/broadcasts/illegal-move.pgn"));
    let game = only(&sheet);
    assert_eq!(game.sans, ["Bc5+", "Kd3", "d5"]);
    assert_eq!(game.preface(), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. e1-e3");
    assert_eq!(game.comments.iter().filter(|(_, text)| text.contains("%clk")).count(), 3);
    assert_eq!(end(&game), placement(&sheet, 9));
}

#[test]
fn in_other_forms_the_rest_of_the_game_is_lost() {
    let before = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6";
    for (form, stops) in [
        ("4. Ke3 Bc5+ 5. Kd3 d5 *", "Ke3"),
        ("4. -- {e1-e3} 4... Bc5+ 5. Kd3 d5 *", "--"),
        ("4. Z0 {e1-e3} 4... Bc5+ 5. Kd3 d5 *", "--"),
    ] {
        let games = replay_as_far_as_can_be(&format!("{before} {form}\n"));
        assert_eq!(games[0].stopped.as_deref(), Some(stops), "{form}");
    }
}

#[test]
fn an_illegal_move_is_not_shown_before_it_is_answered() {
    let sheet = played(SheetStart::usual(), "e4 e5 Nf3 Nc6 Bc4 Nf6 !e1e3");
    let game = only(&sheet);
    assert_eq!(game.sans.len(), 6);
    assert_eq!(game.tag("FEN"), None);
    assert!(!write(&sheet).contains("e1"));
}

#[test]
fn the_answer_to_an_illegal_move_is_shown_at_once() {
    let game = only(&played(SheetStart::usual(), "e4 e5 Nf3 Nc6 Bc4 Nf6 !e1e3 Bc5+"));
    assert_eq!(game.sans, ["Bc5+"]);
}

#[test]
fn a_king_left_in_check_is_no_position_to_start_from() {
    let sheet = played(SheetStart::usual(), LEFT_IN_CHECK);
    let game = only(&sheet);
    assert_eq!(game.preface(), "1. d4 e6 2. c4 Bb4+ 3. a2-a3 a6+");
    assert_eq!(game.sans, ["Bd2", "Nf6"]);
    assert_eq!(end(&game), placement(&sheet, 7));

    let answered = played(SheetStart::usual(), "d4 e6 c4 Bb4+ !a2a3 a6");
    let game = only(&answered);
    assert_eq!(fen(&game.start).split(' ').next().unwrap(), placement(&answered, 5));
    assert_eq!(game.sans.len(), 0);
}

#[test]
fn after_a_second_illegal_move_the_game_starts_anew_once_more() {
    let sheet = played(SheetStart::usual(), &format!("{KING_JUMPS} !b1b3 a6 Nxc5"));
    let game = only(&sheet);
    assert_eq!(game.preface(), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. e1-e3 Bc5+ 5. Kd3 d5 6. b1-b3");
    assert_eq!(game.sans, ["a6", "Nxc5"]);
}

#[test]
fn an_illegal_move_that_is_not_on_the_sheet_is_found_by_the_position_after_it() {
    let mut sheet = played(SheetStart::usual(), KING_JUMPS);
    sheet.moves.remove(6);
    let game = only(&sheet);
    assert_eq!(game.preface(), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4... Bc5+");
    assert_eq!(game.sans, ["Kd3", "d5"]);
    assert_eq!(end(&game), placement(&sheet, 8));
}

#[test]
fn a_position_that_was_set_is_a_new_start_as_soon_as_play_goes_on() {
    let start = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5";
    let later = played(SheetStart { fen: start.into(), variant: Variant::Standard }, "O-O d6");
    let mut sheet = played(SheetStart::usual(), "e4 e5 Nf3 Nc6 Bc4");
    sheet.breaks.push(Break { after: 5, fen: start.into() });
    assert_eq!(only(&sheet).sans.len(), 5);

    sheet.moves.extend(later.moves);
    let game = only(&sheet);
    assert_eq!(game.preface(), "1. e4 e5 2. Nf3 Nc6 3. Bc4");
    assert_eq!(game.sans, ["O-O", "d6"]);

    sheet.breaks.push(Break { after: 6, fen: sheet.moves[3].fen.clone() });
    sheet.moves[6] = played(SheetStart::usual(), "e4 e5 Nf3 Nc6 d3").moves.remove(4);
    let game = only(&sheet);
    assert_eq!(game.preface(), "1. e4 e5 2. Nf3 Nc6 3. Bc4 (position set) 5. O-O");
    assert_eq!(game.sans, ["d3"]);
}

#[test]
fn what_leads_to_no_position_of_the_laws_is_left_out() {
    let mut sheet = played(SheetStart::usual(), "e4 e5 Nf3 Nc6");
    sheet.moves[2].fen = "8/8/8/8/8/8/8/8 b - - 0 2".into();
    sheet.moves[3].fen = "nonsense".into();
    assert_eq!(only(&sheet).sans, ["e4", "e5"]);

    sheet.start.fen = "\"} 1-0".into();
    sheet.moves.truncate(1);
    sheet.moves[0].fen = "{".into();
    assert_eq!(only(&sheet).sans.len(), 0);
}

#[test]
fn a_game_that_ends_with_an_illegal_move_ends_before_it() {
    let mut sheet = played(SheetStart::usual(), "e4 e5 !e1e3");
    sheet.outcome = Some(Outcome::Played(ResultValue::BlackWins));
    let game = only(&sheet);
    assert_eq!((game.sans.len(), game.outcome.as_str()), (2, "0-1"));
}

#[test]
fn chess960_starts_anew_with_its_castling() {
    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1";
    let start = SheetStart { fen: fen.into(), variant: Variant::Chess960 };
    let game = only(&played(start, "e4 Nb6 !b2b5 c6 O-O Bc7 Ng3 O-O-O d3"));
    assert_eq!(game.sans, ["c6", "O-O", "Bc7", "Ng3", "O-O-O", "d3"]);
}
