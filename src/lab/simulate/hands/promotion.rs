//! Promotions, with or without a capture.

use shakmaty::{Piece, Role, Square};

use super::hand::{Hand, Held};
use super::rate::Rate;
use crate::simulate::truth::SinKind;

/// How a pawn is promoted.
#[derive(Clone, Copy, Debug)]
enum Exchange {
    /// The pawn is laid aside from the seventh rank and the new piece put on the eighth.
    Direct,
    /// The new piece is put on the eighth before the pawn is taken away.
    NewPieceFirst,
    /// The pawn is moved to the eighth, stands there a moment, and is exchanged.
    PawnStands,
    /// Another piece is put there first.
    WrongFirst,
    /// A spare of the wrong colour is put there first.
    WrongColour,
}

impl Hand {
    /// Promotes; returns what the Laws do not allow of it.
    pub(super) fn promote(&mut self, from: Square, to: Square, new: Piece) -> Option<SinKind> {
        let exchange = self.choose([
            (Rate::PromoteDirect, Exchange::Direct),
            (Rate::PromoteNewFirst, Exchange::NewPieceFirst),
            (Rate::PromotePawnStands, Exchange::PawnStands),
            (Rate::PromoteWrongFirst, Exchange::WrongFirst),
            (Rate::PromoteWrongColour, Exchange::WrongColour),
        ]);
        match exchange {
            Exchange::Direct => self.exchange(from, to, new),
            Exchange::NewPieceFirst => {
                self.wait(300..=900);
                self.place(Held::fetched(new), to);
                self.wait(250..=900);
                self.lift(from).lay_aside();
            }
            Exchange::PawnStands => {
                self.carry(from, to);
                self.wait(400..=2_500);
                self.correct(to, new);
            }
            Exchange::WrongFirst => {
                let role = if new.role == Role::Queen { Role::Rook } else { Role::Queen };
                self.exchange(from, to, Piece { role, ..new });
                self.wait(400..=2_500);
                self.correct(to, new);
                return Some(SinKind::ReleasedPiece);
            }
            Exchange::WrongColour => {
                self.exchange(from, to, Piece { color: new.color.other(), ..new });
                self.wait(400..=2_500);
                self.correct(to, new);
            }
        }
        None
    }

    fn exchange(&mut self, from: Square, to: Square, new: Piece) {
        self.lift(from).lay_aside();
        self.wait(500..=1_500);
        self.place(Held::fetched(new), to);
    }

    /// Exchanges what stands on the eighth for the right piece.
    pub(super) fn correct(&mut self, to: Square, new: Piece) {
        self.lift(to).lay_aside();
        self.wait(200..=900);
        self.place(Held::fetched(new), to);
    }
}
