//! Which games of the station the games of a board are.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use touchmove_core::names::GameId;

use super::OpenBoard;
use crate::hall::orders::joint::TakenGame;

/// The numbers of the station for the games of one board.
#[derive(Debug)]
pub(super) struct GameIds {
    known: HashMap<u32, GameId>,
    /// The last number given on this station, to whichever board.
    last: Arc<AtomicU64>,
}

impl GameIds {
    /// Those that a board's journal knows; none of them is given again.
    pub(super) fn known(known: HashMap<u32, GameId>, last: Arc<AtomicU64>) -> Self {
        for id in known.values() {
            last.fetch_max(id.0, Ordering::Relaxed);
        }
        Self { known, last }
    }

    /// The station's number of a game of the board; `None` where it has none yet.
    pub(super) fn of(&self, number: u32) -> Option<GameId> {
        self.known.get(&number).copied()
    }

    /// Gives a game of the board the next number of the station.
    pub(super) fn give(&mut self, number: u32) -> GameId {
        let id = GameId(self.last.fetch_add(1, Ordering::Relaxed) + 1);
        self.known.insert(number, id);
        id
    }

    /// A game of the board is this one of the station; whether that is new.
    pub(super) fn keep(&mut self, number: u32, id: GameId) -> bool {
        self.known.insert(number, id) != Some(id)
    }

    /// All that are known, by the games' numbers on the board.
    pub(super) fn all(&self) -> Vec<(u32, GameId)> {
        self.known.iter().map(|(number, id)| (*number, *id)).collect()
    }
}

impl OpenBoard {
    /// The station's number of a game of this board; a new game gets the next one.
    pub(super) fn game_id(&mut self, number: u32) -> GameId {
        self.game_ids.of(number).unwrap_or_else(|| {
            let id = self.game_ids.give(number);
            self.evidence.append_game(number, id);
            id
        })
    }

    /// Gives all games of a board that another station had numbers of this one, in their order.
    pub(in crate::hall) fn renumber_games(&mut self) -> Vec<TakenGame> {
        let mut known = self.game_ids.all();
        known.sort_unstable();
        let renumber = |(number, there)| {
            let here = self.game_ids.give(number);
            self.evidence.append_game(number, here);
            TakenGame { there, here }
        };
        known.into_iter().map(renumber).collect()
    }

    /// Number of the game on this board; `None` before the first.
    pub(in crate::hall) fn number(&self) -> Option<u32> {
        self.sitting.view().map(|view| view.game)
    }

    /// Number on this board of a game of the station that can still be corrected.
    pub(in crate::hall) fn number_of(&self, game: GameId) -> Option<u32> {
        let mut known = self.sitting.games().map(|view| view.game);
        known.find(|number| self.game_ids.of(*number) == Some(game))
    }

    /// Keeps which game of the station a game of this board is.
    pub(in crate::hall) fn keep_game_id(&mut self, number: u32, id: GameId) {
        if self.game_ids.keep(number, id) {
            self.evidence.append_game(number, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_once_on_a_station() {
        let last = Arc::new(AtomicU64::new(3));
        let mut one = GameIds::known(HashMap::from([(1, GameId(9))]), Arc::clone(&last));
        let mut other = GameIds::known(HashMap::new(), last);
        assert_eq!((other.give(1), one.give(2)), (GameId(10), GameId(11)));
        assert_eq!((one.of(1), one.of(3)), (Some(GameId(9)), None));
        assert!(
            !one.keep(2, GameId(11)) && one.keep(2, GameId(10)),
            "it came from the other board"
        );
    }
}
