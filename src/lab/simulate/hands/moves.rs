//! Moves in positions that may be illegal: a king may stand in check when it is not its turn.

use shakmaty::{Chess, Color, KnownOutcome, Move, Position, Role, Square};

/// The legal moves, as players see them: nobody takes a king.
pub(super) fn legal_moves(position: &Chess) -> Vec<Move> {
    let takes_king = |play: &Move| play.capture() == Some(Role::King);
    position.legal_moves().into_iter().filter(|play| !takes_king(play)).collect()
}

/// The legal move that puts the same piece on the same square as `wanted`, whatever it finds there.
pub(super) fn alike(legal: &[Move], wanted: Move) -> Option<Move> {
    let key = |play: Move| (play.from(), play.to(), play.role(), play.promotion());
    legal.iter().copied().find(|&play| key(play) == key(wanted))
}

/// The result, if the board itself shows it: mate, stalemate or a dead position.
pub(super) fn shown(position: &Chess) -> Option<KnownOutcome> {
    if legal_moves(position).is_empty() {
        let winner: Color = position.turn().other();
        let mate = KnownOutcome::Decisive { winner };
        return Some(if position.is_check() { mate } else { KnownOutcome::Draw });
    }
    position.is_insufficient_material().then_some(KnownOutcome::Draw)
}

/// A piece goes from square to square; what stands there is captured.
pub(super) fn normal(position: &Chess, role: Role, from: Square, to: Square) -> Move {
    Move::Normal { role, from, capture: position.board().role_at(to), to, promotion: None }
}

/// The position after a move.
pub(super) fn after(position: &Chess, play: Move) -> Chess {
    let mut position = position.clone();
    position.play_unchecked(play);
    position
}
