//! What comes of a position: what the side to move wins within a few moves if both play well.
//!
//! Small, for it only tells apart what no reading does: all moves of the next plies, then captures until nothing is left to
//! take; and of what is lost only material counts. It looks at so many positions and no more, so its time is bounded
//! whatever stands on the board.

use shakmaty::{Bitboard, Chess, Move, MoveList, Position, Rank, Role};

use crate::account::{is_playable, position_after, replies};

/// What the side to move is ahead by, in hundredths of a pawn, when the next moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outlook(i32);

/// So many plies are looked ahead with all their moves, before captures alone.
const MAX_PLIES_AHEAD: u8 = 2;
/// So many captures follow one another.
const MAX_CAPTURES_AHEAD: u8 = 6;
/// So many positions are looked at; what was not seen to its end does not count.
const MAX_POSITIONS: u32 = 4_000;
/// What a side that is mated is behind by; and more than anybody is ahead by.
const MATED: i32 = 10_000;
const MAX_AHEAD: i32 = 30_000;

impl Outlook {
    /// The outlook of the side to move.
    pub(super) fn of(position: &Chess) -> Self {
        let mut search = Search { left: MAX_POSITIONS };
        let depths =
            (0..=MAX_PLIES_AHEAD).map(|plies| Depth { plies, captures: MAX_CAPTURES_AHEAD });
        let outlooks = depths.map_while(|depth| search.look(position, Window::ALL, depth));
        Self(outlooks.last().unwrap_or_else(|| material(position)))
    }

    /// What the side that moves from here to `after`, where the other one is to move, loses by it, in hundredths of a pawn.
    pub(super) fn lost_by_moving_to(self, after: Self) -> i64 {
        i64::from(self.0 + after.0).max(0)
    }
}

/// How far is still looked.
#[derive(Clone, Copy, Debug)]
struct Depth {
    plies: u8,
    captures: u8,
}

/// What is worth knowing: less than the first or more than the second comes to the same.
#[derive(Clone, Copy, Debug)]
struct Window {
    least: i32,
    most: i32,
}

#[derive(Debug)]
struct Search {
    /// So many positions may still be looked at.
    left: u32,
}

impl Window {
    const ALL: Self = Self { least: -MAX_AHEAD, most: MAX_AHEAD };

    /// The same for the other side.
    const fn turned(self) -> Self {
        Self { least: -self.most, most: -self.least }
    }
}

impl Search {
    /// What the side to move is ahead by in the end; `None` where that would take too long.
    fn look(&mut self, position: &Chess, mut window: Window, depth: Depth) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let is_check = position.is_check();
        let mut best = -MAX_AHEAD;
        let mut moves = if depth.plies > 0 || is_check && depth.captures > 0 {
            let moves = replies(position);
            if moves.is_empty() {
                return Some(if is_check { -MATED - i32::from(depth.plies) } else { 0 });
            }
            moves
        } else {
            best = material(position);
            if best >= window.most || depth.captures == 0 {
                return Some(best);
            }
            gains(position)
        };
        moves.sort_by_key(|mv| promise(*mv));
        let next = match depth.plies {
            0 => Depth { captures: depth.captures.saturating_sub(1), ..depth },
            plies => Depth { plies: plies - 1, ..depth },
        };
        for &mv in &moves {
            window.least = window.least.max(best);
            if window.least >= window.most {
                break;
            }
            let after = position_after(position, mv);
            best = best.max(-self.look(&after, window.turned(), next)?);
        }
        Some(best)
    }
}

/// The moves that win something at once.
fn gains(position: &Chess) -> MoveList {
    let mut moves = position.capture_moves();
    let seventh = Bitboard::from_rank(position.turn().fold_wb(Rank::Seventh, Rank::Second));
    if (position.our(Role::Pawn) & seventh).any() {
        let promotions = position.promotion_moves();
        let queens = |mv: &&Move| !mv.is_capture() && mv.promotion() == Some(Role::Queen);
        moves.extend(promotions.iter().filter(queens).copied());
    }
    moves.retain(|mv| is_playable(position, *mv));
    moves
}

/// What is looked at first is least: dear pieces taken by cheap ones.
fn promise(mv: Move) -> i32 {
    let won = mv.capture().map_or(0, hundredths) + mv.promotion().map_or(0, hundredths);
    hundredths(mv.role()) - 16 * won
}

/// What the side to move is ahead by as the pieces stand.
fn material(position: &Chess) -> i32 {
    let worth_of = |side| {
        let pieces = Role::ALL.into_iter().filter(|role| *role != Role::King);
        pieces
            .map(|role| {
                let count = (position.board().by_role(role) & side).count();
                hundredths(role) * i32::try_from(count).unwrap_or(0)
            })
            .sum::<i32>()
    };
    worth_of(position.us()) - worth_of(position.them())
}

/// What a piece is worth, in hundredths of a pawn.
fn hundredths(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 1_000,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    use super::*;

    /// What is lost by this move from this position, in hundredths of a pawn.
    fn lost(fen: &str, mv: &str) -> i64 {
        let before: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let mv = mv.parse::<UciMove>().unwrap().to_move(&before).unwrap();
        let after = position_after(&before, mv);
        Outlook::of(&before).lost_by_moving_to(Outlook::of(&after))
    }

    #[test]
    fn a_queen_given_for_a_guarded_pawn_is_lost() {
        let fen = "4k3/2p5/3p4/6p1/8/6Q1/8/4K3 w - - 0 1";
        assert_eq!(lost(fen, "g3g5"), 0);
        assert_eq!(lost(fen, "g3d6"), 900);
    }

    #[test]
    fn what_lets_the_opponent_mate_loses_everything() {
        let fen = "4r1k1/5ppp/8/7p/8/8/5PPP/3Q2K1 w - - 0 1";
        assert!(lost(fen, "d1h5") > 900, "the rook mates on the first rank");
        assert_eq!(lost(fen, "d1f1"), 0);
    }

    #[test]
    fn a_crowded_board_takes_no_longer_than_it_may() {
        let fen = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
        let position: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .unwrap();
        let mut search = Search { left: 100 };
        let depth = Depth { plies: 2, captures: 6 };
        assert_eq!(search.look(&position, Window::ALL, depth), None);
        assert_eq!(search.left, 0);
    }
}
