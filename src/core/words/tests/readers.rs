//! All texts, for people to read; and which language they want.

use std::fmt::Write;

use shakmaty::Color;

use super::super::{KINDS, KindFamily, Locale};
use super::{given, words};

#[test]
fn all_texts_in_english() {
    insta::assert_snapshot!(all_texts("en"));
}

#[test]
fn all_texts_in_turkish() {
    insta::assert_snapshot!(all_texts("tr"));
}

/// Each kind with all that may be given, incidents also with less certainty, and with nothing given.
fn all_texts(code: &str) -> String {
    let words = words(code);
    let mut texts = String::new();
    for kind in KINDS {
        let mut told = vec![words.text(kind.name, &given(kind, Color::White, "high"))];
        if kind.family == KindFamily::Incident {
            told.push(words.text(kind.name, &given(kind, Color::Black, "medium")));
        }
        told.push(words.text(kind.name, &[]));
        write!(texts, "# {}\n\n{}\n\n", kind.name, told.join("\n\n")).unwrap();
    }
    texts
}

#[track_caller]
fn speaks(locale: Locale<'_>, code: &str) {
    assert_eq!(locale.language().to_string(), code);
}

#[test]
fn the_language_is_that_of_the_first_value_that_says_anything() {
    let turkish = Some("tr_TR.UTF-8");
    speaks(Locale { lang: turkish, ..Locale::default() }, "tr-TR");
    speaks(Locale { lc_messages: turkish, lang: Some("de_DE"), lc_all: None }, "tr-TR");
    speaks(Locale { lc_all: Some("en_GB"), lc_messages: turkish, lang: turkish }, "en-GB");
    speaks(Locale { lc_all: Some(""), lc_messages: None, lang: turkish }, "tr-TR");
    speaks(Locale { lang: Some("tr@modifier"), ..Locale::default() }, "tr");
}

#[test]
fn without_a_language_it_is_english() {
    speaks(Locale::default(), "en");
    for value in ["C", "C.UTF-8", ".", "@", "ü", "tr_TR_TR_TR"] {
        speaks(Locale { lc_all: Some(value), ..Locale::default() }, "en");
    }
}
