//! The time in which nothing is heard of a board.
//!
//! It is no rest: until the board shows its men again nothing is concluded from their standing still. What lies across it
//! (a man off its square, one put down, what stood at a press) may explain the board, but nobody has watched it, and so
//! nobody is accused of it.

use std::time::Duration;

use touchmove_drivers::observation::LinkState;
use touchmove_drivers::{Instant, Observation};

use super::seen::Seen;
use super::{Reconstruct, Stage};
use crate::account::What;

/// Whether the board is heard, and since when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hearing {
    /// Since when nothing is heard of it, and what the link is said to be; `None` while it is heard.
    silent: Option<(Instant, LinkState)>,
    /// Since when it shows its men.
    shown_since: Instant,
    /// Whether its clock was heard without a pause up to the next reading.
    clock: Watch,
    /// When noise was last heard in place of it.
    noise: Option<Instant>,
}

/// Whether somebody has seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    Seen,
    Missed,
}

/// Whoever is not heard rests at least as long as a hand takes to the clock and back.
pub(super) const HAND: Duration = Duration::from_millis(400);

/// So long after noise it may not be known yet what that has swallowed: the board is to be read out first.
const NOISE: Duration = Duration::from_secs(2);

impl Hearing {
    pub(super) const fn new() -> Self {
        Self { silent: None, shown_since: Instant::ZERO, clock: Watch::Seen, noise: None }
    }

    /// Whether nothing is heard.
    pub(super) const fn is_silent(&self) -> bool {
        self.silent.is_some()
    }

    /// Since when the men may have been seen to stand as they do.
    pub(super) const fn shown_since(&self) -> Instant {
        self.shown_since
    }

    /// Whether noise may have swallowed something that is not known yet.
    pub(super) fn is_disturbed(&self, now: Instant) -> bool {
        self.noise.is_some_and(|noise| now.since(noise) < NOISE)
    }

    /// The clock is read: whether it was heard since the reading before.
    pub(super) const fn read_clock(&mut self) -> Watch {
        std::mem::replace(&mut self.clock, Watch::Seen)
    }
}

impl Reconstruct {
    /// Nothing is heard of the board from now on.
    pub(super) fn falls_silent(&mut self, link: LinkState) {
        self.seen.iter_mut().for_each(Seen::lose);
        if let Stage::Game(game) = &mut self.stage
            && !self.hearing.is_silent()
        {
            game.beam.wait_until(self.now);
        }
        let since = self.hearing.silent.map_or(self.now, |(since, _)| since);
        self.hearing.silent = Some((since, link));
        self.tell(What::LinkLost);
    }

    /// The link is up. A board that has only said nothing for a while stands as it stood, as far as is known; one that was
    /// lost is read first.
    pub(super) fn mark_link_up(&mut self) {
        if matches!(self.hearing.silent, Some((_, LinkState::Stale))) {
            self.shows_again();
        }
    }

    /// What comes next may be what the board shows.
    pub(super) fn hears(&mut self, observation: &Observation) {
        if matches!(observation, Observation::Square { .. } | Observation::Board(_)) {
            self.shows_again();
        }
    }

    /// The board shows its men, and they rest from now on, if they do.
    pub(super) fn shows_again(&mut self) {
        if self.hearing.silent.take().is_some() {
            if let Stage::Game(game) = &mut self.stage {
                game.beam.charge_rest(HAND);
            }
            self.mark_unwatched();
        }
    }

    /// What is under way now nobody has watched from its beginning.
    pub(super) fn mark_unwatched(&mut self) {
        (self.hearing.shown_since, self.hearing.clock) = (self.now, Watch::Missed);
        if let Stage::Game(game) = &mut self.stage {
            game.beam.restart_waiting(self.now);
            game.touches.unwatched_until(self.now);
            for pending in game.waiting_presses() {
                (pending.watch, pending.read_from) = (Watch::Missed, self.now);
            }
        }
    }

    /// The men were seen again. What the clock showed meanwhile holds for what they show now.
    pub(super) fn goes_on_hearing(&mut self) {
        if let (Stage::Game(game), Some(state)) = (&mut self.stage, &self.clock_state) {
            game.clock_shows(state);
        }
        self.tell_line();
    }

    /// Noise came in place of what the board said, and may have swallowed that a man was taken up or put down. Where boards
    /// share a line they say it again.
    pub(super) fn hears_noise(&mut self) {
        if !self.setup.timing.heard_after.is_zero() {
            return;
        }
        self.hearing.noise = Some(self.now);
        if let Stage::Game(game) = &mut self.stage {
            game.waiting_presses().for_each(|pending| pending.watch = Watch::Missed);
        }
    }

    /// A read-out has shown something else than what was known. Among noise it may be damaged itself, so nobody has seen
    /// a man that it shows off its square be taken up.
    pub(super) fn doubts_read_out(&mut self) {
        if self.hearing.is_disturbed(self.now)
            && let Stage::Game(game) = &mut self.stage
        {
            game.touches.told_late();
        }
    }

    /// Until when time has passed in which the men may have rested.
    pub(super) fn rested_until(&self) -> Instant {
        self.hearing.silent.map_or(self.now, |(since, _)| since)
    }
}
