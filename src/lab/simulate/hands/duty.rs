//! What touches oblige a player to (4.3, 4.4, 4.5), so that it is known which planted touches are
//! sins. The engine that is measured by them has its own.

use shakmaty::{Chess, Color, Move, Position, Role, Square};

/// The moves among `legal` that the pieces touched, in their order, leave to the player to move.
pub(super) fn duty(position: &Chess, legal: &[Move], touched: &[Square]) -> Vec<Move> {
    let touches = Touches { position, legal, touched };
    touches.binding().unwrap_or_else(|| legal.to_vec())
}

/// The piece whose capture a move is, with its square: behind the goal in en passant.
pub(super) fn victim(play: Move) -> Option<Square> {
    match play {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Normal { to, capture: Some(_), .. } => Some(to),
        _ => None,
    }
}

/// The pieces that a move touches, the one that moves first.
pub(super) fn pieces_of(play: Move) -> Vec<Square> {
    let rook = match play {
        Move::Castle { rook, .. } => Some(rook),
        _ => None,
    };
    play.from().into_iter().chain(victim(play)).chain(rook).collect()
}

struct Touches<'a> {
    position: &'a Chess,
    legal: &'a [Move],
    touched: &'a [Square],
}

impl Touches<'_> {
    /// The moves that are left; `None` where nothing that was touched can be moved or captured.
    fn binding(&self) -> Option<Vec<Move>> {
        let own = self.touched.iter().find(|&&square| self.position.us().contains(square));
        let enemy = self.touched.iter().find(|&&square| self.position.them().contains(square));
        if let (Some(&own), Some(&enemy)) = (own, enemy) {
            let both = self.those(|play| play.from() == Some(own) && victim(play) == Some(enemy));
            if both.is_some() {
                return both;
            }
        }
        self.touched.iter().find_map(|&square| self.rule(square))
    }

    /// What one of the pieces binds to.
    fn rule(&self, square: Square) -> Option<Vec<Move>> {
        if self.position.them().contains(square) {
            return self.those(|play| victim(play) == Some(square));
        }
        match self.position.board().role_at(square) {
            Some(Role::King) => self.king_rule(square),
            _ => self.those(|play| play.from() == Some(square)),
        }
    }

    fn king_rule(&self, king: Square) -> Option<Vec<Move>> {
        let rooks = self.position.our(Role::Rook);
        let at = self.touched.iter().position(|&square| square == king).unwrap_or(0);
        let (before, after) = self.touched.split_at(at);
        let barred = |play: Move| castles_with(play).is_some_and(|rook| before.contains(&rook));
        let castling =
            |&rook: &Square| self.those(|play| castles_with(play) == Some(rook) && !barred(play));
        if let Some(castling) = after.iter().find_map(castling) {
            return Some(castling);
        }
        let steps = self.those(|play| play.from() == Some(king) && !barred(play));
        // 4.4.3: who meant to castle and cannot move the king is free
        let intends = !before.iter().any(|&square| rooks.contains(square))
            && after.iter().any(|&square| stand_at_home(self.position.turn(), king, square));
        steps.or_else(|| intends.then(|| self.legal.to_vec()))
    }

    fn those(&self, holds: impl Fn(Move) -> bool) -> Option<Vec<Move>> {
        let moves: Vec<Move> = self.legal.iter().copied().filter(|&play| holds(play)).collect();
        (!moves.is_empty()).then_some(moves)
    }
}

const fn castles_with(play: Move) -> Option<Square> {
    match play {
        Move::Castle { rook, .. } => Some(rook),
        _ => None,
    }
}

fn stand_at_home(color: Color, king: Square, rook: Square) -> bool {
    let (home, corners) = match color {
        Color::White => (Square::E1, [Square::A1, Square::H1]),
        Color::Black => (Square::E8, [Square::A8, Square::H8]),
    };
    king == home && corners.contains(&rook)
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;
    use crate::simulate::hands::moves::legal_moves;

    /// The moves that are left, in UCI.
    fn left(fen: &str, touched: &str) -> Vec<String> {
        let position: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let touched: Vec<Square> = touched.split(' ').map(|name| name.parse().unwrap()).collect();
        let moves = duty(&position, &legal_moves(&position), &touched);
        let names = moves.into_iter().map(|play| play.to_uci(CastlingMode::Standard).to_string());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CENTRE: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 2";
    const ROOKS: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    const PASSANT: &str = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";

    #[test]
    fn the_first_piece_that_can_move_or_be_captured_binds() {
        assert_eq!(left(START, "g1"), ["g1f3", "g1h3"]);
        assert_eq!(left(START, "a1 g1 e2"), ["g1f3", "g1h3"]);
        assert_eq!(left(START, "a1").len(), 20);
        assert_eq!(left(CENTRE, "d5"), ["c3d5", "e4d5"]);
        assert_eq!(left(CENTRE, "a1"), ["a1b1"]);
        assert_eq!(left(CENTRE, "e8"), left(CENTRE, "d8"));
    }

    #[test]
    fn own_and_enemy_piece_bind_to_the_capture_of_one_by_the_other() {
        assert_eq!(left(CENTRE, "c3 d5"), ["c3d5"]);
        assert_eq!(left(CENTRE, "d5 c3"), ["c3d5"]);
        assert_eq!(left(CENTRE, "g1 d5"), ["g1e2", "g1f3", "g1h3"]);
        assert_eq!(left(CENTRE, "d5 g1"), ["c3d5", "e4d5"]);
        assert_eq!(left(CENTRE, "g1 c3 d5"), ["g1e2", "g1f3", "g1h3"]);
        assert_eq!(left(PASSANT, "e5 f5"), ["e5f6"]);
    }

    #[test]
    fn king_and_rook_bind_to_castling_unless_the_rook_came_first() {
        assert_eq!(left(ROOKS, "e1 h1"), ["e1g1"]);
        assert_eq!(left(ROOKS, "e1"), ["e1c1", "e1d1", "e1f1", "e1g1"]);
        assert_eq!(left(ROOKS, "h1 e1"), ["h1f1", "h1g1"]);
        let in_check = "4k3/8/8/8/4q3/8/8/4K2R w K - 0 1";
        assert_eq!(left(in_check, "h1 e1"), ["e1d1", "e1d2", "e1f1", "e1f2"]);
        let barred = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
        assert_eq!(left(barred, "e1 h1"), ["e1c1", "e1d1", "e1d2", "e1e2"]);
        let immobile = "3r1rk1/8/8/1b6/8/8/P7/4K2R w - - 0 1";
        assert!(left(immobile, "e1 h1").contains(&"a2a3".to_owned()));
    }
}
