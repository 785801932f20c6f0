//! Play that goes on when the game is over: it is none of the game.

use shakmaty::Position;

use super::moves::{legal_moves, shown};
use super::rate::Rate;
use super::table::Table;

impl Table<'_> {
    /// Now and then the players show each other what they saw: from where the game ended, or from
    /// some plies before. Nobody presses the clock.
    pub(super) fn analyse(&mut self) {
        if !self.hand.chance(Rate::Analysis) {
            return;
        }
        self.hand.wait(2_000..=15_000);
        self.go_back();
        for _ in 0..self.hand.rng().usize(2..=16) {
            let legal = legal_moves(&self.position);
            if shown(&self.position).is_some() {
                break;
            }
            let Some(&play) = self.hand.rng().choice(&legal) else { break };
            let mover = self.position.turn();
            self.hand.begin(mover);
            self.hand.wait(500..=5_000);
            let _ = self.hand.make(mover, play);
            self.position.play_unchecked(play);
        }
        self.hand.clear_late_victim();
    }

    /// Half of the time, and always when nothing more can be played, some plies are taken back.
    fn go_back(&mut self) {
        let stays = shown(&self.position).is_none() && self.hand.rng().bool();
        let plies = if stays { 0 } else { self.hand.rng().usize(1..=6) };
        for _ in 0..plies {
            let Some(position) = self.stood.pop() else { break };
            self.position = position;
            self.hand.restore(self.position.board());
            self.hand.wait(300..=1_500);
        }
        // the kings may still stand in the centre
        self.hand.restore(self.position.board());
    }
}
