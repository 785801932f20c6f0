//! The connections of browsers: each is answered by a task of its own, and everything that it may be waited for has an end.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::rt::{Read, Write};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::net::sockopt::set_tcp_user_timeout;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::places::{Place, Places};
use crate::say;

/// Within this a browser must have agreed how it is encrypted.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);

/// Within this who is connected must have said what he wants; one that wants nothing more is closed.
const HEAD_WITHIN: Duration = Duration::from_secs(10);

/// Who takes nothing of what he is sent for so long is gone.
const READ_WITHIN_MS: u32 = 30_000;

/// Largest head of a request, in bytes, and the most fields in it.
const MAX_HEAD_BYTES: usize = 16 * 1_024;
const MAX_FIELDS: usize = 64;

/// After a connection could not be taken, for want of files or memory.
pub(crate) const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// What is being answered when a role ends has so long.
const ANSWERED_WITHIN: Duration = Duration::from_secs(3);

/// What answers each connection.
#[derive(Clone)]
struct Answering {
    routes: Router,
    encryption: Option<TlsAcceptor>,
    ending: watch::Receiver<bool>,
    /// Is dropped with the last connection.
    _open: mpsc::Sender<()>,
}

/// The address of this machine at which a request came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here(pub(crate) IpAddr);

/// What is known of a connection.
struct Connection {
    place: Arc<Place>,
    here: Here,
}

/// Takes connections until the role ends, as many at a time as there is room for.
pub(crate) async fn welcome(
    listener: TcpListener,
    encryption: Option<TlsAcceptor>,
    routes: Router,
    mut ending: watch::Receiver<bool>,
) {
    let (open, mut all_closed) = mpsc::channel(1);
    let answering = Answering { routes, encryption, ending: ending.clone(), _open: open };
    let taking = async {
        let places = Places::default();
        loop {
            match listener.accept().await {
                Ok((stream, from)) => {
                    let Some(place) = places.take(from.ip()) else { continue };
                    tokio::spawn(answering.clone().attend(stream, place));
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    say(&format!("no browser can be let in ({error}); it is tried again"));
                    sleep(AFTER_FAILURE).await;
                }
            }
        }
    };
    tokio::select! {
        () = taking => {}
        _ = ending.wait_for(|is_ending| *is_ending) => {}
    }
    drop(answering);
    let _ = timeout(ANSWERED_WITHIN, all_closed.recv()).await;
}

/// Whether one connection alone could not be taken.
pub(crate) fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Lets what is small go at once, and whoever takes nothing of what he is sent be gone after a while.
pub(crate) fn set_bounds(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    let _ = set_tcp_user_timeout(stream, READ_WITHIN_MS);
}

/// HTTP with an end to all that may be waited for.
pub(crate) fn bounded_http() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(MAX_HEAD_BYTES)
        .max_headers(MAX_FIELDS);
    http
}

impl Answering {
    /// Attends to a connection until it ends, or its place is needed. A browser that went away or talked nonsense is no news.
    async fn attend(self, stream: TcpStream, place: Place) {
        set_bounds(&stream);
        let place = Arc::new(place);
        let needed = Arc::clone(&place);
        tokio::select! {
            () = self.attend_in(stream, place) => {}
            () = needed.wait_until_needed() => {}
        }
    }

    async fn attend_in(mut self, stream: TcpStream, place: Arc<Place>) {
        let Ok(here) = stream.local_addr() else { return };
        let connection = Connection { place, here: Here(here.ip()) };
        match self.encryption.take() {
            None => self.answer(TokioIo::new(stream), connection).await,
            Some(encryption) => {
                if let Ok(Ok(stream)) = timeout(HANDSHAKE_WITHIN, encryption.accept(stream)).await {
                    self.answer(TokioIo::new(stream), connection).await;
                }
            }
        }
    }

    async fn answer(self, stream: impl Read + Write + Unpin, connection: Connection) {
        let Self { routes, mut ending, .. } = self;
        let routes = TowerToHyperService::new(routes);
        let answer = service_fn(|mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&connection.place));
            request.extensions_mut().insert(connection.here);
            routes.call(request)
        });
        let mut answered = std::pin::pin!(bounded_http().serve_connection(stream, answer));
        tokio::select! {
            _ = answered.as_mut() => return,
            _ = ending.wait_for(|is_ending| *is_ending) => {}
        }
        answered.as_mut().graceful_shutdown();
        let _ = answered.await;
    }
}
