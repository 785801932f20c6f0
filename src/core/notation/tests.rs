//! What must hold of notation.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use super::{Letters, UnreadableMove, parse, write};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PAWN_ON_E7: &str = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
const KING_AND_ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const EN_PASSANT: &str = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
/// Knights on b1, f1 and f3, which may all go to d2.
const MANY_PIECES: &str = "k7/8/8/8/8/5N2/8/1N3N1K w - - 0 1";

const BOTH: [Letters; 2] = [Letters::English, Letters::Turkish];

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// The move that `text` is in the position `fen`, in UCI.
#[track_caller]
fn read(fen: &str, text: &str, letters: Letters) -> Result<String, UnreadableMove> {
    let written = parse(text, &position(fen), letters)?;
    Ok(written.mv.to_uci(CastlingMode::Standard).to_string())
}

#[track_caller]
fn reads(fen: &str, letters: Letters, texts: &[&str], uci: &str) {
    for text in texts {
        assert_eq!(read(fen, text, letters).as_deref(), Ok(uci), "{text}");
    }
}

#[track_caller]
fn writes(fen: &str, letters: Letters, uci: &str, text: &str) {
    let position = position(fen);
    let mv = uci.parse::<UciMove>().unwrap().to_move(&position).unwrap();
    assert_eq!(write(mv, &position, letters), text);
}

#[test]
fn letters_are_those_of_the_language() {
    reads(START, Letters::Turkish, &["Af3"], "g1f3");
    reads(KING_AND_ROOK, Letters::Turkish, &["Kd1"], "a1d1");
    reads(KING_AND_ROOK, Letters::English, &["Kd1"], "e1d1");
    assert_eq!(read(START, "Nf3", Letters::Turkish), Err(UnreadableMove::NotNotation));
}

#[test]
fn the_turkish_king_is_read_from_every_keyboard() {
    let kings = ["Şe2", "Se2", "Șe2", "S\u{327}e2", "S\u{326}e2"];
    reads("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Letters::Turkish, &kings, "e1e2");
    writes(KING_AND_ROOK, Letters::Turkish, "e1e2", "Şe2");
}

#[test]
fn a_pawn_may_carry_its_letter_and_is_written_without() {
    for letters in BOTH {
        reads(START, letters, &["Pe4", "e4", "Pe2-e4"], "e2e4");
        writes(START, letters, "e2e4", "e4");
    }
}

#[test]
fn promotion_is_read_in_every_form_and_written_without_a_sign() {
    let forms = ["e8V", "e8=V", "e8(V)", "e8/V", "e7-e8V", "e7e8=V", "e8V+"];
    reads(PAWN_ON_E7, Letters::Turkish, &forms, "e7e8q");
    reads(PAWN_ON_E7, Letters::English, &["e8N", "e8(N)"], "e7e8n");
    writes(PAWN_ON_E7, Letters::Turkish, "e7d8q", "exd8V+");
    writes(PAWN_ON_E7, Letters::English, "e7d8n", "exd8N");
}

#[test]
fn a_promotion_without_its_piece_may_be_any_of_four() {
    let Err(UnreadableMove::Ambiguous(moves)) = read(PAWN_ON_E7, "e8", Letters::English) else {
        panic!("e8 names no man");
    };
    assert_eq!(moves.len(), 4);
}

#[test]
fn nothing_becomes_a_king_or_stays_a_pawn() {
    for text in ["e8K", "e8=P", "e8=", "e8()", "e8(Q", "e8QQ"] {
        let read = read(PAWN_ON_E7, text, Letters::English);
        assert!(read.is_err(), "{text}: {read:?}");
    }
}

#[test]
fn pieces_come_in_long_and_short_form() {
    let forms = ["Af3", "Ag1-f3", "Ag1f3", "Agf3", "A1f3", "Ag1–f3", "A f3"];
    reads(START, Letters::Turkish, &forms, "g1f3");
}

#[test]
fn pawn_captures_need_neither_sign_nor_rank() {
    let forms =
        ["exf6", "e:f6", "ef6", "ef", "exf", "e5xf6", "e5f6", "xf6", "e×f6", "exf6 e.p.", "exf6ep"];
    reads(EN_PASSANT, Letters::English, &forms, "e5f6");
    writes(EN_PASSANT, Letters::English, "e5f6", "exf6");
    reads(PAWN_ON_E7, Letters::English, &["edQ", "ed=Q"], "e7d8q");
}

#[test]
fn a_capture_by_files_is_no_advance() {
    assert_eq!(read(EN_PASSANT, "ee", Letters::English), Err(UnreadableMove::NoSuchMove));
}

#[test]
fn a_sign_of_capture_where_nothing_is_taken_is_no_move() {
    assert_eq!(read(START, "Nxf3", Letters::English), Err(UnreadableMove::NoSuchMove));
}

#[test]
fn castling_is_read_with_zeros_and_with_letters() {
    for letters in BOTH {
        reads(CASTLING, letters, &["0-0", "O-O", "o-o", "0–0", "1. 0-0", "0 - 0"], "e1g1");
        reads(CASTLING, letters, &["0-0-0", "O-O-O", "o-o-o", "12.O-O-O+!"], "e1c1");
        writes(CASTLING, letters, "e1g1", "0-0");
        writes(CASTLING, letters, "e1c1", "0-0-0");
    }
}

#[test]
fn what_stands_around_a_move_is_passed_over() {
    let forms =
        ["1.Nf3", "1. Nf3", "1 Nf3", "1...Nf3", "1… Nf3", " Nf3!? ", "Nf3++", "Nf3 mate", "Nf3#"];
    reads(START, Letters::English, &forms, "g1f3");
}

#[test]
fn a_draw_offer_is_told_with_its_move() {
    for (text, offers_draw) in
        [("Af3(=)", true), ("Af3 (=)", true), ("Af3+!=", true), ("Af3", false)]
    {
        let written = parse(text, &position(START), Letters::Turkish).unwrap();
        assert_eq!(written.offers_draw, offers_draw, "{text}");
    }
    let written = parse("e8=Q(=)", &position(PAWN_ON_E7), Letters::English).unwrap();
    assert!(written.offers_draw);
}

#[test]
fn pieces_are_told_apart_by_file_else_rank_else_both() {
    writes(MANY_PIECES, Letters::English, "b1d2", "Nbd2");
    writes(MANY_PIECES, Letters::English, "f1d2", "Nf1d2");
    writes(MANY_PIECES, Letters::English, "f3d2", "N3d2");
    reads(MANY_PIECES, Letters::English, &["Nbd2"], "b1d2");
    reads(MANY_PIECES, Letters::English, &["N3d2"], "f3d2");
    assert_eq!(ambiguous(MANY_PIECES, "Nd2"), 3);
    assert_eq!(ambiguous(MANY_PIECES, "Nfd2"), 2);
}

fn ambiguous(fen: &str, text: &str) -> usize {
    match read(fen, text, Letters::English) {
        Err(UnreadableMove::Ambiguous(moves)) => moves.len(),
        read => panic!("{text}: {read:?}"),
    }
}

#[test]
fn mate_is_written() {
    let fools_mate = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    writes(fools_mate, Letters::English, "d8h4", "Qh4#");
    writes(fools_mate, Letters::Turkish, "d8h4", "Vh4#");
}

#[test]
fn what_is_no_notation_is_refused_as_such() {
    for text in
        ["", " ", "+", "1.", "1-0", "hello", "e9", "Nf", "N", "e2e4e5", "0-0-0-0", "--", "♞f3", "e"]
    {
        assert_eq!(read(START, text, Letters::English), Err(UnreadableMove::NotNotation), "{text}");
    }
}

#[test]
fn what_no_move_is_written_as_is_refused_as_such() {
    for text in ["Nf6", "e5", "0-0", "exd3", "Qd4"] {
        assert_eq!(read(START, text, Letters::English), Err(UnreadableMove::NoSuchMove), "{text}");
    }
}

#[test]
fn a_long_text_is_not_looked_at() {
    let text = format!("{}Nf3", " ".repeat(super::LONGEST));
    assert_eq!(read(START, &text, Letters::English), Err(UnreadableMove::TooLong));
}

#[test]
fn a_move_that_is_not_legal_is_still_written() {
    let after = position(START);
    let mv = "e7e5".parse::<UciMove>().unwrap();
    let black = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(write(mv.to_move(&black).unwrap(), &after, Letters::English), "e5");
}

/// Where random games begin: usual, pieces about, pawns about to promote, Chess960.
const STARTS: [(&str, CastlingMode); 5] = [
    (START, CastlingMode::Standard),
    (CASTLING, CastlingMode::Standard),
    ("4k3/P1P1P1P1/8/8/8/8/p1p1p1p1/4K3 b - - 0 1", CastlingMode::Standard),
    ("K7/8/7k/2N1N3/1N3N2/8/7q/5q2 w - - 0 1", CastlingMode::Standard),
    ("bnrbkqrn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQRN w GCgc - 0 1", CastlingMode::Chess960),
];

fn any_position() -> impl Strategy<Value = Chess> {
    (select(&STARTS[..]), prop::collection::vec(any::<Index>(), 0..60)).prop_map(
        |(start, picks)| {
            let (fen, mode) = start;
            let mut position: Chess = fen.parse::<Fen>().unwrap().into_position(mode).unwrap();
            for pick in picks {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*pick.get(&moves));
            }
            position
        },
    )
}

/// Text made of what notation is made of.
fn almost_a_move() -> impl Strategy<Value = String> {
    prop::collection::vec(
        select(
            &[
                "a", "b", "e", "f", "1", "3", "8", "x", ":", "-", "=", "(", ")", "/", "K", "Q",
                "N", "A", "Ş", "S\u{327}", "P", "0", "O", ".", " ", "+", "#", "!", "e.p.", "(=)",
                "mat",
            ][..],
        ),
        0..10,
    )
    .prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn every_legal_move_is_read_as_it_is_written(position in any_position()) {
        for letters in BOTH {
            for mv in position.legal_moves() {
                let text = write(mv, &position, letters);
                let written = parse(&text, &position, letters);
                prop_assert_eq!(written.map(|written| written.mv), Ok(mv), "{}", text);
            }
        }
    }

    #[test]
    fn long_form_and_notes_change_nothing(position in any_position(), number in 1_u16..400) {
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castle()) {
            let letter = Letters::Turkish.letter(mv.role()).map(String::from).unwrap_or_default();
            let promotion = mv.promotion().and_then(|role| Letters::Turkish.letter(role));
            let promotion = promotion.map(|letter| format!("({letter})")).unwrap_or_default();
            let from = mv.from().unwrap();
            let text = format!("{number}... {letter}{from}-{}{promotion} !? (=)", mv.to());
            let written = parse(&text, &position, Letters::Turkish).unwrap();
            prop_assert_eq!((written.mv, written.offers_draw), (mv, true), "{}", text);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), position in any_position()) {
        for letters in BOTH {
            let _ = parse(&text, &position, letters);
        }
    }

    #[test]
    fn what_is_read_can_be_written_and_read_again(text in almost_a_move(), position in any_position()) {
        for letters in BOTH {
            if let Ok(written) = parse(&text, &position, letters) {
                let again = parse(&write(written.mv, &position, letters), &position, letters);
                prop_assert_eq!(again.map(|again| again.mv), Ok(written.mv), "{}", text);
            }
        }
    }
}
