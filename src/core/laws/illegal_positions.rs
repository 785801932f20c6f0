//! Positions that no legal moves lead to: they are watched, and drawn where the next move leaves them illegal (A.5.4).

use std::sync::Arc;

use shakmaty::fen::Fen;
use shakmaty::{Board, Chess, Color, Position, Rank, Role};

use super::casebook::{Casebook, Charge};
use super::edition::Rule;
use super::ending::{Ending, ResultReason, ResultValue};
use super::play::Play;
use super::says::{Certainty, Holds, IncidentKind, Sign, Supervised};
use super::standing::position_of;

/// A.5.4: what makes the position illegal is watched.
pub(super) fn watch(play: &mut Play, casebook: &mut Casebook) {
    let article = casebook.article(Rule::IllegalPosition);
    if article.is_empty() {
        return casebook.refuse("illegal-position-watch", article);
    }
    if let Some(sign) = sign_of(play.position()) {
        play.undoable_mut().watched = Some(sign);
        casebook.raise(Charge {
            kind: IncidentKind::IllegalPositionWatch(sign),
            rule: Rule::IllegalPosition,
            side: play.turn().side(),
            certainty: Certainty::High,
            ply: play.next_ply(),
            squares: Vec::new(),
        });
    }
}

/// A.5.4: a move is completed in the position that is watched.
pub(super) fn judge_watched(play: &mut Play, casebook: &mut Casebook) {
    if play.undoable_mut().watched.take().is_some() && !casebook.is_over() {
        let position = Arc::clone(play.position());
        judge(casebook, &position);
    }
}

/// A.5.4: the next move is completed, and led here.
pub(super) fn judge_after(casebook: &mut Casebook, fen: &Fen) {
    if let Some(position) = position_of(fen) {
        judge(casebook, &position);
    }
}

/// A.5.4: an illegal position that the next move leaves illegal is drawn.
fn judge(casebook: &mut Casebook, position: &Chess) {
    let article = casebook.article(Rule::IllegalPosition);
    if article.is_empty() {
        return casebook.refuse("illegal-position-watch", article);
    }
    if sign_of(position).is_none() {
        return casebook.say_holds(Holds::Continue(article, Supervised::No));
    }
    let (value, reason) = (ResultValue::Draw, ResultReason::IllegalPosition);
    casebook.end(Ending { value, reason, article: Some(article) });
}

/// By what a position is known to be illegal (A.5.4).
fn sign_of(position: &Chess) -> Option<Sign> {
    let board: &Board = position.board();
    let last_ranks = shakmaty::Bitboard::from(Rank::First) | shakmaty::Bitboard::from(Rank::Eighth);
    if (board.by_role(Role::Pawn) & last_ranks).any() {
        return Some(Sign::PawnOnLastRank);
    }
    let in_check = |side: Color| {
        let king = board.king_of(side);
        king.is_some_and(|king| board.attacks_to(king, side.other(), board.occupied()).any())
    };
    Color::ALL.into_iter().all(in_check).then_some(Sign::BothKingsInCheck)
}
