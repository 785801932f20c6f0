mod csv;
mod pgn;
mod properties;
mod trf;

use shakmaty::Color;

use super::*;
use crate::points::ResultValue;

const SWISS_MANAGER: &[u8] = include_bytes!("../../../tests/pairings/swiss-manager.pgn");
const LIVECHESS: &[u8] = include_bytes!("../../../tests/pairings/livechess.pgn");
const SWISS: &[u8] = include_bytes!("../../../tests/pairings/swiss-6-players.trf");
const CLUB_NIGHT: &[u8] = include_bytes!("../../../tests/pairings/club-night.csv");
const LEAGUE: &[u8] = include_bytes!("../../../tests/pairings/league.csv");
const SAMPLES: [&[u8]; 5] = [SWISS_MANAGER, LIVECHESS, SWISS, CLUB_NIGHT, LEAGUE];

const WHITE_WON: Outcome = Outcome::Played(ResultValue::WhiteWins);
const BLACK_WON: Outcome = Outcome::Played(ResultValue::BlackWins);
const DRAWN: Outcome = Outcome::Played(ResultValue::Draw);

fn round(number: u16) -> Round {
    Round::new(number).unwrap()
}

fn board(number: u16) -> BoardNumber {
    BoardNumber::new(number).unwrap()
}

/// The pairings as `round.board White - Black`.
fn games(bytes: &[u8], round: Option<Round>) -> Vec<String> {
    let game = |p: &Pairing| format!("{}.{} {} - {}", p.round, p.board, p.white.name, p.black.name);
    read(bytes, round).unwrap().pairings.iter().map(game).collect()
}

fn error(text: &str) -> String {
    read(text.as_bytes(), None).unwrap_err().to_string()
}

#[test]
fn a_form_is_known_by_what_is_in_the_file() {
    let forms = SAMPLES.map(|sample| Form::of(sample).unwrap());
    assert_eq!(forms, [Form::Pgn, Form::Pgn, Form::Trf, Form::Csv, Form::Csv]);
    assert_eq!(
        error("\nplayer,opponent\n"),
        "line 2: this is neither PGN nor TRF16 nor CSV; a CSV needs a first line that names the \
         columns white and black"
    );
}

#[test]
fn a_file_without_pairings_is_refused_at_its_last_line() {
    let said = "there is no pairing in the file; make the pairings first, or export them again";
    for (text, line) in
        [("", 1), ("\n \n", 2), ("white,black\n\n", 2), ("012 Open\r\n022 X\r\n", 2)]
    {
        assert_eq!(error(text), format!("line {line}: {said}"));
    }
    assert_eq!(error("[White \"bye\"]\n[Black \"Ann\"]\n\n*\n"), format!("line 4: {said}"));
}

#[test]
fn a_file_that_is_not_utf_8_is_refused_with_its_line() {
    let error = read(b"white,black\r\nM\xFCller,Ann\r\n", None).unwrap_err();
    assert_eq!(error, PairingError { line: 2, what: Wrong::NotUtf8 });
}

#[test]
fn a_file_of_more_than_8_mib_is_refused() {
    let error = read(&vec![b' '; MAX_BYTES + 1], None).unwrap_err();
    assert_eq!(error, PairingError { line: 1, what: Wrong::TooLarge });
}

#[test]
fn a_round_that_the_file_has_not_is_refused_with_those_it_has() {
    let missing = |sample| read(sample, Some(round(9))).unwrap_err().to_string();
    assert_eq!(
        missing(CLUB_NIGHT),
        "line 6: there is no pairing of round 9 in the file; it has the rounds 1, 2"
    );
    assert_eq!(
        missing(SWISS),
        "line 19: there is no pairing of round 9 in the file; it has the rounds 1, 2, 3"
    );
}

#[test]
fn titles_are_known_in_long_and_short_letters() {
    let titles = ["GM", " g ", "wm", "WGM", "f", "wc"].map(|text| Title::of(text).unwrap().word());
    assert_eq!(titles, ["GM", "GM", "WIM", "WGM", "FM", "WCM"]);
    assert_eq!(Title::of("NM"), None);
}

#[test]
fn days_are_known_in_the_orders_that_files_use() {
    let day = Some(jiff::civil::date(2026, 11, 21));
    for text in ["2026.11.21", "2026-11-21", "2026/11/21", "26/11/21", "21.11.2026"] {
        assert_eq!(date::read(text), day, "{text}");
    }
    for text in ["2026.??.??", "????.??.??", "11/21/2026", "2026.02.30", "2026.11.21.1", "x.y.z"] {
        assert_eq!(date::read(text), None, "{text}");
    }
}
