//! A broadcast over HTTP, for tools that pull: the paths and texts of the folder, from memory.
//!
//! Server and relay share [`Pages`] and nothing else: whole texts that are published already, and the
//! report of who reads them. The server has a thread and a runtime of its own, so that no client, however
//! many and however slow, takes a turn from the boards. Everything that a client can make it wait for or
//! keep is limited. `docs/relay.md` tells what is answered.

mod answer;
mod error;
mod pages;

use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

pub use answer::LONGEST_WAIT;
pub use error::HttpError;
pub use pages::Pages;

use answer::Library;
use pages::Shown;

use super::reporter::Reporter;

/// Connections at a time; whoever comes then waits for one to end.
const MOST_CONNECTIONS: usize = 256;

/// Requests at a time that wait for a change, so that there is always room for those that don't.
const MOST_WAITING: usize = 192;

/// Within this a client must have said what it wants.
const REQUEST_WITHIN: Duration = Duration::from_secs(10);

/// Largest head of a request, in bytes, and the most fields in it.
const MOST_BYTES_OF_HEAD: usize = 16 << 10;
const MOST_FIELDS: usize = 64;

/// A connection ends at last: time to ask, to wait, and to read half a megabyte over a slow line.
const CONNECTION_ENDS_AFTER: Duration =
    REQUEST_WITHIN.saturating_add(LONGEST_WAIT).saturating_add(Duration::from_secs(50));

/// After a connection could not be taken, for want of files or memory.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Serves pages at `address`, from now until they are dropped. Nothing is shown on them yet. With port 0
/// the system chooses one.
///
/// # Errors
/// [`HttpError`] where nobody can listen there.
pub fn start(address: SocketAddr) -> Result<Pages, HttpError> {
    let failed = |source| HttpError::of(address, source);
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let (pages, shown) = Pages::none(address);
    let reporter = pages.reporter().clone();
    thread::spawn(move || {
        if let Err(error) = runtime.block_on(serve(listener, shown, reporter.clone())) {
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
    reporter: Reporter,
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let library = Arc::new(Library::new(shown.clone(), MOST_WAITING, reporter.clone()));
    tokio::select! {
        () = welcome(listener, library, reporter) => {}
        () = async { while shown.changed().await.is_ok() {} } => {}
    }
    Ok(())
}

/// Takes connections for ever, as many at a time as there is room for.
async fn welcome(listener: tokio::net::TcpListener, library: Arc<Library>, reporter: Reporter) {
    let rooms = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    while let Ok(room) = Arc::clone(&rooms).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                reporter.open();
                let library = Arc::clone(&library);
                let reader = reporter.count(|readers| &mut readers.connected);
                tokio::spawn(async move {
                    attend(stream, &library).await;
                    drop((reader, room));
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
async fn attend(stream: TcpStream, library: &Library) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_WITHIN)
        .max_buf_size(MOST_BYTES_OF_HEAD)
        .max_headers(MOST_FIELDS)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service_fn(|request| library.answer(request)));
    // A client that went away or talked nonsense is no news.
    let _ = timeout(CONNECTION_ENDS_AFTER, pin!(connection)).await;
}
