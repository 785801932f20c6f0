//! What stands around every page.

use axum::http::{StatusCode, Uri};
use axum::response::{Html, IntoResponse as _, Response};
use maud::{DOCTYPE, Markup, html};
use touchmove_client::arbiters::Arbiter;
use touchmove_core::words::phrases::AtDesk;

use super::door::Who;
use super::live::Followed;
use crate::speech::Speech;

/// A page to be filled.
#[derive(Debug)]
pub(super) struct Page {
    speech: Speech,
    title: String,
    arbiter: Option<Arbiter>,
    at: String,
    live: Option<String>,
    script: Option<&'static str>,
}

impl Page {
    /// For whoever is not let in.
    pub(super) fn outside(speech: Speech) -> Self {
        let title = speech.say(AtDesk::Title);
        Self { speech, title, arbiter: None, at: "/".to_owned(), live: None, script: None }
    }

    /// For an arbiter, at this address of the desk.
    pub(super) fn of(arbiter: &Arbiter, speech: Speech, title: String, at: &str) -> Self {
        Self {
            speech,
            title,
            arbiter: Some(arbiter.clone()),
            at: at.to_owned(),
            live: None,
            script: None,
        }
    }

    /// With what changes on it.
    pub(super) fn followed(mut self, followed: &Followed) -> Self {
        self.live = Some(followed.address());
        self
    }

    /// With a script of its own, at this address.
    pub(super) const fn with_script(mut self, script: &'static str) -> Self {
        self.script = Some(script);
        self
    }

    /// Filled.
    pub(super) fn with(self, body: Markup) -> Response {
        let Self { speech, title, arbiter, at, live, script } = self;
        let tab = |path: &str, said: AtDesk| {
            let is_here = path == at;
            html! { a href=(path) aria-current=[is_here.then_some("page")] { (speech.say(said)) } }
        };
        let page = html! {
            (DOCTYPE)
            html lang=(speech.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) " · touchmove" }
                    link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                    link rel="stylesheet" href="/assets/desk.css";
                    script src="/assets/live.js" defer {}
                    script src="/assets/desk.js" defer {}
                    @if let Some(script) = script { script src=(script) defer {} }
                }
                body data-live=[live] {
                    a.skip href="#main" { (speech.say(AtDesk::Skip)) }
                    header.bar {
                        @if let Some(arbiter) = &arbiter {
                            nav aria-label=(speech.say(AtDesk::Title)) {
                                (tab("/", AtDesk::Waiting))
                                (tab("/hall", AtDesk::Hall))
                                (tab("/broadcast", AtDesk::Broadcast))
                                (tab("/help", AtDesk::Help))
                            }
                            span.who { (arbiter.name) }
                        } @else {
                            span.who { "touchmove" }
                        }
                        form.languages method="post" action="/language" {
                            input type="hidden" name="from" value=(at);
                            @for (other, name) in Speech::ALL {
                                button name="code" value=(other.code()) lang=(other.code())
                                    aria-pressed=(if other == speech { "true" } else { "false" }) { (name) }
                            }
                        }
                    }
                    p #stale role="status" hidden { (speech.say(AtDesk::Stale)) }
                    main #main { (body) }
                }
            }
        };
        Html(page.into_string()).into_response()
    }
}

/// That something is refused, and what to do.
pub(super) fn refused(speech: Speech, status: StatusCode, why: AtDesk) -> Response {
    refused_because(speech, status, &speech.say(why))
}

/// The same, in words that are ready.
pub(super) fn refused_because(speech: Speech, status: StatusCode, why: &str) -> Response {
    let body = html! { section.notice { h1 { (speech.say(AtDesk::Title)) } p { (why) } } };
    (status, Page::outside(speech).with(body)).into_response()
}

/// What is at no address.
pub(super) async fn nothing_there(who: Who, speech: Speech, at: Uri) -> Response {
    let Who(arbiter) = who;
    let body = html! { section.notice { p { (speech.say(AtDesk::NothingThere)) } } };
    let page = Page::of(&arbiter, speech, speech.say(AtDesk::Title), at.path());
    (StatusCode::NOT_FOUND, page.with(body)).into_response()
}
