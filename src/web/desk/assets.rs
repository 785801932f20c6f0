//! Style, scripts and pictures of the desk.

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::assets::{Asset, ICON, LIVE, PIECES};

const ASSETS: [Asset; 6] = [
    Asset::style("desk.css", include_str!("../assets/desk.css")),
    LIVE,
    Asset::script("desk.js", include_str!("../assets/desk.js")),
    Asset::script("replay.js", include_str!("../assets/replay.js")),
    PIECES,
    ICON,
];

/// Serves one.
pub(super) async fn serve(headers: HeaderMap, Path(name): Path<String>) -> Response {
    Asset::serve(&ASSETS, &name, &headers)
}
