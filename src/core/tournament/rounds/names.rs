//! Players' names that somebody has corrected at a game.

use std::collections::HashMap;
use std::sync::Arc;

use super::{GameId, Rounds};
use crate::pairing::Pairing;

/// The names that hold in the place of those of the pairings.
#[derive(Debug, Default)]
pub(super) struct Names(HashMap<GameId, [Option<String>; 2]>);

impl Rounds {
    /// The players of a game have these names, White and Black, where they are given; whether that is news.
    pub fn name_players(&mut self, game: GameId, names: &[Option<String>; 2]) -> bool {
        let before = match names {
            [None, None] => self.names.0.remove(&game),
            names => self.names.0.insert(game, names.clone()),
        };
        before.unwrap_or_default() != *names
    }
}

impl Names {
    /// The pairing of a game with the names that hold.
    pub(super) fn corrected(&self, pairing: &Arc<Pairing>, game: Option<GameId>) -> Arc<Pairing> {
        let Some([white, black]) = game.and_then(|game| self.0.get(&game)) else {
            return Arc::clone(pairing);
        };
        let mut corrected = Pairing::clone(pairing);
        for (player, name) in [(&mut corrected.white, white), (&mut corrected.black, black)] {
            if let Some(name) = name {
                player.name.clone_from(name);
            }
        }
        Arc::new(corrected)
    }
}
