//! Posts something to a server, and hears what it answers: within a bound of time and of bytes, and following nobody elsewhere.

use std::error::Error;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Request, StatusCode, Uri, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio::time::timeout;
use touchmove_client::broadcast::SendTrouble;

use super::connector::Connector;
use super::report::Failure;

/// Within this a server must have answered. Lichess gives itself ten seconds.
const ANSWERED_WITHIN: Duration = Duration::from_secs(20);

/// Largest answer, in bytes: a hundred games come back with their tags.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// Who posts.
#[derive(Clone, Debug)]
pub(super) struct Poster(Client<HttpsConnector<Connector>, Full<Bytes>>);

/// What a server has answered.
#[derive(Clone, Debug)]
pub(super) struct Posted {
    pub(super) status: StatusCode,
    /// For how long it wants to be left alone.
    pub(super) wait: Option<Duration>,
    pub(super) body: Bytes,
}

impl Poster {
    /// Who believes the certificates that this machine believes, and connects so.
    ///
    /// # Errors
    /// An error of the system where there are none.
    pub(super) fn new(connector: Connector) -> std::io::Result<Self> {
        let connector = HttpsConnectorBuilder::new()
            .with_native_roots()?
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_max_idle_per_host(1)
            .build(connector);
        Ok(Self(client))
    }

    /// Posts `body` with these fields of a head.
    ///
    /// # Errors
    /// [`Failure`] where no answer comes.
    pub(super) async fn post(
        &self,
        address: &Uri,
        fields: HeaderMap,
        body: Bytes,
    ) -> Result<Posted, Failure> {
        let unreachable = |why: &dyn Error| Failure::new(SendTrouble::Unreachable, whole(why));
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = address.clone();
        *request.headers_mut() = fields;
        let answered = timeout(ANSWERED_WITHIN, async {
            let answer = self.0.request(request).await.map_err(|error| unreachable(&error))?;
            let (head, body) = answer.into_parts();
            let body = Limited::new(body, MAX_ANSWER_BYTES).collect().await;
            let body = body.map_err(|error| Failure::new(SendTrouble::Unclear, error))?.to_bytes();
            Ok(Posted { status: head.status, wait: wait(&head.headers), body })
        });
        let late = || {
            let seconds = ANSWERED_WITHIN.as_secs();
            Failure::new(SendTrouble::Unreachable, format!("no answer within {seconds} s"))
        };
        answered.await.unwrap_or_else(|_| Err(late()))
    }
}

impl Posted {
    /// What it means where it was not taken.
    pub(super) fn failure(&self) -> Failure {
        let what = match self.status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => SendTrouble::KeyRefused,
            StatusCode::NOT_FOUND | StatusCode::GONE => SendTrouble::NotThere,
            StatusCode::TOO_MANY_REQUESTS => SendTrouble::Busy,
            status if status.is_server_error() => SendTrouble::Busy,
            _ => SendTrouble::Refused,
        };
        let said = String::from_utf8_lossy(&self.body);
        let error = serde_json::from_slice::<Said>(&self.body).ok().map(|said| said.error);
        let said = shortened(error.as_deref().unwrap_or(&said));
        let why = format!("{} {said}", self.status.as_u16()).trim_end().to_owned();
        Failure { what, why, wait: self.wait }
    }
}

/// An error as servers tell it in JSON.
#[derive(serde::Deserialize)]
struct Said {
    error: String,
}

/// The beginning of what a server says, on one line.
pub(super) fn shortened(said: &str) -> String {
    const MAX_SIGNS: usize = 200;
    let words: Vec<_> = said.split_whitespace().collect();
    touchmove_core::text::for_terminal(&words.join(" ")).chars().take(MAX_SIGNS).collect()
}

/// An error with what is behind it.
fn whole(error: &dyn Error) -> String {
    let mut said = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        said = format!("{said}: {error}");
        source = error.source();
    }
    said
}

/// Seconds for which a server wants to be left alone (RFC 9110, 10.2.3); a date is passed over.
fn wait(fields: &HeaderMap) -> Option<Duration> {
    let seconds = fields.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
