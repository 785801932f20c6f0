//! Games that stand on the board no more: they go on on another one, or are adjourned.

use super::OpenBoard;

impl OpenBoard {
    /// A game is played elsewhere from now on: the present one, or that of this number, which was adjourned here. What was told
    /// of it stays told.
    pub(in crate::hall) fn let_go(&mut self, number: Option<u32>) {
        self.showing.keep_past(&self.sitting);
        self.sitting.let_go(number);
        self.forget_game_that_left();
    }

    /// Where no game stands on the board any more, clients know of none there.
    pub(in crate::hall) fn forget_game_that_left(&mut self) {
        if self.number().is_none() {
            self.showing.forget_present();
            self.view.game = None;
        }
    }
}
