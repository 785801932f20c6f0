//! Times that change by more than passes and is given.

use shakmaty::Color;

use super::alert::{Alert, ToldAlert};
use super::difference::ExpectedSetting;
use super::expected::{AddedPeriod, ExpectedClock};
use super::move_checks::MoveChecks;
use super::reading::{ClockReading, ReadingStep, TimeChange, duration};
use crate::laws::says::Certainty;

/// Readings come late, and each is rounded: a change may be off by so much. Milliseconds.
const LATE_MS: i64 = 4_000;

/// A time that didn't run is rounded only, and a press may have gone unseen.
const ROUNDED_MS: i64 = 2_000;

/// Times that differ by less than this are not seen to be swapped.
const APART_MS: i64 = 6_000;

/// A period that adds less than this can't be told from presses.
const MIN_PERIOD_MS: i64 = 60_000;

/// What moves add that differs by less than this is the same. Milliseconds.
const SAME_MS: i64 = 2_000;

/// Clocks are set to so much a move, or a multiple of it. Milliseconds.
const USUAL_MS: i64 = 5_000;

/// What two readings in sequence come to.
pub(super) enum JumpVerdict {
    /// Time passed, and players pressed.
    Explained,
    /// The time of the next period was added, for one side or both.
    AddedPeriod(Vec<AddedPeriod>),
    /// Not yet known, or nothing to tell.
    Open,
    /// Something else.
    Told(ToldAlert),
}

/// Follows what is not explained yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Jumps {
    /// A change that the next reading confirms or not.
    pending: Option<OpenJump>,
    /// What was set while the clock stood, White's and Black's.
    set: [i64; 2],
    /// The reading that showed it first.
    set_from: Option<ClockReading>,
    has_run: bool,
    each_move: EachMove,
}

#[derive(Clone, Copy, Debug)]
struct OpenJump {
    before: ClockReading,
    alert: Alert,
    /// What the press gave, in milliseconds, where the time rose by one.
    given: Option<i64>,
}

/// What is known of too much that presses give.
#[derive(Clone, Copy, Debug, Default)]
enum EachMove {
    /// None has given too much.
    #[default]
    Unsuspected,
    /// One has, so many milliseconds: the clock was set so, or somebody has set it then.
    Suspected(ToldAlert, i64),
    /// It was told that the clock is set wrongly: what presses give follows from that.
    Told,
}

impl Jumps {
    /// By how much `side` was set while the clock stands.
    pub(super) fn set_by(&self, side: Color) -> i64 {
        let [white, black] = self.set;
        side.fold_wb(white, black)
    }

    /// What was set is explained.
    pub(super) fn forget(&mut self, side: Color) {
        let [white, black] = &mut self.set;
        *side.fold_wb(white, black) = 0;
    }

    /// Nothing before the next reading counts.
    pub(super) fn rebase(&mut self) {
        self.pending = None;
    }

    /// It was told that the clock is set for another time control: what follows from that is not told again.
    pub(super) fn note_told_set_wrongly(&mut self) {
        self.each_move = EachMove::Told;
    }

    /// Whether that was told.
    pub(super) const fn is_known_set_wrongly(&self) -> bool {
        matches!(self.each_move, EachMove::Told)
    }

    pub(super) fn judge(
        &mut self,
        step: ReadingStep,
        expected: &ExpectedClock,
        moves: &MoveChecks,
    ) -> JumpVerdict {
        if let Some(pending) = self.pending.take() {
            return match confirmed(pending, step, expected) {
                JumpVerdict::Told(told) => self.judge_press(told, pending.given, expected),
                other => other,
            };
        }
        let begun = new_periods(step, expected, moves);
        if !step.runs_on() {
            if let Some(told) = self.clear_suspicion(step) {
                return JumpVerdict::Told(told);
            }
            return begun.map_or_else(|| self.judge_standing(step), JumpVerdict::AddedPeriod);
        }
        self.has_run = true;
        let odd =
            Color::ALL.into_iter().find_map(|side| Some((side, beyond(step, side, expected)?)));
        let Some((side, by)) = odd else {
            let suspected = step.pressed().and_then(|_| self.clear_suspicion(step));
            return suspected.map_or(JumpVerdict::Explained, JumpVerdict::Told);
        };
        if let Some(begun) = begun {
            return JumpVerdict::AddedPeriod(begun);
        }
        let alert = if is_swapped(step) {
            // Both exchanged, and the running side too: the clock was taken for standing the other way
            // round, and shows what it showed.
            if step.before.run != step.now.run {
                return JumpVerdict::Open;
            }
            Alert::TimesSwapped
        } else {
            Alert::ClockJump { side, by }
        };
        let is_given = by > 0 && step.pressed() == Some(side) && !is_swapped(step);
        let given = is_given.then(|| given(step, side));
        self.pending = Some(OpenJump { before: step.before, alert, given });
        JumpVerdict::Open
    }

    /// A time has risen. Where two presses in sequence give too much, and the same, the clock is set so: that is told once.
    fn judge_press(
        &mut self,
        told: ToldAlert,
        given: Option<i64>,
        expected: &ExpectedClock,
    ) -> JumpVerdict {
        let Some(given) = given else { return JumpVerdict::Told(told) };
        match std::mem::take(&mut self.each_move) {
            EachMove::Told => {
                self.each_move = EachMove::Told;
                JumpVerdict::Open
            }
            EachMove::Unsuspected => {
                self.each_move = EachMove::Suspected(told, given);
                JumpVerdict::Open
            }
            EachMove::Suspected(first, before) if (given - before).abs() <= SAME_MS => {
                self.each_move = EachMove::Told;
                let due = expected.bonus.map_or(0, |(_, bonus)| bonus);
                let (side, setting) = (None, ExpectedSetting::EachMove);
                let (shown, due) = (duration(given), duration(due));
                let alert = Alert::ClockSettingWrong { side, setting, shown, due };
                JumpVerdict::Told(ToldAlert { alert, from: first.from, ..told })
            }
            EachMove::Suspected(first, _) => {
                self.each_move = EachMove::Suspected(told, given);
                JumpVerdict::Told(ToldAlert { at: told.at, ..first })
            }
        }
    }

    /// What one press gave too much was no setting: nobody has given as much since.
    fn clear_suspicion(&mut self, step: ReadingStep) -> Option<ToldAlert> {
        match self.each_move {
            EachMove::Suspected(told, _) => {
                self.each_move = EachMove::Unsuspected;
                Some(ToldAlert { at: step.now.at, ..told })
            }
            EachMove::Unsuspected | EachMove::Told => None,
        }
    }

    /// A clock that stood in one of the readings may have been set; that is told only once it runs
    /// again, and with low certainty.
    fn judge_standing(&mut self, step: ReadingStep) -> JumpVerdict {
        let mut is_set = false;
        for side in Color::ALL {
            let TimeChange { by, slack } = step.changed_by(side);
            if by.abs() > ROUNDED_MS.saturating_add(slack) {
                let [white, black] = &mut self.set;
                let set = side.fold_wb(white, black);
                *set = set.saturating_add(by);
                self.set_from.get_or_insert(step.before);
                // Perhaps it is set rightly now.
                self.each_move = EachMove::Unsuspected;
                is_set = true;
            }
        }
        if step.now.run.is_none() {
            return if is_set { JumpVerdict::Open } else { JumpVerdict::Explained };
        }
        let set = std::mem::take(&mut self.set);
        let first = self.set_from.take();
        // Before the first move a clock is set: that is no change.
        if !std::mem::replace(&mut self.has_run, true) {
            return JumpVerdict::Open;
        }
        let changed = Color::ALL.into_iter().zip(set).find(|(_, by)| by.abs() > ROUNDED_MS);
        match (changed, first) {
            (Some((side, by)), Some(first)) => {
                let alert = Alert::ClockJump { side, by };
                JumpVerdict::Told(ToldAlert::of(alert, Certainty::Low, first, step.now))
            }
            _ => JumpVerdict::Explained,
        }
    }
}

/// The next reading confirms a change if it follows from what the change led to.
fn confirmed(pending: OpenJump, step: ReadingStep, expected: &ExpectedClock) -> JumpVerdict {
    let follows = Color::ALL.into_iter().all(|side| beyond(step, side, expected).is_none());
    if step.runs_on() && follows {
        let OpenJump { before, alert, .. } = pending;
        return JumpVerdict::Told(ToldAlert::of(alert, Certainty::Medium, before, step.now));
    }
    JumpVerdict::Open
}

/// What the press of this side gave: his time may have run a while before it.
fn given(step: ReadingStep, side: Color) -> i64 {
    let least = step.risen(side);
    let usual = least.saturating_add(USUAL_MS - 1) / USUAL_MS * USUAL_MS;
    if usual <= least.saturating_add(step.passed()).saturating_add(SAME_MS / 2) {
        usual
    } else {
        least
    }
}

/// By how much the change of a time is beyond what passed and may have been given; `None` where it isn't.
fn beyond(step: ReadingStep, side: Color, expected: &ExpectedClock) -> Option<i64> {
    let risen = step.risen(side);
    let most = expected.given_at_most_to(side, step).saturating_add(ROUNDED_MS);
    let least = step.passed().saturating_add(LATE_MS).saturating_neg();
    if risen > most {
        Some(risen.saturating_sub(most))
    } else if risen < least {
        Some(risen.saturating_sub(least))
    } else {
        None
    }
}

/// The periods that began between two readings, where nothing else has happened to a clock that ran.
fn new_periods(
    step: ReadingStep,
    expected: &ExpectedClock,
    moves: &MoveChecks,
) -> Option<Vec<AddedPeriod>> {
    step.before.run?;
    let odd = Color::ALL.into_iter().filter(|side| beyond(step, *side, expected).is_some());
    let begun = odd.map(|side| new_period(step, side, expected, moves));
    begun.collect::<Option<Vec<_>>>().filter(|begun| !begun.is_empty())
}

/// The change of `side` if it is its next period that was added.
fn new_period(
    step: ReadingStep,
    side: Color,
    expected: &ExpectedClock,
    moves: &MoveChecks,
) -> Option<AddedPeriod> {
    let (_, added) = *expected.periods.get(moves.period(side))?;
    let most = added.saturating_add(expected.given_at_most(step)).saturating_add(LATE_MS);
    let least = added.saturating_sub(step.passed()).saturating_sub(LATE_MS);
    let is_added = added >= MIN_PERIOD_MS && (least..=most).contains(&step.risen(side));
    let at_zero = step.before.left(side) <= step.passed().saturating_add(LATE_MS);
    is_added.then_some(AddedPeriod { side, at_zero })
}

fn is_swapped(step: ReadingStep) -> bool {
    let off = step.passed().saturating_add(ROUNDED_MS);
    let apart = (step.before.left(Color::White) - step.before.left(Color::Black)).abs();
    let crossed = |side: Color| (step.now.left(side) - step.before.left(side.other())).abs() <= off;
    apart >= APART_MS.max(off.saturating_mul(2)) && Color::ALL.into_iter().all(crossed)
}
