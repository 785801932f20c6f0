use proptest::prelude::*;

use super::*;

/// What steers terminals, turns writing round or cannot be seen, as attackers have used it.
const KNOWN: &str = "\0\u{7}\u{8}\r\u{b}\u{c}\u{1b}\u{7f}\u{80}\u{85}\u{9b}\u{9f}\u{ad}\u{61c}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\u{feff}\u{fff9}\u{e0041}";

fn any_text() -> impl Strategy<Value = String> {
    let known = proptest::sample::select(KNOWN.chars().collect::<Vec<_>>());
    let marks =
        proptest::sample::select(vec!['=', '+', '-', '@', '\'', '"', ',', '\n', '\t', 'א', 'a']);
    proptest::collection::vec(prop_oneof![known, marks, any::<char>()], 0..24)
        .prop_map(|signs| signs.into_iter().collect())
}

#[test]
fn known_tricks_are_hostile_and_letters_of_all_scripts_are_not() {
    for sign in KNOWN.chars() {
        assert!(is_hostile(sign), "{sign:?}");
    }
    let names =
        "Çağrı Öztürk-İnan, Niño O'Brien Ærø Łukasz Дмитрий Γιώργος שלום محمد 王 김 ½ – … ♔";
    assert_eq!(for_terminal(names), names);
    assert_eq!(on_one_line(names), names);
}

#[test]
fn an_isolate_stays_where_it_closes_within_its_line_alone() {
    let name = isolated("שלום".to_owned());
    assert_eq!(for_terminal(&format!("White, {name}: 1-0\n")), format!("White, {name}: 1-0\n"));
    for open in [
        "\u{2068}שלום\n\u{2069}",
        "\u{2068}שלום",
        "\u{2068}abc\u{2069}",
        "\u{2068}ש\u{202e}\u{2069}",
    ] {
        assert!(!for_terminal(open).contains('\u{2068}'), "{open:?}");
    }
}

#[test]
fn formulas_are_guarded_and_come_back() {
    for text in ["=1+1", "+30", "-2", "@SUM(A1)", "\tx", "\rx", "'=1", "''+", "＝1"] {
        assert!(cell(text).starts_with('\''), "{text:?}");
        assert_eq!(of_cell(&cell(text)), text);
    }
    assert_eq!(cell("'t Hart, Jan"), "'t Hart, Jan");
    assert_eq!(of_cell("'t Hart, Jan"), "'t Hart, Jan");
}

proptest! {
    #[test]
    fn nothing_hostile_is_left(text in any_text()) {
        let shown = for_terminal(&text);
        let bare = shown.replace("\r\n", "").replace(ISOLATED, "");
        prop_assert!(!bare.contains(|sign| is_hostile(sign) && !matches!(sign, '\n' | '\t')));
        prop_assert!(!on_one_line(&text).contains(is_hostile));
        prop_assert!(!stripped(&text).contains(is_hostile));
        prop_assert_eq!(for_terminal(&shown), shown.clone());
    }

    #[test]
    fn json_says_the_same_without_hostile_signs(text in any_text()) {
        let json = serde_json::to_string(&[&text]).unwrap();
        let shown = for_json(&json);
        prop_assert!(!shown.contains(is_hostile));
        let back: Vec<String> = serde_json::from_str(&shown).unwrap();
        prop_assert_eq!(back, vec![text]);
    }

    #[test]
    fn a_cell_gives_its_text_back_and_is_no_formula(text in any_text()) {
        let cell = cell(&text);
        prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']));
        prop_assert_eq!(of_cell(&cell), text.as_str());
    }
}
