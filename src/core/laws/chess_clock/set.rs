//! Clocks set for a time control, rightly or wrongly, as simulated games have them.

use shakmaty::Color;

use super::{ChessClock, ClockPeriod, Rollover};
use crate::laws::control::{Mode, TimeControl};

/// Whether the first move has its increment before it is made; the Laws don't say (`docs/laws/rules.md` 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FirstMove {
    /// The clock begins with the main time.
    #[default]
    Plain,
    /// It begins with an increment besides, as most digital clocks do.
    WithIncrement,
}

impl ChessClock {
    /// A clock set for a time control, not yet started; `None` where it has no periods.
    pub fn of(control: &TimeControl, first: FirstMove) -> Option<Self> {
        let periods: Vec<ClockPeriod> = control.periods()?.written().map(ClockPeriod::of).collect();
        let begins = periods.first()?;
        let increment = begins.bonus.filter(|bonus| bonus.mode == Mode::Increment);
        let left = match (first, increment) {
            (FirstMove::WithIncrement, Some(bonus)) => begins.added.saturating_add(bonus.time),
            _ => begins.added,
        };
        Some(Self::set([left; 2], periods))
    }

    /// The same, adding periods otherwise.
    #[must_use]
    pub fn with_rollover(self, rollover: Rollover) -> Self {
        Self { rollover, ..self }
    }

    /// The side whose button is up.
    pub const fn lever(&self) -> Color {
        self.lever
    }

    /// Whether `side` has no further period to come, and no number of moves to complete.
    pub fn is_last_period(&self, side: Color) -> bool {
        self.quota(side).is_none()
    }
}
