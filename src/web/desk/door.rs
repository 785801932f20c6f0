//! Who may use the desk: links that are good once, devices that are known, and no other site in their name.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use maud::html;
use touchmove_client::arbiters::{Arbiter, Roll, Secret, of_device};
use touchmove_core::words::phrases::AtDesk;

use super::Shared;
use super::page::{self, Page};
use super::speech::Speech;
use crate::say;

/// The cookie of a device.
const DEVICE: &str = "desk";

/// For how long a device is known without being used: a tournament, and some days.
const DEVICE_SECONDS: u32 = 30 * 24 * 3_600;

/// So many links may be tried in vain in [`TRIED_WITHIN`], by all together: nobody guesses 128 bits.
const MAX_TRIES: u32 = 20;

const TRIED_WITHIN: Duration = Duration::from_secs(60);

/// Nothing is loaded from elsewhere, no script or style stands in a page, and no other site shows one.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The way in.
#[derive(Debug)]
pub(super) struct Door {
    roll: Roll,
    known: Mutex<Known>,
    tries: Mutex<Tries>,
    /// What browsers may call this machine, with the port.
    hosts: Vec<String>,
}

/// Who there is, as of the file's last change.
#[derive(Debug, Default)]
struct Known {
    written_at: Option<SystemTime>,
    arbiters: Vec<Arbiter>,
}

#[derive(Debug)]
struct Tries {
    since: Instant,
    count: u32,
}

impl Door {
    pub(super) fn new(roll: Roll, at: SocketAddr, names: Vec<String>) -> Self {
        let port = at.port();
        let own = match at.ip() {
            IpAddr::V4(ip) => vec![format!("{ip}:{port}")],
            IpAddr::V6(ip) => vec![format!("[{ip}]:{port}")],
        };
        let local =
            if at.ip().is_loopback() { vec![format!("localhost:{port}")] } else { Vec::new() };
        let names = names.into_iter().map(|name| format!("{name}:{port}"));
        let hosts = names.chain(own).chain(local).collect();
        let tries = Mutex::new(Tries { since: Instant::now(), count: 0 });
        Self { roll, known: Mutex::default(), tries, hosts }
    }

    /// Where browsers find it.
    pub(super) fn address(&self) -> String {
        format!("http://{}", self.hosts.first().map_or("", String::as_str))
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

    /// Whether a link may be tried now.
    fn take_try(&self) -> bool {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        if tries.since.elapsed() >= TRIED_WITHIN {
            *tries = Tries { since: Instant::now(), count: 0 };
        }
        tries.count = tries.count.saturating_add(1);
        tries.count <= MAX_TRIES
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
            None => Err(closed(Speech::of(&parts.headers))),
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
        Some(origin) => origin.split_once("://").is_some_and(|(_, of)| desk.door.is_ours(of)),
        None => *request.method() == Method::GET,
    };
    let is_in_order = desk.door.is_ours(host) && is_from_here;
    let mut response = if is_in_order {
        next.run(request).await
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
    speech: Speech,
    Path(link): Path<String>,
) -> Response {
    if !desk.door.take_try() {
        return page::refused(speech, StatusCode::TOO_MANY_REQUESTS, AtDesk::TooManyTries);
    }
    let opened = link.parse::<Secret>().map(|link| desk.door.roll.open_link(&link));
    match opened {
        Ok(Ok(Some(device))) => {
            let cookie = format!(
                "{DEVICE}={device}; Path=/; HttpOnly; SameSite=Strict; Max-Age={DEVICE_SECONDS}"
            );
            ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
        }
        Ok(Ok(None)) | Err(_) => page::refused(speech, StatusCode::FORBIDDEN, AtDesk::LinkIsUsed),
        Ok(Err(error)) => {
            say(&error.to_string());
            page::refused(speech, StatusCode::INTERNAL_SERVER_ERROR, AtDesk::NotKept)
        }
    }
}

/// Forgets this device's secret on the device.
pub(super) async fn leave() -> Response {
    let gone = format!("{DEVICE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
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
