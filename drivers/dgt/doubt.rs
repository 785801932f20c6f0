//! Whether a clock reading agrees with the passage of time.
//!
//! A clock that runs falls on one side alone, no faster than time passes; it rises only where a
//! move was completed or a flag shows that the next period began, and not by hours; no flag falls before its time has
//! run out. What disagrees is kept and marked, never dropped: readings of real clocks flash wrong for a moment, and
//! arbiters set them.

use std::time::Duration;

use crate::observation::{ClockTime, Side, Times};
use crate::time::Instant;

/// The clock is asked two to three times a second and shows whole seconds.
const SLACK: Duration = Duration::from_secs(2);

/// No period and no penalty gives more at once.
const MAX_GIVEN: Duration = Duration::from_secs(3 * 3_600);

/// The last reading of a clock, to hold the next one against.
#[derive(Debug)]
pub(super) struct Doubt<S> {
    last: Option<(Instant, Times<S>)>,
}

impl<S: Side> Doubt<S> {
    /// Before the first reading.
    pub(super) const fn new() -> Self {
        Self { last: None }
    }

    /// Forgets the last reading: the clock was away.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// Marks `times` where they are doubtful. `None` where they say the same as the last reading;
    /// a doubtful reading that comes again is said without doubt.
    pub(super) fn judge(&mut self, now: Instant, mut times: Times<S>) -> Option<Times<S>> {
        let last = self.last;
        times.doubtful |= last.is_some_and(|(at, last)| contradict(&last, &times, now.since(at)));
        self.last = Some((now, times));
        last.is_none_or(|(_, last)| last != times).then_some(times)
    }
}

/// Whether `new`, read `elapsed` after `old`, cannot be true if `old` was.
fn contradict<S: Side>(old: &Times<S>, new: &Times<S>, elapsed: Duration) -> bool {
    let (Some(ran), Some(runs)) = (old.run, new.run) else {
        return false;
    };
    let may_rise = ran != runs || old.flags != new.flags;
    S::BOTH.into_iter().any(|side| {
        let may_fall = side == ran || side == runs;
        let (before, after) = (millis(old.time(side)), millis(new.time(side)));
        let too_far = before.saturating_sub(after) > elapsed + SLACK;
        let too_much = after.saturating_sub(before) > MAX_GIVEN;
        let falls = new.flags[side.index()] && !old.flags[side.index()];
        let too_soon = falls && before > elapsed + SLACK;
        too_far
            || too_much
            || too_soon
            || before > after && !may_fall
            || before < after && !may_rise
    })
}

fn millis(time: ClockTime) -> Duration {
    Duration::from_millis(time.as_millis().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::Hand;

    fn times(left: u32, right: u32, run: Option<Hand>) -> Times<Hand> {
        let time = |seconds: u32| ClockTime::from_millis(seconds * 1_000).unwrap();
        Times {
            times: [time(left), time(right)],
            run,
            flags: [false; 2],
            lever: run.or(Some(Hand::Left)),
            doubtful: false,
        }
    }

    /// Whether each reading is told, and if so, whether with doubt; one second passes between two.
    fn judge<const N: usize>(readings: [Times<Hand>; N]) -> [Option<bool>; N] {
        let mut doubt = Doubt::new();
        let mut now = Instant::from_millis(7_000);
        readings.map(|reading| {
            now = now + Duration::from_secs(1);
            doubt.judge(now, reading).map(|times| times.doubtful)
        })
    }

    const LEFT: Option<Hand> = Some(Hand::Left);
    const RIGHT: Option<Hand> = Some(Hand::Right);

    #[test]
    fn a_clock_that_counts_down_is_not_doubted() {
        assert_eq!(
            judge([times(180, 180, LEFT), times(179, 180, LEFT), times(176, 180, LEFT)]),
            [Some(false); 3]
        );
    }

    #[test]
    fn a_fall_faster_than_time_is_doubted_and_its_repetition_is_not() {
        assert_eq!(
            judge([times(180, 180, LEFT), times(176, 180, LEFT), times(176, 180, LEFT)]),
            [Some(false), Some(true), Some(false)]
        );
    }

    #[test]
    fn a_rise_is_believed_at_a_press_alone() {
        assert_eq!(
            judge([times(180, 180, LEFT), times(182, 180, RIGHT), times(182, 183, RIGHT)]),
            [Some(false), Some(false), Some(true)]
        );
    }

    #[test]
    fn a_rise_is_believed_where_a_flag_shows_the_next_period() {
        let mut next_period = times(1_800, 180, LEFT);
        next_period.flags[0] = true;
        assert_eq!(judge([times(1, 180, LEFT), next_period]), [Some(false); 2]);
    }

    #[test]
    fn a_flag_that_falls_long_before_its_time_has_run_out_is_doubted() {
        let mut fallen = times(8_702, 180, LEFT);
        fallen.flags[0] = true;
        assert_eq!(judge([times(5_103, 180, LEFT), fallen]), [Some(false), Some(true)]);
    }

    #[test]
    fn the_side_that_stands_must_not_change() {
        assert_eq!(
            judge([times(180, 180, LEFT), times(180, 179, LEFT)]),
            [Some(false), Some(true)]
        );
    }

    #[test]
    fn a_paused_clock_may_be_set_to_anything() {
        assert_eq!(
            judge([times(180, 180, LEFT), times(500, 20, None), times(60, 60, LEFT)]),
            [Some(false); 3]
        );
    }

    #[test]
    fn an_equal_reading_is_not_told_again() {
        assert_eq!(
            judge([times(180, 180, None), times(180, 180, None), times(180, 180, LEFT)]),
            [Some(false), None, Some(false)]
        );
    }

    #[test]
    fn nothing_is_held_against_a_clock_that_comes_back() {
        let mut doubt = Doubt::new();
        doubt.judge(Instant::ZERO, times(180, 180, LEFT));
        doubt.forget();
        let back = doubt.judge(Instant::ZERO, times(20, 300, LEFT)).unwrap();
        assert!(!back.doubtful);
    }
}
