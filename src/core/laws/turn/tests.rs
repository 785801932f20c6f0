use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use shakmaty::{Chess, Color, Move, Position, Role, Square};
use touchmove_drivers::Instant;

use super::{Exactness, Touching, Turn};
use crate::account::{RestedPiece, Touch, TouchEnd};
use crate::laws::rulebook::Edition;

const EXACT: Touching = Touching { together: Duration::ZERO, account: Exactness::Exact };

/// The position after moves picked by these numbers.
fn played(picks: &[usize]) -> Chess {
    let mut position = Chess::default();
    for pick in picks {
        let legal = position.legal_moves();
        let Some(mv) = legal.get(pick % legal.len().max(1)) else { break };
        position.play_unchecked(*mv);
    }
    position
}

fn touched(position: &Chess, squares: &[Square]) -> Turn {
    let mut turn = Turn::at(Arc::new(position.clone()));
    for (square, second) in squares.iter().copied().zip(1_u64..) {
        let at = Instant::from_micros(second * 1_000_000);
        let (piece, side) = (position.board().piece_at(square), position.turn());
        let (tried, end, noise) = (None, TouchEnd::Left, 0.0);
        turn.touch(
            &Touch { square, piece, side, lifted: at, late: Duration::ZERO, tried, end, noise },
            at,
            second,
            EXACT,
        );
    }
    turn
}

/// The pieces of a move, in both orders, and each alone.
fn hands_of(mv: Move) -> Vec<Vec<Square>> {
    let taken = match mv {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        mv => mv.to(),
    };
    let Some(from) = mv.from() else { return Vec::new() };
    if mv.is_capture() {
        vec![vec![from], vec![taken], vec![from, taken], vec![taken, from]]
    } else {
        vec![vec![from]]
    }
}

proptest! {
    #[test]
    fn what_is_plainly_allowed_is_among_the_moves_that_touches_bind_to(
        picks in prop::collection::vec(0..1000_usize, 0..80),
    ) {
        let position = played(&picks);
        for mv in position.legal_moves() {
            for squares in hands_of(mv) {
                let turn = touched(&position, &squares);
                prop_assert_eq!(turn.is_plainly_allowed(mv), !mv.is_castle());
                for edition in Edition::ALL {
                    let bound = turn.obligation(edition).moves;
                    prop_assert!(mv.is_castle() || bound.contains(&mv), "{mv:?} {squares:?}");
                }
            }
        }
    }
}

#[test]
fn another_piece_touched_or_released_is_not_plainly_allowed() {
    let start = Chess::default();
    let e4 = start.legal_moves().into_iter().find(|mv| mv.to() == Square::E4).unwrap();
    assert!(touched(&start, &[]).is_plainly_allowed(e4));
    assert!(touched(&start, &[Square::E2]).is_plainly_allowed(e4));
    assert!(!touched(&start, &[Square::D2, Square::E2]).is_plainly_allowed(e4));
    let mut turn = touched(&start, &[Square::E2]);
    turn.release(&RestedPiece {
        from: Some(Square::E2),
        to: Square::E3,
        piece: Role::Pawn.of(Color::White),
        side: Color::White,
        put_down: Instant::ZERO,
        rested: Some(Duration::from_secs(2)),
    });
    assert!(!turn.is_plainly_allowed(e4));
}
