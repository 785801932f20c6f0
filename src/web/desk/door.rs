//! Who may use the desk: links that are good once, devices that are known, and no other site in their name.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use maud::html;
use tokio::time::timeout;
use touchmove_client::arbiters::{Arbiter, Roll, Secret, of_device};
use touchmove_client::desk_address::{DeskAddress, Fingerprint};
use touchmove_core::words::phrases::AtDesk;

use super::Shared;
use super::language::language_of;
use super::page::{self, Page};
use super::tries::Tries;
use crate::places::Place;
use crate::say;
use crate::speech::Speech;

/// The cookie of a device.
const DEVICE: &str = "desk";

/// For how long a device is known without being used: a tournament, and some days.
const DEVICE_SECONDS: u32 = 30 * 24 * 3_600;

/// The largest form that is read, in bytes.
const MAX_FORM_BYTES: usize = 16 * 1_024;

/// Within this a form must have come.
const FORM_WITHIN: Duration = Duration::from_secs(10);

/// Nothing is loaded from elsewhere, no script or style stands in a page, and no other site shows one.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The way in.
#[derive(Debug)]
pub(super) struct Door {
    roll: Roll,
    known: Mutex<Known>,
    tries: Tries,
    /// What browsers may call this machine, with the port.
    hosts: Vec<String>,
    /// That of the certificate; nothing where nothing is encrypted.
    fingerprint: Option<Fingerprint>,
}

/// Who there is, as of the file's last change.
#[derive(Debug, Default)]
struct Known {
    written_at: Option<SystemTime>,
    arbiters: Vec<Arbiter>,
}

impl Door {
    pub(super) fn new(
        roll: Roll,
        at: SocketAddr,
        names: Vec<String>,
        fingerprint: Option<Fingerprint>,
    ) -> Self {
        let port = at.port();
        let own = match at.ip() {
            IpAddr::V4(ip) => vec![format!("{ip}:{port}")],
            IpAddr::V6(ip) => vec![format!("[{ip}]:{port}")],
        };
        let local =
            if at.ip().is_loopback() { vec![format!("localhost:{port}")] } else { Vec::new() };
        let names = names.into_iter().map(|name| format!("{name}:{port}"));
        let hosts = names.chain(own).chain(local).collect();
        let (known, tries) = (Mutex::default(), Tries::default());
        Self { roll, known, tries, hosts, fingerprint }
    }

    /// Where browsers find it.
    pub(super) fn address(&self) -> DeskAddress {
        let host = self.hosts.first().map_or("", String::as_str);
        DeskAddress::new(&format!("{}://{host}", self.scheme()), self.fingerprint)
    }

    const fn scheme(&self) -> &'static str {
        if self.fingerprint.is_some() { "https" } else { "http" }
    }

    /// A cookie that no script reads and no other site has sent, for so many seconds.
    fn cookie_of_device(&self, value: &str, seconds: u32) -> String {
        let secure = if self.fingerprint.is_some() { "; Secure" } else { "" };
        format!("{DEVICE}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
    }

    /// The arbiter whose device has sent these headers. A revoked one is nobody at once.
    pub(super) fn arbiter(&self, headers: &HeaderMap) -> Option<Arbiter> {
        let secret: Secret = cookie(headers, DEVICE)?.parse().ok()?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let written_at = self.roll.written_at();
        if written_at.is_none() || known.written_at != written_at {
            let arbiters = self.roll.arbiters().unwrap_or_else(|error| {
                say(&error.to_string());
                Vec::new()
            });
            *known = Known { written_at, arbiters };
        }
        of_device(&known.arbiters, &secret).cloned()
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Whether this is the origin of a page of ours.
    fn is_our_origin(&self, origin: &str) -> bool {
        let (scheme, host) = origin.split_once("://").unwrap_or_default();
        scheme == self.scheme() && self.is_ours(host)
    }
}

/// Whoever asks for something, where he is an arbiter.
#[derive(Clone, Debug)]
pub(super) struct Who(pub(super) Arbiter);

impl FromRequestParts<Shared> for Who {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, desk: &Shared) -> Result<Self, Response> {
        match desk.door.arbiter(&parts.headers) {
            Some(arbiter) => Ok(Self(arbiter)),
            None => Err(closed(language_of(&parts.headers))),
        }
    }
}

/// Lets through what a browser asks of this desk by its own name, and what is sent only from its own pages.
pub(super) async fn guard(State(desk): State<Shared>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let is_one = headers.get_all(header::HOST).iter().count() == 1;
    let host = text(header::HOST).filter(|_| is_one).unwrap_or_default();
    let is_from_here = match text(header::ORIGIN) {
        Some(origin) => desk.door.is_our_origin(origin),
        None => *request.method() == Method::GET,
    };
    let is_in_order = desk.door.is_ours(host) && is_from_here;
    if let Some(place) = request.extensions().get::<Arc<Place>>()
        && desk.door.arbiter(headers).is_some()
    {
        place.keep();
    }
    let mut response = if is_in_order {
        match with_form(request).await {
            Ok(request) => next.run(request).await,
            Err(refusal) => refusal,
        }
    } else {
        (StatusCode::FORBIDDEN, "this is not where the desk is\n").into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// A request with all of its form, which has some time to come.
async fn with_form(request: Request) -> Result<Request, Response> {
    let (parts, body) = request.into_parts();
    match timeout(FORM_WITHIN, to_bytes(body, MAX_FORM_BYTES)).await {
        Ok(Ok(form)) => Ok(Request::from_parts(parts, Body::from(form))),
        Ok(Err(_)) => Err(StatusCode::PAYLOAD_TOO_LARGE.into_response()),
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT.into_response()),
    }
}

/// Asks whether the desk is to be opened on this device: programs that look at links do not press buttons.
pub(super) async fn ask(speech: Speech, Path(_link): Path<String>) -> Response {
    let body = html! {
        section.notice {
            h1 { (speech.say(AtDesk::EnterTitle)) }
            p { (speech.say(AtDesk::EnterWhat)) }
            form method="post" { button.main { (speech.say(AtDesk::Enter)) } }
        }
    };
    Page::outside(speech).with(body)
}

/// Opens a link: this device is known from now on, and the link is worth nothing any more.
pub(super) async fn enter(
    State(desk): State<Shared>,
    Extension(place): Extension<Arc<Place>>,
    speech: Speech,
    Path(link): Path<String>,
) -> Response {
    if !desk.door.tries.may_try(place.from()) {
        return page::refused(speech, StatusCode::TOO_MANY_REQUESTS, AtDesk::TooManyTries);
    }
    let opened = link.parse::<Secret>().map(|link| desk.door.roll.open_link(&link));
    match opened {
        Ok(Ok(Some(device))) => {
            let cookie = desk.door.cookie_of_device(&device.to_string(), DEVICE_SECONDS);
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        Ok(Ok(None)) | Err(_) => {
            desk.door.tries.count(place.from());
            page::refused(speech, StatusCode::FORBIDDEN, AtDesk::LinkIsUsed)
        }
        Ok(Err(error)) => {
            say(&error.to_string());
            page::refused(speech, StatusCode::INTERNAL_SERVER_ERROR, AtDesk::NotKept)
        }
    }
}

/// Forgets this device's secret on the device.
pub(super) async fn leave(State(desk): State<Shared>) -> Response {
    let gone = desk.door.cookie_of_device("", 0);
    ([(header::SET_COOKIE, gone)], Redirect::to("/")).into_response()
}

/// What whoever is nobody sees.
fn closed(speech: Speech) -> Response {
    page::refused(speech, StatusCode::UNAUTHORIZED, AtDesk::Closed)
}

/// The value of a cookie.
pub(super) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs =
        all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}
