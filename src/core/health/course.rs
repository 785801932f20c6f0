//! How often something happened, ten minutes by ten minutes.

use std::time::Duration;

use touchmove_drivers::Instant;

/// What is counted together.
const TEN_MINUTES: Duration = Duration::from_secs(600);
/// Two hours are looked back on.
const KEPT: usize = 12;
const HOUR: usize = 6;
/// What the last half an hour is compared with: the half an hour before it.
const HALF: usize = 3;
/// A half an hour with so many more than twice those of the other is more than chance: of what comes five times
/// in a half an hour, one in a hundred has thirteen.
const MARGIN: u32 = 3;

/// How often something happened lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RecentCount {
    /// In the ten minutes that are counted now, by the board's time.
    pub ten_minutes: u32,
    /// In the last hour, by whole ten minutes.
    pub hour: u32,
    /// Whether it has become more.
    pub trend: Trend,
}

/// Whether something has become more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Trend {
    /// The last half an hour has more than twice as many as the one before.
    Rising,
    /// About as many, or nobody knows yet.
    #[default]
    Steady,
    /// The last half an hour has less than half as many as the one before.
    Falling,
}

impl Trend {
    /// As a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rising => "rising",
            Self::Steady => "steady",
            Self::Falling => "falling",
        }
    }
}

/// How often something happened in the last two hours.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// The present ten minutes first.
    tens: [u32; KEPT],
    /// Which ten minutes of the board's time these are.
    present: u64,
    /// In which it was looked at first.
    first: Option<u64>,
}

impl Course {
    pub(super) const fn new() -> Self {
        Self { tens: [0; KEPT], present: 0, first: None }
    }

    /// It is so late now.
    pub(super) fn pass(&mut self, now: Instant) {
        let present = now.as_millis() / 1_000 / TEN_MINUTES.as_secs();
        self.first.get_or_insert(present);
        let passed = present.saturating_sub(self.present);
        let passed = usize::try_from(passed).unwrap_or(KEPT).min(KEPT);
        if passed > 0 {
            self.tens.rotate_right(passed);
            self.tens.iter_mut().take(passed).for_each(|ten| *ten = 0);
            self.present = present;
        }
    }

    /// It happened so often.
    pub(super) fn note(&mut self, now: Instant, count: u32) {
        self.pass(now);
        let [present, ..] = &mut self.tens;
        *present = present.saturating_add(count);
    }

    /// How often it happened lately.
    pub(super) fn count(&self) -> RecentCount {
        let [ten_minutes, ..] = self.tens;
        RecentCount { ten_minutes, hour: sum(self.tens.iter().take(HOUR)), trend: self.trend() }
    }

    fn trend(&self) -> Trend {
        let since = self.first.map_or(0, |first| self.present - first.min(self.present));
        if since < (2 * HALF - 1) as u64 {
            return Trend::Steady;
        }
        let recent = sum(self.tens.iter().take(HALF));
        let before = sum(self.tens.iter().skip(HALF).take(HALF));
        let is_more = |more: u32, less: u32| more >= less.saturating_mul(2).saturating_add(MARGIN);
        match (is_more(recent, before), is_more(before, recent)) {
            (true, _) => Trend::Rising,
            (_, true) => Trend::Falling,
            _ => Trend::Steady,
        }
    }
}

fn sum<'a>(tens: impl Iterator<Item = &'a u32>) -> u32 {
    tens.fold(0, |sum, ten| sum.saturating_add(*ten))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(tens: &[u32]) -> RecentCount {
        let mut course = Course::new();
        for (ten, count) in (0..).zip(tens) {
            course.note(Instant::from_millis(ten * 600_000 + 5), *count);
        }
        course.count()
    }

    #[test]
    fn what_doubles_within_the_hour_rises_and_what_halves_falls() {
        assert_eq!(course(&[1, 2, 1, 4, 4, 4]).trend, Trend::Rising);
        assert_eq!(course(&[4, 4, 4, 1, 2, 1]).trend, Trend::Falling);
        assert_eq!(course(&[4, 4, 4, 5, 3, 5]).trend, Trend::Steady);
    }

    #[test]
    fn nothing_rises_before_there_is_something_to_compare_with() {
        assert_eq!(course(&[0, 0, 9, 9, 9]).trend, Trend::Steady);
        assert_eq!(course(&[0, 0, 0, 1, 0, 1]).trend, Trend::Steady, "twice is chance");
    }

    #[test]
    fn the_hour_forgets_what_is_older_and_a_long_pause_everything() {
        assert_eq!(
            course(&[7, 1, 1, 1, 1, 1, 1]),
            RecentCount { ten_minutes: 1, hour: 6, ..course(&[]) }
        );
        let mut course = Course::new();
        course.note(Instant::ZERO, 5);
        course.pass(Instant::from_millis(40 * 3_600_000));
        assert_eq!(course.count(), RecentCount::default());
    }
}
