//! What a hub counts, for Prometheus.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use touchmove_client::metrics::{
    Counter, Histogram, LiveFigures, MetricLabel, MetricsAddress, MetricsError, MetricsServer,
    MetricsText, family,
};
use touchmove_client::mirror::since_boot;
use zbus::Variant;

use crate::message::EventMessage;
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::Aspect;

/// Why publishing stopped for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoppedBy {
    /// The server takes nothing.
    Server,
    /// The stream is not as it was left.
    Stream,
    /// The station does not answer.
    Station,
}

/// What waits to be published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Backlog {
    /// Objects that are different.
    pub(crate) objects: usize,
    /// Games that have got on.
    pub(crate) games: usize,
    /// Boards of which there may be more evidence.
    pub(crate) boards: usize,
}

/// How long the server took for what was published, by side and aspect.
static PUBLISH: [[Histogram; Aspect::ALL.len()]; Side::ALL.len()] =
    [const { [const { Histogram::new() }; Aspect::ALL.len()] }; Side::ALL.len()];

/// From when an event happened to when it was in the stream.
static PUBLISHED_AGE: Histogram = Histogram::new();

/// How often publishing stopped.
static STOPS: [Counter; StoppedBy::ALL.len()] = [const { Counter::new() }; StoppedBy::ALL.len()];

/// Which stations are heard in the hall.
static HEARD: Mutex<BTreeMap<StationName, bool>> = Mutex::new(BTreeMap::new());

impl StoppedBy {
    const ALL: [Self; 3] = [Self::Server, Self::Stream, Self::Station];

    const fn word(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Stream => "stream",
            Self::Station => "station",
        }
    }
}

/// The server said so long after it was given something that it is kept.
pub(crate) fn count_published(side: Side, aspect: Aspect, took: Duration) {
    let found = |(known_side, known_aspect)| known_side == side && known_aspect == aspect;
    if let Some((.., histogram)) = publish().find(|(side, aspect, _)| found((*side, *aspect))) {
        histogram.measure(took);
    }
}

/// An event is in the stream now. When those of the public side happened is not told there.
pub(crate) fn count_event(event: &EventMessage) {
    if let Some(happened) = happened(event) {
        PUBLISHED_AGE.measure(since_boot().saturating_sub(happened));
    }
}

/// Publishing stopped.
pub(crate) fn count_stop(by: StoppedBy) {
    let found = StoppedBy::ALL.into_iter().zip(&STOPS).find(|(known, _)| *known == by);
    if let Some((_, counter)) = found {
        counter.count();
    }
}

/// These stations are there, each heard or not.
pub(crate) fn note_stations(stations: impl Iterator<Item = (StationName, bool)>) {
    *HEARD.lock().unwrap_or_else(PoisonError::into_inner) = stations.collect();
}

/// Tells what a station's hub counts from now on; without an address nobody.
///
/// # Errors
/// [`MetricsError`] where the address cannot be had.
pub(crate) async fn tell_of_station(
    at: Option<MetricsAddress>,
    live: impl FnOnce() -> LiveFigures,
    client: &Client,
    backlog: impl Fn() -> Backlog + Clone + Send + Sync + 'static,
) -> Result<(), MetricsError> {
    let Some(at) = at else { return Ok(()) };
    let (live, client) = (live(), client.clone());
    tell(at, move || {
        let (live, client, backlog) = (live.clone(), client.clone(), backlog());
        async move {
            let mut text = MetricsText::default();
            live.write(&mut text).await;
            write_connection(&mut text, &client);
            write_station(&mut text, backlog);
            text.into_text()
        }
    })
    .await
}

/// Tells what a hall's hub counts from now on; without an address nobody. A hall that shows what is released and nothing else
/// has nothing that is live.
///
/// # Errors
/// [`MetricsError`] where the address cannot be had.
pub(crate) async fn tell_of_hall(
    at: Option<MetricsAddress>,
    live: impl FnOnce() -> Option<LiveFigures>,
    client: &Client,
) -> Result<(), MetricsError> {
    let Some(at) = at else { return Ok(()) };
    let (live, client) = (live(), client.clone());
    tell(at, move || {
        let (live, client) = (live.clone(), client.clone());
        async move {
            let mut text = MetricsText::default();
            if let Some(live) = live {
                live.write(&mut text).await;
            }
            write_connection(&mut text, &client);
            write_hall(&mut text);
            text.into_text()
        }
    })
    .await
}

async fn tell<W, T>(at: MetricsAddress, write: W) -> Result<(), MetricsError>
where
    W: Fn() -> T + Clone + Send + Sync + 'static,
    T: Future<Output = String> + Send + 'static,
{
    let server = MetricsServer::at(at).await?;
    tracing::info!("numbers for Prometheus are at {}", server.url());
    tokio::spawn(server.serve(write));
    Ok(())
}

fn write_connection(text: &mut MetricsText, client: &Client) {
    let is_connected = client.connection_state() == State::Connected;
    text.number(family::SERVER_CONNECTED, is_connected.into());
}

fn write_station(text: &mut MetricsText, backlog: Backlog) {
    let Backlog { objects, games, boards } = backlog;
    let mut outbox = text.family(family::OUTBOX);
    for (what, count) in [("objects", objects), ("games", games), ("boards", boards)] {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        outbox.number(&[MetricLabel::new("what", what)], count);
    }
    let mut published = text.family(family::PUBLISH);
    for (side, aspect, histogram) in publish() {
        let labels =
            [MetricLabel::new("side", side.word()), MetricLabel::new("what", aspect.word())];
        published.histogram(&labels, histogram);
    }
    text.histogram(family::PUBLISHED_AGE, &PUBLISHED_AGE);
    let mut stops = text.family(family::PUBLISH_REFUSED);
    for (by, counter) in StoppedBy::ALL.into_iter().zip(&STOPS) {
        stops.number(&[MetricLabel::new("by", by.word())], counter.total());
    }
}

fn write_hall(text: &mut MetricsText) {
    let heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut stations = text.family(family::STATION_HEARD);
    for (station, is_heard) in heard {
        stations.number(&[MetricLabel::new("station", station.as_str())], is_heard.into());
    }
}

fn publish() -> impl Iterator<Item = (Side, Aspect, &'static Histogram)> {
    let sides = Side::ALL.into_iter().zip(&PUBLISH);
    sides.flat_map(|(side, of_side)| {
        let aspects = Aspect::of(side).iter().zip(of_side);
        aspects.map(move |(aspect, histogram)| (side, *aspect, histogram))
    })
}

/// When an event happened, since boot; `None` where that is not told, or was before.
fn happened(event: &EventMessage) -> Option<Duration> {
    let Variant::Dict(details) = event.details.value().ok()? else { return None };
    let happened = details.iter().find_map(|(name, value)| match (name, value) {
        (Variant::Str(name), Variant::Variant(value)) if name.as_str() == "boot_us" => {
            u64::try_from(&**value).ok()
        }
        _ => None,
    });
    happened.filter(|at| *at > 0).map(Duration::from_micros)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::typed_json::TypedJson;

    fn event(details: HashMap<&str, Variant<'static>>) -> EventMessage {
        let details = TypedJson::of(&Variant::from(details)).unwrap();
        EventMessage { number: 1, kind: "Moved".into(), details }
    }

    #[test]
    fn an_event_of_before_the_boot_has_no_age() {
        let of = |name, at: u64| happened(&event(HashMap::from([(name, Variant::from(at))])));
        assert_eq!(of("boot_us", 7_000), Some(Duration::from_millis(7)));
        assert_eq!(of("boot_us", 0), None);
        assert_eq!(of("at", 7_000), None);
    }
}
