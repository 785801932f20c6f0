//! What must hold of words.

mod files;
mod readers;
mod sentences;

use proptest::prelude::*;
use proptest::sample::select;
use shakmaty::{Color, Role, Square};

use super::library::BUILT_IN;
use super::phrases::{Head, Listed};
use super::{Field, KINDS, Kind, KindFamily, Language, Library, Unfit, Vocabulary, Words};

fn language(code: &str) -> Language {
    code.parse().unwrap()
}

fn words(code: &str) -> Words {
    Words::of(&language(code))
}

/// The fields of a kind, as they might be, all given.
fn given(kind: &Kind, side: Color, certainty: &str) -> Vec<(&'static str, Field)> {
    let value = |name| match name {
        "value" => result(kind.name, side).into(),
        _ => value(name, side, certainty),
    };
    kind.fields().map(|name| (name, value(name))).collect()
}

/// What such a result is, where it is `side` that it goes against.
fn result(kind: &str, side: Color) -> &'static str {
    match kind {
        "both-late" => "0-0",
        "checkmate"
        | "resignation"
        | "flag"
        | "illegal-move"
        | "second-illegal"
        | "default-time"
        | "sealed-move-invalid"
        | "arbiter-penalty"
        | "kings"
        | "decision"
        | "result-differs" => side.fold_wb("0-1", "1-0"),
        _ => "1/2-1/2",
    }
}

fn value(name: &str, side: Color, certainty: &str) -> Field {
    match name {
        "article" => "7.5.1".into(),
        "edition" => "fide-2023".into(),
        "side" => side.into(),
        "certainty" => certainty.into(),
        "ply" => 24.into(),
        "move" => "Ke2".into(),
        "moves" => ["Nf3", "Nh3"].into_iter().collect(),
        "square" => Square::G1.into(),
        "squares" => [Square::C3, Square::D5].into_iter().collect(),
        "man" => Role::Knight.into(),
        "seconds" => 120.into(),
        "what" => "both-kings-in-check".into(),
        "instruction" => "clock_add".into(),
        "mode" => "fischer".into(),
        "colours" => "same".into(),
        "period" => 2.into(),
        "duty" => "move".into(),
        "count" => 12.into(),
        "trend" => "rising".into(),
        "setting" => "main".into(),
        "expected" => "0:03:00".into(),
        "seen" => "1:30:00".into(),
        "white" => "1:00:00".into(),
        "black" => "0:40:00".into(),
        "progress" => 3.into(),
        "repetitions" => 2.into(),
        "without_progress" => 7.into(),
        "can_mate" => "yes".into(),
        _ => panic!("{name}: what might it be?"),
    }
}

/// All that may be told with each kind: everything given by either side and in every certainty, and
/// nothing given.
fn all_notices(code: &str) -> Vec<(&'static str, super::Notice)> {
    let words = words(code);
    let mut notices = Vec::new();
    for kind in KINDS {
        notices.push((kind.name, words.notice(kind.name, &[])));
        for side in [Color::White, Color::Black] {
            for certainty in ["high", "medium", "low"] {
                let fields = given(kind, side, certainty);
                notices.push((kind.name, words.notice(kind.name, &fields)));
                for left_out in 0..fields.len() {
                    let mut fewer = fields.clone();
                    fewer.remove(left_out);
                    notices.push((kind.name, words.notice(kind.name, &fewer)));
                }
            }
        }
    }
    notices
}

#[test]
fn every_sentence_is_whole_whatever_is_given() {
    for (code, _) in BUILT_IN {
        for (kind, notice) in all_notices(code) {
            let sentences = [notice.seen.unwrap(), notice.may.unwrap()];
            for text in sentences.iter().chain([&notice.title]) {
                for broken in ["{", "}", "  ", " .", " ,", " :", "..", "()", "none", "\n"] {
                    assert!(!text.contains(broken), "{code} {kind}: {text}");
                }
            }
            for sentence in &sentences {
                assert!(sentence.ends_with('.'), "{code} {kind}: {sentence}");
                assert!(
                    sentence.starts_with(|sign: char| !sign.is_lowercase()),
                    "{code}: {sentence}"
                );
            }
        }
    }
}

#[test]
fn titles_fit_a_line() {
    for (code, _) in BUILT_IN {
        for (_, notice) in all_notices(code) {
            assert!(notice.title.chars().count() < 60, "{code}: {}", notice.title);
        }
    }
}

#[test]
fn what_is_not_certain_is_told_as_a_suggestion() {
    for (code, board, clock, check) in [
        ("en", "The board suggests: ", "The clock suggests: ", "(to be checked)"),
        ("tr", "Tahta şunu düşündürüyor: ", "Saat şunu düşündürüyor: ", "(kontrol edin)"),
    ] {
        let words = words(code);
        for kind in KINDS.iter().filter(|kind| kind.family == KindFamily::Incident) {
            let notice = words.notice(kind.name, &given(kind, Color::White, "medium"));
            let seen = notice.seen.unwrap();
            assert!(seen.starts_with(board) || seen.starts_with(clock), "{code}: {seen}");
            assert!(notice.title.ends_with(check), "{code}: {}", notice.title);

            let certain = words.notice(kind.name, &given(kind, Color::White, "high"));
            assert!(!certain.to_string().contains(check), "{code}: {certain}");
        }
    }
}

#[test]
fn a_penalty_is_told_as_the_edition_gives_it() {
    let told =
        |fields: &[(&str, Field)]| words("en").notice("press-without-move", fields).may.unwrap();
    let black = ("side", Color::Black.into());
    assert!(told(&[black.clone(), ("seconds", 60.into())]).contains("White gets one minute more"));
    assert!(told(&[black.clone(), ("seconds", 0.into())]).contains("No time is added"));
    assert!(!told(&[black]).contains("time"));
}

#[test]
fn the_winner_comes_from_the_value() {
    let told = |value: &str| words("tr").text("kings", &[("value", value.into())]);
    assert!(told("1-0").contains("Beyaz kazandı"));
    assert!(told("0-1").contains("Siyah kazandı"));
    assert!(told("1/2-1/2").contains("oyun berabere"));
}

#[test]
fn a_piece_may_be_given_by_its_letter_in_a_fen() {
    for piece in ["Q", "q", "queen"] {
        assert!(
            words("tr")
                .text("replace", &[("man", piece.into())])
                .contains("terfi karesinde vezir yok")
        );
    }
}

#[test]
fn an_unknown_kind_is_told_by_itself() {
    let fields = [("side", Color::White.into()), ("squares", ["c3", "d5"].into_iter().collect())];
    assert_eq!(
        words("tr").text("nobody-knows", &fields),
        "nobody-knows (side=white, squares=c3, d5)"
    );
    assert_eq!(words("tr").text("nobody-knows", &[]), "nobody-knows");
}

#[test]
fn a_part_of_sentences_is_no_kind() {
    assert_eq!(words("en").text("form-side", &[]), "form-side");
}

#[test]
fn a_language_that_is_not_there_is_english() {
    assert_eq!(words("de").text("checkmate", &[]), words("en").text("checkmate", &[]));
    assert_eq!(words("tr-CY").text("checkmate", &[]), words("tr").text("checkmate", &[]));
}

#[test]
fn what_a_language_lacks_is_told_in_english() {
    let mut library = Library::built_in();
    let german = "checkmate = Matt: { $value }\nstalemate = Patt, { $unheard-of }\n";
    library.add("de", german).unwrap();
    let words = library.words(&language("de-AT"));
    assert_eq!(words.text("checkmate", &[("value", "1-0".into())]), "Matt: 1-0");
    let draw = [("value", "1/2-1/2".into())];
    assert!(words.text("stalemate", &draw).starts_with("Stalemate: 1/2-1/2"));
    assert!(words.text("fivefold", &draw).starts_with("Fivefold"));
}

#[test]
fn a_phrase_is_said_with_its_values_and_what_stands_in_it_in_the_same_language() {
    let incidents = |numbers: &str| Listed::AtTable {
        table: 12_u16.into(),
        what: Listed::Incidents { numbers: numbers.into(), title: "x".into() }.into(),
    };
    assert_eq!(words("en").say(incidents("1, 4")), "table 12: incident 1, 4: x");
    assert_eq!(words("tr").say(incidents("1, 4")), "12. masa: olay 1, 4: x");
}

#[test]
fn numbers_choose_their_plural() {
    let plies = |count: u64| words("en").say(Listed::Plies { count: count.into() });
    assert_eq!([0, 1, 2].map(plies), ["0 plies", "1 ply", "2 plies"]);
    assert_eq!(plies(123_456_789), "123456789 plies", "digits are not grouped");
}

#[test]
fn what_stands_in_a_phrase_stays_as_it_is() {
    let long = format!("  {{ $x }} {}\n", "x".repeat(1_000));
    let said = words("tr").say(Listed::Disk { what: long.as_str().into() });
    assert_eq!(said, format!("disk: {long}"));
}

#[test]
fn a_phrase_that_a_language_lacks_is_said_in_english_and_one_that_english_lacks_by_its_name() {
    let mut library = Library::built_in();
    library.add("de", "head-table = TISCH\n").unwrap();
    let words = library.words(&language("de"));
    assert_eq!(words.say(Head::Table), "TISCH");
    assert_eq!(words.say(Head::Board), "BOARD");
    let bare = Words { bundles: Vec::new() };
    assert_eq!(bare.say(Listed::Plies { count: 3_u32.into() }), "listed-plies count=3");
}

#[test]
fn a_word_that_is_not_known_stays_as_it_is() {
    assert_eq!(words("tr").say(Vocabulary::Stage.word("running")), "oynanıyor");
    assert_eq!(words("tr").say(Vocabulary::Stage.word("adjourned")), "adjourned");
}

#[test]
fn an_added_file_goes_before_the_one_that_is_built_in() {
    let mut library = Library::built_in();
    library.add("tr", "checkmate = Şah mat: { $value }\n").unwrap();
    let words = library.words(&language("tr"));
    assert_eq!(words.text("checkmate", &[("value", "1-0".into())]), "Şah mat: 1-0");
    assert!(words.text("stalemate", &[]).starts_with("Pat"));
}

#[test]
fn a_name_stays_in_its_line_and_its_direction() {
    let told = |name: &str| words("en").notice("illegal-move-completed", &[("move", name.into())]);
    let seen = told("a\nb\u{202e}c").seen.unwrap();
    assert!(seen.contains(", abc."), "{seen}");
    let seen = told("שלום").seen.unwrap();
    assert!(seen.contains(", \u{2068}שלום\u{2069}."), "{seen}");
    let seen = told("{ $side }").seen.unwrap();
    assert!(seen.contains(", { $side }."), "{seen}");
    assert!(told(&"x".repeat(100_000)).seen.unwrap().len() < 400);
}

#[test]
fn unfit_files_are_refused() {
    let mut library = Library::built_in();
    let mut refused = |code: &str, text: &str| library.add(code, text).unwrap_err();
    assert_eq!(refused("readme.old", "a = b"), Unfit::NoLanguage("readme.old".to_owned()));
    assert_eq!(refused("de", &" ".repeat(300_000)), Unfit::TooLarge);
    assert_eq!(refused("de", "a = b\na = c\n"), Unfit::Twice("a".to_owned()));
    assert!(matches!(refused("de", "a = b\n\nb = { $\n"), Unfit::Broken { line: 3, .. }));
    for deep in ["{".repeat(200_000), "F(".repeat(100_000), "{\nF(".repeat(50_000)] {
        let refusal = refused("de", &format!("a = {{ {deep}"));
        assert!(matches!(refusal, Unfit::TooManyOpenings(_)), "{refusal}");
    }
}

#[test]
fn messages_that_name_each_other_in_a_circle_are_passed_over() {
    let mut library = Library::built_in();
    library
        .add("de", "checkmate = { form-a }\nform-a = { form-b }\nform-b = { form-a }\n")
        .unwrap();
    assert!(library.words(&language("de")).text("checkmate", &[]).starts_with("Checkmate"));
}

fn any_field() -> impl Strategy<Value = Field> {
    prop_oneof![
        any::<String>().prop_map(Field::Text),
        any::<i64>().prop_map(Field::Number),
        prop::collection::vec(any::<String>(), 0..4).prop_map(Field::List),
    ]
}

fn any_name() -> impl Strategy<Value = String> {
    let known: Vec<&str> = KINDS.iter().flat_map(Kind::fields).collect();
    prop_oneof![select(known).prop_map(str::to_owned), any::<String>()]
}

proptest! {
    #[test]
    fn anything_can_be_told_in_at_most_three_lines(
        kind in prop_oneof![select(KINDS).prop_map(|kind| kind.name.to_owned()), any::<String>()],
        fields in prop::collection::vec((any_name(), any_field()), 0..8),
        code in select(vec!["en", "tr"]),
    ) {
        let fields: Vec<(&str, Field)> =
            fields.iter().map(|(name, field)| (name.as_str(), field.clone())).collect();
        let text = words(code).text(&kind, &fields);
        prop_assert!(text.lines().count() <= 3, "{}", text);
    }

    #[test]
    fn a_damaged_file_is_refused_or_tells_something(
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..40, "[{}$.=()\\[\\]*\"> a-z\n-]{0,6}"), 1..4),
    ) {
        let mut text: Vec<char> = BUILT_IN[0].1.chars().collect();
        for (at, removed, instead) in damages {
            let at = at.index(text.len());
            let end = (at + removed).min(text.len());
            text.splice(at..end, instead.chars());
        }
        let mut library = Library::built_in();
        if library.add("de", &text.into_iter().collect::<String>()).is_ok() {
            let words = library.words(&language("de"));
            for kind in KINDS {
                prop_assert!(!words.text(kind.name, &given(kind, Color::Black, "low")).is_empty());
            }
        }
    }
}
