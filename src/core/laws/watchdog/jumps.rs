//! Times that change by more than passes and is given.

use shakmaty::Color;

use super::alert::{Alert, Told};
use super::difference::Setting;
use super::expected::Expected;
use super::line::Line;
use super::reading::{Seen, Step, duration};
use crate::laws::says::Certainty;

/// Readings come late, and each is rounded: a change may be off by so much. Milliseconds.
const LATE: i64 = 4_000;

/// A time that didn't run is rounded only, and a press may have gone unseen.
const ROUNDED: i64 = 2_000;

/// Times that differ by less than this are not seen to be swapped.
const APART: i64 = 6_000;

/// A period that adds less than this can't be told from presses.
const LEAST_PERIOD: i64 = 60_000;

/// What moves add that differs by less than this is the same. Milliseconds.
const SAME: i64 = 2_000;

/// Clocks are set to so much a move, or a multiple of it. Milliseconds.
const USUAL: i64 = 5_000;

/// What two readings in sequence come to.
pub(super) enum Verdict {
    /// Time passed, and players pressed.
    Explained,
    /// The time of the next period was added, for one side or both.
    NewPeriod(Vec<NewPeriod>),
    /// Not yet known, or nothing to tell.
    Open,
    /// Something else.
    Told(Told),
}

/// The time of the next period was added.
pub(super) struct NewPeriod {
    pub(super) side: Color,
    /// Whether the time had run out.
    pub(super) at_zero: bool,
}

/// Follows what is not explained yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Jumps {
    /// A change that the next reading confirms or not.
    pending: Option<Pending>,
    /// What was set while the clock stood, White's and Black's.
    set: [i64; 2],
    /// The reading that showed it first.
    set_from: Option<Seen>,
    has_run: bool,
    each_move: EachMove,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    before: Seen,
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
    Suspected(Told, i64),
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

    pub(super) fn judge(&mut self, step: Step, expected: &Expected, line: &Line) -> Verdict {
        if let Some(pending) = self.pending.take() {
            return match confirmed(pending, step, expected) {
                Verdict::Told(told) => self.by_press(told, pending.given, expected),
                other => other,
            };
        }
        let begun = new_periods(step, expected, line);
        if !step.runs_on() {
            if let Some(told) = self.no_longer_suspected(step) {
                return Verdict::Told(told);
            }
            return begun.map_or_else(|| self.stood(step), Verdict::NewPeriod);
        }
        self.has_run = true;
        let odd =
            Color::ALL.into_iter().find_map(|side| Some((side, beyond(step, side, expected)?)));
        let Some((side, by)) = odd else {
            let suspected = step.pressed().and_then(|_| self.no_longer_suspected(step));
            return suspected.map_or(Verdict::Explained, Verdict::Told);
        };
        if let Some(begun) = begun {
            return Verdict::NewPeriod(begun);
        }
        let alert = if is_swapped(step) {
            // Both exchanged, and the running side too: the clock was taken for standing the other way
            // round, and shows what it showed.
            if step.before.run != step.now.run {
                return Verdict::Open;
            }
            Alert::TimesSwapped
        } else {
            Alert::ClockJump { side, by }
        };
        let is_given = by > 0 && step.pressed() == Some(side) && !is_swapped(step);
        let given = is_given.then(|| given(step, side));
        self.pending = Some(Pending { before: step.before, alert, given });
        Verdict::Open
    }

    /// A time has risen. Where two presses in sequence give too much, and the same, the clock is set so: that is told once.
    fn by_press(&mut self, told: Told, given: Option<i64>, expected: &Expected) -> Verdict {
        let Some(given) = given else { return Verdict::Told(told) };
        match std::mem::take(&mut self.each_move) {
            EachMove::Told => {
                self.each_move = EachMove::Told;
                Verdict::Open
            }
            EachMove::Unsuspected => {
                self.each_move = EachMove::Suspected(told, given);
                Verdict::Open
            }
            EachMove::Suspected(first, before) if (given - before).abs() <= SAME => {
                self.each_move = EachMove::Told;
                let due = expected.bonus.map_or(0, |(_, bonus)| bonus);
                let (side, setting) = (None, Setting::EachMove);
                let (shown, due) = (duration(given), duration(due));
                let alert = Alert::ClockSettingWrong { side, setting, shown, due };
                Verdict::Told(Told { alert, from: first.from, ..told })
            }
            EachMove::Suspected(first, _) => {
                self.each_move = EachMove::Suspected(told, given);
                Verdict::Told(Told { at: told.at, ..first })
            }
        }
    }

    /// What one press gave too much was no setting: nobody has given as much since.
    fn no_longer_suspected(&mut self, step: Step) -> Option<Told> {
        match self.each_move {
            EachMove::Suspected(told, _) => {
                self.each_move = EachMove::Unsuspected;
                Some(Told { at: step.now.at, ..told })
            }
            EachMove::Unsuspected | EachMove::Told => None,
        }
    }

    /// A clock that stood in one of the readings may have been set; that is told only once it runs
    /// again, and with low certainty.
    fn stood(&mut self, step: Step) -> Verdict {
        let mut is_set = false;
        for side in Color::ALL {
            let (by, slack) = step.changed_by(side);
            if by.abs() > ROUNDED.saturating_add(slack) {
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
            return if is_set { Verdict::Open } else { Verdict::Explained };
        }
        let set = std::mem::take(&mut self.set);
        let first = self.set_from.take();
        // Before the first move a clock is set: that is no change.
        if !std::mem::replace(&mut self.has_run, true) {
            return Verdict::Open;
        }
        let changed = Color::ALL.into_iter().zip(set).find(|(_, by)| by.abs() > ROUNDED);
        match (changed, first) {
            (Some((side, by)), Some(first)) => {
                let alert = Alert::ClockJump { side, by };
                Verdict::Told(Told::of(alert, Certainty::Low, first, step.now))
            }
            _ => Verdict::Explained,
        }
    }
}

/// The next reading confirms a change if it follows from what the change led to.
fn confirmed(pending: Pending, step: Step, expected: &Expected) -> Verdict {
    let follows = Color::ALL.into_iter().all(|side| beyond(step, side, expected).is_none());
    if step.runs_on() && follows {
        let Pending { before, alert, .. } = pending;
        return Verdict::Told(Told::of(alert, Certainty::Medium, before, step.now));
    }
    Verdict::Open
}

/// What the press of this side gave: his time may have run a while before it.
fn given(step: Step, side: Color) -> i64 {
    let least = step.risen(side);
    let usual = least.saturating_add(USUAL - 1) / USUAL * USUAL;
    if usual <= least.saturating_add(step.passed()).saturating_add(SAME / 2) {
        usual
    } else {
        least
    }
}

/// By how much the change of a time is beyond what passed and may have been given; `None` where it isn't.
fn beyond(step: Step, side: Color, expected: &Expected) -> Option<i64> {
    let risen = step.risen(side);
    let most = expected.given_at_most(step).saturating_add(ROUNDED);
    let least = step.passed().saturating_add(LATE).saturating_neg();
    if risen > most {
        Some(risen.saturating_sub(most))
    } else if risen < least {
        Some(risen.saturating_sub(least))
    } else {
        None
    }
}

/// The periods that began between two readings, where nothing else has happened to a clock that ran.
fn new_periods(step: Step, expected: &Expected, line: &Line) -> Option<Vec<NewPeriod>> {
    step.before.run?;
    let odd = Color::ALL.into_iter().filter(|side| beyond(step, *side, expected).is_some());
    let begun = odd.map(|side| new_period(step, side, expected, line));
    begun.collect::<Option<Vec<_>>>().filter(|begun| !begun.is_empty())
}

/// The change of `side` if it is its next period that was added.
fn new_period(step: Step, side: Color, expected: &Expected, line: &Line) -> Option<NewPeriod> {
    let (_, added) = *expected.periods.get(line.period(side))?;
    let most = added.saturating_add(expected.given_at_most(step)).saturating_add(LATE);
    let least = added.saturating_sub(step.passed()).saturating_sub(LATE);
    let is_added = added >= LEAST_PERIOD && (least..=most).contains(&step.risen(side));
    let at_zero = step.before.left(side) <= step.passed().saturating_add(LATE);
    is_added.then_some(NewPeriod { side, at_zero })
}

fn is_swapped(step: Step) -> bool {
    let off = step.passed().saturating_add(ROUNDED);
    let apart = (step.before.left(Color::White) - step.before.left(Color::Black)).abs();
    let crossed = |side: Color| (step.now.left(side) - step.before.left(side.other())).abs() <= off;
    apart >= APART.max(off.saturating_mul(2)) && Color::ALL.into_iter().all(crossed)
}
