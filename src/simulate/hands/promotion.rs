//! Promotions, with or without a capture.

use shakmaty::{Piece, Square};

use super::hand::{Hand, Held};
use super::style::{Exchange, choose};

impl Hand {
    pub(super) fn promote(&mut self, from: Square, to: Square, new: Piece) {
        let exchange = choose(self.habits().promotion, self.rng());
        match exchange.unwrap_or(Exchange::Direct) {
            Exchange::Direct => {
                self.lift(from).lay_aside();
                self.wait(500..=1_500);
                self.place(Held::fetched(new), to);
            }
            Exchange::NewManFirst => {
                self.wait(300..=900);
                self.place(Held::fetched(new), to);
                self.wait(250..=900);
                self.lift(from).lay_aside();
            }
            Exchange::PawnStands => {
                self.carry(from, to);
                self.wait(400..=2_500);
                self.lift(to).lay_aside();
                self.wait(200..=900);
                self.place(Held::fetched(new), to);
            }
        }
    }
}
