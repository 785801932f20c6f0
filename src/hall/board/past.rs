//! What a board's journal concludes, until the board is served.

use super::{GameNews, OpenBoard};
use crate::hall::news::{GameId, News};

impl OpenBoard {
    pub(super) fn remember_told(&mut self) {
        while let Some(told) = self.sitting.poll() {
            self.remember_game(told.game);
            if let Some(game) = self.past.last_mut() {
                game.told.push(told);
            }
        }
        if let Some(number) = self.sitting.view().map(|view| view.game) {
            self.remember_game(number);
        }
    }

    /// The last past game is this one; the one before it stays as it is now.
    fn remember_game(&mut self, number: u32) {
        let last = self.past.last_mut();
        if last.as_ref().is_none_or(|last| last.number != number) {
            if let Some(before) = last {
                let view = self.sitting.view_of(before.number).cloned();
                before.view = view.or(before.view.take());
            }
            self.past.push(GameNews { number, told: Vec::new(), view: None });
        }
    }

    /// What the journal concludes: every game, and all that was told of it.
    pub(in crate::hall) fn history(&mut self) -> Vec<(GameId, News)> {
        let past = std::mem::take(&mut self.past);
        past.into_iter().filter_map(|news| self.publish(news)).collect()
    }
}
