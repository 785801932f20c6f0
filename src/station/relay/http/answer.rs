//! What is answered to a request.

use std::net::IpAddr;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW, CACHE_CONTROL, CONTENT_TYPE,
    ETAG, HeaderMap, HeaderName, IF_NONE_MATCH, RETRY_AFTER,
};
use hyper::http::response::Builder;
use hyper::{Method, Request, Response, StatusCode};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use super::host::Hosts;
use super::pages::{Page, Shown};
use crate::relay::PgnPath;
use crate::relay::reporter::Reporter;

/// Longest time for which a request waits for a change; proxies often give up after a minute.
pub const LONGEST_WAIT: Duration = Duration::from_secs(50);

/// RFC 7240: the field by which a client says that it will wait.
const PREFER: HeaderName = HeaderName::from_static("prefer");

const METHODS: &str = "GET, HEAD, OPTIONS";

/// What can be asked for, and by how many at a time.
pub(super) struct Library {
    shown: watch::Receiver<Shown>,
    seats: Semaphore,
    hosts: Hosts,
    reporter: Reporter,
}

pub(super) type Answer = Result<Response<Full<Bytes>>, hyper::http::Error>;

impl Library {
    /// Answers from what is shown, if it is asked by one of these hosts; `most` requests at a time may wait for a change.
    pub(super) fn new(
        shown: watch::Receiver<Shown>,
        most: usize,
        (hosts, reporter): (Hosts, Reporter),
    ) -> Self {
        Self { shown, seats: Semaphore::new(most), hosts, reporter }
    }

    /// Answers a request that came to the address `here`, which may take [`LONGEST_WAIT`]. What is in its body does not
    /// matter.
    pub(super) async fn answer<B>(&self, request: Request<B>, here: IpAddr) -> Answer {
        match *request.method() {
            Method::GET | Method::HEAD | Method::OPTIONS if !self.hosts.admit(&request, here) => {
                misdirected()
            }
            Method::GET | Method::HEAD => self.get(request.uri().path(), request.headers()).await,
            Method::OPTIONS => permission(),
            _ => refusal(
                answer(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, METHODS),
                "Games can be read here and nothing else: use GET or HEAD.\n",
            ),
        }
    }

    async fn get(&self, path: &str, fields: &HeaderMap) -> Answer {
        let path = path.strip_prefix('/').and_then(PgnPath::read);
        let Some((path, page)) = path.and_then(|path| Some((path, self.page(path)?))) else {
            return refusal(
                answer(StatusCode::NOT_FOUND),
                "There is no such game. The games of a round that has begun are at \
                 /round-3/games.pgn, each of them at /round-3/game-12.pgn, by their numbers.\n",
            );
        };
        let page = match wait(fields) {
            Some(wait) if is_known(&page, fields) => {
                let Ok(_seat) = self.seats.try_acquire() else {
                    self.reporter.turn_away();
                    return refusal(
                        answer(StatusCode::SERVICE_UNAVAILABLE).header(RETRY_AFTER, "5"),
                        "Too many are waiting for a change: ask again later, or without Prefer.\n",
                    );
                };
                let _waiting = self.reporter.count(|readers| &mut readers.waiting);
                self.changed(path, fields, wait).await.unwrap_or(page)
            }
            _ => page,
        };
        let with_tag = |answer: Builder| answer.header(ETAG, page.tag());
        if is_known(&page, fields) {
            return with_tag(answer(StatusCode::NOT_MODIFIED)).body(Full::default());
        }
        with_tag(answer(StatusCode::OK))
            .header(CONTENT_TYPE, "application/x-chess-pgn")
            .body(Full::new(page.bytes()))
    }

    fn page(&self, path: PgnPath) -> Option<Page> {
        self.shown.borrow().get(&path).cloned()
    }

    /// The page as soon as it is another one than those that the client knows.
    async fn changed(&self, path: PgnPath, fields: &HeaderMap, wait: Duration) -> Option<Page> {
        let mut shown = self.shown.clone();
        let is_new = |shown: &Shown| shown.get(&path).is_some_and(|page| !is_known(page, fields));
        let shown = timeout(wait, shown.wait_for(is_new)).await.ok()?.ok()?;
        shown.get(&path).cloned()
    }
}

/// What a browser asks before a page of another origin may send `If-None-Match` or `Prefer`.
fn permission() -> Answer {
    answer(StatusCode::NO_CONTENT)
        .header(ALLOW, METHODS)
        .header(ACCESS_CONTROL_ALLOW_METHODS, METHODS)
        .header(ACCESS_CONTROL_ALLOW_HEADERS, "If-None-Match, Prefer")
        .header(ACCESS_CONTROL_MAX_AGE, "86400")
        .body(Full::default())
}

/// The page that asks need not be one that whoever runs this knows of: nothing here is for it.
fn misdirected() -> Answer {
    Response::builder()
        .status(StatusCode::MISDIRECTED_REQUEST)
        .header(CONTENT_TYPE, "text/plain; charset=utf-8")
        .body(
            "Games are not served by this name. Ask by the address of the machine, or list the name: \
             hosts = [\"games.example.org\"] below [relay] in /etc/touchmove/touchmove.toml.\n"
                .into(),
        )
}

fn refusal(answer: Builder, why: &'static str) -> Answer {
    answer.header(CONTENT_TYPE, "text/plain; charset=utf-8").body(why.into())
}

/// What is published is for everybody, whatever page asks; no copy of it is to be trusted unasked.
fn answer(status: StatusCode) -> Builder {
    Response::builder()
        .status(status)
        .header(ACCESS_CONTROL_ALLOW_ORIGIN, "*")
        .header(ACCESS_CONTROL_EXPOSE_HEADERS, "ETag")
        .header(CACHE_CONTROL, "no-cache")
}

/// Whether the client has this page already (RFC 9110, 13.1.2: weak comparison).
fn is_known(page: &Page, fields: &HeaderMap) -> bool {
    words(fields, &IF_NONE_MATCH)
        .map(|word| word.strip_prefix("W/").unwrap_or(word))
        .any(|word| word == "*" || word == page.tag())
}

/// For how long the client will wait; what cannot be understood is no preference (RFC 7240, 2).
fn wait(fields: &HeaderMap) -> Option<Duration> {
    let seconds = words(fields, &PREFER).find_map(|word| {
        let (name, value) = word.split(';').next()?.split_once('=')?;
        let is_wait = name.trim_end().eq_ignore_ascii_case("wait");
        is_wait.then(|| value.trim().trim_matches('"').parse::<u32>().ok())?
    })?;
    Some(Duration::from_secs(seconds.into()).min(LONGEST_WAIT))
}

/// What stands in a field, between commas.
fn words<'a>(fields: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let texts = fields.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).map(str::trim)
}
