//! What is known of where games are sent, followed by one task for all pages.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::sync::{Notify, watch};
use tokio::time::sleep;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::broadcast::{ShownDestination, ShownSentGame};
use touchmove_client::call_error::CallError;
use touchmove_client::proxy::DestinationsProxy;

/// What happens within this time is shown at once together.
const TOGETHER: Duration = Duration::from_millis(200);

/// From one attempt to hear of them to the next.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The destinations at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum SendingView {
    /// Nobody sends anything.
    #[default]
    Nobody,
    /// What sends is not heard, and why.
    Unheard(String),
    /// They are these, by number.
    Known(Vec<Arc<Sending>>),
}

/// A destination, and what of its games is not there as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sending {
    pub(crate) destination: ShownDestination,
    pub(crate) games: Vec<ShownSentGame>,
}

/// Why they are not heard.
#[derive(Debug, thiserror::Error)]
enum SendingError {
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error("{0}")]
    Unanswered(#[from] CallError),
}

impl From<zbus::Error> for SendingError {
    fn from(error: zbus::Error) -> Self {
        CallError::from(error).into()
    }
}

/// Follows them until nobody looks any more.
pub(crate) async fn follow(bus: Bus, shown: watch::Sender<Arc<SendingView>>) {
    while !shown.is_closed() {
        if let Err(error) = follow_service(&bus, &shown).await {
            show(&shown, SendingView::Unheard(error.to_string()));
        }
        sleep(LOOK_AGAIN).await;
    }
}

fn show(shown: &watch::Sender<Arc<SendingView>>, view: SendingView) {
    shown.send_if_modified(|before| {
        let is_new = **before != view;
        if is_new {
            *before = Arc::new(view);
        }
        is_new
    });
}

/// Follows them until the bus is lost, what sends does not answer, or nobody looks any more.
async fn follow_service(
    bus: &Bus,
    shown: &watch::Sender<Arc<SendingView>>,
) -> Result<(), SendingError> {
    let connection = bus.connect().await?;
    let destinations = DestinationsProxy::new(&connection).await?;
    let mut changes = destinations.receive_changed().await?;
    let mut owners = destinations.inner().receive_owner_changed().await?;
    let news = Notify::new();
    // Signals are taken in while answers are waited for: the bus has room for a few alone.
    let hear = async {
        loop {
            tokio::select! {
                Some(_) = changes.next() => {}
                Some(_) = owners.next() => {}
                else => return BusError::Lost { bus: bus.clone() },
            }
            news.notify_one();
        }
    };
    let read = async {
        loop {
            show(shown, read(&destinations).await?);
            tokio::select! {
                () = news.notified() => sleep(TOGETHER).await,
                () = shown.closed() => return Ok(()),
            }
        }
    };
    tokio::select! {
        lost = hear => Err(lost.into()),
        ended = read => ended,
    }
}

/// Asks for all of them.
async fn read(destinations: &DestinationsProxy<'_>) -> Result<SendingView, CallError> {
    let known = match destinations.status().await {
        Ok(known) => known,
        Err(error) if error.is_of_nobody() => return Ok(SendingView::Nobody),
        Err(error) => return Err(error),
    };
    let mut sendings = Vec::new();
    for details in known {
        let destination = ShownDestination::new(details);
        // One that was removed meanwhile has no games, and is told of by the next signal.
        let games = destinations.games(destination.id).await.unwrap_or_default();
        let games = games.into_iter().map(ShownSentGame::new);
        let games = games.filter(|game| !game.remarks().is_empty()).collect();
        sendings.push(Arc::new(Sending { destination, games }));
    }
    Ok(SendingView::Known(sendings))
}
