//! Pages about what is told on the desk: what its word means, why it happens, and what to do.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use maud::{Markup, html};
use touchmove_core::help::{HELP, HelpPage, HelpPiece, HelpSpan};
use touchmove_core::words::phrases::AtDesk;

use super::door::Who;
use super::page::{self, Page};
use crate::speech::Speech;

/// All pages.
pub(super) async fn list(Who(arbiter): Who, speech: Speech) -> Response {
    let codes = speech.notices().codes();
    let title = speech.say(AtDesk::Help);
    let body = html! {
        section.notice.help {
            h1 { (title) }
            dl {
                @for page in HELP {
                    @let text = page.in_languages(&codes);
                    dt { a href=(format!("/help/{}", page.word)) lang=[foreign(text.language, speech)] { (text.title()) } }
                    dd { code { (page.word) } }
                }
            }
        }
    };
    Page::of(&arbiter, speech, title, "/help").with(body)
}

/// The page of a word.
pub(super) async fn show(Who(arbiter): Who, speech: Speech, Path(word): Path<String>) -> Response {
    let Some(found) = HelpPage::of(&word) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NothingThere);
    };
    let text = found.in_languages(&speech.notices().codes());
    let body = html! {
        section.notice.help lang=[foreign(text.language, speech)] {
            @for piece in text.pieces() { (drawn(&piece)) }
        }
        p.all { a href="/help" { (speech.say(AtDesk::AllHelp)) } }
    };
    let at = format!("/help/{}", found.word);
    Page::of(&arbiter, speech, text.title().to_owned(), &at).with(body)
}

/// Leads to the page of what was told, where it has one. `about` is what was told, for whoever hears the link alone.
pub(super) fn link(word: &str, about: &str, speech: Speech) -> Markup {
    let Some(page) = HelpPage::of(word) else { return html! {} };
    let said = speech.say(AtDesk::HelpAbout { what: about.into() });
    html! {
        a.help href=(format!("/help/{}", page.word)) title=(said) aria-label=(said) { "?" }
    }
}

fn drawn(piece: &HelpPiece) -> Markup {
    match piece {
        HelpPiece::Heading(title) => html! { h1 { (title) } },
        HelpPiece::Part(title) => html! { h2 { (title) } },
        HelpPiece::Paragraph(spans) => html! { p { @for span in spans { (drawn_span(span)) } } },
    }
}

fn drawn_span(span: &HelpSpan) -> Markup {
    match span {
        HelpSpan::Plain(words) => html! { (words) },
        HelpSpan::Code(said) => html! { code { (said) } },
        HelpSpan::Page(word, said) => {
            html! { a href=(format!("/help/{word}")) { code { (said) } } }
        }
    }
}

/// The language of a text, where it is another one than that of the page.
fn foreign(language: &'static str, speech: Speech) -> Option<&'static str> {
    (language != speech.code()).then_some(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_on_a_page_is_text_and_other_pages_are_led_to() {
        let spans = vec![
            HelpSpan::Plain("a < b & ".to_owned()),
            HelpSpan::Code("<script>".to_owned()),
            HelpSpan::Page("board-away", "touchmove help board-away".to_owned()),
        ];
        assert_eq!(
            drawn(&HelpPiece::Paragraph(spans)).into_string(),
            "<p>a &lt; b &amp; <code>&lt;script&gt;</code>\
             <a href=\"/help/board-away\"><code>touchmove help board-away</code></a></p>"
        );
    }

    #[test]
    fn a_word_without_a_page_is_led_nowhere() {
        assert_eq!(link("restore", "x", Speech::English).into_string(), "");
        let link = link("org.touchmove.Error.NotNow", "a \"b\"", Speech::Turkish).into_string();
        assert!(link.contains("href=\"/help/not-now\""), "{link}");
        assert!(!link.contains("\"b\""), "{link}");
    }
}
