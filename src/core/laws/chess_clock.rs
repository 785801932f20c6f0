//! A chess clock as a value: what a clock that is set rightly shows, to the millisecond.
//!
//! The device of the conformance runner, and what the watchdog expects of a real clock.

use std::num::NonZeroU16;
use std::time::Duration;

use shakmaty::Color;

use super::control::{Allowance, Mode};

/// A chess clock: two times, of which one at most runs (6.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessClock {
    faces: [Face; 2],
    /// In their order; a last one that counts moves is repeated. None are one for the whole game.
    periods: Vec<ClockPeriod>,
    rollover: Rollover,
    /// The side whose button is up: its time runs, unless the clock is paused.
    lever: Color,
    runs: bool,
    /// How long that side has had the clock running since the last press.
    thought: Duration,
}

/// A period as a clock is set for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockPeriod {
    /// How many moves must be completed in it; `None` where it lasts for the rest of the game.
    pub moves: Option<NonZeroU16>,
    /// What is added when it begins.
    pub added: Duration,
    /// What each move has besides.
    pub bonus: Option<Bonus>,
}

/// Time that belongs to each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// How the clock gives it.
    pub mode: Mode,
    /// How much, at most.
    pub time: Duration,
}

/// When a clock adds the time of the next period. The result is the same (`docs/laws/rules.md` 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rollover {
    /// When the time is used up.
    #[default]
    AtZero,
    /// With the last move of the period: the clock counts presses.
    AtMove,
}

/// What a press stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressFor {
    /// It completes a move (6.2.1).
    Move,
    /// No move is counted.
    Nothing,
}

/// What a press did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// The other time runs now.
    Went {
        /// The increment or Bronstein bonus that was given.
        given: Duration,
        /// The period that began with it, on a clock that adds at a move.
        period: Option<NewPeriod>,
    },
    /// Nothing: that side's time didn't run.
    NotRunning,
}

/// A time has reached zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zero {
    /// Whose.
    pub side: Color,
    /// How much was to be taken beyond; it wasn't. After [`ChessClock::next_period`] it is due.
    pub beyond: Duration,
}

/// What a flag that fell means by the moves completed (6.3.1, 6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// They are enough: the next period begins (6.3.2).
    NextPeriod(NewPeriod),
    /// They are not, or no period follows.
    TimeUsedUp,
}

/// A period that begins for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewPeriod {
    /// Its number, from 0.
    pub index: usize,
    /// What it adds.
    pub added: Duration,
}

/// One side of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Face {
    left: Duration,
    period: usize,
    completed: u16,
}

impl ChessClock {
    /// A clock set by hand to these times, White's first, in the first of these periods; paused, with
    /// White's time to run. A last period that counts moves is repeated; none are one for the whole game.
    pub const fn set(left: [Duration; 2], periods: Vec<ClockPeriod>) -> Self {
        let [white, black] = left;
        Self {
            faces: [Face::showing(white), Face::showing(black)],
            periods,
            rollover: Rollover::AtZero,
            lever: Color::White,
            runs: false,
            thought: Duration::ZERO,
        }
    }

    /// What `side` has left.
    pub fn left(&self, side: Color) -> Duration {
        self.face(side).left
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.runs.then_some(self.lever)
    }

    /// Number of the period that `side` is in, from 0.
    pub fn period(&self, side: Color) -> usize {
        self.face(side).period
    }

    /// How many moves `side` has completed in the game.
    pub fn completed(&self, side: Color) -> u16 {
        self.face(side).completed
    }

    /// What each move of `side` has besides, in its period.
    pub fn bonus(&self, side: Color) -> Option<Bonus> {
        self.at(self.period(side))?.bonus
    }

    /// From now on each move has this besides, in every period (III.4).
    pub fn set_bonus(&mut self, bonus: Option<Bonus>) {
        if self.periods.is_empty() {
            self.periods.push(ClockPeriod { moves: None, added: Duration::ZERO, bonus });
        }
        self.periods.iter_mut().for_each(|period| period.bonus = bonus);
    }

    /// Time passes. Under a delay the main time waits for it first (6.3.2). Says whose time has
    /// reached zero in it, if one has.
    pub fn pass(&mut self, time: Duration) -> Option<Zero> {
        let side = self.running()?;
        let waits = self.of_mode(side, Mode::Delay).saturating_sub(self.thought);
        self.thought = self.thought.saturating_add(time);
        self.take(side, time.saturating_sub(waits))
    }

    /// `side` presses: its time stops, it is given what the mode gives, and the other time runs.
    pub fn press(&mut self, side: Color, stands_for: PressFor) -> Pressed {
        if self.running() != Some(side) {
            return Pressed::NotRunning;
        }
        let increment = self.of_mode(side, Mode::Increment);
        let given = increment.saturating_add(self.of_mode(side, Mode::Bronstein).min(self.thought));
        self.add(side, given);
        self.start(side.other());
        let period = match stands_for {
            PressFor::Move => self.complete(side),
            PressFor::Nothing => None,
        };
        Pressed::Went { given, period }
    }

    /// `side` has completed a move, by a press or without one (6.2.1). Says which period began with it,
    /// on a clock that adds at a move.
    pub fn complete(&mut self, side: Color) -> Option<NewPeriod> {
        let face = self.face_mut(side);
        face.completed = face.completed.saturating_add(1);
        match (self.rollover, self.flag_fell(side)) {
            (Rollover::AtMove, Fall::NextPeriod(_)) => self.next_period(side),
            _ => None,
        }
    }

    /// The counter of completed moves is corrected (6.10.2, 7.1).
    pub fn set_completed(&mut self, side: Color, moves: u16) {
        self.face_mut(side).completed = moves;
    }

    /// `side` is given time.
    pub fn add(&mut self, side: Color, time: Duration) {
        let face = self.face_mut(side);
        face.left = face.left.saturating_add(time);
    }

    /// Time is taken from `side`, down to zero; says so where that is reached.
    pub fn take(&mut self, side: Color, time: Duration) -> Option<Zero> {
        let face = self.face_mut(side);
        let before = face.left;
        face.left = before.saturating_sub(time);
        let reached = !before.is_zero() && face.left.is_zero();
        reached.then(|| Zero { side, beyond: time.saturating_sub(before) })
    }

    /// The time of `side` is set.
    pub fn set_left(&mut self, side: Color, left: Duration) {
        self.face_mut(side).left = left;
    }

    /// The time of `side` runs: the clock goes on after a pause, or the arbiter turns it.
    pub fn run(&mut self, side: Color) {
        if side == self.lever {
            self.runs = true;
        } else {
            self.start(side);
        }
    }

    /// Neither time runs.
    pub const fn pause(&mut self) {
        self.runs = false;
    }

    /// What it means that the time of `side` is used up (6.4). Changes nothing.
    pub fn flag_fell(&self, side: Color) -> Fall {
        let Face { period, completed, .. } = *self.face(side);
        let is_enough = self.quota(side).is_some_and(|quota| u64::from(completed) >= quota);
        let index = period.saturating_add(1);
        match self.at(index).filter(|_| is_enough) {
            Some(next) => Fall::NextPeriod(NewPeriod { index, added: next.added }),
            None => Fall::TimeUsedUp,
        }
    }

    /// The next period begins for `side`, whatever was completed; `None` where none follows.
    pub fn next_period(&mut self, side: Color) -> Option<NewPeriod> {
        self.quota(side)?;
        let index = self.period(side).saturating_add(1);
        let added = self.at(index)?.added;
        self.face_mut(side).period = index;
        self.add(side, added);
        Some(NewPeriod { index, added })
    }

    /// The period of this number, from 0.
    fn at(&self, index: usize) -> Option<&ClockPeriod> {
        let repeated = self.periods.last().filter(|last| last.moves.is_some());
        self.periods.get(index).or(repeated)
    }

    /// How many moves `side` must have completed in the game before its next period; `None` in the last.
    fn quota(&self, side: Color) -> Option<u64> {
        let index = self.period(side);
        self.at(index)?.moves?;
        let written = self.periods.iter().take(index.saturating_add(1));
        let moves = |period: &ClockPeriod| period.moves.map_or(0, |moves| u64::from(moves.get()));
        let repeated = index.saturating_add(1).saturating_sub(self.periods.len());
        let last = self.periods.last().map_or(0, moves);
        let repeated = u64::try_from(repeated).unwrap_or(u64::MAX).saturating_mul(last);
        Some(written.map(moves).sum::<u64>().saturating_add(repeated))
    }

    /// What a move of `side` has besides, if the clock gives it so.
    fn of_mode(&self, side: Color, mode: Mode) -> Duration {
        let bonus = self.bonus(side).filter(|bonus| bonus.mode == mode);
        bonus.map_or(Duration::ZERO, |bonus| bonus.time)
    }

    fn start(&mut self, side: Color) {
        self.lever = side;
        self.runs = true;
        self.thought = Duration::ZERO;
    }

    fn face(&self, side: Color) -> &Face {
        let [white, black] = &self.faces;
        side.fold_wb(white, black)
    }

    fn face_mut(&mut self, side: Color) -> &mut Face {
        let [white, black] = &mut self.faces;
        side.fold_wb(white, black)
    }
}

impl ClockPeriod {
    /// A period of a time control.
    pub fn of(period: super::control::Period) -> Self {
        let Allowance { main, extra } = period.allowance;
        let bonus = extra.map(|extra| Bonus { mode: extra.mode, time: extra.time.duration() });
        Self { moves: period.moves, added: main.duration(), bonus }
    }
}

impl Face {
    const fn showing(left: Duration) -> Self {
        Self { left, period: 0, completed: 0 }
    }
}

#[cfg(test)]
pub(super) mod set;
#[cfg(test)]
mod tests;
