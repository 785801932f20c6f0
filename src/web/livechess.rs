//! LiveChess' interfaces, for programs and board pages that speak to LiveChess on this machine.

mod answer;
mod call;
mod connections;
mod crowd;
mod doc;
mod eboard;
mod feed;
mod guard;
mod hold;
mod orientation;
mod pace;
mod placement;
mod pretty;
mod released;
mod replayed;
mod rest;
mod session;
mod setup;
mod sources;
mod tournament;
mod uuid;
mod view;

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;
use touchmove_client::ending::ended;

use self::connections::{Answering, welcome};
use self::crowd::Crowd;
use self::sources::Sources;
use self::view::{View, follow};
use crate::{Ended, LiveChessArguments, metrics, say};

pub(crate) use self::guard::{KNOWN_SITES, Origin};

/// Feeds of all clients at a time: as many as forty that follow a hundred boards each.
const MAX_FEEDS_IN_ALL: usize = 4_096;

/// WebSockets that are open in the end have so long to say so to their clients.
const GOODBYE_WITHIN: Duration = Duration::from_millis(200);

/// What all clients share.
#[derive(Debug)]
struct Served {
    view: watch::Receiver<Arc<View>>,
    sources: Sources,
    /// Of which pages may read.
    origins: Vec<Origin>,
    /// The places of feeds.
    feeds: Arc<Semaphore>,
    /// Whether it ends now.
    ending: watch::Receiver<bool>,
}

type Shared = Arc<Served>;

impl Served {
    /// The hall now.
    fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.borrow())
    }
}

/// Serves until somebody ends it.
///
/// # Errors
/// [`Ended`]: why it cannot be served.
pub(crate) async fn serve(arguments: LiveChessArguments) -> Result<(), Ended> {
    let LiveChessArguments { port, origin: origins, bus, metrics: told_at } = arguments;
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(at).await.map_err(|error| Ended::PortTaken(at, error))?;
    let at = listener.local_addr().map_err(|error| Ended::PortTaken(at, error))?;
    let second = second_listener(at.port()).await?;
    say(&format!("LiveChess' interfaces are at http://localhost:{}/", at.port()));
    metrics::tell_of_live(told_at, &bus).await?;
    let (shown, view) = watch::channel(Arc::default());
    tokio::spawn(follow(bus.clone(), shown));
    let (end, ending) = watch::channel(false);
    let (sources, feeds) = (Sources::new(bus), Arc::new(Semaphore::new(MAX_FEEDS_IN_ALL)));
    let served = Served { view, sources, origins, feeds, ending: ending.clone() };
    let routes = routes(Arc::new(served));
    let answering = Answering { routes, crowd: Crowd::default(), ending };
    let all = [Some(listener), second].into_iter().flatten();
    for listener in all {
        tokio::spawn(welcome(listener, answering.clone()));
    }
    drop(answering);
    ended().await;
    end.send_replace(true);
    tokio::select! {
        () = end.closed() => {}
        () = sleep(GOODBYE_WITHIN) => {}
    }
    Ok(())
}

/// The same port of IPv6, which not every machine has.
async fn second_listener(port: u16) -> Result<Option<TcpListener>, Ended> {
    let at = SocketAddr::from((Ipv6Addr::LOCALHOST, port));
    match TcpListener::bind(at).await {
        Ok(listener) => Ok(Some(listener)),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(Ended::PortTaken(at, error)),
        Err(error) => {
            say(&format!("{at}: {error}; clients that look for IPv6 do not find it"));
            Ok(None)
        }
    }
}

fn routes(served: Shared) -> Router {
    Router::new()
        .route("/api/v1.0", get(rest::open_socket))
        .route("/api/v1.0/", get(rest::open_socket))
        .route("/api/v1.0/eboards", get(rest::eboards))
        .route("/api/v1.0/sources", get(rest::sources))
        .route("/api/v1.0/tournaments", get(rest::tournaments))
        .route("/api/v1.0/tournament/{uuid}", get(rest::tournament))
        .route("/api/v1.0/round/{uuid}/{index}", get(rest::round))
        .route("/api/v1.0/game/{uuid}", get(rest::game))
        .route("/", get(doc::lead_to_index))
        .route("/doc", get(doc::lead_to_index))
        .route("/doc/", get(doc::lead_to_index))
        .route("/doc/{*address}", get(doc::show))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&served), guard::guard))
        .with_state(served)
}
