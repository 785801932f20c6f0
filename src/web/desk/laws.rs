//! What an article of the Laws means here, in plain words, by the edition of a game.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use maud::html;
use touchmove_core::laws::rulebook::{Edition, Rulebook};
use touchmove_core::words::phrases::{AtDesk, AtReplay};
use touchmove_core::words::{LawText, law_topics};

use super::Shared;
use super::decide::decisions;
use super::door::Who;
use super::page::{self, Page};
use crate::speech::Speech;

/// The page.
pub(super) async fn show(
    State(desk): State<Shared>,
    Who(arbiter): Who,
    speech: Speech,
    Path((game, article)): Path<(String, String)>,
) -> Response {
    let view = desk.view();
    let Some((_, shown)) = view.game_seen_by(&arbiter, &game) else {
        return page::refused(speech, StatusCode::NOT_FOUND, AtDesk::NoSuchGame);
    };
    let decided = decisions(&desk, &shown.path).await.unwrap_or_default();
    let said = |key: &str, of: &[(String, String)]| {
        of.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone())
    };
    let chosen = decided.iter().rev().filter(|one| !one.is_undone && one.verb == "laws");
    let chosen = chosen.filter_map(|one| said("edition", &one.particulars)).next();
    let edition = chosen.and_then(|name| Edition::by_name(&name).ok());
    let edition = edition.unwrap_or(Rulebook::default().edition);
    let topics: Vec<_> = law_topics().filter(|topic| topic.has(edition.name(), &article)).collect();
    let title = speech.say(AtReplay::Article { article: article.as_str().into() });
    let body = html! {
        section.notice {
            h1 { (title) }
            p { (speech.say(AtReplay::Edition { edition: edition.name().into() })) }
            @if topics.is_empty() {
                p { (speech.say(AtReplay::NoArticle { article: article.as_str().into() })) }
            }
            @for topic in topics {
                @let LawText { title, does } = speech.notices().law(topic, edition.name());
                h2 { (title) }
                p { (does) }
            }
            p { a href=(format!("/game/{game}")) { (speech.say(AtDesk::Back)) } }
        }
    };
    Page::of(&arbiter, speech, title, &format!("/game/{game}")).with(body)
}
