//! How many moves each side has completed, and which period of the time control it is in.

use std::time::Duration;

use shakmaty::Color;

use super::control::TimeControl;

/// The moves completed and the periods of both sides: Black's, White's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveCount {
    completed: [u32; 2],
    periods: [usize; 2],
}

/// A period that begins for one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct BegunPeriod {
    /// Its number, from 0.
    pub(super) index: usize,
    pub(super) added: Duration,
}

impl MoveCount {
    /// So many moves were completed before: Black's, White's.
    pub(super) const fn after(completed: [u32; 2]) -> Self {
        Self { completed, periods: [0; 2] }
    }

    /// This side has completed a move.
    pub(super) fn count(&mut self, side: Color) {
        self.completed[usize::from(side)] += 1;
    }

    pub(super) fn completed(&self, side: Color) -> u32 {
        self.completed[usize::from(side)]
    }

    /// The period that this side is in, from 0.
    pub(super) fn period(&self, side: Color) -> usize {
        self.periods[usize::from(side)]
    }

    /// The next period begins for this side, if it has completed the moves of its own (6.3.2).
    pub(super) fn begin_period(
        &mut self,
        side: Color,
        control: &TimeControl,
    ) -> Option<BegunPeriod> {
        let periods = control.periods()?;
        let index = self.period(side);
        let wanted: Option<u32> =
            periods.iter().take(index + 1).map(|period| Some(u32::from(period.moves?.get()))).sum();
        if wanted.is_none_or(|wanted| self.completed(side) < wanted) {
            return None;
        }
        let next = periods.iter().nth(index + 1)?;
        self.periods[usize::from(side)] += 1;
        Some(BegunPeriod { index: index + 1, added: next.allowance.main.duration() })
    }
}
