//! What is told of games, for the tests of whoever releases it.

use shakmaty::uci::UciMove;
use shakmaty::{Color, Square};

use crate::account::{EvidenceSpan, MoveId, Sight};
use crate::game::conclusion::{Conclusion, MoveState, MoveTexts, MoveTold};

/// The move e2e4 under this id, surely played.
pub fn a_move(id: u64, ply: u32, state: MoveState) -> Conclusion {
    Conclusion::Move(MoveTold {
        id: Some(MoveId(id)),
        ply,
        state,
        uci: UciMove::Normal { from: Square::E2, to: Square::E4, promotion: None },
        texts: MoveTexts::known(Some("e4".into()), "fen".into()),
        side: Color::White,
        sight: Sight::Seen,
        confidence: 1.0,
        evidence: EvidenceSpan { from: 1, to: 2 },
    })
}
