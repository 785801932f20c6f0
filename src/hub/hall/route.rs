//! Which stations a call concerns.

use touchmove_client::call_error::RefusalKind;
use touchmove_client::path;
use touchmove_core::names::BoardId;
use zbus::Variant;

use super::call::{HallCall, Refused};
use super::merge::{key, silence};
use super::plugged::Plugged;
use super::stations::{Hearing, Stations};
use super::translate::station_in;
use super::tree::HallTree;
use crate::side::Side;
use crate::station_name::StationName;

/// Where a call goes.
#[derive(Debug)]
pub(super) enum Route {
    /// Nowhere.
    Refuse(Refused),
    /// To the station that has the object.
    One(StationName),
    /// To each: the first one's answer is the hall's.
    Each(Vec<StationName>),
    /// To one after the other, until one carries it out.
    UntilOne(Vec<StationName>),
    /// To each: their lists by table are put together.
    Gather(Vec<StationName>),
    /// To each: of each table counts what the station says that serves it.
    Missing(Vec<StationName>),
    /// To the station that serves this table.
    AtTable(Vec<StationName>, u16),
    /// To each, if for all of them together nothing is missing.
    Whole(Vec<StationName>, Whole),
    /// To the station of each board that gets a table.
    Plugged(Plugged),
}

/// What is done to a round where nothing is missing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Whole {
    Begin,
    End,
}

impl Whole {
    /// The method that does it at a station, which knows its own tables only.
    pub(super) const fn anyway(self) -> &'static str {
        match self {
            Self::Begin => "BeginAnyway",
            Self::End => "EndAnyway",
        }
    }

    /// What is missing with these pairings of all stations; `None` where nothing is.
    pub(super) fn missing(self, pairings: &Variant<'_>) -> Option<String> {
        let Variant::Array(pairings) = pairings else { return None };
        let is_open = |pairing: &&Variant<'_>| match self {
            Self::Begin => {
                matches!(key(pairing, "board"), Some(Variant::ObjectPath(board)) if board.as_str() == "/")
            }
            Self::End => {
                matches!(key(pairing, "result"), Some(Variant::Str(result)) if result.as_str() == "*")
            }
        };
        let table = |pairing: &Variant<'_>| match key(pairing, "table") {
            Some(Variant::U16(table)) => Some(table.to_string()),
            _ => None,
        };
        let open = pairings.inner().iter().filter(is_open).filter_map(table);
        let open: Vec<_> = open.collect();
        let what = match self {
            Self::Begin => "no station has a board for",
            Self::End => "no result counts at",
        };
        (!open.is_empty()).then(|| format!("{what} table {}", open.join(", ")))
    }
}

/// The route of a call.
pub(super) fn route(call: &HallCall, side: Side, tree: &HallTree, stations: &Stations) -> Route {
    let route = route_whether_heard(call, side, tree, stations);
    let heard = |all: &[StationName]| {
        let is_heard = |station: &&StationName| stations.hearing(station) == Hearing::Heard;
        all.iter().filter(is_heard).cloned().collect()
    };
    let concerned = match &route {
        Route::Refuse(_) => return route,
        Route::One(station) => std::slice::from_ref(station),
        Route::Plugged(plugged) => &plugged.stations,
        Route::Each(all) | Route::UntilOne(all) | Route::AtTable(all, _) | Route::Whole(all, _) => {
            all
        }
        // What the others say is shown all the same.
        Route::Gather(all) => return Route::Gather(heard(all)),
        Route::Missing(all) => return Route::Missing(heard(all)),
    };
    let unheard = concerned.iter().find_map(|station| silence(station, stations.hearing(station)));
    match unheard {
        Some((_, why)) => {
            let why = format!("nothing was done: {why}");
            Route::Refuse(Refused::because(RefusalKind::NotConnected, why))
        }
        None => route,
    }
}

fn route_whether_heard(call: &HallCall, side: Side, tree: &HallTree, stations: &Stations) -> Route {
    if let Some(station) = station_in(side, &call.path) {
        return Route::One(tree.owner(&call.path, stations).unwrap_or(station));
    }
    let argument = |at| call.arguments.as_ref().and_then(|all| all.fields().get(at));
    // A station that is not heard and has no board left is not asked: its boards have gone on elsewhere.
    let is_asked = |station: &&StationName| {
        stations.hearing(station) == Hearing::Heard || tree.has_boards(station, stations)
    };
    let all = || tree.stations_at(&call.path).filter(is_asked).cloned().collect::<Vec<_>>();
    let owner = |path: &str| tree.owner(path, stations);
    match (call.interface.as_str(), call.member.as_str()) {
        ("org.touchmove.Hall1.Board", _) => one(owner(&call.path), &call.path),
        ("org.touchmove.Hall1.Round", "Pairings" | "Results") => Route::Gather(all()),
        ("org.touchmove.Hall1.Round", "Missing") => Route::Missing(all()),
        ("org.touchmove.Hall1.Round", "Enter" | "Settle") => match argument(0) {
            Some(Variant::U16(table)) => Route::AtTable(all(), *table),
            _ => Route::Refuse(Refused::because(RefusalKind::InvalidArgs, "name a table")),
        },
        ("org.touchmove.Hall1.Round", "Begin") => Route::Whole(all(), Whole::Begin),
        ("org.touchmove.Hall1.Round", "End") => Route::Whole(all(), Whole::End),
        ("org.touchmove.Hall1.Round" | "org.touchmove.Hall1.Sections", _) => Route::Each(all()),
        ("org.touchmove.Hall1.Station", "Assign") => match argument(1) {
            Some(Variant::Str(board)) => {
                one(owner(path::board(&BoardId(board.as_str().into())).as_str()), board)
            }
            _ => Route::Refuse(Refused::because(RefusalKind::InvalidArgs, "name a board")),
        },
        ("org.touchmove.Hall1.Station", "Adopt" | "Free") => Route::UntilOne(all()),
        ("org.touchmove.Hall1.Station", "AssignPlugged") => {
            Route::Plugged(Plugged::of(all(), tree, stations))
        }
        ("org.touchmove.Hall1.Station", _) => Route::Each(all()),
        _ => Route::Refuse(Refused::because(RefusalKind::NotSupported, "a hall cannot do it")),
    }
}

fn one(station: Option<StationName>, what: &str) -> Route {
    let none = || {
        Route::Refuse(Refused::because(RefusalKind::NoSuchBoard, format!("no station has {what}")))
    };
    station.map_or_else(none, Route::One)
}
