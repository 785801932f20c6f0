//! A station's part: it publishes what its bus tells, and answers those who call it.
//!
//! The station does not know of it. Whatever the server or the network does, what the bus tells is taken off it at once; of
//! what is not published yet the latest state of each object is kept, and of each game how far it has got with its last
//! events: those before are asked of touchmoved, which has them from its journal.

mod answer;
mod evidence;
mod follow;
mod outbox;
mod publish;

use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use touchmove_client::address::Bus;
use touchmove_client::metrics::{LiveFigures, MetricsAddress, MetricsError};
use touchmove_client::mirror::since_boot;

use self::outbox::Outbox;
use crate::message::AliveMessage;
use crate::metrics;
use crate::server::{ServerArguments, ServerError, connections};
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject;

/// From one sign of life to the next.
const ALIVE_EACH: Duration = Duration::from_secs(1);

/// Options of a station.
#[derive(Debug, clap::Args)]
pub(crate) struct StationArguments {
    /// What this station is called among the others: small letters and digits
    #[arg(long, value_name = "NAME")]
    name: StationName,
    #[command(flatten)]
    server: ServerArguments,
    /// Which message bus: system, session, or its address
    #[arg(long, value_name = "BUS", default_value = "system")]
    bus: Bus,
    /// Tell Prometheus what is counted, at /metrics of this port [default: nobody]
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    metrics: Option<MetricsAddress>,
}

/// Why a station cannot join.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JoinError {
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error(transparent)]
    Metrics(#[from] MetricsError),
}

impl StationArguments {
    /// What the station is called.
    pub(crate) const fn name(&self) -> &StationName {
        &self.name
    }

    /// The server that it joins.
    pub(crate) const fn server(&self) -> &ServerArguments {
        &self.server
    }

    /// The bus of the station.
    pub(crate) const fn bus(&self) -> &Bus {
        &self.bus
    }
}

/// Publishes what the station tells until it is dropped.
///
/// # Errors
/// [`JoinError`] for what no waiting helps against.
pub(crate) async fn join(arguments: StationArguments) -> Result<(), JoinError> {
    let StationArguments { name, server, bus, metrics: told_at } = arguments;
    let client = server.connect(name.as_str()).await?;
    let outbox = Arc::new(Outbox::default());
    let (waiting, live) = (Arc::clone(&outbox), || LiveFigures::of(bus.clone()));
    metrics::tell_of_station(told_at, live, &client, move || waiting.backlog()).await?;
    let follow = |side| follow::follow(name.clone(), side, bus.clone(), Arc::clone(&outbox));
    let answer = |side| answer::answer(name.clone(), side, bus.clone(), client.clone());
    tokio::join!(
        follow(Side::Live),
        follow(Side::Public),
        answer(Side::Live),
        answer(Side::Public),
        publish::publish(name.clone(), bus.clone(), client.clone(), Arc::clone(&outbox)),
        give_signs_of_life(&name, &client, &outbox),
    );
    Ok(())
}

async fn give_signs_of_life(name: &StationName, client: &Client, outbox: &Outbox) {
    let subject = subject::alive(name);
    let mut each = tokio::time::interval(ALIVE_EACH);
    each.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        each.tick().await;
        // One that was kept until the server is reached again would say a wrong time.
        if client.connection_state() != async_nats::connection::State::Connected {
            continue;
        }
        // Who is heard is believed, so nobody is to hear it before what it last said is there.
        let published = outbox.published().filter(|at| at.connection == connections(client));
        let is_running = outbox.is_running();
        if is_running && published.is_none() {
            continue;
        }
        let alive = AliveMessage {
            boot_us: u64::try_from(since_boot().as_micros()).unwrap_or(u64::MAX),
            is_running,
            last_object: published.map_or(0, |published| published.last_object),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        if let Ok(text) = serde_json::to_string(&alive) {
            // The next one comes in a second.
            let _ = client.publish(subject.clone(), text.into()).await;
        }
    }
}
