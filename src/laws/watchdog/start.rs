//! Whether the clock was set for the time control when it was started (6.10.2).

use shakmaty::Color;

use super::alert::{Alert, Told};
use super::expected::Expected;
use super::reading::{Seen, Step, duration};
use crate::laws::control::Mode;
use crate::laws::says::Certainty;

/// Times within this much are set rightly. Milliseconds.
const NEAR: i64 = 2_000;

/// A running time may have fallen by so much more than the readings tell.
const LATE: i64 = 5_000;

/// From the first presses on too much may still be seen.
const MOST_PRESSES: i64 = 6;

/// So many increments may have been given before the first reading that shows the clock running.
const UNSEEN: i64 = 3;

/// Readings that tell the same independently are so far apart.
const APART: i64 = 500;

/// What the times at the start say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Start {
    /// The clock has not run yet.
    #[default]
    Waits,
    /// It runs for this side, after so many presses. A reading shows a wrong time, if one does.
    Runs { side: Color, presses: i64, wrong: Option<Seen> },
    /// Nothing more is to be learnt.
    Settled,
}

impl Start {
    /// The clock may show anything from now on.
    pub(super) fn settle(&mut self) {
        *self = Self::Settled;
    }

    /// Takes a reading, and the one before if there was one.
    pub(super) fn read(
        &mut self,
        step: Option<Step>,
        now: Seen,
        expected: &Expected,
        has_moves: bool,
    ) -> Option<Told> {
        let (presses, earlier) = match *self {
            Self::Settled => return None,
            Self::Waits if now.run.is_none() => return None,
            // Whoever joins a game that has begun knows nothing of its beginning.
            Self::Waits if has_moves => return self.ends(),
            Self::Waits => (0, None),
            Self::Runs { side, presses, wrong } if now.run == Some(side) => (presses, wrong),
            Self::Runs { presses, wrong, .. } => (presses + 1, wrong),
        };
        let Some(side) = now.run.filter(|_| presses <= MOST_PRESSES) else { return self.ends() };
        let alert = match presses {
            0 => wrong(now, step, side, expected),
            presses => wrong_after(presses, now, expected),
        };
        let wrong = alert.map(|_| earlier.unwrap_or(now));
        *self = Self::Runs { side, presses, wrong };
        let earlier = earlier.filter(|earlier| now.since(earlier.at) >= APART)?;
        let alert = alert?;
        self.settle();
        Some(Told::of(alert, Certainty::Medium, earlier, now))
    }

    fn ends(&mut self) -> Option<Told> {
        self.settle();
        None
    }
}

/// What is wrong with the times while `side` thinks about the first move.
fn wrong(now: Seen, step: Option<Step>, side: Color, expected: &Expected) -> Option<Alert> {
    let main = expected.main?;
    // Both may have pressed between two readings.
    let with = |times: i64| main.saturating_add(increment(expected).saturating_mul(times));
    let with_bonus = with(UNSEEN);
    let is_near = |shown: i64, due: i64| (shown - due).abs() <= NEAR;
    let waiting = now.left(side.other());
    if !(0..=UNSEEN).any(|times| is_near(waiting, with(times))) {
        return Some(is_wrong(now, side.other(), main));
    }
    // Only a clock that was seen to stand tells how long it has run at most.
    let stood = step.filter(|step| step.before.run.is_none());
    let ran = stood.map(|step| step.passed().saturating_add(LATE));
    let too_much = now.left(side) > with_bonus.saturating_add(NEAR);
    let too_little = ran.is_some_and(|ran| now.left(side) < main.saturating_sub(ran));
    (too_much || too_little).then(|| is_wrong(now, side, main))
}

/// What is wrong with the times after so many presses: more than anybody can have by then.
fn wrong_after(presses: i64, now: Seen, expected: &Expected) -> Option<Alert> {
    let main = expected.main?;
    // Where a move gives as much as the main time, a press that no reading shows explains anything.
    if increment(expected) >= main {
        return None;
    }
    let given = increment(expected).saturating_mul(presses.saturating_add(1));
    let most = main.saturating_add(given).saturating_add(NEAR);
    let side = Color::ALL.into_iter().find(|side| now.left(*side) > most)?;
    Some(is_wrong(now, side, main))
}

fn increment(expected: &Expected) -> i64 {
    let bonus = expected.bonus.filter(|bonus| bonus.0 == Mode::Increment);
    bonus.map_or(0, |bonus| bonus.1)
}

fn is_wrong(now: Seen, side: Color, main: i64) -> Alert {
    Alert::ClockSettingWrong { side, shown: duration(now.left(side)), due: duration(main) }
}
