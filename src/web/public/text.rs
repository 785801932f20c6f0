//! Texts for programs: each with its tag, sent again only when it is another one, at once to who waits for that.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::time::timeout;

use super::Shared;
use super::view::PublicView;
use crate::tag::Tag;

/// The longest wait for a change: proxies give up after a minute.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(50);

/// A text and its tag.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: Arc<str>,
    tag: Tag,
}

impl Text {
    pub(super) fn new(text: String) -> Self {
        Self { tag: Tag::of(&text), text: text.into() }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Its bytes; nothing is copied.
    fn bytes(&self) -> Bytes {
        Bytes::from_owner(Arc::<[u8]>::from(Arc::clone(&self.text)))
    }
}

/// What kind of text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Pgn,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Pgn => "application/x-chess-pgn",
        }
    }
}

/// Answers with the text that `find` finds in what is public: as soon as it is another one than the client has, where the client
/// says that it waits for that.
pub(super) async fn answer(
    public: &Shared,
    fields: &HeaderMap,
    kind: Kind,
    find: impl Fn(&PublicView) -> Option<Text>,
) -> Response {
    let mut views = public.views.clone();
    let view = Arc::clone(&views.borrow_and_update());
    let Some(mut text) = find(&view) else { return nothing_there() };
    if text.tag.is_known(fields)
        && let Some(wait) = wait(fields)
    {
        let Some(_waiting) = public.waiting.take() else { return too_many() };
        let mut ending = public.ending.clone();
        let until_new = async {
            while views.changed().await.is_ok() {
                // Nothing is computed while the view is borrowed: whoever publishes the next one would wait for it.
                let view = Arc::clone(&views.borrow_and_update());
                if let Some(new) = find(&view).filter(|new| !new.tag.is_known(fields)) {
                    return Some(new);
                }
            }
            None
        };
        tokio::select! {
            new = timeout(wait, until_new) => text = new.ok().flatten().unwrap_or(text),
            _ = ending.wait_for(|is_ending| *is_ending) => {}
        }
    }
    let tag = [(header::ETAG, text.tag.to_string())];
    if text.tag.is_known(fields) {
        return (StatusCode::NOT_MODIFIED, tag).into_response();
    }
    (tag, [(header::CONTENT_TYPE, kind.name())], Body::from(text.bytes())).into_response()
}

/// What is not there, or not yet.
pub(super) fn nothing_there() -> Response {
    (StatusCode::NOT_FOUND, "Nothing is public here (yet). What there is stands in /index.json.\n")
        .into_response()
}

fn too_many() -> Response {
    let again = [(header::RETRY_AFTER, "5")];
    (StatusCode::SERVICE_UNAVAILABLE, again, "Too many wait; ask without waiting.\n")
        .into_response()
}

/// For how long the client will wait (RFC 7240, 4.3); what cannot be understood is no preference.
fn wait(fields: &HeaderMap) -> Option<Duration> {
    let fields = fields.get_all("prefer").into_iter().filter_map(|field| field.to_str().ok());
    let mut words = fields.flat_map(|field| field.split(',')).map(str::trim);
    let seconds = words.find_map(|word| {
        let (name, value) = word.split(';').next()?.split_once('=')?;
        let is_wait = name.trim_end().eq_ignore_ascii_case("wait");
        is_wait.then(|| value.trim().trim_matches('"').parse::<u32>().ok())?
    })?;
    Some(Duration::from_secs(seconds.into()).min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_says_how_long_it_waits() {
        let wait = |said: &str| {
            let fields = [("prefer".parse().unwrap(), said.parse().unwrap())];
            wait(&fields.into_iter().collect()).map(|wait| wait.as_secs())
        };
        assert_eq!(wait("wait=30"), Some(30));
        assert_eq!(wait("respond-async, Wait = \"9\"; x"), Some(9));
        assert_eq!(wait("wait=4000000000"), Some(50));
        for said in ["", "wait", "wait=", "wait=-1", "wait=1e9", "await=3"] {
            assert_eq!(wait(said), None, "{said}");
        }
    }
}
