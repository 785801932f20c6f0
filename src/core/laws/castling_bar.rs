//! Castling that is barred for the rest of the game: the king or the rook stood wrong from the start, and it was found too late
//! (A.5.1.2).
//!
//! Reconstruction knows nothing of it. What it tells is restated before anything judges it: the positions have no such rights,
//! and castling by them is illegal.

use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Chess, Color, EnPassantMode, FromSetup, Move, Position};

use super::command::Misplaced;
use super::standing::position_of;
use crate::account::{LineMove, Placed, What};

/// What bars castling.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CastlingBar {
    /// Where the rooks stand with which nobody castles.
    rooks: Bitboard,
}

impl CastlingBar {
    /// This stood wrong: nobody castles with it. A king of which nobody says whose it is bars both.
    pub(super) fn add(&mut self, misplaced: Misplaced) {
        let backrank = |color: Color| Bitboard::from(color.backrank());
        self.rooks |= match misplaced {
            Misplaced::King(Some(color)) => backrank(color),
            Misplaced::King(None) => backrank(Color::White) | backrank(Color::Black),
            Misplaced::Rook(square) => Bitboard::from(square),
        };
    }

    /// The position without the rights that are barred; `None` where it has none of them.
    pub(super) fn applied(&self, position: &Chess) -> Option<Chess> {
        if (position.castles().castling_rights() & self.rooks).is_empty() {
            return None;
        }
        let mode = position.castles().mode();
        let mut setup = position.to_setup(EnPassantMode::Always);
        setup.castling_rights &= !self.rooks;
        let legal = Chess::from_setup(setup.clone(), mode).ok();
        legal.or_else(|| Fen::try_from(setup).ok().and_then(|fen| position_of(&fen)))
    }

    /// What an entry of the account says where this is barred; `None` where it says the same.
    pub(super) fn restated(&self, what: &What) -> Option<What> {
        match what {
            What::Move(mv) => {
                let before = self.applied(&mv.before)?;
                let legal = mv.legal && !self.bars(mv.mv);
                Some(What::Move(LineMove { before: Arc::new(before), legal, ..mv.clone() }))
            }
            What::Position(Placed { position, why }) => {
                let position = Arc::new(self.applied(position)?);
                Some(What::Position(Placed { position, why: *why }))
            }
            _ => None,
        }
    }

    fn bars(&self, mv: Move) -> bool {
        matches!(mv, Move::Castle { rook, .. } if self.rooks.contains(rook))
    }
}
