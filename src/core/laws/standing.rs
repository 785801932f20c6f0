//! Positions as they stand, legal or not.

use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, Chess, Color, FromSetup, Move, Position, PositionError, Role, Setup, Square,
};

/// The position of a FEN, legal or not; `None` where a king is missing, or more stand than one of a side.
///
/// What cannot come about by legal moves, shakmaty refuses to set up; its moves ask no questions. So the
/// pieces are put down one by one beside kings that stand rightly (A.5.4 needs such positions).
pub fn position_of(fen: &Fen) -> Option<Chess> {
    let setup: Setup = fen.as_setup().clone();
    let set_up = Chess::from_setup(setup.clone(), CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights);
    set_up.ok().or_else(|| put_down(&setup))
}

fn put_down(setup: &Setup) -> Option<Chess> {
    let kings = Color::ALL.map(|color| {
        let king = setup.board.by_piece(Role::King.of(color)).single_square()?;
        Some((color, king))
    });
    let mut bare = Setup { turn: Color::White, ..Setup::empty() };
    for (color, king) in kings.into_iter().flatten() {
        bare.board.set_piece_at(king, Role::King.of(color));
    }
    let king_of = |color| setup.board.by_piece(Role::King.of(color)).single_square();
    let mut position = Chess::from_setup(bare, CastlingMode::Standard).ok()?;
    let others = setup.board.occupied() & !setup.board.kings();
    for square in others {
        let piece = setup.board.piece_at(square)?;
        if position.turn() != piece.color {
            let king = king_of(position.turn())?;
            stay(&mut position, king);
        }
        position.play_unchecked(Move::Put { role: piece.role, to: square });
    }
    if position.turn() != setup.turn {
        let king = king_of(position.turn())?;
        stay(&mut position, king);
    }
    (position.board().occupied() == (others | setup.board.kings())).then_some(position)
}

/// The king moves to where it stands.
fn stay(position: &mut Chess, king: Square) {
    let (role, capture, promotion) = (Role::King, None, None);
    position.play_unchecked(Move::Normal { role, from: king, capture, to: king, promotion });
}
