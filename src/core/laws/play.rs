//! The game as it is played: the moves made, the turn that is being played, and what moves change.
//!
//! The procedures of the Laws (`presses`, `move_procedure`, `claims`, …) take it with the casebook: what they read is here,
//! what they say is there. Each part keeps its own fields to itself.

use std::sync::Arc;

use shakmaty::{Chess, Color};

use super::adjournment::Adjournment;
use super::board_at_press::TimedPress;
use super::casebook::Casebook;
use super::castling_bar::CastlingBar;
use super::command::Misplaced;
use super::made_moves::{MadeMove, MadeMoves, RemovedMove};
use super::pending_offence::{CurrentTurn, Offending, PendingOffence};
use super::quickplay::Quickplay;
use super::repetition::History;
use super::turn::{Exactness, Touching, Turn};
use super::undoable::Undoable;
use crate::account::{LineMove, MoveId};

/// The game as it is played.
#[derive(Clone, Debug)]
pub(super) struct Play {
    touching: Touching,
    turn: Turn,
    moves: MadeMoves,
    history: History,
    undoable: Undoable,
    castling_bar: CastlingBar,
    quickplay: Quickplay,
    adjournment: Adjournment,
}

/// How a game stands when the account begins.
#[derive(Debug)]
pub(super) struct Beginning {
    /// The position in which play begins.
    pub(super) position: Arc<Chess>,
    /// The positions up to that one.
    pub(super) history: History,
    /// How many moves both had made before the first position.
    pub(super) moves_before: u32,
    pub(super) undoable: Undoable,
}

impl Play {
    pub(super) fn new(touching: Touching, beginning: Beginning) -> Self {
        let Beginning { position, history, moves_before, undoable } = beginning;
        let (turn, moves) = (Turn::at(position), MadeMoves::after(moves_before));
        let castling_bar = CastlingBar::default();
        let (quickplay, adjournment) = (Quickplay::default(), Adjournment::default());
        Self { touching, turn, moves, history, undoable, castling_bar, quickplay, adjournment }
    }

    /// How touches are told apart.
    pub(super) const fn touching(&self) -> Touching {
        self.touching
    }

    pub(super) fn is_exact(&self) -> bool {
        self.touching.account == Exactness::Exact
    }

    pub(super) const fn turn(&self) -> &Turn {
        &self.turn
    }

    pub(super) const fn turn_mut(&mut self) -> &mut Turn {
        &mut self.turn
    }

    /// How far a quickplay finish has got.
    pub(super) const fn quickplay(&self) -> &Quickplay {
        &self.quickplay
    }

    pub(super) const fn quickplay_mut(&mut self) -> &mut Quickplay {
        &mut self.quickplay
    }

    /// How far an adjournment has got.
    pub(super) const fn adjournment(&self) -> &Adjournment {
        &self.adjournment
    }

    pub(super) const fn adjournment_mut(&mut self) -> &mut Adjournment {
        &mut self.adjournment
    }

    /// The position in which play stands.
    pub(super) const fn position(&self) -> &Arc<Chess> {
        self.turn.position()
    }

    pub(super) const fn moves(&self) -> &MadeMoves {
        &self.moves
    }

    pub(super) const fn moves_mut(&mut self) -> &mut MadeMoves {
        &mut self.moves
    }

    /// The ply that is to come, from 1.
    pub(super) fn next_ply(&self) -> u32 {
        self.moves.next_ply()
    }

    pub(super) const fn history(&self) -> &History {
        &self.history
    }

    /// What a move changes, and taking it back restores.
    pub(super) const fn undoable(&self) -> &Undoable {
        &self.undoable
    }

    pub(super) const fn undoable_mut(&mut self) -> &mut Undoable {
        &mut self.undoable
    }

    /// What bars castling.
    pub(super) const fn castling_bar(&self) -> CastlingBar {
        self.castling_bar
    }

    /// This stood wrong from the start: from now on nobody castles with it (A.5.1.2).
    pub(super) fn bar_castling(&mut self, misplaced: Misplaced) {
        self.castling_bar.add(misplaced);
        if let Some(position) = self.castling_bar.applied(self.turn.position()) {
            self.turn.restate(position);
        }
    }

    /// How many moves both have made at least.
    pub(super) fn moves_made_by_both(&self) -> u32 {
        self.moves.made_by_both(|side| self.undoable.count.completed(side))
    }

    /// What the player on move must play is told, if it is not what was told last.
    pub(super) fn tell_obligation(&mut self, casebook: &mut Casebook) {
        if let Some(holds) = self.turn.take_news(casebook.edition()) {
            casebook.say_holds(holds);
        }
    }

    /// Play goes on from a position to which no move leads.
    pub(super) fn go_on_from(&mut self, position: &Arc<Chess>) {
        self.turn = Turn::at(Arc::clone(position));
        self.moves.excuse_all();
        self.undoable.pending.play_elsewhere(self.touching.account);
        self.history.push(position);
        self.undoable.plies += 1;
    }

    /// A move is made that leads here: it is the opponent's turn. Answers the turn that is over.
    pub(super) fn end_turn(&mut self, after: Chess) -> Turn {
        self.history.push(&after);
        self.undoable.plies += 1;
        std::mem::replace(&mut self.turn, Turn::at(Arc::new(after)))
    }

    /// The move of this number is not part of the game any more, nor is the position that it led to.
    pub(super) fn remove_move(&mut self, id: MoveId) -> Option<RemovedMove> {
        let removed = self.moves.remove(id)?;
        self.history.truncate(removed.made.before.plies);
        Some(removed)
    }

    /// It is the turn again in which this move was made, and what held before it holds again. Answers what held now.
    pub(super) fn restore_before(&mut self, made: &MadeMove, told: &Arc<Chess>) -> Undoable {
        let position = made.position.as_ref().unwrap_or(told);
        let restated = self.castling_bar.applied(position).map(Arc::new);
        let position = restated.unwrap_or_else(|| Arc::clone(position));
        self.turn = Turn::of(position, made.deeds.clone());
        std::mem::replace(&mut self.undoable, made.before.as_ref().clone())
    }
}

/// The completed offence that is open.
impl Play {
    /// See [`PendingOffence::complete`].
    pub(super) fn offend(&mut self, offending: Offending, casebook: &mut Casebook) {
        let current = CurrentTurn { turn: &mut self.turn, ply: self.moves.next_ply() };
        self.undoable.pending.complete(offending, casebook, current);
    }

    /// See [`PendingOffence::complete_two_hands`].
    pub(super) fn offend_with_two_hands(&mut self, turn: Turn, ply: u32, casebook: &mut Casebook) {
        let current = CurrentTurn { turn: &mut self.turn, ply: self.moves.next_ply() };
        self.undoable.pending.complete_two_hands(turn, ply, casebook, current);
    }

    /// See [`PendingOffence::claim`].
    pub(super) fn claim_illegal(&mut self, side: Color, casebook: &mut Casebook) {
        let current = CurrentTurn { turn: &mut self.turn, ply: self.moves.next_ply() };
        self.undoable.pending.claim(side, casebook, current);
    }

    /// See [`PendingOffence::settle_with_move`].
    pub(super) fn settle_offence_with(
        &mut self,
        mv: &LineMove,
        casebook: &mut Casebook,
    ) -> Option<TimedPress> {
        let current = CurrentTurn { turn: &mut self.turn, ply: self.moves.next_ply() };
        let together = self.touching.together;
        self.undoable.pending.settle_with_move(mv, together, casebook, current)
    }

    /// Readings show that play went on as though the player on move had made one, who has only been seen to press: his
    /// opponent has answered a move that nobody saw.
    pub(super) fn excuse_answered_press(&mut self, casebook: &mut Casebook) {
        let (side, ply) = (self.turn.side(), self.moves.next_ply());
        if !self.is_exact() && self.pending().is_press_without_move(side, ply) {
            let current = CurrentTurn { turn: &mut self.turn, ply };
            self.undoable.pending.withdraw(casebook, current);
        }
    }

    /// See [`PendingOffence::reconsider_ending`].
    pub(super) fn reconsider_ending(&mut self, casebook: &mut Casebook) {
        let current = CurrentTurn { turn: &mut self.turn, ply: self.moves.next_ply() };
        self.undoable.pending.reconsider_ending(casebook, current);
    }

    pub(super) const fn pending(&self) -> &PendingOffence {
        &self.undoable.pending
    }

    pub(super) const fn pending_mut(&mut self) -> &mut PendingOffence {
        &mut self.undoable.pending
    }
}
