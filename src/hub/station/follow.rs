//! Follows a tree on the station's bus, and puts what becomes of it into the outbox.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use touchmove_client::address::Bus;
use touchmove_client::mirror::MirrorError;
use touchmove_client::mirror::copy::{TreeChange, TreeCopy};
use zbus::wire::Dict;
use zbus::{Signature, Structure, Variant};

use super::outbox::Outbox;
use crate::message::{EventMessage, ObjectMessage};
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::Place;
use crate::typed_json::{NotCarried, TypedJson};

/// The interface of boards.
pub(super) const BOARD: &str = "org.touchmove.Hall1.Board";

/// From one try to the next where the bus is not there.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Follows a tree until it is dropped.
pub(super) async fn follow(station: StationName, side: Side, bus: Bus, outbox: Arc<Outbox>) {
    let follower = Follower { station, side, outbox };
    loop {
        let Err(error) = follower.follow_on(&bus).await;
        follower.outbox.mark_absent(side);
        tracing::warn!("{error}");
        tokio::time::sleep(TRY_AGAIN).await;
    }
}

struct Follower {
    station: StationName,
    side: Side,
    outbox: Arc<Outbox>,
}

impl Follower {
    async fn follow_on(&self, bus: &Bus) -> Result<std::convert::Infallible, MirrorError> {
        let mut copy = TreeCopy::subscribe(self.side.tree(), bus).await?;
        let mut renewals = self.outbox.renewals();
        match copy.copy().await {
            Ok(()) => self.put_all(&copy),
            Err(MirrorError::NotRunning { .. }) => {}
            Err(error) => return Err(error),
        }
        loop {
            let signal = tokio::select! {
                signal = copy.signal() => signal?,
                Ok(()) = renewals.changed() => {
                    self.put_all(&copy);
                    continue;
                }
            };
            match copy.take(signal).await? {
                TreeChange::Nothing => {}
                TreeChange::Changed(path) => self.put(&copy, &path),
                TreeChange::Anew => self.put_all(&copy),
                TreeChange::Told(event) => {
                    let body = event.body();
                    let told = body.deserialize::<Structure<'_>>().ok();
                    let told = told.and_then(|told| EventMessage::of_bus(&told));
                    if let Some((path, told)) = event.header().path().zip(told) {
                        self.put_board_of(&copy, path.as_str());
                        self.outbox.put_event(self.place(path.as_str()), told);
                    }
                }
            }
        }
    }

    fn put_all(&self, copy: &TreeCopy) {
        if copy.owner().is_none() {
            return self.outbox.mark_absent(self.side);
        }
        let paths = copy.tree().paths();
        let places: BTreeSet<_> = paths.iter().map(|path| self.place(path)).collect();
        self.outbox.mark_read(self.side, places);
        paths.iter().for_each(|path| self.put(copy, path));
        self.outbox.mark_put(self.side);
    }

    fn put(&self, copy: &TreeCopy, path: &str) {
        let place = self.place(path);
        let mut message = ObjectMessage::default();
        for (interface, properties) in copy.tree().interfaces(path) {
            if !self.side.has_interface(interface) {
                continue;
            }
            if interface == BOARD {
                self.outbox.put_board(place.clone());
            }
            if interface == self.side.game() {
                self.put_board_of(copy, path);
                self.outbox.put_game(place.clone(), properties.sequence());
            }
            match dictionary(properties.all()) {
                Ok(properties) => drop(message.interfaces.insert(interface.to_owned(), properties)),
                Err(error) => tracing::warn!("{place}: {error}"),
            }
        }
        if message.interfaces.is_empty() {
            return self.outbox.put_end(place);
        }
        match serde_json::to_string(&message) {
            Ok(text) => self.outbox.put_object(place, text),
            Err(error) => tracing::warn!("{place}: {error}"),
        }
    }

    /// What is told of a game stands in its board's journal before.
    fn put_board_of(&self, copy: &TreeCopy, game: &str) {
        if self.side != Side::Live {
            return;
        }
        let mut properties = copy.tree().interfaces(game).flat_map(|(_, all)| all.all());
        if let Some((_, Variant::ObjectPath(board))) = properties.find(|(name, _)| *name == "Board")
        {
            self.outbox.put_board(self.place(board.as_str()));
        }
    }

    fn place(&self, path: &str) -> Place {
        Place { station: self.station.clone(), side: self.side, path: path.to_owned() }
    }
}

fn dictionary<'a>(
    properties: impl Iterator<Item = (&'a str, &'a Variant<'static>)>,
) -> Result<TypedJson, NotCarried> {
    let mut dict = Dict::new(&Signature::Str, &Signature::Variant);
    for (name, value) in properties {
        let value = Variant::Variant(Box::new(value.try_clone()?));
        dict.append(Variant::from(name.to_owned()), value)?;
    }
    TypedJson::of(&Variant::Dict(dict))
}
