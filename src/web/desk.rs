//! The arbiters' desk.

mod another_board;
mod assets;
mod broadcast_page;
mod certificate;
mod choice;
mod decide;
mod door;
mod forms;
mod game;
mod going;
mod hall_page;
mod help;
mod language;
mod laws;
mod live;
mod mutes;
mod open_pages;
mod page;
mod refusal;
mod replay;
mod tries;
mod waiting;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::watch;
use touchmove_client::address::Bus;
use touchmove_client::arbiters::Roll;

use self::certificate::{Certificate, Files};
use self::door::Door;
use self::going::Going;
use self::mutes::Mutes;
use self::open_pages::OpenPages;
use crate::connections::welcome;
use crate::ending::ending;
use crate::hall::{HallView, follow};
use crate::line::Line;
use crate::sendings::{self, SendingView};
use crate::{DeskArguments, Ended, metrics, say};

pub(crate) use self::certificate::CertificateError;

/// What all pages share.
#[derive(Debug)]
struct Desk {
    hall: watch::Receiver<Arc<HallView>>,
    sendings: watch::Receiver<Arc<SendingView>>,
    door: Door,
    going: Going,
    mutes: Mutes,
    open_pages: OpenPages,
    bus: Bus,
    line: Line,
    /// Whether it ends now.
    ending: watch::Receiver<bool>,
}

type Shared = Arc<Desk>;

impl Desk {
    /// The hall now.
    fn view(&self) -> Arc<HallView> {
        Arc::clone(&self.hall.borrow())
    }

    /// Where games are sent now.
    fn sendings(&self) -> Arc<SendingView> {
        Arc::clone(&self.sendings.borrow())
    }
}

/// Serves the desk until somebody ends it.
///
/// # Errors
/// [`Ended`]: why it cannot be served.
pub(crate) async fn serve(arguments: DeskArguments) -> Result<(), Ended> {
    let listen = arguments.listen;
    if listen.ip().is_unspecified() && arguments.name.is_empty() {
        return Err(Ended::Nameless(listen));
    }
    let certificate = certificate(&arguments)?;
    let DeskArguments { name, bus, state, metrics: told_at, .. } = arguments;
    let listener =
        TcpListener::bind(listen).await.map_err(|error| Ended::Unserved(listen, error))?;
    let at = listener.local_addr().map_err(|error| Ended::Unserved(listen, error))?;
    let roll = Roll::in_folder(&state);
    roll.arbiters()?;
    let fingerprint = certificate.as_ref().map(|certificate| certificate.fingerprint);
    let door = Door::new(roll.clone(), at, name, fingerprint);
    roll.note_address(&door.address())?;
    say(&format!(
        "the desk is at {}/; let arbiters in with `touchmove arbiter add NAME`",
        door.address().url()
    ));
    if let Some(fingerprint) = fingerprint {
        say(&format!("its certificate has the SHA-256 fingerprint {}", fingerprint.in_pairs()));
    }
    metrics::tell_of_live(told_at, &bus).await?;
    let (shown, hall) = watch::channel(Arc::default());
    tokio::spawn(follow(bus.clone(), shown));
    let (shown, sendings) = watch::channel(Arc::default());
    tokio::spawn(sendings::follow(bus.clone(), shown));
    let ending = ending();
    let mutes = Mutes::in_folder(&state);
    let (going, open_pages, line) = Default::default();
    let desk =
        Desk { hall, sendings, door, going, mutes, open_pages, bus, line, ending: ending.clone() };
    let encryption = certificate.map(|certificate| certificate.acceptor);
    welcome(listener, encryption, routes(Arc::new(desk)), ending).await;
    Ok(())
}

/// What is sent is encrypted with; nothing where it stays on this machine or somebody says that nobody reads along.
fn certificate(arguments: &DeskArguments) -> Result<Option<Certificate>, CertificateError> {
    let DeskArguments { listen, name, certificate, key, trusted_network, state, .. } = arguments;
    if let (Some(certificate), Some(key)) = (certificate.clone(), key.clone()) {
        return Certificate::of_files(&Files { certificate, key }).map(Some);
    }
    let ip = listen.ip();
    if ip.is_loopback() || *trusted_network {
        return Ok(None);
    }
    let own = (!ip.is_unspecified()).then(|| ip.to_string());
    Certificate::of_folder(state, name.iter().cloned().chain(own).collect()).map(Some)
}

fn routes(desk: Shared) -> Router {
    Router::new()
        .route("/", get(waiting::show))
        .route("/hall", get(hall_page::show))
        .route("/broadcast", get(broadcast_page::show))
        .route("/game/{game}", get(game::show))
        .route("/game/{game}/replay", get(replay::show))
        .route("/game/{game}/laws/{article}", get(laws::show))
        .route("/game/{game}/preview", post(decide::preview))
        .route("/game/{game}/decide", post(decide::decide))
        .route("/game/{game}/another-board", get(another_board::ask).post(another_board::carry_out))
        .route("/help", get(help::list))
        .route("/help/{word}", get(help::show))
        .route("/going", post(going::set))
        .route("/mute", post(mutes::set))
        .route("/language", post(language::choose))
        .route("/live", get(live::follow_page))
        .route("/enter/{link}", get(door::ask).post(door::enter))
        .route("/leave", post(door::leave))
        .route("/assets/{name}", get(assets::serve))
        .fallback(page::nothing_there)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&desk), door::guard))
        .with_state(desk)
}
