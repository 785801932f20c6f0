//! Plies that are held back, because the game may be over.
//!
//! In: what the clock shows, and what the Laws say. Out: the ply from which on nothing is told.

use crate::account::ClockState;

/// From which ply on nothing is told.
#[derive(Clone, Debug)]
pub(super) struct HeldBack {
    /// Both times stood when this ply and those after it were played.
    stopped: Option<u32>,
    /// Whether a time has run in this game.
    ran: bool,
    /// The Laws ended the game before this ply.
    ended: Option<u32>,
}

/// So many plies without a press, where presses were usual, are not played in a game that goes on.
pub(super) const MIN_UNPRESSED_PLIES: u32 = 4;

impl HeldBack {
    pub(super) const NONE: Self = Self { stopped: None, ran: false, ended: None };

    /// The clock shows `state`, and `next` is the ply that nobody has begun.
    pub(super) fn note_clock(&mut self, state: &ClockState, next: u32) {
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
    pub(super) fn lose_clock(&mut self) {
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

    /// Whether the clock stops with this reading.
    pub(super) fn is_stopped_by(&self, state: &ClockState) -> bool {
        self.runs() && state.run.is_none() && !state.doubtful
    }

    /// The Laws have ended the game before ply `next`.
    pub(super) fn end_before(&mut self, next: u32) {
        self.ended = Some(next);
    }

    /// The Laws let the game go on.
    pub(super) fn reopen(&mut self) {
        self.ended = None;
    }

    /// Whether the Laws have ended the game.
    pub(super) fn is_ended(&self) -> bool {
        self.ended.is_some()
    }
}
