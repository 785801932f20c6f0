//! What holds of every request to what is public: who may ask how, and what a browser may do with the answer.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::Shared;
use crate::connections::Here;

/// Nothing is loaded from elsewhere, and no script or style stands in a page. Boards may stand in pages of others, who can
/// do nothing with them but show them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'none'; base-uri 'none'; frame-ancestors *";

/// The same over a stream, where whoever shows it may add CSS: OBS puts a style into the page itself, and a policy holds for that
/// as well (obs-browser, pull request 449). What comes from players is text there as everywhere.
pub(super) const POLICY_OVER_A_STREAM: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/// What is answered to.
const METHODS: &str = "GET, HEAD, OPTIONS";

/// Lets those through who ask for something by a name of this machine.
pub(super) async fn guard(State(public): State<Shared>, request: Request, next: Next) -> Response {
    let here = request.extensions().get::<Here>().copied();
    let mut response = if !here.is_some_and(|Here(here)| public.hosts.admit(&request, here)) {
        misdirected()
    } else if request.method() == Method::OPTIONS {
        permission()
    } else if request.method() == Method::GET || request.method() == Method::HEAD {
        next.run(request).await
    } else {
        (
            StatusCode::METHOD_NOT_ALLOWED,
            [(header::ALLOW, METHODS)],
            "Only GET and HEAD are answered.\n",
        )
            .into_response()
    };
    let fields = response.headers_mut();
    let mut add = |name: HeaderName, value: &'static str| {
        fields.entry(name).or_insert(HeaderValue::from_static(value));
    };
    add(header::CACHE_CONTROL, "no-cache");
    add(header::CONTENT_SECURITY_POLICY, POLICY);
    add(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(header::REFERRER_POLICY, "no-referrer");
    // What is public is for everybody, whatever page asks.
    add(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    add(header::ACCESS_CONTROL_EXPOSE_HEADERS, "ETag");
    response
}

/// What a browser asks before a page of another origin may send `If-None-Match` or `Prefer`.
fn permission() -> Response {
    let fields = [
        (header::ALLOW, METHODS),
        (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "If-None-Match, Prefer"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, fields).into_response()
}

/// The page that asks need not be one that whoever runs this knows of: nothing here is for it.
fn misdirected() -> Response {
    let why = "Nothing is served by this name. Ask by the address of the machine, or list the name with --name.\n";
    (StatusCode::MISDIRECTED_REQUEST, why).into_response()
}
