//! Illegal moves that are completed: by their press, or by their player's next move (6.2.1, 7.5.1).

use shakmaty::{Color, Rank, Role, Square};

use super::Laws;
use super::at_press::is_promotion_but_for_the_man;
use super::casebook::Charge;
use super::edition::Rule;
use super::offence::{Offence, Offending};
use super::says::{Certainty, Holds};
use super::sheet::MadeMove;
use super::turn::Turn;
use crate::account::MoveId;

/// An illegal move that is completed: the offence, in its player's turn.
struct CompletedIllegally {
    offence: Offence,
    turn: Turn,
    ply: u32,
    squares: Vec<Square>,
}

impl Laws {
    /// An illegal move is completed by the press.
    pub(super) fn judge_completed(&mut self, side: Color, certainty: Certainty) {
        let last = self.made.last().filter(|last| last.side == side);
        let Some(completed) = last.and_then(|last| self.completed_illegally(last)) else { return };
        let CompletedIllegally { offence, turn, ply, squares } = completed;
        self.offend(Offending { offence, turn, certainty, ply, squares });
    }

    /// An illegal move for which no press was seen is completed by its player's next one. Under reduced supervision it
    /// stands then: the opponent has made his (A.5.2).
    pub(super) fn judge_unpressed(&mut self, id: MoveId) {
        let Some(index) = self.made.iter().position(|made| made.id == id) else { return };
        let made = &self.made[index];
        let (side, certainty) = (made.side, made.by_itself);
        let Some(completed) = self.completed_illegally(made) else { return };
        let CompletedIllegally { offence, turn, ply, squares } = completed;
        let is_answered = self.made[index..].iter().any(|later| later.side != side);
        if self.casebook.rulebook().is_reduced() && is_answered {
            let article = self.casebook.article(Rule::IllegalReduced);
            let (kind, rule) = (offence.kind(), offence.rule());
            self.casebook.raise(Charge { kind, rule, side, certainty, ply, squares });
            return self.casebook.say_holds(Holds::IllegalMoveStands(article));
        }
        self.offend(Offending { offence, turn, certainty, ply, squares });
    }

    /// What an illegal move that is completed comes to, unless that was said already.
    fn completed_illegally(&self, made: &MadeMove) -> Option<CompletedIllegally> {
        let ply = made.ply;
        let is_pending = self.core.pending.as_ref().is_some_and(|pending| pending.ply == ply);
        if made.is_legal || made.is_excused || is_pending || self.casebook.is_over() {
            return None;
        }
        let turn = made.turn_before()?;
        let squares = made.mv.from().into_iter().chain([made.mv.to()]).collect();
        let is_pawn = made.mv.role() == Role::Pawn
            && matches!(made.mv.to().rank(), Rank::First | Rank::Eighth)
            && made.mv.promotion().is_none();
        let offence = if is_pawn && is_promotion_but_for_the_man(&turn.position, made.mv) {
            Offence::PawnNotReplaced(made.mv.to())
        } else {
            Offence::IllegalMove
        };
        Some(CompletedIllegally { offence, turn, ply, squares })
    }
}
