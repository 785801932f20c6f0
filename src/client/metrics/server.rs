//! Answers whoever asks for numbers, over HTTP, and nothing else.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::uri::Authority;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::address::MetricsAddress;
use super::text;

/// Connections at a time; more wait until one has ended.
const MAX_CONNECTIONS: usize = 8;

/// Largest head of a request, in bytes, and the most fields in it.
const MAX_HEAD_BYTES: usize = 16 * 1_024;
const MAX_FIELDS: usize = 64;

/// A connection ends after so long, whatever becomes of it: one is there for one answer.
const ENDED_WITHIN: Duration = Duration::from_secs(10);

/// After a connection could not be taken.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Why numbers cannot be told.
#[derive(Debug, thiserror::Error)]
#[error("{at}: {why}; name another address with --metrics")]
pub struct MetricsError {
    at: SocketAddr,
    why: io::Error,
}

/// A port at which numbers are told.
#[derive(Debug)]
pub struct MetricsServer {
    listener: TcpListener,
    at: SocketAddr,
}

impl MetricsServer {
    /// Takes the port. Nobody is answered yet.
    ///
    /// # Errors
    /// [`MetricsError`] where it is taken or may not be used.
    pub async fn at(address: MetricsAddress) -> Result<Self, MetricsError> {
        let MetricsAddress(at) = address;
        let listener = TcpListener::bind(at).await.map_err(|why| MetricsError { at, why })?;
        let at = listener.local_addr().map_err(|why| MetricsError { at, why })?;
        Ok(Self { listener, at })
    }

    /// Where they are told, as people write it.
    pub fn url(&self) -> String {
        format!("http://{}/metrics", self.at)
    }

    /// Answers with what `write` writes, for ever.
    pub async fn serve<W, T>(self, write: W) -> Infallible
    where
        W: Fn() -> T + Clone + Send + Sync + 'static,
        T: Future<Output = String> + Send + 'static,
    {
        let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        loop {
            // Nobody closes the places.
            let place = Arc::clone(&places).acquire_owned().await;
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let (write, at) = (write.clone(), self.at.ip());
                    tokio::spawn(async move {
                        let _ = timeout(ENDED_WITHIN, answer(stream, at, write)).await;
                        drop(place);
                    });
                }
                Err(_) => sleep(AFTER_FAILURE).await,
            }
        }
    }
}

/// Answers one request. Who went away or talked nonsense is no news.
async fn answer<W, T>(stream: TcpStream, at: IpAddr, write: W)
where
    W: Fn() -> T,
    T: Future<Output = String>,
{
    let answer = service_fn(|request: Request<Incoming>| {
        let refused = refusal(&request, at);
        let numbers = refused.is_none().then(&write);
        async move {
            let response = match (refused, numbers) {
                (Some(refused), _) => refused,
                (None, Some(numbers)) => told(StatusCode::OK, numbers.await),
                (None, None) => told(StatusCode::NOT_FOUND, String::new()),
            };
            Ok::<_, Infallible>(response)
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(ENDED_WITHIN)
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_FIELDS)
        .keep_alive(false);
    let _ = http.serve_connection(TokioIo::new(stream), answer).await;
}

/// Why a request is not answered with numbers.
fn refusal<B>(request: &Request<B>, at: IpAddr) -> Option<Response<String>> {
    if !is_asked_by_own_name(request, at) {
        let why = "Ask by the address of this machine, or by localhost.\n";
        return Some(told(StatusCode::MISDIRECTED_REQUEST, why.to_owned()));
    }
    if request.uri().path() != "/metrics" {
        return Some(told(StatusCode::NOT_FOUND, "There is /metrics, and nothing else.\n".into()));
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        let why = "Only GET and HEAD are answered.\n";
        let mut refused = told(StatusCode::METHOD_NOT_ALLOWED, why.to_owned());
        refused.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return Some(refused);
    }
    None
}

/// A page of anybody's can have its name lead to this machine (DNS rebinding), and its browser asks by that name. What is told
/// to this machine alone is told to nobody who asks so.
fn is_asked_by_own_name<B>(request: &Request<B>, at: IpAddr) -> bool {
    if !at.is_loopback() {
        return true;
    }
    let said = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let Some(said) = said.and_then(|host| host.parse::<Authority>().ok()) else { return false };
    let host = said.host().trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok()
}

fn told(status: StatusCode, body: String) -> Response<String> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let fields = response.headers_mut();
    fields.insert(CONTENT_TYPE, HeaderValue::from_static(text::CONTENT_TYPE));
    fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    fields.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn answered(method: Method, path: &str, host: &str, at: [u8; 4]) -> u16 {
        let request = Request::builder().method(method).uri(path).header(HOST, host);
        let request = request.body(()).unwrap();
        let refused = refusal(&request, IpAddr::V4(Ipv4Addr::from(at)));
        refused.map_or(200, |refused| refused.status().as_u16())
    }

    #[test]
    fn numbers_are_read_at_their_address_and_nothing_else_is_answered() {
        const OWN: [u8; 4] = [127, 0, 0, 1];
        let host = "localhost:9170";
        assert_eq!(answered(Method::GET, "/metrics", host, OWN), 200);
        assert_eq!(answered(Method::HEAD, "/metrics?x", host, OWN), 200);
        for path in ["/", "/metrics/", "/metrics/x", "//metrics", "/Metrics", "/assets/desk.css"] {
            assert_eq!(answered(Method::GET, path, host, OWN), 404, "{path}");
        }
        for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::TRACE] {
            assert_eq!(answered(method.clone(), "/metrics", host, OWN), 405, "{method}");
        }
    }

    #[test]
    fn what_is_told_to_this_machine_alone_is_told_by_no_name_of_others() {
        for host in ["127.0.0.1:9170", "[::1]:9170", "LOCALHOST", "10.0.0.5"] {
            assert_eq!(answered(Method::GET, "/metrics", host, [127, 0, 0, 1]), 200, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:9170", "", "a b"] {
            assert_eq!(answered(Method::GET, "/metrics", host, [127, 0, 0, 1]), 421, "{host}");
        }
        assert_eq!(answered(Method::GET, "/metrics", "blue.example:9170", [10, 0, 0, 5]), 200);
    }
}
