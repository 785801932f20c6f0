//! Captures, en passant included.

use shakmaty::Square;

use super::hand::{Hand, Held};
use super::rate::Rate;

/// In which order a captured piece goes and the capturing piece comes.
#[derive(Clone, Copy, Debug)]
enum CaptureOrder {
    /// The capturer is put in the victim's place in one moment.
    Overwrite,
    /// The victim is lifted first.
    VictimFirst,
    /// The capturer is lifted first, then the victim.
    CapturerFirst,
}

/// When the pawn captured en passant is lifted.
#[derive(Clone, Copy, Debug)]
enum VictimLifted {
    /// When the capturer has been put down.
    After,
    /// Before the capturer is lifted.
    Before,
    /// When the reply has begun.
    Late,
}

impl Hand {
    pub(super) fn capture(&mut self, from: Square, to: Square) {
        let order = self.choose([
            (Rate::CaptureOverwrite, CaptureOrder::Overwrite),
            (Rate::CaptureVictimFirst, CaptureOrder::VictimFirst),
            (Rate::CaptureCapturerFirst, CaptureOrder::CapturerFirst),
        ]);
        match order {
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
        let lifted = self.choose([
            (Rate::PassantAfter, VictimLifted::After),
            (Rate::PassantBefore, VictimLifted::Before),
            (Rate::PassantLate, VictimLifted::Late),
        ]);
        match lifted {
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

    /// Takes a captured piece off the board; now and then it brushes a neighbouring square.
    fn carry_off(&mut self, victim: Held, from: Square) {
        if !self.chance(Rate::Brush) {
            return victim.lay_aside();
        }
        self.wait(20..=80);
        match self.empty_neighbour(from) {
            Some(square) => self.touch(victim, square).lay_aside(),
            None => victim.lay_aside(),
        }
    }
}
