//! Which web pages may read. A browser says for whom it asks; a program on this machine says nothing, and needs no leave.

use std::net::IpAddr;
use std::str::FromStr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::Shared;

/// The web sites whose board pages speak to LiveChess.
pub(crate) const KNOWN_SITES: [&str; 2] = ["https://lichess.org", "https://www.chess.com"];

/// A browser asks so before a page of the web may speak to this machine.
const PRIVATE_NETWORK: HeaderName =
    HeaderName::from_static("access-control-request-private-network");
const PRIVATE_NETWORK_GRANTED: HeaderName =
    HeaderName::from_static("access-control-allow-private-network");

/// Who may have an answer as a part of a page without asking with an origin.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What a browser says of whom it loads something for, and what it becomes (Fetch Metadata). Programs do not say it.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");

const NOT_FOR_THIS_PAGE: &str = "pages of this origin may not read here; start touchmove-web livechess with --origin to let them\n";

/// An origin of web pages, as browsers say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin(String);

/// Why a text is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "write it as browsers do: https://club.example, without a path; null for pages that come from nowhere"
)]
pub(crate) struct NoOrigin;

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let text = text.trim_end_matches('/').to_ascii_lowercase();
        let host = text.split_once("://").map(|(_, host)| host);
        let is_origin = text == "null"
            || host.is_some_and(|host| !host.contains(['/', '?', '#', '@', ' ', '*']));
        if is_origin { Ok(Self(text)) } else { Err(NoOrigin) }
    }
}

/// Lets programs of this machine in, pages of this machine, and those of the origins that are named.
pub(super) async fn guard(State(served): State<Shared>, request: Request, next: Next) -> Response {
    let mut answer = answer(&served.origins, request, next).await;
    let fields = answer.headers_mut();
    fields.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Pages that may read ask with their origin, of which this says nothing; no other page is to have it as a script or picture.
    fields.insert(RESOURCE_POLICY, HeaderValue::from_static("same-site"));
    answer
}

async fn answer(origins: &[Origin], request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !is_for_this_machine(headers) {
        return refused("this is served to this machine alone\n");
    }
    let mut said = headers.get_all(header::ORIGIN).iter();
    let origin = match (said.next().cloned(), said.next()) {
        (None, _) if is_loaded_into_another_site(headers) => return refused(NOT_FOR_THIS_PAGE),
        (None, _) => return next.run(request).await,
        (Some(origin), None) if may_read(origins, &origin) => origin,
        (Some(_), _) => return refused(NOT_FOR_THIS_PAGE),
    };
    let is_question = request.method() == Method::OPTIONS;
    let asks_for_machine = request.headers().contains_key(PRIVATE_NETWORK);
    let mut answer = match is_question {
        true => StatusCode::NO_CONTENT.into_response(),
        false => next.run(request).await,
    };
    let fields = answer.headers_mut();
    fields.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    fields.insert(header::VARY, HeaderValue::from_static("Origin"));
    if is_question {
        fields.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET"));
    }
    if is_question && asks_for_machine {
        fields.insert(PRIVATE_NETWORK_GRANTED, HeaderValue::from_static("true"));
    }
    answer
}

fn refused(why: &'static str) -> Response {
    (StatusCode::FORBIDDEN, why).into_response()
}

/// Whether the browser has asked for this machine by a name of its own: a page whose name was turned to this machine's address
/// says its own.
fn is_for_this_machine(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    hosts.next().is_none() && host.is_some_and(is_loopback)
}

/// Whether a browser loads it as a part of a page of another site: a script, a picture, a frame. A link that somebody has followed
/// opens a page of its own.
fn is_loaded_into_another_site(headers: &HeaderMap) -> bool {
    let is = |name: HeaderName, value: &str| headers.get(name).is_some_and(|said| said == value);
    is(FETCH_SITE, "cross-site") && !is(FETCH_DESTINATION, "document")
}

fn may_read(origins: &[Origin], origin: &HeaderValue) -> bool {
    let Ok(origin) = origin.to_str() else { return false };
    let is_named = origins.iter().any(|Origin(named)| named.eq_ignore_ascii_case(origin));
    is_named || is_of_this_machine(origin)
}

/// Whether a page is served by this machine, or a file of it.
fn is_of_this_machine(origin: &str) -> bool {
    match origin.split_once("://") {
        Some(("file", "")) => true,
        Some(("http" | "https", host)) => is_loopback(host),
        _ => false,
    }
}

/// Whether a host, with its port or without, is this machine.
fn is_loopback(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, "80"),
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let is_local = name.eq_ignore_ascii_case("localhost")
        || name.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    is_local && port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_strangers_may_not_read_and_those_that_are_named_and_of_this_machine_may() {
        let named: Vec<Origin> = KNOWN_SITES.iter().map(|site| site.parse().unwrap()).collect();
        let may = |origin: &str| may_read(&named, &HeaderValue::from_str(origin).unwrap());
        let friends = [
            "https://lichess.org",
            "https://www.chess.com",
            "http://localhost:8000",
            "http://127.0.0.1",
            "http://[::1]:3000",
            "file://",
        ];
        assert!(friends.into_iter().all(may));
        let strangers = [
            "https://evil.example",
            "http://lichess.org",
            "https://lichess.org.evil.example",
            "null",
            "",
            "https://localhost.evil.example",
            "http://127.0.0.1.evil.example",
            "file://evil.example/",
        ];
        assert!(strangers.into_iter().all(|origin| !may(origin)));
        let anywhere = ["null".parse().unwrap()];
        assert!(may_read(&anywhere, &HeaderValue::from_static("null")));
    }

    #[test]
    fn a_name_that_was_turned_to_this_machine_is_not_its_own() {
        for own in ["localhost:1982", "127.0.0.1:1982", "[::1]:1982", "[::1]", "LOCALHOST"] {
            assert!(is_loopback(own), "{own}");
        }
        for other in ["evil.example:1982", "10.0.0.1", "localhost:evil", "", "::1:x"] {
            assert!(!is_loopback(other), "{other}");
        }
    }

    #[test]
    fn whoever_names_two_hosts_is_not_understood() {
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, HeaderValue::from_static("localhost:1982"));
        assert!(is_for_this_machine(&headers));
        headers.append(header::HOST, HeaderValue::from_static("localhost:1982"));
        assert!(!is_for_this_machine(&headers));
    }

    #[test]
    fn a_link_of_another_site_may_be_followed_and_nothing_is_loaded_into_its_pages() {
        let is_refused = |said: &[(HeaderName, &'static str)]| {
            let fields =
                said.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
            is_loaded_into_another_site(&fields.collect())
        };
        assert!(is_refused(&[(FETCH_SITE, "cross-site"), (FETCH_DESTINATION, "script")]));
        assert!(is_refused(&[(FETCH_SITE, "cross-site"), (FETCH_DESTINATION, "iframe")]));
        assert!(is_refused(&[(FETCH_SITE, "cross-site")]));
        assert!(!is_refused(&[(FETCH_SITE, "cross-site"), (FETCH_DESTINATION, "document")]));
        for site in ["none", "same-origin", "same-site"] {
            assert!(!is_refused(&[(FETCH_SITE, site), (FETCH_DESTINATION, "script")]));
        }
        assert!(!is_refused(&[]));
    }

    #[test]
    fn an_origin_has_no_path() {
        assert_eq!("https://Club.example/".parse(), Ok(Origin("https://club.example".into())));
        assert!(
            ["club.example", "https://a/b", "*", "https://*.a"]
                .iter()
                .all(|it| it.parse::<Origin>().is_err())
        );
    }
}
