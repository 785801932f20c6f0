//! Hears what stations publish, and brings it to whoever shows it.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{DeliverPolicy, pull::OrderedConfig};
use async_nats::jetstream::stream::Config;
use async_nats::jetstream::{Context, Message};
use futures_util::StreamExt as _;
use tokio::sync::mpsc;

use crate::message::{AliveMessage, EventMessage, ObjectMessage, Received};
use crate::owner::{self, OwnerMessage, RoundTable};
use crate::server::{need_stream, streams, wait_for_reconnection};
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::{ALL_ALIVE, Aspect, Place, station_alive};

/// From one try to the next where the server does not answer.
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// So much may wait for whoever shows it.
const MAX_WAITING: usize = 1024;

/// What came of stations.
#[derive(Debug)]
pub(super) enum Told {
    /// An object is so, or gone; where that stands in the stream.
    Object(Place, Option<Received<ObjectMessage>>, u64),
    /// Something happened in a game.
    Event(Place, Received<EventMessage>),
    /// A board is this one's; where that stands in the stream.
    Owner(String, OwnerMessage, u64),
    /// A table goes on at this station.
    Table(RoundTable, StationName),
    /// A station lives.
    Alive(StationName, AliveMessage),
    /// What there was of this has come.
    CaughtUp(Source),
}

/// What is listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// What is published of a side.
    Published(Side, Aspect),
    /// Whose boards they are.
    Owners,
    /// Where tables go on.
    Tables,
}

impl Source {
    /// What a hall shows of a side is made of these.
    pub(super) fn of(side: Side) -> Vec<Self> {
        // Of events the last of each game comes, too: one that came between the two listings is not missed.
        let published = [Aspect::Events, Aspect::Objects];
        let published = published.map(|aspect| Self::Published(side, aspect));
        let owners = match side {
            Side::Live => Self::Owners,
            Side::Public => Self::Tables,
        };
        published.into_iter().chain([owners]).collect()
    }

    fn stream(self) -> String {
        match self {
            Self::Published(side, aspect) => aspect.stream(side),
            Self::Owners => owner::STREAM.to_owned(),
            Self::Tables => owner::TABLES.to_owned(),
        }
    }

    /// The streams that are to be there.
    fn needed(self) -> Vec<Config> {
        match self {
            Self::Published(side, aspect) => vec![aspect.config(side)],
            // Who says whose a board is hands on what was kept of it; stations make no streams.
            Self::Owners => {
                vec![owner::config(owner::STREAM), Aspect::Evidence.config(Side::Live)]
            }
            Self::Tables => vec![owner::config(owner::TABLES)],
        }
    }

    fn subjects(self) -> String {
        match self {
            Self::Published(side, aspect) => aspect.of_all_stations(side),
            Self::Owners => owner::ALL_BOARDS.to_owned(),
            Self::Tables => owner::ALL_TABLES.to_owned(),
        }
    }
}

/// What the stations tell of one side from now on, after all that holds now.
pub(super) fn hear(client: &Client, side: Side) -> mpsc::Receiver<Told> {
    let (tell, told) = mpsc::channel(MAX_WAITING);
    for source in Source::of(side) {
        tokio::spawn(hear_stream(client.clone(), source, tell.clone()));
    }
    tokio::spawn(hear_signs_of_life(client.clone(), tell));
    told
}

async fn hear_stream(client: Client, source: Source, tell: mpsc::Sender<Told>) {
    let streams = streams(&client);
    while !tell.is_closed() {
        // A server that was started again knows nothing of who listens, and would be found out by its silence much later.
        let heard = tokio::select! {
            heard = hear_once(&streams, source, &tell) => heard,
            () = wait_for_reconnection(&client) => {
                Err("the server is reached anew: what it tells is asked for again".to_owned())
            }
        };
        if let Err(error) = heard {
            tracing::warn!("{error}");
        }
        tokio::time::sleep(TRY_AGAIN).await;
    }
}

async fn hear_once(
    streams: &Context,
    source: Source,
    tell: &mpsc::Sender<Told>,
) -> Result<(), String> {
    for config in source.needed() {
        need_stream(streams, config).await?;
    }
    let name = source.stream();
    let words = |error: &dyn std::error::Error| format!("{name}: {error}");
    let stream = streams.get_stream_no_info(&name).await.map_err(|error| words(&error))?;
    let config = OrderedConfig {
        filter_subject: source.subjects(),
        deliver_policy: DeliverPolicy::LastPerSubject,
        ..OrderedConfig::default()
    };
    let consumer = stream.create_consumer(config).await.map_err(|error| words(&error))?;
    let mut is_caught_up = consumer.cached_info().num_pending == 0;
    if is_caught_up && tell.send(Told::CaughtUp(source)).await.is_err() {
        return Ok(());
    }
    let mut messages = consumer.messages().await.map_err(|error| words(&error))?;
    while let Some(message) = messages.next().await {
        let message = message.map_err(|error| words(&error))?;
        let is_last = message.info().is_ok_and(|info| info.pending == 0);
        let told = read(&message);
        if let Some(told) = told
            && tell.send(told).await.is_err()
        {
            return Ok(());
        }
        if is_last && !is_caught_up {
            is_caught_up = true;
            if tell.send(Told::CaughtUp(source)).await.is_err() {
                return Ok(());
            }
        }
    }
    Err(format!("{name}: the server says nothing more"))
}

/// Reads a message of a stream; what is none of ours is said and left.
fn read(message: &Message) -> Option<Told> {
    if let Some(board) = owner::board_of(&message.subject) {
        let owner = serde_json::from_slice(&message.payload).ok()?;
        return Some(Told::Owner(board.to_owned(), owner, message.info().ok()?.stream_sequence));
    }
    if let Some(table) = RoundTable::of_key(&message.subject) {
        let station = std::str::from_utf8(&message.payload).ok()?.parse().ok()?;
        return Some(Told::Table(table, station));
    }
    let (place, aspect) = Place::read(&message.subject)?;
    let sequence = message.info().ok()?.stream_sequence;
    let malformed = |error: serde_json::Error| tracing::warn!("{place}: {error}");
    match aspect {
        Aspect::Objects if message.payload.is_empty() => Some(Told::Object(place, None, sequence)),
        Aspect::Objects => {
            let object = Received::read(&message.payload).map_err(malformed).ok()?;
            Some(Told::Object(place, Some(object), sequence))
        }
        Aspect::Events => {
            let event = Received::read(&message.payload).map_err(malformed).ok()?;
            Some(Told::Event(place, event))
        }
        // Only who takes a board over reads it.
        Aspect::Evidence => None,
    }
}

async fn hear_signs_of_life(client: Client, tell: mpsc::Sender<Told>) {
    while !tell.is_closed() {
        if let Ok(mut alive) = client.subscribe(ALL_ALIVE).await {
            while let Some(message) = alive.next().await {
                let station = station_alive(&message.subject);
                let alive = serde_json::from_slice(&message.payload).ok();
                let Some((station, alive)) = station.zip(alive) else { continue };
                if tell.send(Told::Alive(station, alive)).await.is_err() {
                    return;
                }
            }
        }
        tokio::time::sleep(TRY_AGAIN).await;
    }
}
