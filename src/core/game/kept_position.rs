//! A position in few bytes, until somebody asks for it.

use std::sync::Arc;

use shakmaty::packed::PackedSetup;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position};

/// A position as it is kept: a few dozen bytes, where those say all of it.
#[derive(Clone, Debug)]
pub(super) enum KeptPosition {
    Packed(Box<[u8]>),
    /// One that no play leads to may come out of its bytes otherwise, or not at all.
    Whole(Arc<Chess>),
}

impl KeptPosition {
    pub(super) fn of(position: &Arc<Chess>) -> Self {
        let packed = PackedSetup::pack_standard(&position.to_setup(EnPassantMode::Always));
        let packed = packed.ok().map(|packed| Self::Packed(packed.as_bytes().into()));
        let packed = packed.filter(|packed| packed.position().as_ref() == Some(&**position));
        packed.unwrap_or_else(|| Self::Whole(Arc::clone(position)))
    }

    /// The position.
    pub(super) fn position(&self) -> Option<Chess> {
        let bytes = match self {
            Self::Packed(bytes) => bytes,
            Self::Whole(position) => return Some(position.as_ref().clone()),
        };
        let setup = PackedSetup::try_from_bytes(bytes).ok()?.unpack_standard().ok()?;
        Chess::from_setup(setup, CastlingMode::Chess960).ok()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{Move, Role, Square};

    use super::*;
    use crate::account::position_after;

    fn position(fen: &str) -> Arc<Chess> {
        let setup = fen.parse::<Fen>().unwrap().into_setup();
        Arc::new(Chess::from_setup(setup, CastlingMode::Chess960).unwrap())
    }

    #[test]
    fn a_position_of_play_is_kept_in_few_bytes_and_comes_out_as_it_was() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 250",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let before = position(fen);
            let kept = KeptPosition::of(&before);
            assert!(matches!(&kept, KeptPosition::Packed(bytes) if bytes.len() <= 32), "{kept:?}");
            assert_eq!(kept.position().as_ref(), Some(&*before));
        }
    }

    #[test]
    fn a_position_that_no_play_leads_to_is_kept_whole() {
        let in_check = position("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1");
        let (role, from, to) = (Role::King, Square::E1, Square::E2);
        let stays = Move::Normal { role, from, capture: None, to, promotion: None };
        let before = Arc::new(position_after(&in_check, stays));
        let kept = KeptPosition::of(&before);
        assert!(matches!(kept, KeptPosition::Whole(_)), "{kept:?}");
        assert_eq!(kept.position().as_ref(), Some(&*before));
    }
}
