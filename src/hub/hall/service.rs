//! The hall on a message bus, as a station is on its own.

use std::collections::BTreeMap;
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
use super::call::{Carrier, HallCall, Refused};
use super::events::{LastEvents, read_since};
use super::feed::Told;
use super::route::route;
use super::stations::{Moment, Stations};
use super::translate::{Translation, station_in};
use super::tree::{Change, HallTree};
use crate::server::streams;
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::{Aspect, Place};
use crate::typed_json::NotCarried;

/// From one look to the next which stations are not heard any more.
const LOOKED_EACH: Duration = Duration::from_secs(1);

/// So many calls are carried side by side; more are refused.
const MAX_CARRIED: usize = 64;

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
    /// What is still to come before the hall is shown.
    awaited: Vec<Aspect>,
}

impl HallService {
    pub(super) fn new(side: Side, connection: Connection, client: Client) -> Self {
        let stations = Stations::default();
        Self {
            side,
            connection,
            carrier: Arc::new(Carrier::new(client.clone(), side)),
            turns: Arc::new(Semaphore::new(MAX_CARRIED)),
            client,
            tree: HallTree::new(side, &stations),
            stations,
            events: LastEvents::default(),
            awaited: vec![Aspect::Objects, Aspect::Events],
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
                    Some(Ok(call)) if call.message_type() == Type::MethodCall => self.answer(&call).await?,
                    Some(_) => {}
                    None => return Ok(()),
                },
                _ = look.tick() => {
                    for station in self.stations.note_silence(Moment::now()) {
                        tracing::warn!("the station {station} is not heard");
                        let changes = self.tree.refresh_station(&station, &self.stations);
                        self.tell(changes).await?;
                    }
                }
            }
        }
    }

    async fn take(&mut self, told: Told) -> zbus::Result<()> {
        match told {
            Told::Object(place, object) => {
                self.stations.know(&place.station, Moment::now());
                match self.tree.take(&place, object.as_ref(), &self.stations) {
                    Ok(changes) => self.tell(changes).await?,
                    Err(error) => tracing::warn!("{place}: {error}"),
                }
                let path = self.in_hall(&place);
                self.tell_events(&path).await
            }
            Told::Event(place, event) => {
                let path = self.in_hall(&place);
                self.events.take(&path, event);
                self.tell_events(&path).await
            }
            Told::Alive(station, alive) => {
                if self.stations.take(&station, &alive, Moment::now()) {
                    let changes = self.tree.refresh_station(&station, &self.stations);
                    self.tell(changes).await?;
                }
                Ok(())
            }
            Told::CaughtUp(aspect) => {
                self.awaited.retain(|awaited| *awaited != aspect);
                if self.awaited.is_empty() {
                    self.connection.request_name(self.side.bus_name()).await?;
                    tracing::info!("{} is on the bus", self.side.bus_name());
                }
                Ok(())
            }
        }
    }

    /// Tells the bus what has become of the tree.
    async fn tell(&mut self, changes: Vec<Change>) -> zbus::Result<()> {
        const OBJECTS: &str = "org.freedesktop.DBus.ObjectManager";
        const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
        for change in changes {
            match change {
                Change::Added { path, interfaces } => {
                    self.events.begin(&path, self.tree.sequence(&path));
                    let added = body([path_value(&path)?, Variant::Dict(all(&interfaces)?)])?;
                    self.signal(self.side.root(), OBJECTS, "InterfacesAdded", &added).await?;
                }
                Change::Changed { path, interface, values } => {
                    let values = Variant::Dict(properties(&values)?);
                    let none = Variant::Array(Array::new(&Signature::Str));
                    let changed = body([Variant::from(interface), values, none])?;
                    self.signal(&path, PROPERTIES, "PropertiesChanged", &changed).await?;
                }
                Change::Removed { path, interfaces } => {
                    if !self.tree.shown().contains_key(&path) {
                        self.events.end(&path);
                    }
                    let removed = body([path_value(&path)?, Variant::from(interfaces)])?;
                    self.signal(self.side.root(), OBJECTS, "InterfacesRemoved", &removed).await?;
                }
            }
        }
        Ok(())
    }

    /// Tells the events that a game has got to.
    async fn tell_events(&mut self, path: &str) -> zbus::Result<()> {
        let Some(station) = station_in(self.side, path) else { return Ok(()) };
        for event in self.events.due(path, self.tree.sequence(path)) {
            match arguments(&event, &self.translation_of(&station)) {
                Ok(arguments) => self.signal(path, self.side.game(), "Event", &arguments).await?,
                Err(error) => tracing::warn!("{path}: {error}"),
            }
        }
        Ok(())
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

    async fn answer(&self, message: &Message) -> zbus::Result<()> {
        let header = message.header();
        let path = header.path().map(ToString::to_string).unwrap_or_default();
        let interface = header.interface().map(ToString::to_string).unwrap_or_default();
        let member = header.member().map(ToString::to_string).unwrap_or_default();
        let connection = &self.connection;
        match (interface.as_str(), member.as_str()) {
            ("org.freedesktop.DBus.Peer", "Ping") => connection.reply(&header, &()).await,
            ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
                if path == self.side.root() =>
            {
                connection.reply(&header, &body([Variant::Dict(self.managed()?)])?).await
            }
            ("org.freedesktop.DBus.Properties", "GetAll") => {
                let interface: String = message.body().deserialize().unwrap_or_default();
                match self.tree.values(&path, &interface) {
                    Some(values) => {
                        let values = Variant::Dict(properties(values)?);
                        connection.reply(&header, &body([values])?).await
                    }
                    None => refuse(connection, message, unknown(&path)).await,
                }
            }
            ("org.freedesktop.DBus.Properties", "Get") => {
                let asked: (String, String) = message.body().deserialize().unwrap_or_default();
                let value = self.tree.values(&path, &asked.0).and_then(|all| all.get(&asked.1));
                match value {
                    Some(value) => connection.reply(&header, value).await,
                    None => refuse(connection, message, unknown(&path)).await,
                }
            }
            (game, "EventsSince") if game == self.side.game() => {
                self.answer_events(message, &path).await
            }
            _ if self.side.has_interface(&interface)
                && self.tree.values(&path, &interface).is_some() =>
            {
                self.carry(message, HallCall { path, interface, member, arguments: None })
            }
            _ => refuse(connection, message, unknown(&path)).await,
        }
    }

    /// Carries a call to its stations; the answer comes when it comes.
    fn carry(&self, message: &Message, mut call: HallCall) -> zbus::Result<()> {
        let body = message.body();
        if body.signature() != &Signature::Unit {
            let arguments: Structure<'_> = body.deserialize()?;
            call.arguments =
                Some(Structure::try_from(Variant::Structure(arguments).try_to_owned()?)?);
        }
        let route = route(&call, self.side, &self.tree, &self.stations);
        let ahead_us: BTreeMap<_, _> = self
            .stations
            .all()
            .map(|(station, _)| (station.clone(), self.stations.ahead_us(station)))
            .collect();
        let (carrier, connection) = (Arc::clone(&self.carrier), self.connection.clone());
        let (turn, message) = (Arc::clone(&self.turns).try_acquire_owned(), message.clone());
        tokio::spawn(async move {
            let carried = match turn {
                Ok(_turn) => carrier.carry(&call, route, &ahead_us).await,
                Err(_) => {
                    Err(Refused::because(RefusalKind::Timeout, "the hall is too busy: try again"))
                }
            };
            let header = message.header();
            // Who has gone needs no answer.
            let _ = match carried {
                Ok(Some(returned)) => connection.reply(&header, &returned).await,
                Ok(None) => connection.reply(&header, &()).await,
                Err(refused) => refuse(&connection, &message, refused).await,
            };
        });
        Ok(())
    }

    /// Answers with the events of a game: the last ones from what is at hand.
    async fn answer_events(&self, message: &Message, path: &str) -> zbus::Result<()> {
        let Ok(number) = message.body().deserialize::<u64>() else {
            let refused = Refused::because(RefusalKind::InvalidArgs, "give the number of an event");
            return refuse(&self.connection, message, refused).await;
        };
        let sequence = self.tree.sequence(path);
        let station = station_in(self.side, path);
        let (Some(station), true) = (station, self.tree.shown().contains_key(path)) else {
            return refuse(&self.connection, message, unknown(path)).await;
        };
        if let Some(events) = self.events.since(path, number, sequence) {
            return match listed(&events, &self.translation_of(&station)) {
                Ok(events) => {
                    let events = body([Variant::Array(events)])?;
                    self.connection.reply(&message.header(), &events).await
                }
                Err(error) => {
                    let refused = Refused::because(RefusalKind::Impossible, error.to_string());
                    refuse(&self.connection, message, refused).await
                }
            };
        }
        let ahead_us = self.stations.ahead_us(&station);
        let (side, streams) = (self.side, streams(&self.client));
        let (connection, message, path) =
            (self.connection.clone(), message.clone(), path.to_owned());
        tokio::spawn(async move {
            let translation = Translation { side, station: &station, ahead_us };
            let at_station = translation.path_at_station(&path);
            let place = Place { station: station.clone(), side, path: at_station };
            let read = read_since(&streams, &place, number).await;
            let events = read.map(|mut events| {
                events.retain(|event| event.number <= sequence);
                body([Variant::Array(listed(&events, &translation)?)]).map_err(NotCarried::from)
            });
            // Who has gone needs no answer.
            let _ = match events {
                Ok(Ok(events)) => connection.reply(&message.header(), &events).await,
                Ok(Err(error)) => {
                    refuse(
                        &connection,
                        &message,
                        Refused::because(RefusalKind::Impossible, error.to_string()),
                    )
                    .await
                }
                Err(why) => {
                    refuse(&connection, &message, Refused::because(RefusalKind::Timeout, why)).await
                }
            };
        });
        Ok(())
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
        let Place { station, side, path } = place;
        Translation { side: *side, station, ahead_us: 0 }.path_in_hall(path)
    }

    /// Between the station of a game and the hall.
    fn translation_of<'a>(&self, station: &'a StationName) -> Translation<'a> {
        Translation { side: self.side, station, ahead_us: self.stations.ahead_us(station) }
    }
}

async fn refuse(connection: &Connection, call: &Message, refused: Refused) -> zbus::Result<()> {
    let Refused { error, why } = refused;
    let error = ErrorName::try_from(error).unwrap_or(ErrorName::from_static_str_unchecked(FAILED));
    connection.reply_error(&call.header(), error, &why).await
}

fn unknown(path: &str) -> Refused {
    Refused {
        error: UNKNOWN_OBJECT.to_owned(),
        why: format!("the hall has no such thing at {path}"),
    }
}
