//! What several stations say of the same object, as one.

use std::collections::BTreeMap;

use zbus::Variant;
use zbus::wire::{Array, Dict, Signature, Str};

use super::stations::Hearing;
use super::translate::{Interfaces, Values};
use crate::owner::RoundTable;
use crate::side::Side;
use crate::station_name::StationName;

pub(super) const STATION: &str = "org.touchmove.Hall1.Station";
pub(super) const BOARD: &str = "org.touchmove.Hall1.Board";
pub(super) const ROUND: &str = "org.touchmove.Hall1.Round";
const SECTIONS: &str = "org.touchmove.Hall1.Sections";
const PUBLIC_ROUND: &str = "org.touchmove.Public1.Round";

/// What boards and ports say of a station that is not heard; a client that does not know the word takes it as it takes others.
const NOT_HEARD: &str = "station-not-heard";

/// What a station says of an object, in the hall's terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) station: &'a StationName,
    pub(super) hearing: Hearing,
    pub(super) interfaces: &'a Interfaces,
}

/// An object of which these stations say something; the one of which all is taken that cannot be put together comes first.
pub(super) fn merge(mut parts: Vec<Part<'_>>) -> Interfaces {
    if parts.iter().any(|part| part.interfaces.contains_key(BOARD)) {
        return parts.iter().max_by_key(|part| claim(part)).map(board).unwrap_or_default();
    }
    parts.sort_by_key(|part| part.hearing != Hearing::Heard);
    let Some(first) = parts.first() else { return Interfaces::new() };
    let mut merged = first.interfaces.clone();
    for (interface, values) in &mut merged {
        match interface.as_str() {
            ROUND => {
                let revisions = parts.iter().filter_map(|part| number(part, ROUND, "Revision"));
                put(values, "Revision", Variant::U64(revisions.sum()));
            }
            PUBLIC_ROUND => {
                let pairings = parts.iter().filter_map(|part| list(part, PUBLIC_ROUND, "Pairings"));
                put(values, "Pairings", by_table(pairings.collect()));
            }
            SECTIONS => {
                let all = parts.iter().filter_map(|part| list(part, SECTIONS, "All"));
                put(values, "All", by_key("name", all.collect()));
            }
            _ => {}
        }
    }
    merged
}

/// The station whose board it is: where it is heard, and of several the one that had it last.
pub(super) fn owner<'a>(parts: &[Part<'a>]) -> Option<&'a StationName> {
    parts.iter().max_by_key(|part| claim(part)).map(|part| part.station)
}

/// The root of the live tree, which there is before any station is heard.
pub(super) fn root<'a>(
    parts: &[Part<'_>],
    stations: impl Iterator<Item = (&'a StationName, Hearing)>,
) -> Interfaces {
    let heard = || parts.iter().filter(|part| part.hearing == Hearing::Heard);
    let is_ready = |part: &Part<'_>| property(part, STATION, "Ready") == Some(&Variant::Bool(true));
    let dictionary = Signature::dict(Signature::Str, Signature::Variant);
    let mut ports = Array::new(&dictionary);
    for (station, hearing) in stations {
        if let Some(port) = silent_port(station, hearing) {
            // It is made of what the list has.
            let _ = ports.append(port);
        }
    }
    for port in heard().filter_map(|part| list(part, STATION, "Ports")).flatten() {
        let _ = ports.append(port.clone());
    }
    let disks = heard().filter_map(|part| match property(part, STATION, "Disk") {
        Some(Variant::Str(disk)) if !disk.is_empty() => Some(format!("{}: {disk}", part.station)),
        _ => None,
    });
    let disk: Vec<_> = disks.collect();
    let values = [
        ("Disk", Variant::from(disk.join("\n"))),
        ("Ports", Variant::Array(ports)),
        ("Ready", Variant::Bool(heard().all(is_ready))),
        ("Version", Variant::from(env!("CARGO_PKG_VERSION"))),
    ];
    let values = values.map(|(name, value)| (name.to_owned(), value));
    Interfaces::from([(STATION.to_owned(), Values::from(values))])
}

/// Lists of dictionaries that say which `table` they are of, as one: of a table what says more.
pub(super) fn by_table(lists: Vec<&[Variant<'_>]>) -> Variant<'static> {
    let mut tables = BTreeMap::<u16, &Variant<'_>>::new();
    for entry in lists.into_iter().flatten() {
        let Some(Variant::U16(table)) = key(entry, "table") else { continue };
        let known = tables.entry(*table).or_insert(entry);
        if weight(entry) > weight(known) {
            *known = entry;
        }
    }
    listed(tables.into_values())
}

/// What is missing in a round, by the pairings that each station has and what it misses, a line each that begins with its table: of
/// a table counts what the station misses that knows more of it than others.
pub(super) fn missing_in_all(stations: Vec<[&[Variant<'_>]; 2]>) -> Variant<'static> {
    let mut served = BTreeMap::<u16, (u8, usize)>::new();
    for (station, [pairings, _]) in stations.iter().enumerate() {
        for pairing in *pairings {
            let Some(Variant::U16(table)) = key(pairing, "table") else { continue };
            let known = served.entry(*table).or_insert((weight(pairing), station));
            if weight(pairing) > known.0 {
                *known = (weight(pairing), station);
            }
        }
    }
    let mut missing = Array::new(&Signature::Str);
    for (table, (_, station)) in served {
        let of_table = format!("table {table}: ");
        let lines = stations[station][1].iter().filter_map(|line| match line {
            Variant::Str(line) if line.as_str().starts_with(&of_table) => Some(line.as_str()),
            _ => None,
        });
        for line in lines {
            // It is a list of texts.
            let _ = missing.append(Variant::from(line.to_owned()));
        }
    }
    Variant::Array(missing)
}

/// How much is known at a table: where a game is, where a board is, where a result is, elsewhere.
pub(super) fn weight(entry: &Variant<'_>) -> u8 {
    let is_there = |name| match key(entry, name) {
        Some(Variant::ObjectPath(path)) => path.as_str() != "/",
        Some(Variant::Str(text)) => !text.is_empty() && text.as_str() != "*",
        _ => false,
    };
    let known = ["game", "board", "source", "result"].map(is_there);
    known.iter().enumerate().map(|(at, is)| u8::from(*is) << (3 - at)).sum()
}

/// Lists of dictionaries with a name under this key, as one: of each name the first.
fn by_key(name: &str, lists: Vec<&[Variant<'_>]>) -> Variant<'static> {
    let mut named = BTreeMap::new();
    for entry in lists.into_iter().flatten() {
        if let Some(Variant::Str(text)) = key(entry, name) {
            named.entry(text.as_str()).or_insert(entry);
        }
    }
    listed(named.into_values())
}

fn listed<'a>(entries: impl Iterator<Item = &'a Variant<'a>>) -> Variant<'static> {
    let mut all = Array::new(&Signature::dict(Signature::Str, Signature::Variant));
    for entry in entries {
        if let Ok(entry) = entry.try_to_owned() {
            // What is no dictionary has no key, and is not here.
            let _ = all.append(Variant::from(entry));
        }
    }
    Variant::Array(all)
}

/// Leaves tables out of a public round that go on at another station.
pub(super) fn leave_out_tables(interfaces: &mut Interfaces, has_left: impl Fn(RoundTable) -> bool) {
    let Some(round) = public_round(interfaces) else { return };
    let Some(values) = interfaces.get_mut(PUBLIC_ROUND) else { return };
    let Some(Variant::Array(pairings)) = values.get("Pairings") else { return };
    let is_elsewhere = |entry: &Variant<'_>| match key(entry, "table") {
        Some(Variant::U16(table)) => has_left(RoundTable { round, table: *table }),
        _ => false,
    };
    let all = pairings.inner();
    if all.iter().any(is_elsewhere) {
        let here = listed(all.iter().filter(|entry| !is_elsewhere(entry)));
        put(values, "Pairings", here);
    }
}

/// The number of a public round; `None` of what is none.
pub(super) fn public_round(interfaces: &Interfaces) -> Option<u16> {
    match interfaces.get(PUBLIC_ROUND)?.get("Number")? {
        Variant::U16(round) => Some(*round),
        _ => None,
    }
}

/// The table of a public game; `None` of what is none.
pub(super) fn public_table(interfaces: &Interfaces) -> Option<RoundTable> {
    let values = interfaces.get(Side::Public.game())?;
    match (values.get("Round")?, values.get("Table")?) {
        (Variant::U16(round), Variant::U16(table)) => {
            Some(RoundTable { round: *round, table: *table })
        }
        _ => None,
    }
}

/// What a list entry has under a key.
pub(super) fn key<'v>(entry: &'v Variant<'v>, name: &str) -> Option<&'v Variant<'v>> {
    let Variant::Dict(entry) = entry else { return None };
    let found =
        entry.iter().find(|(key, _)| matches!(key, Variant::Str(key) if key.as_str() == name));
    match found?.1 {
        Variant::Variant(inner) => Some(inner),
        other => Some(other),
    }
}

/// How well a station can say that a board is its own.
fn claim(part: &Part<'_>) -> (bool, bool, u64) {
    let is_heard = part.hearing == Hearing::Heard;
    let state = property(part, BOARD, "State");
    let is_lost = matches!(state, Some(Variant::Str(state)) if state.as_str() == "lost");
    (is_heard && !is_lost, is_heard, number(part, BOARD, "Since").unwrap_or_default())
}

fn board(part: &Part<'_>) -> Interfaces {
    let mut board = part.interfaces.clone();
    let Some((since_us, advice)) = silence(part.station, part.hearing) else { return board };
    if let Some(values) = board.get_mut(BOARD) {
        put(values, "Link", Variant::from("lost"));
        put(values, "State", Variant::from("lost"));
        put(values, "Why", Variant::from(NOT_HEARD));
        put(values, "Since", Variant::U64(since_us));
        put(values, "Advice", Variant::from(advice));
    }
    board
}

/// Since when a station is not heard, and what to do; `None` while it is.
pub(super) fn silence(station: &StationName, hearing: Hearing) -> Option<(u64, String)> {
    match hearing {
        Hearing::Heard => None,
        Hearing::NotRunning { since_us } => Some((
            since_us,
            format!(
                "no touchmoved runs on the station {station}: start it there (`systemctl start touchmove`)"
            ),
        )),
        Hearing::Silent { since_us } => Some((
            since_us,
            format!(
                "the station {station} is not heard: look at its machine, its network, and touchmove-hub there; \
                 what is played on its boards meanwhile comes when it is heard again"
            ),
        )),
    }
}

fn silent_port(station: &StationName, hearing: Hearing) -> Option<Variant<'static>> {
    let (_, advice) = silence(station, hearing)?;
    let mut port = Dict::new(&Signature::Str, &Signature::Variant);
    let entries = [
        ("port", station.as_str()),
        ("state", "cannot-open"),
        ("why", NOT_HEARD),
        ("advice", advice.as_str()),
    ];
    for (name, text) in entries {
        let text = Variant::Str(Str::from(text.to_owned()));
        // Keys are texts, and values variants.
        let _ = port.append(Variant::from(name), Variant::Variant(Box::new(text)));
    }
    Some(Variant::Dict(port))
}

fn put(values: &mut Values, name: &str, value: Variant<'static>) {
    values.insert(name.to_owned(), value);
}

fn property<'a>(part: &Part<'a>, interface: &str, name: &str) -> Option<&'a Variant<'static>> {
    part.interfaces.get(interface)?.get(name)
}

fn number(part: &Part<'_>, interface: &str, name: &str) -> Option<u64> {
    match property(part, interface, name)? {
        Variant::U64(number) => Some(*number),
        Variant::U32(number) => Some(u64::from(*number)),
        _ => None,
    }
}

fn list<'a>(part: &Part<'a>, interface: &str, name: &str) -> Option<&'a [Variant<'static>]> {
    match property(part, interface, name)? {
        Variant::Array(list) => Some(list.inner()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use zbus::wire::ObjectPath;

    use super::*;

    fn board(state: &'static str, since_us: u64) -> Interfaces {
        let values = [
            ("State", Variant::from(state)),
            ("Why", Variant::from("")),
            ("Since", Variant::U64(since_us)),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), value));
        Interfaces::from([(BOARD.to_owned(), Values::from(values))])
    }

    fn shown<'a>(board: &'a Interfaces, name: &str) -> &'a Variant<'static> {
        &board[BOARD][name]
    }

    fn pairing(table: u16, white: &'static str, board: &'static str) -> Variant<'static> {
        Variant::from(HashMap::from([
            ("table", Variant::U16(table)),
            ("white", Variant::from(white)),
            ("board", Variant::from(ObjectPath::from_static_str_unchecked(board))),
        ]))
    }

    #[test]
    fn a_board_is_of_the_station_that_hears_it() {
        let (blue, red) = ("blue".parse().unwrap(), "red".parse().unwrap());
        let (there, gone) = (board("in-step", 10), board("lost", 20));
        let hearing = Hearing::Heard;
        let parts = [
            Part { station: &blue, hearing, interfaces: &there },
            Part { station: &red, hearing, interfaces: &gone },
        ];
        assert_eq!(owner(&parts), Some(&blue));
        assert_eq!(shown(&merge(parts.to_vec()), "State"), &Variant::from("in-step"));
    }

    #[test]
    fn a_board_of_a_station_that_is_not_heard_is_lost_and_says_since_when() {
        let blue = "blue".parse().unwrap();
        let there = board("in-step", 10);
        let hearing = Hearing::Silent { since_us: 77 };
        let merged = merge(vec![Part { station: &blue, hearing, interfaces: &there }]);
        assert_eq!(shown(&merged, "State"), &Variant::from("lost"));
        assert_eq!(shown(&merged, "Why"), &Variant::from(NOT_HEARD));
        assert_eq!(shown(&merged, "Since"), &Variant::U64(77));
    }

    #[test]
    fn of_a_table_the_station_speaks_that_has_its_board() {
        let blue = [pairing(1, "Oro", "/b"), pairing(2, "Ghosh", "/")];
        let red = [pairing(1, "Oro", "/"), pairing(2, "Ghosh", "/c")];
        let Variant::Array(merged) = by_table(vec![&red, &blue]) else { panic!() };
        let boards = merged.inner().iter().map(|entry| match key(entry, "board") {
            Some(Variant::ObjectPath(board)) => board.as_str().to_owned(),
            other => panic!("{other:?}"),
        });
        assert_eq!(boards.collect::<Vec<_>>(), ["/b", "/c"]);
    }

    #[test]
    fn a_port_in_the_list_says_which_station_is_not_heard() {
        let blue = "blue".parse().unwrap();
        let silent = Hearing::Silent { since_us: 1 };
        let root = root(&[], [(&blue, silent)].into_iter());
        let Variant::Array(ports) = &root[STATION]["Ports"] else { panic!() };
        let [port] = ports.inner() else { panic!("{ports:?}") };
        assert_eq!(key(port, "port"), Some(&Variant::from("blue")));
        assert_eq!(key(port, "why"), Some(&Variant::from(NOT_HEARD)));
    }
}
