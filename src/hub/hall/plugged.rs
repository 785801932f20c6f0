//! Boards that are plugged in anywhere, for the free tables of the hall: each station knows its own boards only.

use std::collections::BTreeSet;

use touchmove_client::path;
use touchmove_core::names::BoardId;
use zbus::Variant;

use super::call::HallCall;
use super::merge::{BOARD, ROUND, key};
use super::stations::{Hearing, Stations};
use super::tree::{HallTree, board_path};
use crate::side::Side;
use crate::station_name::StationName;

/// What is to be assigned.
#[derive(Debug)]
pub(super) struct Plugged {
    /// The stations that have rounds.
    pub(super) stations: Vec<StationName>,
    /// The paths of the rounds that are not over.
    pub(super) rounds: Vec<String>,
    /// The boards that are plugged in, by name.
    boards: Vec<PluggedBoard>,
}

/// A board that is plugged in at a station.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PluggedBoard {
    pub(super) board: String,
    pub(super) station: StationName,
}

impl Plugged {
    /// The boards and rounds that the hall has now.
    pub(super) fn of(asked: Vec<StationName>, tree: &HallTree, stations: &Stations) -> Self {
        let boards = tree.boards().filter_map(|board| {
            let path = board_path(Side::Live, board);
            let station = tree.owner(&path, stations)?;
            let is_plugged = is_text(tree, &path, BOARD, "Link", "up")
                && stations.hearing(&station) == Hearing::Heard;
            is_plugged.then(|| PluggedBoard { board: path::board_name(board), station })
        });
        let mut boards: Vec<_> = boards.collect();
        boards.sort();
        let rounds = tree.shown().keys().filter(|path| {
            tree.values(path, ROUND).is_some() && !is_text(tree, path, ROUND, "Stage", "ended")
        });
        Self { stations: asked, rounds: rounds.cloned().collect(), boards }
    }

    /// Which board goes to which table, by the pairings of all rounds that are not over.
    pub(super) fn seated(&self, pairings: &[Variant<'_>]) -> Vec<(u16, &PluggedBoard)> {
        let pairings = || {
            let lists = pairings.iter().filter_map(|list| match list {
                Variant::Array(list) => Some(list.inner()),
                _ => None,
            });
            lists.flatten().filter_map(|pairing| {
                let (Variant::U16(table), Variant::ObjectPath(board)) =
                    (key(pairing, "table")?, key(pairing, "board")?)
                else {
                    return None;
                };
                Some((*table, board.as_str()))
            })
        };
        let taken: BTreeSet<_> = pairings().filter(|(_, board)| *board != "/").collect();
        let tables: BTreeSet<_> = pairings().map(|(table, _)| table).collect();
        let is_free = |table: &u16| !taken.iter().any(|(of, _)| of == table);
        let is_at_none = |plugged: &&PluggedBoard| {
            let path = path::board(&BoardId(plugged.board.as_str().into()));
            !taken.iter().any(|(_, board)| *board == path.as_str())
        };
        tables.into_iter().filter(is_free).zip(self.boards.iter().filter(is_at_none)).collect()
    }
}

impl PluggedBoard {
    /// The call that assigns it to a table.
    ///
    /// # Errors
    /// [`zbus::Error`] where that is no call.
    pub(super) fn assigned_to(&self, table: u16, call: &HallCall) -> zbus::Result<HallCall> {
        let arguments = [Variant::U16(table), Variant::from(self.board.clone())];
        Ok(HallCall {
            path: call.path.clone(),
            interface: call.interface.clone(),
            member: "Assign".to_owned(),
            arguments: Some(super::bus_values::body(arguments)?),
        })
    }
}

fn is_text(tree: &HallTree, path: &str, interface: &str, name: &str, text: &str) -> bool {
    let value = tree.values(path, interface).and_then(|values| values.get(name));
    matches!(value, Some(Variant::Str(is)) if is.as_str() == text)
}

#[cfg(test)]
mod tests {
    use zbus::wire::{Array, Dict, ObjectPath, Signature};

    use super::*;

    fn list(pairings: &[(u16, &str)]) -> Variant<'static> {
        let mut list = Array::new(&Signature::dict(Signature::Str, Signature::Variant));
        for (table, board) in pairings {
            let board = Variant::ObjectPath(ObjectPath::try_from((*board).to_owned()).unwrap());
            let mut pairing = Dict::new(&Signature::Str, &Signature::Variant);
            for (name, value) in [("table", Variant::U16(*table)), ("board", board)] {
                let value = Variant::Variant(Box::new(value));
                pairing.append(Variant::from(name.to_owned()), value).unwrap();
            }
            list.append(Variant::Dict(pairing)).unwrap();
        }
        Variant::Array(list)
    }

    #[test]
    fn free_tables_get_the_boards_that_are_at_none_by_name_wherever_they_are() {
        let board = |board: &str, station: &str| PluggedBoard {
            board: board.to_owned(),
            station: station.parse().unwrap(),
        };
        let boards = ["dgt_1", "dgt_2", "dgt_3", "dgt_4"];
        let boards = boards.into_iter().zip(["red", "blue", "red", "green"]);
        let boards = boards.map(|(name, station)| board(name, station)).collect();
        let plugged = Plugged { stations: Vec::new(), rounds: Vec::new(), boards };
        let two = "/org/touchmove/Hall1/boards/dgt_2";
        let pairings = [list(&[(4, "/"), (1, "/"), (2, two)]), list(&[(3, "/")])];
        let seated = plugged.seated(&pairings);
        let seated = seated.iter().map(|(table, plugged)| (*table, plugged.board.as_str()));
        assert_eq!(seated.collect::<Vec<_>>(), [(1, "dgt_1"), (3, "dgt_3"), (4, "dgt_4")]);
    }
}
