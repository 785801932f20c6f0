//! What comes of a position: what the side to move wins within a few moves if both play well.
//!
//! Small, for it only tells apart what no reading does: all moves of the next plies, then captures until nothing is left to
//! take; and of what is lost only material counts. It looks at so many positions and no more, so its time is bounded
//! whatever stands on the board.

use std::ops::ControlFlow;

use shakmaty::{Bitboard, Chess, Move, Position, Rank, Role};

use super::position::opponent_in_check;
use crate::account::{is_playable, position_after, replies};

/// What the side to move is ahead by, in hundredths of a pawn, when the next moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outlook(i32);

/// So many plies are looked ahead with all their moves, before captures alone.
const MAX_PLIES_AHEAD: u8 = 2;
/// So many captures follow one another.
const MAX_CAPTURES_AHEAD: u8 = 6;
/// So many positions are looked at; what was not seen to its end does not count.
const MAX_POSITIONS: u32 = 1_500;
/// What a side that is mated is behind by; and more than anybody is ahead by.
const MATED: i32 = 10_000;
const MAX_AHEAD: i32 = 30_000;
/// Who is so far ahead, in hundredths of a pawn, has half of the chances that would be left to both.
const HALF_OF_ALL_CHANCES: i64 = 300;

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

    /// How much less likely it wins then, in per cent.
    pub(super) fn chance_lost_by_moving_to(self, after: Self) -> i64 {
        (self.percent_to_win() + after.percent_to_win() - 100).max(0)
    }

    /// How likely the side to move wins: who is far ahead wins with a pawn less as well.
    fn percent_to_win(self) -> i64 {
        let ahead = i64::from(self.0);
        50 + 50 * ahead / (HALF_OF_ALL_CHANCES + ahead.abs())
    }
}

/// How far is still looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Depth {
    const NONE: Self = Self { plies: 0, captures: 0 };

    /// The same after a move.
    const fn next(self) -> Self {
        match self.plies {
            0 => Self { plies: 0, captures: self.captures.saturating_sub(1) },
            plies => Self { plies: plies - 1, ..self },
        }
    }
}

impl Window {
    const ALL: Self = Self { least: -MAX_AHEAD, most: MAX_AHEAD };

    /// The same for the other side.
    const fn turned(self) -> Self {
        Self { least: -self.most, most: -self.least }
    }

    /// The same where so much can be had already.
    fn above(self, had: i32) -> Self {
        Self { least: self.least.max(had), ..self }
    }

    /// Whether nothing is left that is worth knowing.
    const fn is_shut(self) -> bool {
        self.least >= self.most
    }
}

impl Search {
    /// What the side to move is ahead by in the end; `None` where that would take too long.
    fn look(&mut self, position: &Chess, window: Window, depth: Depth) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let is_check = position.is_check();
        let must_move = depth.plies > 0 || is_check && depth.captures > 0;
        let as_it_stands = (!must_move).then(|| material(position));
        let mut best = as_it_stands;
        let mut try_move = |mv| {
            let window = window.above(best.unwrap_or(-MAX_AHEAD));
            if window.is_shut() {
                return ControlFlow::Break(Why::Enough);
            }
            let after = position_after(position, mv);
            // Whoever is not in check may leave it at that.
            let most = as_it_stands.map(|ahead| ahead + won(mv));
            let is_too_little = most.is_some_and(|most| most <= window.least) && !after.is_check();
            if !is_too_little && !opponent_in_check(&after) {
                match self.look(&after, window.turned(), depth.next()) {
                    Some(ahead) => best = best.max(Some(-ahead)),
                    None => return ControlFlow::Break(Why::TooLong),
                }
            }
            ControlFlow::Continue(())
        };
        let mut tried = match depth == Depth::NONE {
            true => ControlFlow::Continue(()),
            false => try_gains(position, &mut try_move),
        };
        if must_move && tried.is_continue() {
            // What wins was tried; no pawn becomes less than a queen here.
            let others = replies(position);
            tried = others.iter().filter(|mv| won(**mv) == 0).try_for_each(|mv| try_move(*mv));
        }
        let stuck = if is_check { -MATED - i32::from(depth.plies) } else { 0 };
        (tried != ControlFlow::Break(Why::TooLong)).then_some(best.unwrap_or(stuck))
    }
}

/// Why no more moves are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// No other one changes anything.
    Enough,
    /// So many positions were looked at.
    TooLong,
}

/// Tries the moves that win something at once, dear pieces taken by cheap ones first; some may leave the mover's king in check.
fn try_gains<B>(
    position: &Chess,
    mut try_move: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (board, role) = (position.board(), Role::Pawn);
    let (seventh, ahead) = position.turn().fold_wb((Rank::Seventh, 8), (Rank::Second, -8));
    for from in position.our(role) & Bitboard::from_rank(seventh) {
        let free = from.offset(ahead).filter(|to| !board.occupied().contains(*to));
        if let Some(to) = free {
            let promotion = Some(Role::Queen);
            try_move(Move::Normal { role, from, capture: None, to, promotion })?;
        }
    }
    for victim in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        for to in position.their(victim) {
            let takers = board.attacks_to(to, position.turn(), board.occupied());
            for role in Role::ALL {
                for from in takers & board.by_role(role) {
                    let becomes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
                    let (capture, promotion) = (Some(victim), becomes.then_some(Role::Queen));
                    try_move(Move::Normal { role, from, capture, to, promotion })?;
                }
            }
        }
    }
    if position.maybe_ep_square().is_some() {
        let captures = position.en_passant_moves();
        captures.into_iter().filter(|mv| is_playable(position, *mv)).try_for_each(try_move)?;
    }
    ControlFlow::Continue(())
}

/// What a move wins at once.
fn won(mv: Move) -> i32 {
    let becomes = |role| hundredths(role) - hundredths(Role::Pawn);
    mv.capture().map_or(0, hundredths) + mv.promotion().map_or(0, becomes)
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
    fn the_same_piece_is_fewer_chances_where_more_is_ahead() {
        let [even, ahead, lost] = [0, 900, -900].map(|hundredths| {
            Outlook(hundredths).chance_lost_by_moving_to(Outlook(310 - hundredths))
        });
        assert!(ahead < even && lost < even && ahead > 0 && lost > 0, "{ahead} {even} {lost}");
        assert_eq!(Outlook(0).chance_lost_by_moving_to(Outlook(-310)), 0);
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

    #[test]
    fn what_wins_is_every_capture_and_every_new_queen() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
        ];
        let is_gain = |mv: &Move| match mv.promotion() {
            Some(role) => role == Role::Queen,
            None => mv.is_capture(),
        };
        for fen in fens {
            let position: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let mut legal: Vec<Move> = position.legal_moves().into_iter().filter(is_gain).collect();
            let mut tried = Vec::new();
            let keep = |mv| {
                tried.push(mv);
                ControlFlow::<()>::Continue(())
            };
            assert_eq!(try_gains(&position, keep), ControlFlow::Continue(()));
            tried.retain(|mv| !opponent_in_check(&position_after(&position, *mv)));
            legal.sort_by_key(|mv| format!("{mv:?}"));
            tried.sort_by_key(|mv| format!("{mv:?}"));
            assert_eq!(tried, legal, "{fen}");
        }
    }
}
