//! The objects of all stations as one tree, and what becomes of it.

use std::collections::{BTreeMap, BTreeSet};

use zbus::Variant;

use super::merge::{self, Part, merge};
use super::owners::LEFT;
use super::shares::{Share, Shares, TooMuch};
use super::stations::Stations;
use super::translate::{Interfaces, Values};
use crate::message::{ObjectMessage, Received};
use crate::owner::RoundTable;
use crate::side::Side;
use crate::station_name::StationName;
use crate::subject::Place;
use crate::typed_json::NotCarried;

/// What a station says of its objects takes no more: a game takes 2 KB as it is published, and a thousand of them are a week of a
/// hundred boards.
const MAX_BYTES: usize = 16 << 20;

/// The tree.
#[derive(Debug)]
pub(super) struct HallTree {
    side: Side,
    /// What each station said, by the path in the hall.
    said: BTreeMap<String, BTreeMap<StationName, Said>>,
    shares: Shares,
    /// What is shown, by the path in the hall.
    shown: BTreeMap<String, Interfaces>,
}

/// What a station said of an object, in its own terms.
#[derive(Debug)]
struct Said {
    /// The path of the object there.
    path: String,
    interfaces: Interfaces,
    share: Share,
}

/// What has become of the tree.
#[derive(Debug, PartialEq)]
pub(super) enum Change {
    /// An object, or interfaces of it, came.
    Added { path: String, interfaces: Interfaces },
    /// Properties of an interface are different.
    Changed { path: String, interface: String, values: Values },
    /// Interfaces of an object, or all of it, are gone.
    Removed { path: String, interfaces: Vec<String> },
}

/// A property of an interface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub(super) interface: &'static str,
    pub(super) name: &'static str,
}

/// What cannot be taken into the tree.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotTaken {
    #[error(transparent)]
    Malformed(#[from] NotCarried),
    #[error("`{0}` is no interface of a station")]
    Interface(String),
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
}

impl HallTree {
    pub(super) fn new(side: Side, stations: &Stations) -> Self {
        let (said, shares) = (BTreeMap::new(), Shares::of_at_most(MAX_BYTES));
        let mut tree = Self { side, said, shares, shown: BTreeMap::new() };
        tree.refresh(side.root(), stations);
        tree
    }

    /// Takes what a station says of an object; `None` says that it is gone.
    pub(super) fn take(
        &mut self,
        place: &Place,
        message: Option<&Received<ObjectMessage>>,
        stations: &Stations,
    ) -> Result<Vec<Change>, NotTaken> {
        let station = &place.station;
        let path = stations.translation(self.side, station).path_in_hall(&place.path);
        let known = self.said.get(&path).and_then(|said| said.get(station));
        let before = known.map(|said| said.share).unwrap_or_default();
        match message {
            Some(Received { message, bytes }) => {
                let interfaces = self.read(message)?;
                let share = Share::of_message(*bytes);
                self.shares.replace(station, before, share)?;
                let said = self.said.entry(path.clone()).or_default();
                said.insert(station.clone(), Said { path: place.path.clone(), interfaces, share });
            }
            None => {
                self.shares.replace(station, before, Share::default())?;
                let Some(said) = self.said.get_mut(&path) else { return Ok(Vec::new()) };
                said.remove(station);
                if said.is_empty() {
                    self.said.remove(&path);
                }
            }
        }
        Ok(self.refresh(&path, stations))
    }

    /// Shows the objects of a station as it is heard now.
    pub(super) fn refresh_station(
        &mut self,
        station: &StationName,
        stations: &Stations,
    ) -> Vec<Change> {
        let root = self.side.root();
        self.refresh_where(stations, |path, said| path == root || said.contains_key(station))
    }

    /// Shows the objects of a station under the names that they have in the hall now.
    pub(super) fn rename(&mut self, station: &StationName, stations: &Stations) -> Vec<Change> {
        let translation = stations.translation(self.side, station);
        let mut moved = Vec::new();
        for (path, said) in &self.said {
            let Some(said) = said.get(station) else { continue };
            let now = translation.path_in_hall(&said.path);
            if now != *path {
                moved.push((path.clone(), now));
            }
        }
        let mut taken = Vec::new();
        for (before, now) in &moved {
            let Some(all) = self.said.get_mut(before) else { continue };
            taken.extend(all.remove(station).map(|said| (now.clone(), said)));
            if all.is_empty() {
                self.said.remove(before);
            }
        }
        for (now, said) in taken {
            self.said.entry(now).or_default().insert(station.clone(), said);
        }
        let paths = moved.into_iter().flat_map(|(before, now)| [before, now]);
        let paths: BTreeSet<_> = paths.collect();
        let mut changes: Vec<_> =
            paths.into_iter().flat_map(|path| self.refresh(&path, stations)).collect();
        changes.extend(self.refresh_station(station, stations));
        changes
    }

    /// Shows what belongs to a table, now that it may go on at another station.
    pub(super) fn refresh_table(&mut self, table: RoundTable, stations: &Stations) -> Vec<Change> {
        self.refresh_where(stations, |_, said| {
            let tells_of_it = |said: &Said| {
                merge::public_table(&said.interfaces) == Some(table)
                    || merge::public_round(&said.interfaces) == Some(table.round)
            };
            said.values().any(tells_of_it)
        })
    }

    /// Shows what belongs to a board, now that it may be another station's.
    pub(super) fn refresh_board(&mut self, board: &str, stations: &Stations) -> Vec<Change> {
        self.refresh_where(stations, |path, said| {
            said.values().any(|said| board_at(path, &said.interfaces) == Some(board))
        })
    }

    /// All that is shown, by path.
    pub(super) fn shown(&self) -> &BTreeMap<String, Interfaces> {
        &self.shown
    }

    /// The properties of an interface.
    pub(super) fn values(&self, path: &str, interface: &str) -> Option<&Values> {
        self.shown.get(path)?.get(interface)
    }

    /// The number of the last event of a game; 0 of what is none.
    pub(super) fn sequence(&self, path: &str) -> u64 {
        let values = self.values(path, self.side.game());
        match values.and_then(|values| values.get("Sequence")) {
            Some(Variant::U64(number)) => *number,
            _ => 0,
        }
    }

    /// A property of an object as a station says it, in its own terms. The path is that in the hall.
    pub(super) fn said_by(
        &self,
        station: &StationName,
        path: &str,
        property: Property,
    ) -> Option<&Variant<'static>> {
        let Property { interface, name } = property;
        self.said.get(path)?.get(station)?.interfaces.get(interface)?.get(name)
    }

    /// Whether a station has a board that has not gone on elsewhere.
    pub(super) fn has_boards(&self, station: &StationName, stations: &Stations) -> bool {
        let mut paths = self.boards().map(|board| board_path(self.side, board));
        paths.any(|path| self.owner(&path, stations).as_ref() == Some(station))
    }

    /// The boards of all stations, by the last elements of their paths.
    pub(super) fn boards(&self) -> impl Iterator<Item = &str> {
        let below = board_path(self.side, "");
        let above = format!("{}/boards0", self.side.root());
        self.said.range(below..above).filter_map(|(path, _)| path.rsplit('/').next())
    }

    /// The stations that say something of the object at a path.
    pub(super) fn stations_at(&self, path: &str) -> impl Iterator<Item = &StationName> {
        self.said.get(path).into_iter().flat_map(BTreeMap::keys)
    }

    /// The station whose object is shown at a path.
    pub(super) fn owner(&self, path: &str, stations: &Stations) -> Option<StationName> {
        let said = self.said.get(path)?;
        let parts = said.iter().map(|(station, said)| part(station, &said.interfaces, stations));
        merge::owner(&of_owner(path, parts.collect(), stations)).cloned()
    }

    /// Shows what the stations say now of these objects, by the paths in the hall and what each station said.
    fn refresh_where(
        &mut self,
        stations: &Stations,
        is_one: impl Fn(&str, &BTreeMap<StationName, Said>) -> bool,
    ) -> Vec<Change> {
        let those = self.said.iter().filter(|(path, said)| is_one(path, said));
        let paths: Vec<_> = those.map(|(path, _)| path.clone()).collect();
        paths.into_iter().flat_map(|path| self.refresh(&path, stations)).collect()
    }

    /// Shows what the stations say of an object now.
    fn refresh(&mut self, path: &str, stations: &Stations) -> Vec<Change> {
        let said = self.said.get(path);
        let translated: Vec<_> = said
            .into_iter()
            .flatten()
            .map(|(station, said)| (station, self.translated(station, &said.interfaces, stations)))
            .collect();
        let parts = translated.iter().map(|(station, said)| part(station, said, stations));
        let parts: Vec<_> = parts.collect();
        let now = match (self.side, path == self.side.root()) {
            (Side::Live, true) => merge::root(&parts, stations.all()),
            _ => merge(of_owner(path, parts, stations)),
        };
        let before = if now.is_empty() {
            self.shown.remove(path)
        } else {
            self.shown.insert(path.to_owned(), now.clone())
        };
        changes(path, &before.unwrap_or_default(), now)
    }

    fn translated(
        &self,
        station: &StationName,
        said: &Interfaces,
        stations: &Stations,
    ) -> Interfaces {
        let translation = stations.translation(self.side, station);
        let values = |values: &Values| {
            let value = |(name, value): (&String, &Variant<'static>)| {
                (name.clone(), translation.value_in_hall(name, value.clone()))
            };
            values.iter().map(value).collect()
        };
        let translated = said.iter().map(|(interface, all)| (interface.clone(), values(all)));
        let mut translated: Interfaces = translated.collect();
        merge::leave_out_tables(&mut translated, |table| {
            stations.owners().has_left(table, station)
        });
        translated
    }

    fn read(&self, message: &ObjectMessage) -> Result<Interfaces, NotTaken> {
        let mut interfaces = Interfaces::new();
        for (interface, properties) in &message.interfaces {
            let none = || NotTaken::Interface(interface.clone());
            if !self.side.has_interface(interface)
                || zbus::names::InterfaceName::try_from(interface.as_str()).is_err()
            {
                return Err(none());
            }
            let Variant::Dict(properties) = properties.value()? else { return Err(none()) };
            let mut values = Values::new();
            for (name, value) in properties.iter() {
                let (Variant::Str(name), Variant::Variant(value)) = (name, value) else {
                    return Err(none());
                };
                values.insert(name.as_str().to_owned(), (**value).clone());
            }
            interfaces.insert(interface.clone(), values);
        }
        Ok(interfaces)
    }
}

/// The path of a board, by the last element of it.
pub(super) fn board_path(side: Side, board: &str) -> String {
    format!("{}/boards/{board}", side.root())
}

fn part<'a>(station: &'a StationName, interfaces: &'a Interfaces, stations: &Stations) -> Part<'a> {
    Part { station, hearing: stations.hearing(station), interfaces }
}

/// The board to which an object belongs, by the last element of its path: the board itself, its clock, a game on it.
fn board_at<'a>(path: &'a str, interfaces: &'a Interfaces) -> Option<&'a str> {
    let below = path.strip_prefix(Side::Live.root())?.strip_prefix('/')?;
    let (kind, name) = below.split_once('/')?;
    match kind {
        "boards" | "clocks" => Some(name),
        "games" => match interfaces.get(Side::Live.game())?.get("Board")? {
            Variant::ObjectPath(board) => board.as_str().rsplit('/').next(),
            _ => None,
        },
        _ => None,
    }
}

/// What the station says that has the board, where it says anything; or all.
fn of_owner<'a>(path: &str, parts: Vec<Part<'a>>, stations: &Stations) -> Vec<Part<'a>> {
    // The game goes on under another name.
    if path.ends_with(LEFT) {
        return Vec::new();
    }
    let is_owners = |part: &Part<'_>| {
        let board = board_at(path, part.interfaces);
        let owned = board.and_then(|board| stations.owners().of(board));
        owned.is_some_and(|owned| owned.station == *part.station)
    };
    if parts.iter().any(is_owners) {
        return parts.into_iter().filter(is_owners).collect();
    }
    // Where a table goes on at another station, that tells the game.
    let has_left = |part: &Part<'_>| {
        let table = merge::public_table(part.interfaces);
        table.is_some_and(|table| stations.owners().has_left(table, part.station))
    };
    parts.into_iter().filter(|part| !has_left(part)).collect()
}

fn changes(path: &str, before: &Interfaces, now: Interfaces) -> Vec<Change> {
    let mut changes = Vec::new();
    let gone: Vec<_> = before.keys().filter(|name| !now.contains_key(*name)).cloned().collect();
    let mut added = Interfaces::new();
    for (interface, mut values) in now {
        let Some(before) = before.get(&interface) else {
            added.insert(interface, values);
            continue;
        };
        values.retain(|name, value| before.get(name) != Some(value));
        if !values.is_empty() {
            changes.push(Change::Changed { path: path.to_owned(), interface, values });
        }
    }
    if !added.is_empty() {
        changes.push(Change::Added { path: path.to_owned(), interfaces: added });
    }
    if !gone.is_empty() {
        changes.push(Change::Removed { path: path.to_owned(), interfaces: gone });
    }
    changes
}
