//! A game whose board was set up for another one: scoresheets arrive later, and it can still be corrected.

use std::sync::Arc;

use touchmove_drivers::Instant;
use touchmove_drivers::observation::Decision;

use super::Game;
use super::conclusion::Told;
use super::handover::{Frame, Handover};
use super::refused::{Refused, check};
use super::view::{GameView, ShownClock};
use crate::reconstruct::Reconstruct;

/// A game that was played on a board before the one that is there now.
#[derive(Clone, Debug)]
pub(super) struct LeftGame {
    game: Game,
    /// Its moves.
    paper: Reconstruct,
    frame: Frame,
}

impl LeftGame {
    /// A game as it was left, its moves on paper; the frame is that of the board it was left on.
    pub(super) const fn new(game: Game, paper: Reconstruct, frame: Frame) -> Self {
        Self { game, paper, frame }
    }

    /// The game as it stands.
    pub(super) fn view(&self) -> &Arc<GameView> {
        self.game.view()
    }

    /// What its clock showed last.
    pub(super) fn clock(&self) -> Option<ShownClock> {
        self.game.clock()
    }

    /// The game, to pass numbers over.
    pub(super) const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Its moves.
    pub(super) const fn paper(&self) -> &Reconstruct {
        &self.paper
    }

    /// Whether it is adjourned: it may go on on any board.
    pub(super) fn is_adjourned(&self) -> bool {
        let view = self.game.view();
        view.adjourned.is_some() && view.result.is_none()
    }

    /// The adjourned game, to go on on a board.
    pub(super) fn handover(&self) -> Handover {
        Handover::new(self.paper.clone().off_paper(), self.game.clone())
    }

    /// How its times lie to those of the board.
    pub(super) const fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Whether a decision about it could be carried out now.
    ///
    /// # Errors
    /// [`Refused`]: why not.
    pub(super) fn check(&self, decision: &Decision) -> Result<(), Refused> {
        check(decision, Some(&self.game), &self.paper)
    }

    /// Takes a decision about it, record number `record`, at a moment of the board's time; gives what that changed.
    pub(super) fn decide(&mut self, at: Instant, record: u64, decision: &Decision) -> Vec<Told> {
        let (at, record) = (self.frame.time(at), self.frame.record(record));
        self.paper.decide_on_paper(at, record, decision);
        while let Some(entry) = self.paper.poll() {
            self.game.hear(&entry);
        }
        let told = std::iter::from_fn(|| self.game.poll());
        told.map(|told| self.frame.on_board(told)).collect()
    }
}
