//! Style, script and pictures, which are part of the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::live::version_of;

/// Each with its kind.
const ASSETS: [(&str, &str, &str); 5] = [
    ("desk.css", "text/css; charset=utf-8", include_str!("../assets/desk.css")),
    ("desk.js", "text/javascript; charset=utf-8", include_str!("../assets/desk.js")),
    ("replay.js", "text/javascript; charset=utf-8", include_str!("../assets/replay.js")),
    ("pieces.svg", "image/svg+xml", include_str!("../assets/pieces.svg")),
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
];

/// Serves one.
pub(super) async fn serve(headers: HeaderMap, Path(name): Path<String>) -> Response {
    let Some((_, kind, text)) = ASSETS.iter().find(|(known, ..)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = format!("\"{:016x}\"", version_of(text));
    let has_it = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let common = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if has_it {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, *kind)], *text).into_response()
}
