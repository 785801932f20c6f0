//! What a clock does that is set rightly for a time control. Milliseconds.

use shakmaty::Color;

use super::reading::{ReadingStep, millis};
use crate::laws::chess_clock::ClockPeriod;
use crate::laws::control::{Extra, Mode, TimeControl};

/// So many periods are followed; no game has more.
const MAX_PERIODS: usize = 32;

/// The longest time that clocks of any make show reliably: 9:59:59.
const MAX_SHOWN_MS: i64 = (10 * 3_600 - 1) * 1_000;

/// A time that passed is rounded, and what was given with it.
const ROUNDED_MS: i64 = 2_000;

/// What may be expected of a clock.
#[derive(Clone, Debug)]
pub(super) struct ExpectedClock {
    /// What both begin with; `None` where nobody knows, or no clock shows it.
    pub(super) main: Option<i64>,
    /// What each move has besides, where all periods agree in it.
    pub(super) bonus: Option<(Mode, i64)>,
    /// How long a running time may stand at first.
    pub(super) waits: i64,
    /// The moves after which each further period begins, and what it adds.
    pub(super) periods: Vec<(u32, i64)>,
    /// The most that any move is given; `None` where nobody knows.
    most: Option<i64>,
}

/// The time of the next period was added.
#[derive(Clone, Copy, Debug)]
pub(super) struct AddedPeriod {
    pub(super) side: Color,
    /// Whether the time had run out.
    pub(super) at_zero: bool,
}

impl ExpectedClock {
    /// `None` where there is no clock to watch, or it is an hourglass.
    pub(super) fn of(control: &TimeControl) -> Option<Self> {
        match control {
            TimeControl::Untimed | TimeControl::Hourglass(_) => None,
            TimeControl::Unknown => Some(Self {
                main: None,
                bonus: None,
                waits: 60_000,
                periods: Vec::new(),
                most: None,
            }),
            TimeControl::Periods(periods) => {
                let periods: Vec<_> =
                    periods.iter().map(ClockPeriod::of).take(MAX_PERIODS).collect();
                Some(Self::of_periods(&periods))
            }
        }
    }

    /// The most that presses can have given one side between two readings; some may not have been seen.
    /// `i64::MAX` where nobody knows.
    pub(super) fn given_at_most(&self, step: ReadingStep) -> i64 {
        if !step.runs_on() {
            return 0;
        }
        let presses = 1 + step.passed() / 1_000;
        self.most.map_or(i64::MAX, |most| most.saturating_mul(presses))
    }

    /// The same for this side: where the other was given time too, and so has pressed, it may have pressed before that and after.
    pub(super) fn given_at_most_to(&self, side: Color, step: ReadingStep) -> i64 {
        let given = self.given_at_most(step);
        let Some(most) = self.most.filter(|most| given > 0 && *most > 0) else { return given };
        let risen = step.risen(side.other());
        let is_answered =
            risen > 0 && risen.saturating_add(step.passed()).saturating_add(ROUNDED_MS) >= most;
        if is_answered { given.saturating_add(most) } else { given }
    }

    /// From now on each move may have this besides; whether it has is not looked at.
    pub(super) fn allow_extra(&mut self, extra: Extra) {
        let time = millis(extra.time.duration());
        self.bonus = None;
        self.most = self.most.map(|most| most.max(time));
    }

    fn of_periods(all: &[ClockPeriod]) -> Self {
        let bonus =
            |period: &ClockPeriod| period.bonus.map(|bonus| (bonus.mode, millis(bonus.time)));
        let first = all.first().and_then(bonus);
        let given = |mode| {
            let of_mode = |period: &ClockPeriod| bonus(period).filter(|bonus| bonus.0 == mode);
            all.iter().filter_map(of_mode).map(|bonus| bonus.1).max().unwrap_or(0)
        };
        let mut completed = 0_u32;
        let mut periods = Vec::new();
        for two in all.windows(2) {
            let [ends, begins] = two else { continue };
            completed = completed.saturating_add(ends.moves.map_or(0, |moves| moves.get().into()));
            periods.push((completed, millis(begins.added)));
        }
        let main = all.first().map(|first| millis(first.added));
        Self {
            main: main.filter(|main| *main <= MAX_SHOWN_MS),
            bonus: first.filter(|_| all.iter().all(|period| bonus(period) == first)),
            waits: given(Mode::Delay),
            periods,
            most: Some(given(Mode::Increment).max(given(Mode::Bronstein))),
        }
    }
}
