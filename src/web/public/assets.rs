//! Style, scripts and pictures of the pages.

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::assets::{Asset, ICON, LIVE, PIECES};

const ASSETS: [Asset; 5] = [
    Asset::style("public.css", include_str!("../assets/public.css")),
    LIVE,
    Asset::script("public.js", include_str!("../assets/public.js")),
    PIECES,
    ICON,
];

/// Serves one.
pub(super) async fn serve(headers: HeaderMap, Path(name): Path<String>) -> Response {
    Asset::serve(&ASSETS, &name, &headers)
}
