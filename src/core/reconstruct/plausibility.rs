//! How likely a move is of which nobody saw where it went.
//!
//! Where the readings cannot tell, the better guess is the move that doesn't leave a piece to be taken
//! for nothing, and that goes towards the centre. No more chess is needed: this only breaks ties.

use shakmaty::{Chess, Move, Position, Role};

/// How unlikely the move is, in thousandths of the unit of costs.
pub(super) fn doubt_milli(before: &Chess, after: &Chess, mv: Move) -> i64 {
    let Some(from) = mv.from() else { return 0 };
    let (to, mover) = (mv.to(), before.turn());
    let (Some(piece), board) = (before.board().role_at(from), after.board()) else { return 0 };
    let takers = board.attacks_to(to, !mover, board.occupied());
    let kept = board.attacks_to(to, mover, board.occupied()).any();
    let gained = mv.capture().map_or(0, worth);
    let by_less = takers.into_iter().filter_map(|square| board.role_at(square)).map(worth).min();
    let risk = match by_less {
        Some(_) if gained >= worth(piece) => 0,
        Some(taker) if taker < worth(piece) => LOST_MILLI,
        Some(_) if !kept => LOST_MILLI,
        _ => 0,
    };
    let off_centre = match piece {
        Role::Knight | Role::Bishop | Role::Queen => OFF_CENTRE_MILLI * rings(to),
        Role::Pawn | Role::Rook | Role::King => 0,
    };
    risk + off_centre
}

/// What a piece is worth, in pawns; nobody gives a king.
pub(super) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// A piece is left to be taken.
const LOST_MILLI: i64 = 400;
/// Each step further from the centre.
const OFF_CENTRE_MILLI: i64 = 50;

/// How many squares lie between this one and the four of the centre, at most.
fn rings(square: shakmaty::Square) -> i64 {
    let off = |coordinate: u32| (i64::from(coordinate) * 2 - 7).abs() / 2;
    off(u32::from(square.file())).max(off(u32::from(square.rank())))
}
