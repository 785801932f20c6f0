//! Style, scripts and pictures, which are part of the program.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::tag::Tag;

/// The kind of pictures.
const PICTURE: &str = "image/svg+xml";

/// A file of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

/// The pieces of all boards.
pub(crate) const PIECES: Asset = Asset::picture("pieces.svg", include_str!("assets/pieces.svg"));

/// The sign of a page.
pub(crate) const ICON: Asset = Asset::picture("icon.svg", include_str!("assets/icon.svg"));

/// What puts changes into a page, and counts clocks on.
pub(crate) const LIVE: Asset = Asset::script("live.js", include_str!("assets/live.js"));

impl Asset {
    /// A style sheet.
    pub(crate) const fn style(name: &'static str, text: &'static str) -> Self {
        Self { name, kind: "text/css; charset=utf-8", text }
    }

    /// A script.
    pub(crate) const fn script(name: &'static str, text: &'static str) -> Self {
        Self { name, kind: "text/javascript; charset=utf-8", text }
    }

    const fn picture(name: &'static str, text: &'static str) -> Self {
        Self { name, kind: PICTURE, text }
    }

    /// Serves the one of this name.
    pub(crate) fn serve(all: &[Self], name: &str, headers: &HeaderMap) -> Response {
        let Some(Self { kind, text, .. }) = all.iter().find(|known| known.name == name) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let tag = Tag::of(text);
        // Pieces that are asked for anew with each move would be away for a moment each time.
        let caching = if *kind == PICTURE { "max-age=86400" } else { "no-cache" };
        let common = [(header::ETAG, tag.to_string()), (header::CACHE_CONTROL, caching.to_owned())];
        if tag.is_known(headers) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        (common, [(header::CONTENT_TYPE, *kind)], *text).into_response()
    }
}
