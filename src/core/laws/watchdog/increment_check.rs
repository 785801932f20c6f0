//! Whether each move is given what it should have besides.
//!
//! What one turn gave is known to within two seconds: readings come late and are rounded. So turns are
//! summed up until what is missing stands out (a cumulative sum against half of what is due).

use shakmaty::Color;

use super::alert::{Alert, ToldAlert};
use super::expected::ExpectedClock;
use super::reading::{ClockReading, ReadingStep, duration};
use crate::laws::control::Mode;
use crate::laws::says::Certainty;

/// So much must be missing, beyond half of what was due. Milliseconds.
const STANDS_OUT_MS: i64 = 20_000;

/// Less than this is lost in the rounding.
const MIN_DUE_MS: i64 = 2_000;

/// What the turns of both have given.
#[derive(Clone, Debug, Default)]
pub(super) struct IncrementCheck {
    turn: Option<TimedTurn>,
    white: TurnSum,
    black: TurnSum,
}

/// The turn that runs.
#[derive(Clone, Copy, Debug)]
struct TimedTurn {
    side: Color,
    from: ClockReading,
    /// Whether it began with a press: then what a delay waits for was all to come.
    is_whole: bool,
}

/// What the turns of one side lack.
#[derive(Clone, Copy, Debug, Default)]
struct TurnSum {
    lacks: i64,
    turns: u32,
    first: Option<ClockReading>,
    is_told: bool,
}

impl IncrementCheck {
    /// Begins again with this reading.
    pub(super) fn begin(&mut self, now: ClockReading) {
        self.turn = now.run.map(|side| TimedTurn { side, from: now, is_whole: false });
    }

    /// Takes a step that nothing but time and presses explains.
    pub(super) fn follow(
        &mut self,
        step: ReadingStep,
        expected: &ExpectedClock,
    ) -> Option<ToldAlert> {
        let now = step.now;
        if now.run == step.before.run && now.run.is_some() {
            return None;
        }
        let turn = self.turn.take();
        let pressed = step.pressed();
        self.turn = now.run.map(|side| TimedTurn { side, from: now, is_whole: pressed.is_some() });
        let turn = turn.filter(|turn| pressed == Some(turn.side))?;
        self.ends(turn, now, expected)
    }

    fn ends(
        &mut self,
        turn: TimedTurn,
        now: ClockReading,
        expected: &ExpectedClock,
    ) -> Option<ToldAlert> {
        let (mode, most) = expected.bonus.filter(|bonus| bonus.1 >= MIN_DUE_MS)?;
        let is_known = turn.is_whole || mode == Mode::Increment;
        if !is_known || now.has_fallen || now.left(turn.side) == 0 {
            return None;
        }
        let thought = now.since(turn.from.at);
        let due = match mode {
            Mode::Increment => most,
            Mode::Bronstein | Mode::Delay => most.min(thought),
        };
        let risen = now.left(turn.side).saturating_sub(turn.from.left(turn.side));
        let given = risen.saturating_add(thought);
        let sum = turn.side.fold_wb(&mut self.white, &mut self.black);
        sum.take(due, given, turn.from);
        let stands_out = sum.lacks >= STANDS_OUT_MS && sum.turns >= 2 && !sum.is_told;
        let first = sum.first.filter(|_| stands_out)?;
        sum.is_told = true;
        let certainty = if given < due / 4 { Certainty::High } else { Certainty::Medium };
        let alert = Alert::IncrementMissing { side: turn.side, due: duration(most) };
        Some(ToldAlert::of(alert, certainty, first, now))
    }
}

impl TurnSum {
    fn take(&mut self, due: i64, given: i64, from: ClockReading) {
        self.lacks = self.lacks.saturating_add(due / 2).saturating_sub(given).max(0);
        if self.lacks == 0 {
            self.turns = 0;
            self.first = None;
        } else {
            self.turns = self.turns.saturating_add(1);
            self.first.get_or_insert(from);
        }
    }
}
