//! What stands around every page.

use axum::response::{Html, IntoResponse as _, Response};
use maud::{DOCTYPE, Markup, html};
use touchmove_core::words::phrases::AtPublic;

use crate::speech::Speech;

/// A page to be filled.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) speech: Speech,
    pub(super) title: String,
    /// Its classes: which page it is, and how it looks.
    pub(super) class: String,
    /// Where what changes on it comes from.
    pub(super) live: String,
}

impl Page {
    /// Filled.
    pub(super) fn with(self, body: Markup) -> Response {
        let Self { speech, title, class, live } = self;
        let page = html! {
            (DOCTYPE)
            html lang=(speech.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) " · touchmove" }
                    link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                    link rel="stylesheet" href="/assets/public.css";
                    script src="/assets/live.js" defer {}
                    script src="/assets/public.js" defer {}
                }
                body class=(class) data-live=(live) data-short {
                    p #stale role="status" hidden { (speech.say(AtPublic::Stale)) }
                    (body)
                }
            }
        };
        Html(page.into_string()).into_response()
    }
}
