//! What is to be done about boards, by what all stations say.

use touchmove_client::path;
use touchmove_core::names::BoardId;
use zbus::Variant;

use crate::hall::merge::{BOARD, STATION};
use crate::hall::stations::{Hearing, Stations, Terms};
use crate::hall::tree::{HallTree, Property, board_path};
use crate::side::Side;
use crate::station_name::StationName;

use super::Names;

/// What is to be done about a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// It is this station's, which hears it.
    Claim { station: StationName },
    /// A station that asks for it may serve it: it is its own.
    Serve { station: StationName },
    /// It goes on at another station.
    TakeOver(Taking),
}

/// A board goes on at another station.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Taking {
    /// The station that had it.
    pub(super) from: StationName,
    /// The one that has it now.
    pub(super) to: StationName,
    /// Where it is played.
    pub(super) table: Option<PlayedAt>,
}

/// The table at which a game is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PlayedAt {
    pub(super) round: u16,
    pub(super) table: u16,
    /// The game, as its station calls it.
    pub(super) game: String,
}

impl Taking {
    /// The names that games have in the hall, by station and name there, when the first one's have such names at the second.
    pub(super) fn names(&self, games: &Names, terms: &Terms) -> Names {
        let named = |(there, here): (&String, &String)| {
            (format!("{}/{here}", self.to), terms.game_in_hall(&self.from, there))
        };
        games.iter().map(named).collect()
    }
}

/// No station asks for more boards at a time: who does is not believed.
const MAX_SOUGHT: usize = 256;

/// What stations are answered that ask for boards, by the last elements of the boards' paths.
pub(super) fn answers(tree: &HallTree, stations: &Stations) -> Vec<(String, Step)> {
    let seen = Seen { tree, stations };
    let sought = seen.all_sought().into_iter();
    sought
        .filter_map(|(station, board)| Some((board.clone(), seen.answer(station, &board)?)))
        .collect()
}

/// Whose these boards are, where that is to be said.
pub(super) fn claims<'b>(
    tree: &HallTree,
    stations: &Stations,
    boards: impl IntoIterator<Item = &'b str>,
) -> Vec<(String, Step)> {
    let seen = Seen { tree, stations };
    let sought = seen.all_sought();
    let settled = |board: &&str| !sought.iter().any(|(_, sought)| sought == board);
    let boards = boards.into_iter().filter(settled);
    boards.filter_map(|board| Some((board.to_owned(), seen.claim(board)?))).collect()
}

/// What all stations say.
#[derive(Clone, Copy)]
struct Seen<'a> {
    tree: &'a HallTree,
    stations: &'a Stations,
}

impl<'a> Seen<'a> {
    /// The boards for which stations ask that are heard.
    fn all_sought(self) -> Vec<(&'a StationName, String)> {
        let heard = self.stations.all().filter(|(_, hearing)| *hearing == Hearing::Heard);
        let of = |station| self.sought(station).into_iter().map(move |board| (station, board));
        heard.flat_map(|(station, _)| of(station)).collect()
    }

    /// The boards for which a station asks.
    fn sought(self, station: &StationName) -> Vec<String> {
        let sought = Property { interface: STATION, name: "Sought" };
        match self.tree.said_by(station, Side::Live.root(), sought) {
            Some(Variant::Array(boards)) => {
                let element = |board: &Variant<'_>| match board {
                    Variant::Str(board) => {
                        let path = path::board(&BoardId(board.as_str().into()));
                        path.as_str().rsplit('/').next().map(ToOwned::to_owned)
                    }
                    _ => None,
                };
                boards.inner().iter().take(MAX_SOUGHT).filter_map(element).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a station is answered that asks for a board; `None` while another one has it.
    fn answer(self, to: &StationName, board: &str) -> Option<Step> {
        let path = board_path(Side::Live, board);
        let owned = self.stations.owners().of(board).map(|owned| owned.station.clone());
        let owner = owned.or_else(|| self.tree.owner(&path, self.stations));
        let Some(from) = owner.filter(|owner| owner != to) else {
            return Some(Step::Serve { station: to.clone() });
        };
        if self.hears(&from, &path) {
            return None;
        }
        // Nothing of it is missed where nothing was played.
        Some(match self.played(&from, &path) {
            Some(table) => Step::TakeOver(Taking { from, to: to.clone(), table }),
            None => Step::Serve { station: to.clone() },
        })
    }

    /// Whose board it is that nobody asks for, where that is to be said.
    fn claim(self, board: &str) -> Option<Step> {
        let path = board_path(Side::Live, board);
        let owned = self.stations.owners().of(board).map(|owned| &owned.station);
        if owned.is_some_and(|owner| self.hears(owner, &path)) {
            return None;
        }
        let mut hearing = self.tree.stations_at(&path).filter(|station| self.hears(station, &path));
        let station = hearing.next()?.clone();
        Some(Step::Claim { station })
    }

    /// Whether a station hears the board, and is heard itself.
    fn hears(self, station: &StationName, path: &str) -> bool {
        let state = Property { interface: BOARD, name: "State" };
        let state = self.tree.said_by(station, path, state);
        let is_lost = matches!(state, Some(Variant::Str(state)) if state.as_str() == "lost");
        self.stations.hearing(station) == Hearing::Heard && state.is_some() && !is_lost
    }

    /// The table of the game that is played on a board, as a station has it; `None` where none is played.
    fn played(self, station: &StationName, path: &str) -> Option<Option<PlayedAt>> {
        let game = Property { interface: BOARD, name: "Game" };
        let game = self.tree.said_by(station, path, game);
        let Variant::ObjectPath(game) = game? else { return None };
        let in_hall = self.stations.translation(Side::Live, station).path_in_hall(game);
        let of_game = |name| {
            let property = Property { interface: Side::Live.game(), name };
            self.tree.said_by(station, &in_hall, property)
        };
        let Variant::Str(status) = of_game("Status")? else { return None };
        if status.as_str() != "playing" {
            return None;
        }
        let table = || {
            let Variant::ObjectPath(round) = of_game("RoundPath")? else { return None };
            let round = round.as_str().rsplit('/').next()?.strip_prefix('r')?.parse().ok()?;
            let Variant::U16(table) = of_game("Table")? else { return None };
            let game = game.as_str().rsplit('/').next()?.to_owned();
            Some(PlayedAt { round, table: *table, game })
        };
        Some(table())
    }
}
