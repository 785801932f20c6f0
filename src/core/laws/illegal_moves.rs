//! Illegal moves that are completed: by their press, or by their player's next move (6.2.1, 7.5.1).

use shakmaty::{Color, Rank, Role};

use super::board_at_press::is_promotion_but_for_the_piece;
use super::casebook::{Casebook, Charge};
use super::edition::Rule;
use super::made_moves::MadeMove;
use super::offence::Offence;
use super::pending_offence::Offending;
use super::play::Play;
use super::says::{Certainty, Holds};
use crate::account::MoveId;

/// The last move, if it is this side's and illegal, is completed by the press.
pub(super) fn judge_pressed(
    play: &mut Play,
    casebook: &mut Casebook,
    side: Color,
    certainty: Certainty,
) {
    let last = play.moves().last_if_by(side);
    if let Some(offending) = last.and_then(|last| offending(play, casebook, last, certainty)) {
        play.offend(offending, casebook);
    }
}

/// An illegal move for which no press was seen is completed by its player's next one. Under reduced supervision it
/// stands then: the opponent has made his (A.5.2).
pub(super) fn judge_unpressed(play: &mut Play, casebook: &mut Casebook, id: MoveId) {
    let Some(made) = play.moves().find(id) else { return };
    let side = made.side;
    let Some(offending) = offending(play, casebook, made, made.by_itself) else { return };
    if casebook.rulebook().is_reduced() && play.moves().is_followed(made) {
        let article = casebook.article(Rule::IllegalReduced);
        let Offending { offence, certainty, ply, squares, .. } = offending;
        let (kind, rule) = (offence.kind(), offence.rule());
        casebook.raise(Charge { kind, rule, side, certainty, ply, squares });
        return casebook.say_holds(Holds::IllegalMoveStands { side: side.other(), article });
    }
    play.offend(offending, casebook);
}

/// What an illegal move that is completed comes to, unless that was said already.
fn offending(
    play: &Play,
    casebook: &Casebook,
    made: &MadeMove,
    certainty: Certainty,
) -> Option<Offending> {
    let ply = made.ply;
    let is_pending = play.pending().is_of_ply(ply);
    if made.is_legal || made.is_excused || is_pending || casebook.is_over() {
        return None;
    }
    let turn = made.turn_before()?;
    let squares = made.mv.from().into_iter().chain([made.mv.to()]).collect();
    let is_pawn = made.mv.role() == Role::Pawn
        && matches!(made.mv.to().rank(), Rank::First | Rank::Eighth)
        && made.mv.promotion().is_none();
    let offence = if is_pawn && is_promotion_but_for_the_piece(turn.position(), made.mv) {
        Offence::PawnNotReplaced(made.mv.to())
    } else {
        Offence::IllegalMove
    };
    // A pawn on the last rank is seen, whatever its move may have been.
    let at_most = if offence == Offence::IllegalMove { made.at_most } else { Certainty::High };
    Some(Offending { offence, turn, certainty: certainty.min(at_most), ply, squares })
}
