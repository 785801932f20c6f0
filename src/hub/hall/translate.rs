//! What is at one station, as it is called in the hall, and back.
//!
//! Boards are known by who they are, rounds and sections are those of the event, and so keep their paths. Games and folders of
//! two stations may have the same names: theirs are put behind the station's (`games/blue_g000017`).

use std::collections::BTreeMap;

use zbus::Variant;
use zbus::wire::{Array, Dict, ObjectPath, Str, StructureBuilder};

use super::owners::GameNames;
use crate::side::Side;
use crate::station_name::StationName;

/// Kinds of objects whose names are the station's alone.
const NAMED_BY_STATION: [&str; 2] = ["games", "relays"];

/// Properties and keys that say a time since boot, in microseconds.
const BOOT_TIMES: [&str; 6] = ["Since", "ReadAt", "At", "since", "at", "boot_us"];

/// The key of an event that says a time since the board's journal began, which is the same everywhere.
const JOURNAL_TIME: &str = "at";

/// Properties and keys that name a port.
const PORTS: [&str; 2] = ["Port", "port"];

/// The properties of an interface by name.
pub(super) type Values = BTreeMap<String, Variant<'static>>;

/// The interfaces of an object by name.
pub(super) type Interfaces = BTreeMap<String, Values>;

/// Between a station and the hall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Translation<'a> {
    pub(super) side: Side,
    pub(super) station: &'a StationName,
    /// What is to be added to the station's time since boot, in microseconds.
    pub(super) ahead_us: i64,
    /// What games are called that have gone from one station to another.
    pub(super) names: &'a GameNames,
}

impl Translation<'_> {
    /// The path in the hall of what is at this path of the station.
    pub(super) fn path_in_hall(&self, path: &str) -> String {
        match self.own_name(path) {
            Some((kind, name)) => {
                let in_hall = self.names.in_hall(self.station, name);
                format!("{}/{kind}/{in_hall}", self.side.root())
            }
            None => path.to_owned(),
        }
    }

    /// The path at the station of what is at this path in the hall.
    pub(super) fn path_at_station(&self, path: &str) -> String {
        let own = self.own_name(path);
        let own =
            own.and_then(|(kind, name)| Some((kind, self.names.at_station(self.station, name)?)));
        match own {
            Some((kind, name)) => format!("{}/{kind}/{name}", self.side.root()),
            None => path.to_owned(),
        }
    }

    /// What the hall calls a port of the station.
    pub(super) fn port_in_hall(&self, port: &str) -> String {
        format!("{}:{port}", self.station)
    }

    /// What the station calls a port that the hall calls so.
    pub(super) fn port_at_station<'p>(&self, port: &'p str) -> &'p str {
        let own = port.strip_prefix(self.station.as_str()).and_then(|port| port.strip_prefix(':'));
        own.unwrap_or(port)
    }

    /// A property, or what a method returns.
    pub(super) fn value_in_hall(&self, name: &str, value: Variant<'static>) -> Variant<'static> {
        match value {
            Variant::ObjectPath(path) => self.object(&path),
            Variant::U64(moment) if BOOT_TIMES.contains(&name) => self.moment_in_hall(moment),
            Variant::Str(port) if PORTS.contains(&name) && !port.is_empty() => {
                Variant::Str(Str::from(self.port_in_hall(&port)))
            }
            Variant::Variant(inner) => Variant::Variant(Box::new(self.value_in_hall(name, *inner))),
            Variant::Array(array) => self.array(name, array),
            Variant::Dict(dict) => self.dict(dict),
            Variant::Structure(structure) => {
                let mut translated = StructureBuilder::new();
                for field in structure.into_fields() {
                    translated.push_value(self.value_in_hall(name, field));
                }
                // It has as many fields as before.
                translated.build().map_or(Variant::U8(0), Variant::Structure)
            }
            other => other,
        }
    }

    /// What is told of an event (`a{sv}`).
    pub(super) fn event_in_hall(&self, details: Variant<'static>) -> Variant<'static> {
        let Variant::Dict(details) = details else { return details };
        dict_translated(details, |name, value| match name {
            JOURNAL_TIME => value,
            _ => self.value_in_hall(name, value),
        })
    }

    /// A time since boot; 0 stays what it is: never.
    pub(super) fn moment_in_hall(&self, moment_us: u64) -> Variant<'static> {
        Variant::U64(shifted(moment_us, self.ahead_us))
    }

    /// A time since boot of the hall's machine, for the station.
    pub(super) fn moment_at_station(&self, moment_us: u64) -> u64 {
        shifted(moment_us, self.ahead_us.saturating_neg())
    }

    fn object(&self, path: &str) -> Variant<'static> {
        let path = ObjectPath::try_from(self.path_in_hall(path));
        // It is made of a path and a name that has letters and digits.
        path.map_or_else(|_| Variant::from(""), Variant::ObjectPath)
    }

    fn array(&self, name: &str, array: Array<'static>) -> Variant<'static> {
        let mut translated = Array::new(array.element_signature());
        for element in array.inner() {
            let element = self.value_in_hall(name, element.clone());
            // Its type is as before.
            let _ = translated.append(element);
        }
        Variant::Array(translated)
    }

    fn dict(&self, dict: Dict<'static, 'static>) -> Variant<'static> {
        dict_translated(dict, |name, value| self.value_in_hall(name, value))
    }

    /// The kind and the name of an object that is named by its station.
    fn own_name<'p>(&self, path: &'p str) -> Option<(&'p str, &'p str)> {
        let (kind, name) =
            path.strip_prefix(self.side.root())?.strip_prefix('/')?.split_once('/')?;
        NAMED_BY_STATION.contains(&kind).then_some((kind, name))
    }
}

/// The station in the name of a path of the hall, where it has one. A game may have gone from there to another.
pub(super) fn station_in(side: Side, path: &str) -> Option<StationName> {
    let (kind, name) = path.strip_prefix(side.root())?.strip_prefix('/')?.split_once('/')?;
    let (station, _) = name.split_once('_')?;
    NAMED_BY_STATION.contains(&kind).then(|| station.parse().ok())?
}

/// A dictionary, with each of its values as this says.
fn dict_translated(
    dict: Dict<'static, 'static>,
    value_in_hall: impl Fn(&str, Variant<'static>) -> Variant<'static>,
) -> Variant<'static> {
    let zbus::Signature::Dict { key, value } = dict.signature() else { return dict.into() };
    let mut translated = Dict::new(key.signature(), value.signature());
    for (key, value) in dict.iter() {
        let name = if let Variant::Str(name) = key { name.as_str() } else { "" };
        let _ = translated.append(key.clone(), value_in_hall(name, value.clone()));
    }
    Variant::Dict(translated)
}

fn shifted(moment_us: u64, by_us: i64) -> u64 {
    if moment_us == 0 { 0 } else { moment_us.saturating_add_signed(by_us).max(1) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    impl<'a> Translation<'a> {
        fn of(station: &'a StationName, ahead_us: i64) -> Self {
            Self { side: Side::Live, station, ahead_us, names: GameNames::NONE }
        }
    }

    #[test]
    fn a_game_is_called_by_its_station_and_a_board_by_itself() {
        let blue = "blue".parse().unwrap();
        let translation = Translation::of(&blue, 0);
        for (at_station, in_hall) in [
            ("/org/touchmove/Hall1/games/g000017", "/org/touchmove/Hall1/games/blue_g000017"),
            ("/org/touchmove/Hall1/relays/folder", "/org/touchmove/Hall1/relays/blue_folder"),
            ("/org/touchmove/Hall1/boards/dgt_1", "/org/touchmove/Hall1/boards/dgt_1"),
            ("/org/touchmove/Hall1/rounds/r003", "/org/touchmove/Hall1/rounds/r003"),
            ("/", "/"),
        ] {
            assert_eq!(translation.path_in_hall(at_station), in_hall);
            assert_eq!(translation.path_at_station(in_hall), at_station);
        }
        let game = "/org/touchmove/Hall1/games/blue_g000017";
        assert_eq!(station_in(Side::Live, game), Some(blue));
        assert_eq!(station_in(Side::Live, "/org/touchmove/Hall1/boards/dgt_1"), None);
    }

    #[test]
    fn an_event_happened_at_a_time_of_the_hall_and_where_it_did_in_its_journal() {
        let blue = "blue".parse().unwrap();
        let translation = Translation::of(&blue, 500);
        let event = HashMap::from([
            ("at", Variant::U64(2000)),
            ("boot_us", Variant::U64(2000)),
            ("unix_us", Variant::U64(2000)),
        ]);
        let in_hall = translation.event_in_hall(Variant::from(event));
        let json =
            serde_json::to_string(&crate::typed_json::TypedJson::of(&in_hall).unwrap()).unwrap();
        for (name, number) in [("at", 2000), ("boot_us", 2500), ("unix_us", 2000)] {
            let part = format!(r#""{name}":{{"data":{number},"type":"t"}}"#);
            assert!(json.contains(&part), "{part} in {json}");
        }
    }

    #[test]
    fn paths_times_and_ports_are_translated_wherever_they_are() {
        let blue = "blue".parse().unwrap();
        let translation = Translation::of(&blue, -500);
        let path = || {
            Variant::from(ObjectPath::from_static_str_unchecked("/org/touchmove/Hall1/games/g1"))
        };
        let port = HashMap::from([
            ("port", Variant::from("/dev/ttyUSB0")),
            ("since", Variant::U64(2000)),
            ("sinces", Variant::U64(2000)),
            ("boards", path()),
        ]);
        let ports = Variant::Array(Array::from(vec![port]));
        let in_hall = translation.value_in_hall("Ports", ports);
        let json =
            serde_json::to_string(&crate::typed_json::TypedJson::of(&in_hall).unwrap()).unwrap();
        for part in [
            r#""port":{"data":"blue:/dev/ttyUSB0","type":"s"}"#,
            r#""since":{"data":1500,"type":"t"}"#,
            r#""sinces":{"data":2000,"type":"t"}"#,
            r#""data":"/org/touchmove/Hall1/games/blue_g1""#,
        ] {
            assert!(json.contains(part), "{part} in {json}");
        }
        assert_eq!(translation.value_in_hall("Since", Variant::U64(0)), Variant::U64(0));
    }
}
