//! Publishes what is in the outbox: each event once and in its place, of objects the last state.
//!
//! An event goes into the stream only behind the one before it in its game: the server is told which message must be the last
//! of the subject. So nothing is there twice or out of order, however often the hub, the server or the network starts anew;
//! and how far a game has got is asked of the stream itself.

use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::Context;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{DirectGetErrorKind, Stream};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::time::{Instant, sleep, sleep_until};
use touchmove_client::address::Bus;
use zbus::wire::Array;
use zbus::{Connection, Variant};

use super::evidence::{Copied, publish_evidence};
use super::outbox::{Batch, Outbox, Published, Reached};
use crate::message::EventMessage;
use crate::metrics::{self, StoppedBy};
use crate::server::{connections, need_stream, send, streams, wait_for_reconnection};
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::{Aspect, Place, of_station};

/// How many objects or games are published side by side.
const SIDE_BY_SIDE: usize = 64;

/// From one try to the next where the server or the station does not answer.
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// From one look to the next whether the streams have what the station has.
const COMPARED_EACH: Duration = Duration::from_secs(15);

/// Publishes until it is dropped.
pub(super) async fn publish(station: StationName, bus: Bus, client: Client, outbox: Arc<Outbox>) {
    let (progress, evidence) = (HashMap::new(), HashMap::new());
    let streams = streams(&client);
    let (last_object, connection) = (0, 0);
    let mut publisher =
        Publisher { station, client, streams, outbox, progress, evidence, last_object, connection };
    loop {
        let stopped = match bus.connect().await {
            Ok(connection) => publisher.publish_on(&connection).await,
            Err(error) => Err(Stopped::Station(error.to_string())),
        };
        if let Err(stopped) = stopped {
            metrics::count_stop(stopped.by());
            tracing::warn!("{stopped}");
        }
        sleep(TRY_AGAIN).await;
    }
}

/// Why nothing can be published for now.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stopped {
    #[error("the server takes nothing: {0}")]
    Server(String),
    #[error("the stream has another message than was published last: reading anew")]
    OutOfPlace,
    #[error("the station does not answer: {0}")]
    Station(String),
}

impl Stopped {
    pub(super) fn server(error: impl std::error::Error) -> Self {
        Self::Server(error.to_string())
    }

    const fn by(&self) -> StoppedBy {
        match self {
            Self::Server(_) => StoppedBy::Server,
            Self::OutOfPlace => StoppedBy::Stream,
            Self::Station(_) => StoppedBy::Station,
        }
    }
}

impl From<PublishError> for Stopped {
    fn from(error: PublishError) -> Self {
        match error.kind() {
            PublishErrorKind::WrongLastSequence | PublishErrorKind::WrongLastMessageId => {
                Self::OutOfPlace
            }
            _ => Self::Server(error.to_string()),
        }
    }
}

struct Publisher {
    station: StationName,
    client: Client,
    streams: Context,
    outbox: Arc<Outbox>,
    /// How far the stream has got with each game, as far as that is known.
    progress: HashMap<Place, Progress>,
    /// How far with what is kept of each board.
    evidence: HashMap<Place, Copied>,
    /// Where in its stream the last object of the live side is; 0 before the first.
    last_object: u64,
    /// The connection to the server on which it publishes; 0 before the first.
    connection: u64,
}

/// How far a stream has got with a game.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// The number of the last event; 0 before the first one.
    number: u64,
    /// Where it is in the stream.
    sequence: u64,
}

impl Publisher {
    /// Publishes until something does not answer.
    async fn publish_on(&mut self, connection: &Connection) -> Result<(), Stopped> {
        for side in Side::ALL {
            for aspect in Aspect::of(side) {
                need_stream(&self.streams, aspect.config(side)).await.map_err(Stopped::Server)?;
            }
        }
        let client = self.client.clone();
        if self.connection != connections(&client) {
            self.begin_anew();
        }
        let mut compare_at = Instant::now();
        let mut reconnection = pin!(wait_for_reconnection(&client));
        loop {
            tokio::select! {
                biased;
                () = sleep_until(compare_at) => {
                    self.compare().await?;
                    compare_at = Instant::now() + COMPARED_EACH;
                }
                () = &mut reconnection => {
                    reconnection.set(wait_for_reconnection(&client));
                    self.begin_anew();
                    compare_at = Instant::now();
                }
                batch = self.outbox.next() => {
                    let is_whole = batch.is_whole;
                    tokio::select! {
                        published = self.publish_batch(batch, connection) => published?,
                        // Nothing answers what was asked of the server before.
                        () = &mut reconnection => {
                            reconnection.set(wait_for_reconnection(&client));
                            self.begin_anew();
                            compare_at = Instant::now();
                            continue;
                        }
                    }
                    if is_whole {
                        let Self { connection, last_object, .. } = *self;
                        self.outbox.mark_published(Published { connection, last_object });
                    }
                }
            }
        }
    }

    /// The server was reached anew: one that was killed may not have what it was told last.
    fn begin_anew(&mut self) {
        self.connection = connections(&self.client);
        self.progress.clear();
        self.evidence.clear();
        self.outbox.ask_for_all();
    }

    /// Evidence goes before the events that it has led to, and events before the objects that have come to be so by them: who
    /// sees an object finds in the stream all that led there.
    async fn publish_batch(
        &mut self,
        batch: Batch,
        connection: &Connection,
    ) -> Result<(), Stopped> {
        let Batch { objects, games, boards, is_whole } = batch;
        let mut left = Batch::default();
        if let Err(stopped) = self.publish_evidence(boards.clone(), connection).await {
            self.outbox.put_back(Batch { objects, games, boards, is_whole });
            return Err(stopped);
        }
        let this = &*self;
        let told = stream::iter(games).map(async |(place, reached)| {
            let mut progress = this.progress.get(&place).copied();
            let told = this.publish_game(&place, &reached, &mut progress, connection).await;
            (place, reached, progress, told)
        });
        let told: Vec<_> = told.buffer_unordered(SIDE_BY_SIDE).collect().await;
        let mut stopped = Ok(());
        for (place, reached, progress, told) in told {
            let progress = progress.filter(|_| told.is_ok());
            match progress {
                Some(progress) => drop(self.progress.insert(place.clone(), progress)),
                None => drop(self.progress.remove(&place)),
            }
            if let Err(error) = told {
                left.games.insert(place, reached);
                stopped = Err(error);
            }
        }
        if stopped.is_err() {
            left.objects = objects;
        } else {
            let streams = &self.streams;
            let shown = stream::iter(objects).map(async |(place, state)| {
                let shown = publish_object(streams, &place, state.as_deref()).await;
                (place, state, shown)
            });
            let shown: Vec<_> = shown.buffer_unordered(SIDE_BY_SIDE).collect().await;
            let mut last_object = None;
            for (place, state, shown) in shown {
                match shown {
                    Ok(sequence) if place.side == Side::Live => {
                        last_object = last_object.max(Some(sequence));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        left.objects.insert(place, state);
                        stopped = Err(error);
                    }
                }
            }
            self.last_object = last_object.unwrap_or(self.last_object);
        }
        self.outbox.put_back(left);
        stopped
    }

    /// Publishes what is kept of boards by now.
    async fn publish_evidence(
        &mut self,
        boards: BTreeSet<Place>,
        connection: &Connection,
    ) -> Result<(), Stopped> {
        let this = &*self;
        let copied = stream::iter(boards).map(async |place| {
            let mut copied = this.evidence.get(&place).cloned();
            let done = publish_evidence(&this.streams, connection, &place, &mut copied).await;
            (place, copied, done)
        });
        let copied: Vec<_> = copied.buffer_unordered(SIDE_BY_SIDE).collect().await;
        let mut stopped = Ok(());
        for (place, copied, done) in copied {
            match copied.filter(|_| done.is_ok()) {
                Some(copied) => drop(self.evidence.insert(place, copied)),
                None => drop(self.evidence.remove(&place)),
            }
            stopped = stopped.and(done);
        }
        stopped
    }

    /// Publishes a game's events as far as it has got, and notes how far the stream has.
    async fn publish_game(
        &self,
        place: &Place,
        reached: &Reached,
        progress: &mut Option<Progress>,
        connection: &Connection,
    ) -> Result<(), Stopped> {
        let mut done = match *progress {
            Some(done) => done,
            None => self.last_published(place).await?,
        };
        while done.number < reached.number() {
            let events = match reached.heard_behind(done.number) {
                Some(heard) => heard.to_vec(),
                None => events_since(connection, place, done.number).await?,
            };
            if events.is_empty() {
                // It is another game than that which had so many.
                break;
            }
            for event in events {
                if event.number <= done.number {
                    continue;
                }
                let sequence = publish_event(&self.streams, place, &event, done.sequence).await?;
                done = Progress { number: event.number, sequence };
                *progress = Some(done);
            }
        }
        *progress = Some(done);
        Ok(())
    }

    async fn last_published(&self, place: &Place) -> Result<Progress, Stopped> {
        let stream = self.stream(place.side, Aspect::Events).await?;
        let last = stream.direct_get_last_for_subject(place.subject(Aspect::Events)).await;
        match last {
            Ok(last) => {
                let event = serde_json::from_slice::<EventMessage>(&last.payload);
                let number = event.map_err(Stopped::server)?.number;
                Ok(Progress { number, sequence: last.sequence })
            }
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => Ok(Progress::default()),
            Err(error) => Err(Stopped::server(error)),
        }
    }

    /// Looks whether the streams have what the station has, and has published what is missing and taken away what is gone:
    /// somebody may have emptied them, and objects may have gone while nobody published.
    async fn compare(&mut self) -> Result<(), Stopped> {
        for side in Side::ALL {
            let Some(shown) = self.outbox.shown(side) else { continue };
            let there = self.published(side, Aspect::Objects).await?;
            for gone in there.difference(&shown) {
                publish_object(&self.streams, gone, None).await?;
            }
            if side == Side::Live {
                let kept = self.published(side, Aspect::Evidence).await?;
                let before = self.evidence.len();
                self.evidence.retain(|place, copied| !copied.is_begun() || kept.contains(place));
                if self.evidence.len() < before {
                    self.outbox.ask_for_all();
                }
            }
            let told = self.published(side, Aspect::Events).await?;
            self.progress.retain(|place, _| place.side != side || shown.contains(place));
            let before = self.progress.len();
            // Old events go with time; where none is left of a game, somebody has emptied the stream.
            self.progress.retain(|place, progress| {
                place.side != side || progress.number == 0 || told.contains(place)
            });
            if self.progress.len() < before || !shown.is_subset(&there) {
                self.outbox.ask_for_all();
            }
        }
        Ok(())
    }

    /// Of which objects of this station a stream has anything.
    async fn published(&self, side: Side, aspect: Aspect) -> Result<BTreeSet<Place>, Stopped> {
        let stream = self.stream(side, aspect).await?;
        let found = stream.info_with_subjects(of_station(&self.station, side, aspect)).await;
        let found = found.map_err(Stopped::server)?;
        let place = |subject: &str| Place::read(subject).map(|(place, _)| place);
        let found = found.try_filter_map(async |(subject, _)| Ok(place(&subject)));
        found.try_collect().await.map_err(Stopped::server)
    }

    async fn stream(&self, side: Side, aspect: Aspect) -> Result<Stream<()>, Stopped> {
        self.streams.get_stream_no_info(aspect.stream(side)).await.map_err(Stopped::server)
    }
}

/// Publishes the state of an object, or that it is gone; where it is in the stream then.
async fn publish_object(
    streams: &Context,
    place: &Place,
    state: Option<&str>,
) -> Result<u64, Stopped> {
    let message = PublishMessage::build().payload(state.unwrap_or_default().to_owned().into());
    let begun = Instant::now();
    let sequence = send(streams, place.subject(Aspect::Objects), message).await?;
    metrics::count_published(place.side, Aspect::Objects, begun.elapsed());
    Ok(sequence)
}

/// Publishes an event behind the message of its subject that is at `behind` in the stream; where it is then.
async fn publish_event(
    streams: &Context,
    place: &Place,
    event: &EventMessage,
    behind: u64,
) -> Result<u64, Stopped> {
    let text = serde_json::to_string(event).map_err(|error| Stopped::Station(error.to_string()))?;
    let subject = place.subject(Aspect::Events);
    let message = PublishMessage::build()
        .payload(text.into())
        .message_id(format!("{subject} {}", event.number))
        .expected_last_subject_sequence(behind);
    let begun = Instant::now();
    let sequence = send(streams, subject, message).await?;
    metrics::count_published(place.side, Aspect::Events, begun.elapsed());
    metrics::count_event(event);
    Ok(sequence)
}

/// The events of a game after the one of this number, as many as the station gives at once.
async fn events_since(
    connection: &Connection,
    place: &Place,
    number: u64,
) -> Result<Vec<EventMessage>, Stopped> {
    let side = place.side;
    let asked = connection
        .call_method(
            Some(side.bus_name()),
            place.path.as_str(),
            Some(side.game()),
            "EventsSince",
            &number,
        )
        .await;
    let answer = match asked {
        Ok(answer) => answer,
        // The game is gone: so are its events.
        Err(zbus::Error::MethodError(name, ..)) if name.as_str().ends_with("UnknownObject") => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(Stopped::Station(error.to_string())),
    };
    let body = answer.body();
    let events: Array<'_> =
        body.deserialize().map_err(|error| Stopped::Station(error.to_string()))?;
    let event = |event: &Variant<'_>| match event {
        Variant::Structure(event) => EventMessage::of_bus(event),
        _ => None,
    };
    Ok(events.inner().iter().filter_map(event).collect())
}
