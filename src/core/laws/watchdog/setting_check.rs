//! Whether the clock was set for the time control when it was started (6.10.2).

use shakmaty::Color;

use super::alert::{Alert, ToldAlert};
use super::difference::ExpectedSetting;
use super::expected::ExpectedClock;
use super::move_checks::MoveChecks;
use super::reading::{ClockReading, ReadingStep, duration};
use crate::laws::control::Mode;
use crate::laws::says::Certainty;

/// Times within this much are set rightly. Milliseconds.
const NEAR_MS: i64 = 2_000;

/// A running time may have fallen by so much more than the readings tell.
const LATE_MS: i64 = 5_000;

/// From the first presses on too much may still be seen.
const MAX_PRESSES: i64 = 6;

/// So many increments may have been given before the first reading that shows the clock running.
const MAX_UNSEEN_PRESSES: i64 = 3;

/// Readings that tell the same independently are so far apart.
const APART_MS: i64 = 500;

/// What the times at the start say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum SettingCheck {
    /// The clock has not run yet.
    #[default]
    Waits,
    /// It runs for this side, after so many presses that were seen. A reading shows a wrong time, if one
    /// does.
    Runs { side: Color, presses: i64, given: TimeGiven, wrong: Option<ClockReading> },
    /// Nothing more is to be learnt.
    Settled,
}

/// By how much White's and Black's times have risen since the clock was started: two presses between two
/// readings give one player an increment without a press being seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeGiven([i64; 2]);

impl SettingCheck {
    /// The clock may show anything from now on.
    pub(super) fn settle(&mut self) {
        *self = Self::Settled;
    }

    /// Takes a reading, and the one before if there was one.
    pub(super) fn read(
        &mut self,
        step: Option<ReadingStep>,
        now: ClockReading,
        expected: &ExpectedClock,
        moves: &MoveChecks,
    ) -> Option<ToldAlert> {
        let (presses, given, earlier) = match *self {
            Self::Settled => return None,
            Self::Waits if now.run.is_none() => return None,
            // Whoever joins a game that has begun knows nothing of its beginning.
            Self::Waits if moves.has_moves() => return self.ends(),
            Self::Waits => (0, TimeGiven::default(), None),
            Self::Runs { side, presses, given, wrong } => {
                let seen = i64::from(now.run != Some(side));
                (presses + seen, given.and(step), wrong)
            }
        };
        let Some(side) = now.run.filter(|_| presses <= MAX_PRESSES) else { return self.ends() };
        let alert = match presses {
            0 => wrong(now, step, side, expected),
            _ => wrong_after(given, now, expected),
        };
        let wrong = alert.map(|_| earlier.unwrap_or(now));
        *self = Self::Runs { side, presses, given, wrong };
        let earlier = earlier.filter(|earlier| now.since(earlier.at) >= APART_MS)?;
        let alert = alert?;
        self.settle();
        Some(ToldAlert::of(alert, Certainty::Medium, earlier, now))
    }

    fn ends(&mut self) -> Option<ToldAlert> {
        self.settle();
        None
    }
}

impl TimeGiven {
    fn and(self, step: Option<ReadingStep>) -> Self {
        let risen = |side| step.map_or(0, |step| step.risen(side).max(0));
        let [white, black] = self.0;
        Self([white.saturating_add(risen(Color::White)), black.saturating_add(risen(Color::Black))])
    }

    fn to(self, side: Color) -> i64 {
        let [white, black] = self.0;
        side.fold_wb(white, black)
    }
}

/// What is wrong with the times while `side` thinks about the first move.
fn wrong(
    now: ClockReading,
    step: Option<ReadingStep>,
    side: Color,
    expected: &ExpectedClock,
) -> Option<Alert> {
    let main = expected.main?;
    // Both may have pressed between two readings.
    let with = |times: i64| main.saturating_add(increment(expected).saturating_mul(times));
    let with_bonus = with(MAX_UNSEEN_PRESSES);
    let is_near = |shown: i64, due: i64| (shown - due).abs() <= NEAR_MS;
    let waiting = now.left(side.other());
    // Only a clock that was seen to stand tells how long it has run at most.
    let stood = step.filter(|step| step.before.run.is_none());
    let ran = stood.map(|step| step.passed().saturating_add(LATE_MS));
    let too_much = now.left(side) > with_bonus.saturating_add(NEAR_MS);
    let too_little = ran.is_some_and(|ran| now.left(side) < main.saturating_sub(ran));
    let is_running_wrong = too_much || too_little;
    if !(0..=MAX_UNSEEN_PRESSES).any(|times| is_near(waiting, with(times))) {
        let whose = (!is_running_wrong).then_some(side.other());
        return Some(is_wrong(whose, waiting, main));
    }
    is_running_wrong.then(|| is_wrong(Some(side), now.left(side), main))
}

/// What is wrong with the times after the first presses: more than anybody can have who was given so much
/// since.
fn wrong_after(given: TimeGiven, now: ClockReading, expected: &ExpectedClock) -> Option<Alert> {
    let main = expected.main?;
    let unseen = increment(expected).saturating_mul(MAX_UNSEEN_PRESSES);
    // Where a move gives as much as the main time, presses that no reading shows explain anything.
    if increment(expected) >= main {
        return None;
    }
    let most =
        |side| main.saturating_add(unseen).saturating_add(given.to(side)).saturating_add(NEAR_MS);
    let side = Color::ALL.into_iter().find(|side| now.left(*side) > most(*side))?;
    let whose = (now.left(side.other()) <= most(side.other())).then_some(side);
    Some(is_wrong(whose, now.left(side), main))
}

fn increment(expected: &ExpectedClock) -> i64 {
    let bonus = expected.bonus.filter(|bonus| bonus.0 == Mode::Increment);
    bonus.map_or(0, |bonus| bonus.1)
}

fn is_wrong(side: Option<Color>, shown: i64, main: i64) -> Alert {
    let setting = ExpectedSetting::Main;
    Alert::ClockSettingWrong { side, setting, shown: duration(shown), due: duration(main) }
}
