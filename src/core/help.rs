//! Pages about what is told: what its word means, why it happens, and what to do.
//!
//! Each is a file by its word, as `docs/help/out-of-step.md`, and in other languages in a folder by the language's code, as
//! `docs/help/tr/out-of-step.md`. They are built in, so that they are there wherever a program is. A page is a heading, and three parts of paragraphs in which what stands in backticks is to be
//! typed, or names a file or another page.

/// A page, and the word by which it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpPage {
    /// Its word, as in `out-of-step`.
    pub word: &'static str,
    english: &'static str,
    /// By the code of the language.
    others: &'static [(&'static str, &'static str)],
}

/// A page in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpText {
    /// The code of the language.
    pub language: &'static str,
    /// All of it.
    pub text: &'static str,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpPiece {
    /// The line on top.
    Heading(String),
    /// What the paragraphs that follow are about.
    Part(String),
    /// A paragraph.
    Paragraph(Vec<HelpSpan>),
}

/// A piece of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpSpan {
    /// Words.
    Plain(String),
    /// What is to be typed, or names a file.
    Code(String),
    /// Another page, by the word that is known, and what stands there.
    Page(&'static str, String),
}

/// All pages, in the order of their words.
pub const HELP: &[HelpPage] = include!(concat!(env!("OUT_DIR"), "/help.rs"));

impl HelpPage {
    /// The page of a word: `out-of-step`; or of the name of an error: `NotNow`, `org.touchmove.Error.NotNow`.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        let word = hyphenated(word);
        HELP.iter().find(|page| page.word == word).copied()
    }

    /// It in the first of these languages that it has, by their codes; in English where it has none.
    #[must_use]
    pub fn in_languages(self, codes: &[String]) -> HelpText {
        let known = |code: &String| self.all().find(|text| text.language == code);
        codes.iter().find_map(known).unwrap_or(self.in_english())
    }

    /// It in English, which is there of all pages.
    #[must_use]
    pub const fn in_english(self) -> HelpText {
        HelpText { language: "en", text: self.english }
    }

    /// It in each of its languages, English first.
    pub fn all(self) -> impl Iterator<Item = HelpText> {
        let others = self.others.iter().map(|&(language, text)| HelpText { language, text });
        std::iter::once(self.in_english()).chain(others)
    }
}

impl HelpText {
    /// The line on top.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// Its pieces in their order.
    #[must_use]
    pub fn pieces(self) -> Vec<HelpPiece> {
        let mut pieces = Vec::new();
        let mut paragraph = String::new();
        for line in self.text.lines().chain([""]) {
            let words = line.trim();
            if line.starts_with(' ') {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph.push_str(words);
                continue;
            }
            if !paragraph.is_empty() {
                pieces.push(HelpPiece::Paragraph(spans(&std::mem::take(&mut paragraph))));
            }
            if let Some(heading) = words.strip_prefix("# ") {
                pieces.push(HelpPiece::Heading(heading.to_owned()));
            } else if !words.is_empty() {
                pieces.push(HelpPiece::Part(words.trim_end_matches(':').to_owned()));
            }
        }
        pieces
    }
}

/// The last part of an error's name as the other words are written: `not-now`.
#[must_use]
pub fn hyphenated(name: &str) -> String {
    let last = name.trim().rsplit('.').next().unwrap_or_default();
    let mut word = String::new();
    for letter in last.chars() {
        if letter.is_ascii_uppercase() && !word.is_empty() && !word.ends_with('-') {
            word.push('-');
        }
        word.push(if letter == '_' { '-' } else { letter.to_ascii_lowercase() });
    }
    word
}

fn spans(paragraph: &str) -> Vec<HelpSpan> {
    let parts = paragraph.split('`').zip([false, true].into_iter().cycle());
    let span = |(part, is_code): (&str, bool)| match is_code {
        false => HelpSpan::Plain(part.to_owned()),
        true => code(part),
    };
    parts.filter(|(part, _)| !part.is_empty()).map(span).collect()
}

fn code(said: &str) -> HelpSpan {
    let word = said.strip_prefix("touchmove help ").unwrap_or(said);
    match HELP.iter().find(|page| page.word == word) {
        // A short word alone may be any other thing.
        Some(page) if word != said || word.contains('-') => {
            HelpSpan::Page(page.word, said.to_owned())
        }
        _ => HelpSpan::Code(said.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_found_by_its_word_and_by_the_name_of_an_error() {
        let page = HelpPage::of("not-now").unwrap();
        for name in ["NotNow", "org.touchmove.Error.NotNow", " not_now"] {
            assert_eq!(HelpPage::of(name), Some(page), "{name}");
        }
        for name in ["out", "", "../not-now", "tr/not-now"] {
            assert_eq!(HelpPage::of(name), None, "{name}");
        }
    }

    #[test]
    fn every_page_says_what_it_means_why_it_happens_and_what_to_do_in_each_of_its_languages() {
        for page in HELP {
            for text in page.all() {
                let [heading, rest @ ..] = &text.pieces()[..] else { panic!("{text:?}") };
                assert!(matches!(heading, HelpPiece::Heading(title) if title == text.title()));
                let parts = match text.language {
                    "en" => ["What it means", "Why it happens", "What to do"],
                    "tr" => ["Anlamı", "Nedeni", "Ne yapılır"],
                    other => panic!("how are the parts of a page called in {other}?"),
                };
                let is_part = |piece: &&HelpPiece| matches!(piece, HelpPiece::Part(_));
                let said: Vec<_> = rest.iter().filter(is_part).cloned().collect();
                assert_eq!(said, parts.map(|part| HelpPiece::Part(part.to_owned())), "{text:?}");
                let is_said = |two: &[HelpPiece]| is_part(&&two[0]) != is_part(&&two[1]);
                assert!(
                    rest.windows(2).all(is_said) && !is_part(&rest.last().unwrap()),
                    "{text:?}"
                );
            }
        }
    }

    #[test]
    fn every_page_is_there_in_turkish_with_what_is_to_be_typed_as_it_is() {
        let typed = |text: HelpText| {
            let mut typed: Vec<_> = text.text.split('`').skip(1).step_by(2).collect();
            typed.sort_unstable();
            typed
        };
        for page in HELP {
            let turkish = page.in_languages(&["tr".to_owned()]);
            assert_eq!(turkish.language, "tr", "{}", page.word);
            assert_ne!(turkish.title(), page.in_english().title());
            assert_eq!(typed(turkish), typed(page.in_english()), "{}", page.word);
            assert!(turkish.text.lines().all(|line| line.chars().count() <= 100), "{}", page.word);
        }
    }

    #[test]
    fn a_page_is_told_in_the_first_language_that_it_has_and_else_in_english() {
        let page = HelpPage::of("out-of-step").unwrap();
        let language = |codes: &[&str]| {
            let codes: Vec<_> = codes.iter().map(|&code| code.to_owned()).collect();
            page.in_languages(&codes).language
        };
        assert_eq!(language(&["fr", "tr", "en"]), "tr");
        assert_eq!(language(&["en", "tr"]), "en");
        assert_eq!(language(&["fr"]), "en");
    }

    #[test]
    fn a_page_that_another_one_names_is_led_to() {
        let pieces = HelpPage::of("not-connected").unwrap().in_english().pieces();
        let HelpPiece::Paragraph(spans) = pieces.last().unwrap() else { panic!("{pieces:?}") };
        assert_eq!(spans[1], HelpSpan::Page("board-away", "touchmove help board-away".to_owned()));
        let pieces = HelpPage::of("illegal-move-pending").unwrap().in_english().pieces();
        let is_page = |span: &HelpSpan| matches!(span, HelpSpan::Page("illegal-move-completed", _));
        let has_page = |piece: &HelpPiece| matches!(piece, HelpPiece::Paragraph(all) if all.iter().any(is_page));
        assert!(pieces.iter().any(has_page));
    }
}
