//! Captures, en passant included.

use shakmaty::Square;

use super::hand::{Hand, Held};
use super::style::{CaptureOrder, VictimLifted, choose};

impl Hand {
    pub(super) fn capture(&mut self, from: Square, to: Square) {
        let order = choose(self.habits().captures, self.rng());
        match order.unwrap_or(CaptureOrder::Overwrite) {
            CaptureOrder::Overwrite => {
                let held = self.lift(from);
                let held = self.travel(held, from, to);
                let victim = self.replace(held, to);
                self.carry_off(victim, to);
            }
            CaptureOrder::VictimFirst => {
                let victim = self.lift(to);
                self.carry_off(victim, to);
                self.wait(100..=500);
                self.carry(from, to);
            }
            CaptureOrder::CapturerFirst => {
                let held = self.lift(from);
                let held = self.travel(held, from, to);
                let victim = self.lift(to);
                self.carry_off(victim, to);
                self.wait(80..=300);
                self.place(held, to);
            }
        }
    }

    pub(super) fn capture_en_passant(&mut self, from: Square, to: Square) {
        let square = Square::from_coords(to.file(), from.rank());
        let lifted = choose(self.habits().en_passant, self.rng());
        match lifted.unwrap_or(VictimLifted::After) {
            VictimLifted::After => {
                self.carry(from, to);
                self.wait(150..=600);
                let victim = self.lift(square);
                self.carry_off(victim, square);
            }
            VictimLifted::Before => {
                let victim = self.lift(square);
                self.carry_off(victim, square);
                self.wait(100..=500);
                self.carry(from, to);
            }
            VictimLifted::Late => {
                self.carry(from, to);
                self.forget(square);
            }
        }
    }

    /// Takes a captured man off the board; now and then it brushes a neighbouring square.
    fn carry_off(&mut self, victim: Held, from: Square) {
        if !self.chance(self.habits().brush) {
            return victim.lay_aside();
        }
        self.wait(20..=80);
        match self.empty_neighbour(from) {
            Some(square) => self.touch(victim, square, 60..=250).lay_aside(),
            None => victim.lay_aside(),
        }
    }
}
