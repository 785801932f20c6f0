//! The hall on a message bus, as a station is on its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use async_nats::Client;
use futures_util::StreamExt as _;
use tokio::sync::{Semaphore, mpsc};
use touchmove_client::call_error::RefusalKind;
use zbus::message::Type;
use zbus::names::ErrorName;
use zbus::wire::{Array, Dict, Signature};
use zbus::{Connection, Message, MessageStream, Structure, Variant};

use super::bus_values::{all, arguments, body, listed, path_value, properties};
use super::call::{Carrier, HallCall, Refused, Returned, returned};
use super::carrying::Carrying;
use super::events::{LastEvents, read_since};
use super::feed::{Source, Told};
use super::route::route;
use super::stations::{Hearing, Moment, Stations};
use super::taking_over::Taker;
use super::translate::Translation;
use super::tree::{Change, HallTree};
use crate::message::EventMessage;
use crate::metrics;
use crate::server::streams;
use crate::side::Side;
use crate::subject::Place;
use crate::typed_json::NotCarried;

/// From one look to the next which stations are not heard any more.
const LOOKED_EACH: Duration = Duration::from_secs(1);

/// So many answers are waited for side by side; more are refused.
const MAX_AWAITED: usize = 64;

const UNKNOWN_OBJECT: &str = "org.freedesktop.DBus.Error.UnknownObject";
const FAILED: &str = "org.freedesktop.DBus.Error.Failed";

/// One side of the hall on a bus.
pub(super) struct HallService {
    side: Side,
    connection: Connection,
    client: Client,
    carrier: Arc<Carrier>,
    turns: Arc<Semaphore>,
    stations: Stations,
    tree: HallTree,
    events: LastEvents,
    /// The last event of each game that was there when the hall began, until all that there was has come.
    before: BTreeMap<Place, u64>,
    /// What is still to come before the hall is shown.
    awaited: Vec<Source>,
    /// Where in its stream the last object is that has come.
    last_object: u64,
    /// Has boards go on elsewhere; whoever shows what is released has no say in that.
    taker: Option<Taker>,
}

impl HallService {
    pub(super) fn new(side: Side, connection: Connection, client: Client) -> Self {
        let stations = Stations::default();
        let carrier = Arc::new(Carrier::new(client.clone(), side));
        let taker = || Taker::new(Arc::clone(&carrier), streams(&client));
        Self {
            side,
            connection,
            taker: (side == Side::Live).then(taker),
            carrier,
            turns: Arc::new(Semaphore::new(MAX_AWAITED)),
            client,
            tree: HallTree::new(side, &stations),
            stations,
            events: LastEvents::default(),
            before: BTreeMap::new(),
            awaited: Source::of(side),
            last_object: 0,
        }
    }

    /// Shows the hall until the bus is lost.
    ///
    /// # Errors
    /// [`zbus::Error`] when it is.
    pub(super) async fn show(mut self, mut told: mpsc::Receiver<Told>) -> zbus::Result<()> {
        let mut calls = MessageStream::from(&self.connection);
        let mut look = tokio::time::interval(LOOKED_EACH);
        loop {
            tokio::select! {
                Some(told) = told.recv() => self.take(told).await?,
                call = calls.next() => match call {
                    Some(Ok(call)) if call.message_type() == Type::MethodCall => self.answer(&call).await,
                    Some(_) => {}
                    None => return Ok(()),
                },
                _ = look.tick() => {
                    let heard = self.stations.all();
                    let heard = heard.map(|(name, hearing)| (name.clone(), hearing == Hearing::Heard));
                    metrics::note_stations(heard);
                    for station in self.stations.note_silence(Moment::now()) {
                        tracing::warn!("the station {station} is not heard");
                        let changes = self.tree.refresh_station(&station, &self.stations);
                        self.tell(changes).await;
                    }
                    if let Some(taker) = self.taker() {
                        taker.settle(&self.tree, &self.stations);
                        taker.ask_first(&self.stations);
                    }
                }
            }
        }
    }

    /// Who sees to whose the boards are, once it is known what there is.
    fn taker(&self) -> Option<&Taker> {
        self.taker.as_ref().filter(|_| self.awaited.is_empty())
    }

    /// Takes what a station tells. Nothing of that ends the hall: only a name that is taken does.
    async fn take(&mut self, told: Told) -> zbus::Result<()> {
        match told {
            Told::Object(place, object, sequence) => {
                self.last_object = sequence;
                self.stations.know(&place.station, Moment::now());
                match self.tree.take(&place, object.as_ref(), &self.stations) {
                    Ok(changes) => self.tell(changes).await,
                    Err(error) => tracing::warn!("{place}: {error}"),
                }
                self.tell_events(&self.in_hall(&place)).await;
                if let Some(taker) = self.taker() {
                    taker.follow(&place, &self.tree, &self.stations);
                }
            }
            Told::Event(place, event) => {
                if !self.awaited.is_empty() {
                    let known = self.before.entry(place.clone()).or_default();
                    *known = event.message.number.max(*known);
                }
                let path = self.in_hall(&place);
                // Of a game that is not shown yet the stream has them; what a station says of one that went elsewhere is old.
                if self.tree.owner(&path, &self.stations).as_ref() == Some(&place.station) {
                    if let Err(error) = self.events.take(&path, &place.station, event) {
                        tracing::warn!("{place}: {error}");
                    }
                    self.tell_events(&path).await;
                }
            }
            Told::Owner(board, owner, revision) => {
                let renamed = self.stations.owners_mut().take(&board, owner, revision);
                let stations: BTreeSet<_> =
                    renamed.into_iter().map(|named| named.station).collect();
                let mut changes = Vec::new();
                for station in &stations {
                    changes.extend(self.tree.rename(station, &self.stations));
                }
                changes.extend(self.tree.refresh_board(&board, &self.stations));
                self.tell(changes).await;
            }
            Told::Table(table, station) => {
                self.stations.owners_mut().take_table(table, station);
                let changes = self.tree.refresh_table(table, &self.stations);
                self.tell(changes).await;
            }
            // It is heard once all is here that it has said.
            Told::Alive(_, alive)
                if self.side == Side::Live && alive.last_object > self.last_object => {}
            Told::Alive(station, alive) => {
                if self.stations.take(&station, &alive, Moment::now()) {
                    let changes = self.tree.refresh_station(&station, &self.stations);
                    self.tell(changes).await;
                }
            }
            Told::CaughtUp(source) => {
                let was_awaited = self.awaited.contains(&source);
                self.awaited.retain(|awaited| *awaited != source);
                if self.awaited.is_empty() && was_awaited {
                    self.begin_events();
                    self.connection.request_name(self.side.bus_name()).await?;
                    tracing::info!("{} is on the bus", self.side.bus_name());
                }
            }
        }
        Ok(())
    }

    /// All that there was has come: whoever showed the hall before has told it. A server that was killed may not have what became
    /// of a game by its last event.
    fn begin_events(&mut self) {
        for (place, number) in std::mem::take(&mut self.before) {
            self.events.begin(&self.in_hall(&place), number);
        }
        for path in self.tree.shown().keys() {
            self.events.begin(path, self.tree.sequence(path));
        }
        let tree = &self.tree;
        self.events.forget_all_but(|path| tree.sequence(path) > 0);
    }

    /// Tells the bus what has become of the tree.
    async fn tell(&mut self, changes: Vec<Change>) {
        for change in changes {
            match &change {
                Change::Added { path, .. } => self.events.begin(path, self.tree.sequence(path)),
                Change::Removed { path, .. } if !self.tree.shown().contains_key(path) => {
                    self.events.end(path);
                }
                _ => {}
            }
            if let Err(error) = self.signal_change(change).await {
                tracing::warn!("a change cannot be told: {error}");
            }
        }
    }

    async fn signal_change(&self, change: Change) -> zbus::Result<()> {
        const OBJECTS: &str = "org.freedesktop.DBus.ObjectManager";
        const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
        match change {
            Change::Added { path, interfaces } => {
                let added = body([path_value(&path)?, Variant::Dict(all(&interfaces)?)])?;
                self.signal(self.side.root(), OBJECTS, "InterfacesAdded", &added).await
            }
            Change::Changed { path, interface, values } => {
                let values = Variant::Dict(properties(&values)?);
                let none = Variant::Array(Array::new(&Signature::Str));
                let changed = body([Variant::from(interface), values, none])?;
                self.signal(&path, PROPERTIES, "PropertiesChanged", &changed).await
            }
            Change::Removed { path, interfaces } => {
                let removed = body([path_value(&path)?, Variant::from(interfaces)])?;
                self.signal(self.side.root(), OBJECTS, "InterfacesRemoved", &removed).await
            }
        }
    }

    /// Tells the events that a game has got to.
    async fn tell_events(&mut self, path: &str) {
        if !self.awaited.is_empty() {
            return;
        }
        let Some(station) = self.tree.owner(path, &self.stations) else { return };
        for event in self.events.due(path, &station, self.tree.sequence(path)) {
            let translation = self.stations.translation(self.side, &station);
            let told = match arguments(&event, &translation) {
                Ok(arguments) => self.signal(path, self.side.game(), "Event", &arguments).await,
                Err(error) => {
                    tracing::warn!("{path}: {error}");
                    continue;
                }
            };
            if let Err(error) = told {
                tracing::warn!("{path}: {error}");
            }
        }
    }

    async fn signal(
        &self,
        path: &str,
        interface: &str,
        member: &str,
        body: &Structure<'_>,
    ) -> zbus::Result<()> {
        let mut signal = Message::signal(path, interface, member);
        if let Some(name) = self.connection.unique_name() {
            signal = signal.sender(name);
        }
        self.connection.send(&signal.build(body)?).await
    }

    /// Answers a call: at once where everything for it is at hand.
    async fn answer(&self, message: &Message) {
        let header = message.header();
        let path = header.path().map(ToString::to_string).unwrap_or_default();
        let interface = header.interface().map(ToString::to_string).unwrap_or_default();
        let member = header.member().map(ToString::to_string).unwrap_or_default();
        let answer = match (interface.as_str(), member.as_str()) {
            ("org.freedesktop.DBus.Peer", "Ping") => Ok(None),
            ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
                if path == self.side.root() =>
            {
                self.managed().map_err(Refused::from).and_then(|all| returned(Variant::Dict(all)))
            }
            ("org.freedesktop.DBus.Properties", "GetAll") => {
                let interface: String = message.body().deserialize().unwrap_or_default();
                let values = self.tree.values(&path, &interface);
                let values = values.ok_or_else(|| unknown(&path));
                let values = values.and_then(|values| Ok(properties(values)?));
                values.and_then(|values| returned(Variant::Dict(values)))
            }
            ("org.freedesktop.DBus.Properties", "Get") => {
                let asked: (String, String) = message.body().deserialize().unwrap_or_default();
                let value = self.tree.values(&path, &asked.0).and_then(|all| all.get(&asked.1));
                let value = value.ok_or_else(|| unknown(&path));
                value.and_then(|value| returned(Variant::Variant(Box::new(value.clone()))))
            }
            (game, "EventsSince") if game == self.side.game() => {
                match self.events_since(message, &path) {
                    Some(answer) => answer,
                    None => return,
                }
            }
            _ if self.side.has_interface(&interface)
                && self.tree.values(&path, &interface).is_some() =>
            {
                match arguments_of(message) {
                    Ok(arguments) => {
                        let call = HallCall { path, interface, member, arguments };
                        return self.carry(message, call);
                    }
                    Err(error) => Err(error.into()),
                }
            }
            _ => Err(unknown(&path)),
        };
        respond(&self.connection, message, answer).await;
    }

    /// Carries a call to its stations.
    fn carry(&self, message: &Message, call: HallCall) {
        let route = route(&call, self.side, &self.tree, &self.stations);
        let (carrier, terms) = (Arc::clone(&self.carrier), self.stations.terms());
        self.answer_later(message, async move {
            Carrying { carrier: &carrier, call: &call, terms: &terms }.along(route).await
        });
    }

    /// The events of a game where they are at hand; `None` where the answer comes from the stream.
    fn events_since(&self, message: &Message, path: &str) -> Option<Returned> {
        let Ok(number) = message.body().deserialize::<u64>() else {
            let why = "give the number of an event";
            return Some(Err(Refused::because(RefusalKind::InvalidArgs, why)));
        };
        let sequence = self.tree.sequence(path);
        let owner = self.tree.owner(path, &self.stations);
        let Some(station) = owner else { return Some(Err(unknown(path))) };
        if let Some(events) = self.events.since(path, &station, number, sequence) {
            let translation = self.stations.translation(self.side, &station);
            return Some(events_returned(&events, &translation));
        }
        let (side, streams) = (self.side, streams(&self.client));
        let (terms, path) = (self.stations.terms(), path.to_owned());
        self.answer_later(message, async move {
            let translation = terms.translation(side, &station);
            let at_station = translation.path_at_station(&path);
            let place = Place { station: station.clone(), side, path: at_station };
            let read = read_since(&streams, &place, number).await;
            let mut events = read.map_err(|why| Refused::because(RefusalKind::Timeout, why))?;
            events.retain(|event| event.number <= sequence);
            events_returned(&events, &translation)
        });
        None
    }

    /// Answers a call when the answer is there. So many are waited for side by side; more are refused.
    fn answer_later(
        &self,
        message: &Message,
        answer: impl Future<Output = Returned> + Send + 'static,
    ) {
        let turn = Arc::clone(&self.turns).try_acquire_owned();
        let (connection, message) = (self.connection.clone(), message.clone());
        tokio::spawn(async move {
            let answer = match turn {
                Ok(_turn) => answer.await,
                Err(_) => {
                    Err(Refused::because(RefusalKind::Timeout, "the hall is too busy: try again"))
                }
            };
            respond(&connection, &message, answer).await;
        });
    }

    fn managed(&self) -> zbus::Result<Dict<'static, 'static>> {
        let interfaces =
            Signature::dict(Signature::Str, Signature::dict(Signature::Str, Signature::Variant));
        let mut managed = Dict::new(&Signature::ObjectPath, &interfaces);
        // An object manager lists what is below it.
        let below = self.tree.shown().iter().filter(|(path, _)| *path != self.side.root());
        for (path, interfaces) in below {
            managed.append(path_value(path)?, Variant::Dict(all(interfaces)?))?;
        }
        Ok(managed)
    }

    fn in_hall(&self, place: &Place) -> String {
        self.stations.translation(place.side, &place.station).path_in_hall(&place.path)
    }
}

/// Answers a call. Who has gone needs no answer.
async fn respond(connection: &Connection, call: &Message, answer: Returned) {
    let header = call.header();
    let answered = match answer {
        Ok(Some(returned)) => connection.reply(&header, &returned).await,
        Ok(None) => connection.reply(&header, &()).await,
        Err(Refused { error, why }) => {
            let error = ErrorName::try_from(error);
            let error = error.unwrap_or(ErrorName::from_static_str_unchecked(FAILED));
            connection.reply_error(&header, error, &why).await
        }
    };
    if let Err(error) = answered {
        tracing::warn!("a call is not answered: {error}");
    }
}

fn events_returned(events: &[EventMessage], translation: &Translation<'_>) -> Returned {
    returned(Variant::Array(listed(events, translation)?))
}

/// The arguments of a call; `None` where there are none.
fn arguments_of(call: &Message) -> Result<Option<Structure<'static>>, NotCarried> {
    let body = call.body();
    if body.signature() == &Signature::Unit {
        return Ok(None);
    }
    let arguments: Structure<'_> = body.deserialize()?;
    Ok(Some(Structure::try_from(Variant::Structure(arguments).try_to_owned()?)?))
}

fn unknown(path: &str) -> Refused {
    Refused {
        error: UNKNOWN_OBJECT.to_owned(),
        why: format!("the hall has no such thing at {path}"),
    }
}
