//! Plies that are held back, because the game may be over.

use std::sync::Arc;

use super::ask::Doubt;
use super::game::Game;
use super::line::Line;
use crate::account::{ClockState, QuestionKind, What};

/// From which ply on nothing is told.
#[derive(Clone, Debug)]
pub(super) struct Hold {
    /// Both times stood when this ply and those after it were played.
    stopped: Option<u32>,
    /// Whether a time has run in this game.
    ran: bool,
}

/// So many plies without a press, where presses were usual, are not played in a game that goes on.
pub(super) const UNPRESSED: u32 = 4;

impl Hold {
    pub(super) const NONE: Self = Self { stopped: None, ran: false };

    /// The clock shows `state`, and `next` is the ply that nobody has begun.
    pub(super) fn clock(&mut self, state: &ClockState, next: u32) {
        if state.doubtful {
            return;
        }
        match state.run {
            Some(_) => {
                self.ran = true;
                self.stopped = None;
            }
            None if self.ran => {
                self.stopped.get_or_insert(next);
            }
            None => {}
        }
    }

    /// The first ply that was played while the clock stood.
    pub(super) fn from(&self) -> Option<u32> {
        self.stopped
    }

    /// Whether the time of either side runs, as far as is known.
    pub(super) fn runs(&self) -> bool {
        self.ran && self.stopped.is_none()
    }
}

impl Game {
    /// Whether the clock stops with this reading.
    pub(super) fn is_stopped_by(&self, state: &ClockState) -> bool {
        self.hold.runs() && state.run.is_none() && !state.doubtful
    }

    /// The clock shows `state`. When a time runs again, the game was not over.
    pub(super) fn clock_shows(&mut self, state: &ClockState) {
        let begun = if self.in_step() {
            self.len()
        } else {
            // A line that already explains all may still have to prove itself the best.
            let lines = self.beam.all.iter();
            let complete = lines.filter(|one| (one.mismatch & !self.beam.numb).is_empty());
            let longest = complete.map(|one| self.beam.plies.get(one.head).number).max();
            longest.unwrap_or(0).max(self.len() + 1)
        };
        self.hold.clock(state, begun + 1);
    }

    /// Whether nothing speaks for the game being over.
    pub(super) fn may_go_on(&self) -> bool {
        self.hold.from().is_none() && !self.is_unpressed()
    }

    /// Somebody decided that the game is not over.
    pub(super) fn goes_on(&mut self) {
        self.hold = Hold::NONE;
        self.pace.forget_presses();
    }

    /// Whether play goes on without presses where they were usual.
    fn is_unpressed(&self) -> bool {
        self.hold.runs()
            && self.pace.presses_are_usual()
            && self.len().saturating_sub(self.vouched) >= UNPRESSED
    }

    /// Whether plies are held back and nobody was asked about them yet.
    pub(super) fn is_asked_for(&self, line: &Line) -> bool {
        let held = match self.hold.from() {
            Some(from) => self.len() >= from,
            None => self.is_unpressed(),
        };
        held && !self.questions.is_open(QuestionKind::GameOver)
            && self.in_step()
            && !line.ahead.is_empty()
    }

    /// Asks whether the game is over.
    pub(super) fn ask_whether_over(&mut self, out: &mut Vec<What>) {
        let Some(&first) = self.line().ahead.first() else { return };
        let ply = self.beam.plies.get(first);
        let before = self.beam.plies.get(ply.parent.unwrap_or(first)).after.clone();
        let (kind, ply, before) = (QuestionKind::GameOver, ply.number, Arc::new(before));
        self.questions.ask(Doubt { kind, ply, lines: Vec::new(), before }, out);
    }
}
