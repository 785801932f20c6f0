//! Whose boards they are, and what games are called that have gone from one station to another.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::owner::{OwnerMessage, RoundTable};
use crate::station_name::StationName;

/// Whose boards they are, as the hall's stream has it.
#[derive(Debug, Default)]
pub(super) struct Owners {
    boards: BTreeMap<String, Owned>,
    /// The stations at which tables go on whose boards came there in mid-game.
    tables: BTreeMap<RoundTable, StationName>,
    names: Arc<GameNames>,
}

/// Whose board it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Owned {
    /// The station that has it.
    pub(super) station: StationName,
    /// The names of games in the hall, by station and name there.
    pub(super) games: BTreeMap<String, String>,
    /// Where that stands in the stream.
    pub(super) revision: u64,
}

/// What the names of games end in that went on elsewhere.
pub(super) const LEFT: &str = "_left";

/// What games are called that have gone from one station to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GameNames(BTreeMap<Named, String>);

/// A game at a station.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    pub(super) station: StationName,
    /// Its name there.
    pub(super) name: String,
}

impl Owners {
    /// Takes what the stream says of a board; the games that are called otherwise in the hall from now on.
    pub(super) fn take(&mut self, board: &str, message: OwnerMessage, revision: u64) -> Vec<Named> {
        let Ok(station) = message.station.parse() else { return Vec::new() };
        let owned = Owned { station, games: message.games, revision };
        let mut renamed = Vec::new();
        for (at_station, in_hall) in &owned.games {
            let named = at_station.split_once('/');
            let named = named.and_then(|(station, name)| {
                Some(Named { station: station.parse().ok()?, name: name.to_owned() })
            });
            let Some(named) = named.filter(|_| is_name(in_hall)) else { continue };
            if self.names.0.get(&named) != Some(in_hall) {
                Arc::make_mut(&mut self.names).0.insert(named.clone(), in_hall.clone());
                renamed.push(named);
            }
        }
        self.boards.insert(board.to_owned(), owned);
        renamed
    }

    /// Whose board it is, where anybody has said.
    pub(super) fn of(&self, board: &str) -> Option<&Owned> {
        self.boards.get(board)
    }

    /// A table goes on at this station.
    pub(super) fn take_table(&mut self, table: RoundTable, station: StationName) {
        self.tables.insert(table, station);
    }

    /// Whether a table went on elsewhere than at this station.
    pub(super) fn has_left(&self, table: RoundTable, station: &StationName) -> bool {
        self.tables.get(&table).is_some_and(|owner| owner != station)
    }

    /// What games are called.
    pub(super) const fn names(&self) -> &Arc<GameNames> {
        &self.names
    }
}

impl GameNames {
    #[cfg(test)]
    /// No game has gone anywhere.
    pub(super) const NONE: &'static Self = &Self(BTreeMap::new());

    /// What the hall calls a game of a station. One that went elsewhere and came back has another name there: what is left of it
    /// under an earlier one is not the game, and ends in [`LEFT`].
    pub(super) fn in_hall(&self, station: &StationName, name: &str) -> String {
        let own = format!("{station}_{name}");
        let named = Named { station: station.clone(), name: name.to_owned() };
        let in_hall = self.0.get(&named).unwrap_or(&own);
        match self.latest(station, in_hall) {
            Some(latest) if latest != name => own + LEFT,
            _ => in_hall.clone(),
        }
    }

    /// What a station calls a game of the hall; `None` where it has none of that name.
    pub(super) fn at_station(&self, station: &StationName, in_hall: &str) -> Option<String> {
        let own = || in_hall.strip_prefix(station.as_str())?.strip_prefix('_');
        self.latest(station, in_hall).or_else(own).map(ToOwned::to_owned)
    }

    /// The name under which a game of the hall came to a station last: games there are numbered in their order.
    fn latest(&self, station: &StationName, in_hall: &str) -> Option<&str> {
        let came =
            self.0.iter().filter(|(named, name)| named.station == *station && *name == in_hall);
        came.map(|(named, _)| named.name.as_str()).max_by_key(|name| (name.len(), *name))
    }
}

/// Whether it can be an element of an object path.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn station(name: &str) -> StationName {
        name.parse().unwrap()
    }

    #[test]
    fn a_game_that_went_to_another_station_keeps_its_name_in_the_hall() {
        let mut owners = Owners::default();
        let games = BTreeMap::from([("green/g000042".to_owned(), "blue_g000017".to_owned())]);
        let message = OwnerMessage { station: "green".into(), games };
        let renamed = owners.take("dgt_1", message.clone(), 7);
        assert_eq!(renamed, [Named { station: station("green"), name: "g000042".into() }]);
        assert!(owners.take("dgt_1", message, 8).is_empty(), "that is known");
        assert_eq!(owners.of("dgt_1").unwrap().station, station("green"));
        let names = owners.names();
        assert_eq!(names.in_hall(&station("green"), "g000042"), "blue_g000017");
        assert_eq!(names.in_hall(&station("blue"), "g000017"), "blue_g000017");
        assert_eq!(names.in_hall(&station("green"), "g000017"), "green_g000017");
        let at = |name, in_hall| names.at_station(&station(name), in_hall);
        assert_eq!(at("green", "blue_g000017").as_deref(), Some("g000042"));
        assert_eq!(at("blue", "blue_g000017").as_deref(), Some("g000017"));
        assert_eq!(at("red", "blue_g000017"), None);
    }

    #[test]
    fn a_game_that_comes_back_is_the_one_that_went_on() {
        let mut owners = Owners::default();
        let games = BTreeMap::from([
            ("green/g000042".to_owned(), "blue_g000017".to_owned()),
            ("blue/g000050".to_owned(), "blue_g000017".to_owned()),
        ]);
        owners.take("dgt_1", OwnerMessage { station: "blue".into(), games }, 9);
        let (names, blue) = (owners.names(), station("blue"));
        assert_eq!(names.in_hall(&blue, "g000050"), "blue_g000017");
        assert_eq!(names.in_hall(&blue, "g000017"), "blue_g000017_left");
        assert_eq!(names.at_station(&blue, "blue_g000017").as_deref(), Some("g000050"));
        let green = station("green");
        assert_eq!(names.in_hall(&green, "g000042"), "blue_g000017");
        let again = BTreeMap::from([("green/g000043".to_owned(), "blue_g000017".to_owned())]);
        owners.take("dgt_1", OwnerMessage { station: "green".into(), games: again }, 10);
        let names = owners.names();
        assert_eq!(names.in_hall(&green, "g000043"), "blue_g000017");
        assert_eq!(names.in_hall(&green, "g000042"), "green_g000042_left");
        assert_eq!(names.at_station(&green, "blue_g000017").as_deref(), Some("g000043"));
    }

    #[test]
    fn what_is_no_name_is_not_taken() {
        let mut owners = Owners::default();
        let games = [("green", "x"), ("green/g1", "a/b"), ("Green/g1", "x"), ("green/g1", "")];
        for (at_station, in_hall) in games {
            let games = BTreeMap::from([(at_station.to_owned(), in_hall.to_owned())]);
            let message = OwnerMessage { station: "green".into(), games };
            assert!(owners.take("dgt_1", message, 1).is_empty(), "{at_station} {in_hall}");
        }
    }
}
