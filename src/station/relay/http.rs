//! A broadcast over HTTP, for tools that pull: the paths and texts of the folder, from memory.
//!
//! Server and relay share [`Pages`] and nothing else: whole texts that are published already, and the
//! report of who reads them. The server has a thread and a runtime of its own, so that no client, however
//! many and however slow, takes a turn from the boards. Everything that a client can make it wait for or
//! keep is limited. `docs/relay.md` tells what is answered.

mod answer;
mod doors;
mod error;
mod host;
mod pages;

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

pub use answer::LONGEST_WAIT;
pub use error::HttpError;
pub use host::{HostName, NoHostName};
pub use pages::Pages;

use answer::Library;
use doors::{Doors, Pass, Stage};
use host::Hosts;
use pages::Shown;

use super::reporter::Reporter;

/// Requests at a time that wait for a change, so that there is always room for those that don't.
const MAX_WAITING_CONNECTIONS: usize = 192;

/// Largest head of a request, in bytes, and the most fields in it.
const MAX_HEAD_BYTES: usize = 16 << 10;
const MAX_FIELDS: usize = 64;

/// A connection ends at last: time to ask, to wait, and to read half a megabyte over a slow line.
const CONNECTION_ENDS_AFTER: Duration = LONGEST_WAIT.saturating_add(Duration::from_secs(60));

/// After a connection could not be taken, for want of files or memory.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Serves pages at `address`, from now until they are dropped. Nothing is shown on them yet. With port 0
/// the system chooses one. Whoever asks does so by an address of this machine, as localhost, or by one of `hosts`.
///
/// # Errors
/// [`HttpError`] where nobody can listen there.
pub fn start(address: SocketAddr, hosts: &[HostName]) -> Result<Pages, HttpError> {
    let failed = |source| HttpError::of(address, source);
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let (pages, shown) = Pages::none(address);
    let reporter = pages.reporter().clone();
    let hosts = Hosts::new(hosts, address.ip());
    thread::spawn(move || {
        if let Err(error) = runtime.block_on(serve(listener, shown, (hosts, reporter.clone()))) {
            let error = HttpError::of(address, error);
            tracing::error!("the broadcast over HTTP: {error}");
            reporter.shut(error.to_string());
        }
    });
    tracing::info!("the broadcast is at http://{address}/");
    Ok(pages)
}

/// Serves until nothing is shown any more.
async fn serve(
    listener: TcpListener,
    mut shown: watch::Receiver<Shown>,
    (hosts, reporter): (Hosts, Reporter),
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let library =
        Arc::new(Library::new(shown.clone(), MAX_WAITING_CONNECTIONS, (hosts, reporter.clone())));
    tokio::select! {
        () = welcome(listener, library, reporter) => {}
        () = async { while shown.changed().await.is_ok() {} } => {}
    }
    Ok(())
}

/// Takes connections for ever, as many at a time as there is room for.
async fn welcome(listener: tokio::net::TcpListener, library: Arc<Library>, reporter: Reporter) {
    let doors = Doors::default();
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                reporter.open();
                let Some(pass) = doors.enter(from.ip()).await else {
                    reporter.turn_away();
                    continue;
                };
                let library = Arc::clone(&library);
                let reader = reporter.count(|readers| &mut readers.connected);
                tokio::spawn(async move {
                    attend(stream, &library, &pass).await;
                    drop((reader, pass));
                });
            }
            Err(error) => {
                tracing::warn!("the broadcast over HTTP: a connection is refused: {error}");
                reporter.shut(format!("no reader can be let in ({error}); it is tried again"));
                sleep(AFTER_FAILURE).await;
            }
        }
    }
}

/// Answers one request, the only one of its connection: so a client that keeps connections open and
/// idle keeps nobody out.
async fn attend(stream: TcpStream, library: &Library, pass: &Pass) {
    let Ok(here) = stream.local_addr() else { return };
    let connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(pass.ask_within)
            .max_buf_size(MAX_HEAD_BYTES)
            .max_headers(MAX_FIELDS)
            .keep_alive(false)
            .serve_connection(
                TokioIo::new(stream),
                service_fn(|request: Request<Incoming>| answer(library, pass, request, here.ip())),
            )
    );
    tokio::select! {
        // A client that went away or talked nonsense is no news.
        _ = timeout(CONNECTION_ENDS_AFTER, connection) => {}
        () = pass.sent_away() => {}
    }
}

async fn answer(
    library: &Library,
    pass: &Pass,
    request: Request<Incoming>,
    here: IpAddr,
) -> answer::Answer {
    pass.advance_to(Stage::Waiting);
    let answer = library.answer(request, here).await;
    pass.advance_to(Stage::Reading);
    answer
}
