//! Plies that are held back, because the game may be over.

use std::sync::Arc;

use shakmaty::Color;

use super::game::Game;
use super::line::Line;
use crate::account::{ClockState, Question, QuestionKind, QuestionState, What};

/// From which ply on nothing is told, and what is asked about it.
#[derive(Clone, Debug)]
pub(super) struct Hold {
    /// Both times stood when this ply and those after it were played.
    stopped: Option<u32>,
    /// Whether a time has run in this game.
    ran: bool,
    /// The question that is open.
    pub(super) asked: Option<Question>,
}

/// So many plies without a press, where presses were usual, are not played in a game that goes on.
pub(super) const UNPRESSED: u32 = 4;

impl Hold {
    pub(super) const NONE: Self = Self { stopped: None, ran: false, asked: None };

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
    pub(super) fn clock_shows(&mut self, state: &ClockState, out: &mut Vec<What>) {
        let begun = self.len() + u32::from(!self.in_step());
        self.hold.clock(state, begun + 1);
        self.play_goes_on(out);
    }

    /// Withdraws the question whether the game is over, when what has followed answers it.
    pub(super) fn play_goes_on(&mut self, out: &mut Vec<What>) {
        if self.hold.from().is_none() && !self.is_unpressed()
            && let Some(question) = self.hold.asked.take()
        {
            out.push(What::Question(Question { state: QuestionState::Withdrawn, ..question }));
        }
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
        held && self.hold.asked.is_none() && self.in_step() && !line.ahead.is_empty()
    }

    /// Asks whether the game is over.
    pub(super) fn ask_whether_over(&mut self, out: &mut Vec<What>) {
        let Some(&first) = self.line().ahead.first() else { return };
        let ply = self.beam.plies.get(first);
        let (number, parent) = (ply.number, ply.parent.unwrap_or(first));
        let id = self.next_question();
        let question = Question {
            id,
            kind: QuestionKind::GameOver,
            ply: number,
            lines: Vec::new(),
            before: Arc::new(self.beam.plies.get(parent).after.clone()),
            state: QuestionState::Open,
        };
        self.hold.asked = Some(question.clone());
        out.push(What::Question(question));
    }
}

/// Whose time runs.
pub(super) fn running(state: Option<&ClockState>) -> Option<Color> {
    state.and_then(|state| state.run)
}
