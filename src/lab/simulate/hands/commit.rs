//! How hands commit the sins that are planted. What lasts long enough to be seen and judged lasts as
//! long with quick hands too.

use std::ops::RangeInclusive;

use shakmaty::{Move, Piece, Position, Role, Square};

use super::duty::victim;
use super::hand::Hand;
use super::planted::Planted;
use super::table::{Intent, Table};
use crate::simulate::truth::SinKind;

impl Table<'_> {
    /// Commits the sin and plays the ply to its end, the press included.
    pub(super) fn commit(&mut self, planted: Planted, play: Move) {
        let mover = self.position.turn();
        let intent = Intent::legal(play);
        match planted {
            Planted::Touched { kind, pieces, astray } => {
                self.sin(kind);
                self.hand.touch_and_put_back(&pieces, astray);
                self.make(intent, None);
            }
            Planted::RookFirst { king, rook } => {
                self.sin(SinKind::RookFirst);
                self.hand.castle_rook_first(mover, king, rook);
                self.enter(intent);
            }
            Planted::Released { from, first } => {
                self.sin(SinKind::ReleasedPiece);
                self.hand.carry(from, first);
                self.hand.pause(1_500..=3_000);
                self.make(intent, Some(first));
            }
            Planted::Corrected { illegal } => {
                self.sin(SinKind::IllegalMove);
                let _ = self.hand.make(mover, illegal);
                self.press_for(2_000..=5_000);
                self.put_right_and_press_back();
                self.make(intent, None);
            }
            Planted::Standing { illegal } => {
                self.make(Intent { play: illegal, sin: Some(SinKind::IllegalMove) }, None);
            }
            Planted::PawnLeft { from, to } => return self.leave_pawn(from, to, intent),
            Planted::VictimLeft { from, to } => return self.leave_victim(from, to, intent),
            Planted::PressOnly => {
                self.sin(SinKind::PressOnly);
                self.press_for(1_500..=4_000);
                self.hand.press_button(mover.other());
                self.hand.pause(500..=2_000);
                self.make(intent, None);
            }
        }
        if self.has_clock() {
            self.hand.reach_and_press(mover);
        }
    }

    /// Presses the clock and lets it stand so for some milliseconds.
    fn press_for(&mut self, ms: RangeInclusive<u64>) {
        self.hand.reach_and_press(self.position.turn());
        self.hand.pause(ms);
    }

    fn leave_pawn(&mut self, from: Square, to: Square, intent: Intent) {
        let color = self.position.turn();
        self.sin(SinKind::PawnNotReplaced);
        match victim(intent.play) {
            Some(_) => self.hand.capture(from, to),
            None => self.hand.carry(from, to),
        }
        self.press_for(2_000..=5_000);
        self.hand.correct(to, Piece { color, role: Role::Queen });
        self.enter(intent);
    }

    fn leave_victim(&mut self, from: Square, to: Square, intent: Intent) {
        let mover = self.position.turn();
        self.sin(SinKind::IllegalMove);
        self.hand.carry(from, to);
        self.enter(intent);
        self.hand.reach_and_press(mover);
        self.hand.pause(1_500..=4_000);
        if let Some(square) = victim(intent.play) {
            self.hand.lift(square).lay_aside();
        }
    }
}

impl Hand {
    /// Lifts one piece or two, the first of them perhaps to put it on another square, and puts them
    /// back; each is off its square for 2 s at least.
    fn touch_and_put_back(&mut self, pieces: &[Square], astray: Option<Square>) {
        match (pieces, astray) {
            (&[piece], Some(square)) => {
                let held = self.lift(piece);
                self.pause(600..=1_200);
                self.place(held, square);
                self.pause(1_500..=2_500);
                self.carry(square, piece);
            }
            (&[piece, ref others @ ..], _) => {
                let held = self.lift(piece);
                self.pause(500..=1_200);
                for &other in others {
                    let held = self.lift(other);
                    self.pause(2_000..=3_500);
                    self.place(held, other);
                }
                self.pause(1_500..=3_000);
                self.place(held, piece);
            }
            ([], _) => {}
        }
        self.pause(500..=1_500);
    }
}
