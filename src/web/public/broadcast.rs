//! Sends what is public elsewhere: to broadcasts on Lichess, and as events to web addresses. It reads the public tree alone,
//! listens at no port, and has the keys, which what is asked from outside has not.

mod book;
mod connector;
mod destination;
mod keys;
mod lichess;
mod pace;
mod post;
mod progress;
mod reply;
mod report;
mod service;
mod signature;
mod way;
mod webhook;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Notify, watch};
use tokio::time::sleep;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::ending::ended;
use touchmove_client::metrics::MetricsAddress;

use self::book::Surroundings;
use self::connector::Connector;
use self::keys::Keys;
use self::lichess::LichessServer;
use self::post::Poster;
use super::figures;
use super::view::follow;
use crate::{Ended, say};

pub(super) use self::book::Book;
pub(crate) use self::connector::NoProxy;

/// As whom it sends.
const AGENT: &str = concat!("touchmove/", env!("CARGO_PKG_VERSION"));

/// From one attempt to get onto the bus to the next.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Options of what is sent.
#[derive(Debug, clap::Args)]
pub(crate) struct BroadcastArguments {
    /// The server whose broadcasts are meant
    #[arg(long, value_name = "URL", default_value = "https://lichess.org")]
    lichess: LichessServer,
    /// Which message bus: system, session, or its address
    #[arg(long, value_name = "BUS", default_value = "system")]
    bus: Bus,
    /// The folder in which it keeps where it sends
    #[arg(long, value_name = "DIR", default_value = "/var/lib/touchmove-broadcast")]
    state: PathBuf,
    /// Tell Prometheus what is counted, at /metrics of this port [default: nobody]
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    metrics: Option<MetricsAddress>,
}

/// Sends until somebody ends it.
///
/// # Errors
/// [`Ended`]: why it cannot.
pub(crate) async fn serve(arguments: BroadcastArguments) -> Result<(), Ended> {
    let BroadcastArguments { lichess: server, bus, state: folder, metrics: told_at } = arguments;
    let poster = Poster::new(Connector::of_environment()?).map_err(Ended::NoCertificates)?;
    std::fs::create_dir_all(&folder).map_err(|error| Ended::NoFolder(folder.clone(), error))?;
    let (shown, views) = watch::channel(Arc::default());
    tokio::spawn(follow(bus.clone(), shown));
    let (keys, changes) = (Keys::of_process(), Arc::<Notify>::default());
    let shown = views.clone();
    let surroundings = Surroundings {
        server,
        keys,
        poster,
        bus: bus.clone(),
        folder,
        views,
        changes: Arc::clone(&changes),
    };
    let book = Arc::new(Mutex::new(Book::open(surroundings)));
    figures::tell_of_sendings(told_at, shown, Arc::clone(&book)).await?;
    tokio::select! {
        never = show(&bus, &book, &changes) => match never {},
        () = ended() => Ok(()),
    }
}

/// Shows on the bus what is sent, for ever: sending does not depend on it.
async fn show(bus: &Bus, book: &Arc<Mutex<Book>>, changes: &Notify) -> std::convert::Infallible {
    let mut said = String::new();
    loop {
        if let Err(error) = service::serve(bus, Arc::clone(book), changes).await {
            let why = error.to_string();
            if said != why && !matches!(error, BusError::Lost { .. }) {
                say(&why);
            }
            said = why;
        }
        sleep(LOOK_AGAIN).await;
    }
}
