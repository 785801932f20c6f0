//! The arbiters' desk.

mod assets;
mod decide;
mod door;
mod forms;
mod game;
mod going;
mod hall_page;
mod laws;
mod live;
mod page;
mod replay;
mod speech;
mod waiting;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use touchmove_client::address::Bus;
use touchmove_client::arbiters::Roll;

use self::door::Door;
use self::going::Going;
use crate::hall::{HallView, follow};
use crate::line::Line;
use crate::{DeskArguments, Ended, say};

/// What all pages share.
#[derive(Debug)]
struct Desk {
    hall: watch::Receiver<Arc<HallView>>,
    door: Door,
    going: Going,
    bus: Bus,
    line: Line,
}

type Shared = Arc<Desk>;

/// The largest form that is read, in bytes.
const MAX_FORM_BYTES: usize = 16 * 1_024;

impl Desk {
    /// The hall now.
    fn view(&self) -> Arc<HallView> {
        Arc::clone(&self.hall.borrow())
    }
}

/// Serves the desk until somebody ends it.
///
/// # Errors
/// [`Ended`]: why it cannot be served.
pub(crate) async fn serve(arguments: DeskArguments) -> Result<(), Ended> {
    let DeskArguments { listen, name, trusted_network, bus, state } = arguments;
    if !listen.ip().is_loopback() && !trusted_network {
        return Err(Ended::NotTrusted(listen));
    }
    let listener =
        TcpListener::bind(listen).await.map_err(|error| Ended::Unserved(listen, error))?;
    let at = listener.local_addr().map_err(|error| Ended::Unserved(listen, error))?;
    let roll = Roll::in_folder(&state);
    roll.arbiters()?;
    let door = Door::new(roll.clone(), at, name);
    roll.note_address(&door.address())?;
    say(&format!(
        "the desk is at {}/; let arbiters in with `touchmove arbiter add NAME`",
        door.address()
    ));
    let (shown, hall) = watch::channel(Arc::default());
    tokio::spawn(follow(bus.clone(), shown));
    let desk = Arc::new(Desk { hall, door, going: Going::default(), bus, line: Line::default() });
    let served = axum::serve(listener, routes(desk)).with_graceful_shutdown(ended());
    served.await.map_err(|error| Ended::Unserved(at, error))
}

fn routes(desk: Shared) -> Router {
    Router::new()
        .route("/", get(waiting::show))
        .route("/hall", get(hall_page::show))
        .route("/game/{game}", get(game::show))
        .route("/game/{game}/replay", get(replay::show))
        .route("/game/{game}/laws/{article}", get(laws::show))
        .route("/game/{game}/preview", post(decide::preview))
        .route("/game/{game}/decide", post(decide::decide))
        .route("/going", post(going::set))
        .route("/language", post(speech::choose))
        .route("/live", get(live::follow_page))
        .route("/enter/{link}", get(door::ask).post(door::enter))
        .route("/leave", post(door::leave))
        .route("/assets/{name}", get(assets::serve))
        .fallback(page::nothing_there)
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&desk), door::guard))
        .with_state(desk)
}

/// Until the system or a person ends it. Open pages are cut off: they connect again by themselves.
async fn ended() {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
