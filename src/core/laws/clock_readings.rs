//! What the clock shows, and whose time has run from when to when.

use std::time::Duration;

use shakmaty::Color;
use touchmove_drivers::Instant;
use touchmove_drivers::observation::ClockTime;

use crate::account::ClockState;

/// What the clock has shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockReadings {
    last: Option<ClockState>,
    /// Whose time runs, and since when.
    runs: Option<Run>,
    /// Whose time ran before.
    ran: Option<Run>,
}

/// A time that has run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    side: Color,
    pub(super) from: Instant,
    pub(super) to: Instant,
}

impl ClockReadings {
    /// The clock shows this now. Answers whose flags have fallen with it.
    pub(super) fn read(&mut self, state: ClockState, now: Instant) -> Vec<Color> {
        let before = self.last.replace(state);
        if self.runs.map(|run| run.side) != state.run {
            self.ran = self.runs.map(|run| Run { to: now, ..run });
            self.runs = state.run.map(|side| Run { side, from: now, to: now });
        }
        let has_fallen =
            |state: &ClockState, side: Color| state.flags[usize::from(side.is_black())];
        let is_new = |side: &Color| {
            has_fallen(&state, *side) && !before.is_some_and(|before| has_fallen(&before, *side))
        };
        Color::ALL.into_iter().filter(is_new).collect()
    }

    /// The last time for which this side's clock ran, up to now.
    pub(super) fn last_run(&self, side: Color, now: Instant) -> Option<Run> {
        let runs = [self.ran, self.runs.map(|run| Run { to: now, ..run })];
        let own = runs.into_iter().flatten().filter(|run| run.side == side);
        own.max_by_key(|run| (run.from, run.to))
    }

    /// What this side has left; for ever, where no clock shows it.
    pub(super) fn left(&self, side: Color) -> Duration {
        self.last.as_ref().map_or(Duration::MAX, |state| left_in(state, side))
    }

    /// What this side has left, where a clock shows it.
    pub(super) fn known_left(&self, side: Color) -> Option<Duration> {
        self.last.as_ref().map(|state| left_in(state, side))
    }

    /// Whose time runs, where a clock shows it.
    pub(super) fn running(&self) -> Option<Color> {
        self.last?.run
    }

    /// What both have left, White's first, where a clock shows it.
    pub(super) fn times(&self) -> Option<[ClockTime; 2]> {
        self.last.map(|state| state.times)
    }

    /// Whether the clock shows that a side's flag stands, with time left.
    pub(super) fn has_time(&self, side: Color) -> bool {
        self.last.is_some_and(|state| {
            let index = usize::from(side.is_black());
            !state.flags[index] && state.times[index].as_millis() > 0
        })
    }
}

/// What a side has left by this reading.
pub(super) fn left_in(state: &ClockState, side: Color) -> Duration {
    Duration::from_millis(state.times[usize::from(side.is_black())].as_millis().into())
}
