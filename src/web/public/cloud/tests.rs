use serde_json::{Value, json};
use touchmove_core::sheet::samples::played;

use super::*;
use crate::public::view::samples::view_of;

fn read(text: Option<Text>) -> Value {
    serde_json::from_str(text.unwrap().as_str()).unwrap()
}

fn game_of(sheet: Sheet) -> Value {
    let view = view_of(sheet);
    read(game(view.round(3).unwrap(), 12))
}

#[test]
fn a_round_has_the_forms_that_readers_know() {
    let view = view_of(played(SheetStart::usual(), "e4 e5 Nf3"));
    let round = view.current_round().unwrap();
    let index = read(index(round));
    assert_eq!(index["date"], "2026-11-19");
    assert_eq!(index["pairings"].as_array().unwrap().len(), 12);
    let nobody = json!({ "white": null, "black": null, "result": "*", "live": false });
    assert_eq!(index["pairings"][0], nobody);
    let white = json!({
        "fname": "\"Chuky\"", "mname": null, "lname": "Ivančuk", "title": "GM", "federation": "UKR",
        "gender": null, "fideid": 14_100_010,
    });
    assert_eq!(index["pairings"][11]["white"], white);
    assert_eq!(index["pairings"][11]["live"], true);
    let game = read(game(round, 12));
    let mut keys: Vec<_> = game.as_object().unwrap().keys().cloned().collect();
    let expected =
        ["chess960", "clock", "comment", "firstMove", "live", "moves", "result", "serialNr"];
    keys.sort();
    assert_eq!(keys, expected);
    assert_eq!(game["moves"], json!(["e4 5425", "e5 5418", "Nf3 5436+19"]));
    assert_eq!((&game["result"], &game["chess960"]), (&json!("*"), &json!(518)));
    let tournament = read(tournament(&view, &id_of(round)));
    assert_eq!(tournament["name"], "Memoriál R. Rétiho");
    assert_eq!(tournament["rounds"][2], json!({ "count": 12, "live": 1 }));
    assert_eq!(tournament["rounds"][0], json!({ "count": 0, "live": 0 }));
    assert!(super::tournament(&view, "another").is_none());
}

#[test]
fn a_tournament_has_the_same_id_every_time() {
    let id = |moves| id_of(view_of(played(SheetStart::usual(), moves)).current_round().unwrap());
    assert_eq!(id("e4"), id("d4 d5"));
    let lengths: Vec<_> = id("e4").split('-').map(str::len).collect();
    assert_eq!(lengths, [8, 4, 4, 4, 12]);
}

#[test]
fn an_illegal_move_ends_what_can_be_told_and_the_result_is_told_all_the_same() {
    let mut sheet = played(SheetStart::usual(), "e4 e5 !e1e3 Nc6");
    sheet.outcome = Some(Outcome::Played(ResultValue::BlackWins));
    let game = game_of(sheet);
    assert_eq!(game["moves"].as_array().unwrap().len(), 2, "{game}");
    assert_eq!(game["result"], "BLACKWIN");
    assert!(game["comment"].as_str().unwrap().starts_with("from 2. on"), "{game}");
}

#[test]
fn what_the_form_has_no_word_for_is_told_in_words() {
    let result = |outcome| {
        let sheet = Sheet { outcome: Some(outcome), ..played(SheetStart::usual(), "e4") };
        let game = game_of(sheet);
        (game["result"].clone(), game["comment"].clone())
    };
    assert_eq!(result(Outcome::Played(ResultValue::Draw)), (json!("DRAW"), Value::Null));
    let both_lost = result(Outcome::Played(ResultValue::BothLose));
    assert_eq!(both_lost, (Value::Null, json!("result 0-0")));
    let forfeit = result(Outcome::Forfeit { winner: Some(Color::White) });
    assert_eq!(forfeit, (json!("NOTPLAYED"), json!("result +:-")));
}

#[test]
fn a_table_between_others_has_a_game_that_is_not_played() {
    let view = view_of(played(SheetStart::usual(), "e4"));
    let round = view.round(3).unwrap();
    assert_eq!(read(game(round, 7))["result"], "NOTPLAYED");
    assert!(game(round, 0).is_none() && game(round, 13).is_none());
}
