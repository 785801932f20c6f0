//! Castling.

use shakmaty::{CastlingSide, Color, Square};

use super::hand::Hand;
use super::rate::Rate;
use super::sins::Sins;
use crate::simulate::truth::SinKind;

/// How castling is done.
#[derive(Clone, Copy, Debug)]
enum CastlingOrder {
    /// The king, then the rook.
    KingFirst,
    /// The rook, then the king.
    RookFirst,
    /// Both with two hands at once.
    TwoHanded,
}

impl Hand {
    /// Castles with king and rook from their squares, in Chess960 too; returns what the Laws do not
    /// allow of it.
    pub(super) fn castle(&mut self, color: Color, king: Square, rook: Square) -> Option<SinKind> {
        let (king_to, rook_to) = goals(color, king, rook);
        let order = self.choose([
            (Rate::CastleKingFirst, CastlingOrder::KingFirst),
            (Rate::CastleRookFirst, CastlingOrder::RookFirst),
            (Rate::CastleTwoHanded, CastlingOrder::TwoHanded),
        ]);
        match order {
            _ if king == king_to => self.carry(rook, rook_to),
            _ if rook == rook_to => self.carry(king, king_to),
            CastlingOrder::KingFirst if king_to != rook => {
                self.carry(king, king_to);
                self.wait(80..=500);
                self.carry(rook, rook_to);
                return None;
            }
            CastlingOrder::RookFirst if rook_to != king => {
                self.carry(rook, rook_to);
                self.wait(80..=500);
                self.carry(king, king_to);
                return Some(SinKind::RookFirst);
            }
            _ if self.sins() != Sins::Usual => {
                self.castle_with_the_king_aside((king, king_to), (rook, rook_to));
            }
            _ => {
                self.castle_with_two_hands((king, king_to), (rook, rook_to));
                return Some(SinKind::TwoHands);
            }
        }
        None
    }

    /// Castles with the rook put down before the king is touched (4.4.2).
    pub(super) fn castle_rook_first(&mut self, color: Color, king: Square, rook: Square) {
        let (king_to, rook_to) = goals(color, king, rook);
        self.carry(rook, rook_to);
        self.pause(600..=2_000);
        self.carry(king, king_to);
    }

    /// One hand castles where each piece stands in the other's way: the king waits beside the board.
    fn castle_with_the_king_aside(&mut self, king: (Square, Square), rook: (Square, Square)) {
        let held = self.lift(king.0);
        self.wait(300..=900);
        self.carry(rook.0, rook.1);
        self.wait(200..=700);
        self.place(held, king.1);
    }

    fn castle_with_two_hands(&mut self, king: (Square, Square), rook: (Square, Square)) {
        let king_held = self.lift(king.0);
        self.wait(20..=150);
        let rook_held = self.lift(rook.0);
        self.wait(250..=700);
        self.place(king_held, king.1);
        self.wait(20..=200);
        self.place(rook_held, rook.1);
    }
}

/// Where king and rook go.
fn goals(color: Color, king: Square, rook: Square) -> (Square, Square) {
    let side = CastlingSide::from_king_side(king < rook);
    (side.king_to(color), side.rook_to(color))
}
