//! Plies that are held back, because the game may be over.

use std::sync::Arc;

use super::ask::Doubt;
use super::game::Game;
use super::line::Line;
use super::{Over, Reconstruct, Stage};
use crate::account::{ClockState, QuestionKind, What};

/// From which ply on nothing is told.
#[derive(Clone, Debug)]
pub(super) struct Hold {
    /// Both times stood when this ply and those after it were played.
    stopped: Option<u32>,
    /// Whether a time has run in this game.
    ran: bool,
    /// The Laws ended the game before this ply.
    ended: Option<u32>,
}

/// So many plies without a press, where presses were usual, are not played in a game that goes on.
pub(super) const UNPRESSED: u32 = 4;

impl Hold {
    pub(super) const NONE: Self = Self { stopped: None, ran: false, ended: None };

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

    /// The clock is not there any more.
    pub(super) fn loses_clock(&mut self) {
        self.ran = false;
    }

    /// The first ply that was played while the clock stood, or after the Laws had ended the game.
    pub(super) fn from(&self) -> Option<u32> {
        self.stopped.into_iter().chain(self.ended).min()
    }

    /// Whether the clock stood when the last plies were played.
    pub(super) fn stands(&self) -> bool {
        self.stopped.is_some()
    }

    /// Whether the time of either side runs, as far as is known.
    pub(super) fn runs(&self) -> bool {
        self.ran && self.stopped.is_none()
    }
}

impl Reconstruct {
    /// A game that has ended on the board is over; what the hands do afterwards is not play.
    pub(super) fn end_on_board(&mut self) {
        if let Stage::Game(game) = &self.stage
            && game.has_ended()
        {
            self.leave_game(None);
        }
    }

    /// The Laws have ended the game by this decision, as a decided result does.
    pub fn end_by_decision(&mut self, number: u64) {
        self.stop(number);
        self.duty = self.find_duty();
    }

    /// The Laws have ended the game without a decision: what is played from now on is held back, as it may
    /// turn out that they were wrong.
    pub fn end_for_now(&mut self) {
        let mut entries = Vec::new();
        if let Stage::Game(game) = &mut self.stage {
            game.mark_ended(&mut entries);
        }
        self.tell_all(entries);
        self.tell_line();
        self.duty = self.find_duty();
    }

    /// What the Laws had ended goes on.
    pub fn reopen(&mut self) {
        if matches!(self.stage, Stage::Over(Over { decided: Some(_), .. })) {
            self.go_on();
        }
        if let Stage::Game(game) = &mut self.stage {
            game.mark_reopened();
        }
        self.tell_line();
        self.duty = self.find_duty();
    }
}

impl Game {
    /// Whether the clock stops with this reading.
    pub(super) fn is_stopped_by(&self, state: &ClockState) -> bool {
        self.hold.runs() && state.run.is_none() && !state.doubtful
    }

    /// The clock shows `state`. When a time runs again, the game was not over.
    pub(super) fn clock_shows(&mut self, state: &ClockState) {
        let next = self.next_ply();
        self.hold.clock(state, next);
    }

    /// The Laws have ended the game: nobody need be asked, and what nobody has begun is no part of it.
    pub(super) fn mark_ended(&mut self, out: &mut Vec<What>) {
        self.hold.ended = Some(self.next_ply());
        self.questions.withdraw(|question| question.kind == QuestionKind::GameOver, out);
    }

    /// The Laws let the game go on.
    pub(super) fn mark_reopened(&mut self) {
        self.hold.ended = None;
    }

    /// The ply that nobody has begun.
    fn next_ply(&self) -> u32 {
        let begun = if self.in_step() {
            self.len()
        } else {
            // A line that already explains all may still have to prove itself the best.
            let lines = self.beam.all().iter();
            let complete = lines.filter(|one| (one.mismatch & !self.beam.numb()).is_empty());
            let longest = complete.map(|one| self.beam.ply(one.head).number).max();
            longest.unwrap_or(0).max(self.len() + 1)
        };
        begun + 1
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
        held && self.hold.ended.is_none()
            && !self.questions.is_open(QuestionKind::GameOver)
            && self.in_step()
            && !line.ahead.is_empty()
    }

    /// Asks whether the game is over.
    pub(super) fn ask_whether_over(&mut self, out: &mut Vec<What>) {
        let Some(&first) = self.line().ahead.first() else { return };
        let ply = self.beam.ply(first);
        let before = self.beam.ply(ply.parent.unwrap_or(first)).after.clone();
        let (kind, ply, before) = (QuestionKind::GameOver, ply.number, Arc::new(before));
        self.questions.ask(Doubt { kind, ply, lines: Vec::new(), before }, out);
    }
}
