//! The destinations on the bus (`org.touchmove.Broadcast1`), for those who run the games.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Notify};
use tokio::time::sleep;
use touchmove_client::address::{Bus, BusError};
use touchmove_client::call_error::{self, CallError, RefusalKind};
use touchmove_client::details::Details;
use touchmove_client::path::BROADCAST;
use touchmove_client::service::BROADCAST_NAME;
use zbus::interface;
use zbus::object_server::SignalEmitter;

use super::book::{Book, BookError};
use super::destination::Place;
use super::keys::KeyName;

/// What happens within this time is told at once together.
const TOGETHER: Duration = Duration::from_millis(100);

/// Longest name of a section, in bytes.
const MAX_SECTION_BYTES: usize = 200;

/// Shows the destinations on `bus` until the connection is lost.
///
/// # Errors
/// [`BusError`].
pub(super) async fn serve(
    bus: &Bus,
    book: Arc<Mutex<Book>>,
    changes: &Notify,
) -> Result<(), BusError> {
    let connection = bus.connect().await?;
    let other = |source| BusError::Other { bus: bus.clone(), source };
    let server = connection.object_server();
    server.at(BROADCAST, Destinations { book }).await.map_err(other)?;
    connection.request_name(BROADCAST_NAME).await.map_err(other)?;
    let shown = server.interface::<_, Destinations>(BROADCAST).await.map_err(other)?;
    loop {
        tokio::select! {
            () = changes.notified() => {
                Destinations::changed(shown.signal_emitter()).await.map_err(other)?;
                sleep(TOGETHER).await;
            }
            () = connection.closed() => return Err(BusError::Lost { bus: bus.clone() }),
        }
    }
}

/// The object of the destinations.
struct Destinations {
    book: Arc<Mutex<Book>>,
}

#[interface(name = "org.touchmove.Broadcast1.Destinations")]
impl Destinations {
    /// Sends the games of a round to a round of a broadcast on Lichess from now on: `lichess` is its eight letters, or its
    /// address. `section` may be empty: all of them. `key` is the name of the credential with the token. Answers the
    /// number of the destination.
    #[zbus(out_args("destination"))]
    async fn add_lichess(
        &self,
        lichess: String,
        round: u16,
        section: String,
        key: String,
    ) -> call_error::Result<u32> {
        let lichess = lichess.parse().map_err(|error| RefusalKind::InvalidArgs.because(error))?;
        if round == 0 {
            return Err(RefusalKind::InvalidArgs.because("name the round that is sent, from 1"));
        }
        self.add(Place::Lichess { lichess, round }, section, &key).await
    }

    /// Posts each released event as JSON to `url` from now on: those of a round, or with 0 of all games; of a section, or
    /// of all where it is empty. `key` is the name of the credential that they are signed with. Answers the number of the
    /// destination.
    #[zbus(out_args("destination"))]
    async fn add_webhook(
        &self,
        url: String,
        round: u16,
        section: String,
        key: String,
    ) -> call_error::Result<u32> {
        let url = url.parse().map_err(|error| RefusalKind::InvalidArgs.because(error))?;
        let round = (round > 0).then_some(round);
        self.add(Place::Webhook { url, round }, section, &key).await
    }

    /// Sends nothing there any more.
    async fn remove(&self, destination: u32) -> call_error::Result<()> {
        self.book.lock().await.remove(destination).map_err(refusal)
    }

    /// Sends everything there once more, as if nothing had been.
    async fn send_again(&self, destination: u32) -> call_error::Result<()> {
        self.book.lock().await.send_again(destination).map_err(refusal)
    }

    /// The destinations, each by its particulars: `id` (u), `kind` (s) `lichess` or `webhook`, `place` (s), `round` (q; 0
    /// is all), `section` (s; empty is all), `key` (s), `games` (t) and how many of them are `behind` (t); `taken` (t), how
    /// often something was taken there since the start, and of the last time `at` (t) and `late` (t) as the relay has
    /// them; and where it does not get there `trouble` (s) and `why` (s), and `since` (t).
    #[zbus(out_args("destinations"))]
    async fn status(&self) -> call_error::Result<Vec<Details>> {
        let book = self.book.lock().await;
        let told = book.all().into_iter().map(|(destination, report)| {
            let mut told = destination.details();
            told.extend(report.status());
            told
        });
        Ok(told.collect())
    }

    /// The games of a destination: `round` (q) and `table` (q), 0 where a game is of none, `white` (s), `black` (s),
    /// `behind` (b); where it is so, `refused` (s), what was said there against it, and `ends_before` (s), the number of
    /// the first move that is not sent, because those before it do not lead there.
    #[zbus(out_args("games"))]
    async fn games(&self, destination: u32) -> call_error::Result<Vec<Details>> {
        self.book.lock().await.report(destination).map(|it| it.games()).map_err(refusal)
    }

    /// Something that these tell may be different.
    #[zbus(signal)]
    async fn changed(emitter: &SignalEmitter<'_>) -> zbus::Result<()>;
}

impl Destinations {
    async fn add(&self, place: Place, section: String, key: &str) -> call_error::Result<u32> {
        let key: KeyName = key.parse().map_err(|error| RefusalKind::InvalidArgs.because(error))?;
        if section.len() > MAX_SECTION_BYTES {
            return Err(RefusalKind::InvalidArgs.because("no section has so long a name"));
        }
        let section = Some(section).filter(|section| !section.is_empty());
        self.book.lock().await.add(place, section, key).map_err(refusal)
    }
}

fn refusal(error: BookError) -> CallError {
    let kind = match &error {
        BookError::Full | BookError::Double(_) => RefusalKind::NotNow,
        BookError::Unknown(_) => RefusalKind::NothingToDecide,
        BookError::Unkept(..) => RefusalKind::NotKept,
    };
    kind.because(error)
}
