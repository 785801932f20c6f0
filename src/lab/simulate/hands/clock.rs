//! What hands do to the clock.

use shakmaty::Color;

use super::hand::Hand;
use super::rate::Rate;
use crate::simulate::timeline::Action;

impl Hand {
    /// Presses the clock after a move, unless it is forgotten.
    pub(super) fn press(&mut self, mover: Color) {
        if self.chance(Rate::PressForgotten) {
            return self.forget_press();
        }
        self.reach_and_press(mover);
    }

    /// Presses the clock after a move.
    pub(super) fn reach_and_press(&mut self, mover: Color) {
        let reach = self.between(Rate::PressLeast, Rate::PressMost);
        self.pass(reach);
        self.press_button(mover);
    }

    /// Puts the lever so that `first` has the move, then starts the clock.
    pub(super) fn start_clock(&mut self, first: Color) {
        self.wait(500..=500);
        self.press_button(first.other());
        self.wait(500..=500);
        self.act(Action::StartStop);
    }

    /// Stops the clock, some seconds after the last move.
    pub(super) fn stop_clock(&mut self) {
        self.wait(1_000..=4_000);
        self.act(Action::StartStop);
    }
}
