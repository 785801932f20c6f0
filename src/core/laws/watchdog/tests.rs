//! Sequences of readings.

use std::time::Duration;

use Color::{Black, White};
use touchmove_drivers::observation::ClockTime;

use super::*;
use crate::account::ClockState;
use crate::laws::rulebook::Edition;

/// A clock that is read, and the watchdog that listens.
struct Clock {
    watchdog: Watchdog,
    record: u64,
    notices: Vec<ClockNotice>,
}

impl Clock {
    fn of(control: &str) -> Self {
        let watchdog = Watchdog::new(&control.parse().unwrap());
        Self { watchdog, record: 0, notices: Vec::new() }
    }

    /// At so many seconds the clock shows these, in seconds.
    fn shows(&mut self, at: f64, times: [u32; 2], run: Option<Color>) -> &mut Self {
        self.reads(at, times, run, false)
    }

    fn reads(&mut self, at: f64, times: [u32; 2], run: Option<Color>, doubtful: bool) -> &mut Self {
        self.record += 1;
        let times = times.map(|seconds| ClockTime::from_millis(seconds * 1_000).unwrap());
        let what = What::Clock(ClockState { times, run, flags: [false; 2], doubtful });
        let entry = Entry { at: seconds(at), record: self.record, what };
        self.notices.extend(self.watchdog.hear(&entry));
        self
    }

    fn loses_link(&mut self, at: f64) -> &mut Self {
        self.record += 1;
        let entry = Entry { at: seconds(at), record: self.record, what: What::LinkLost };
        self.notices.extend(self.watchdog.hear(&entry));
        self
    }

    /// White's time runs from here on, a reading a second; it has stood at the control before.
    fn runs(&mut self, from: [u32; 2], readings: u32) -> &mut Self {
        self.shows(0.0, from, None);
        for second in 0..readings {
            self.shows(f64::from(second) + 1.0, [from[0] - second, from[1]], Some(White));
        }
        self
    }

    fn expects(&mut self, at: f64, id: u64, side: Color, change: ClockChange) -> &mut Self {
        let correction = Correction { id, side, change };
        self.notices.extend(self.watchdog.expect(correction, seconds(at)));
        self
    }

    fn alerts(&self) -> Vec<(&'static str, Certainty)> {
        let alert = |notice: &ClockNotice| match notice {
            ClockNotice::Alert(told) => Some((told.alert.kind(), told.certainty)),
            _ => None,
        };
        self.notices.iter().filter_map(alert).collect()
    }
}

fn seconds(at: f64) -> Instant {
    Instant::ZERO + Duration::from_secs_f64(at)
}

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

const NOTHING: [(&str, Certainty); 0] = [];

#[test]
fn a_jump_is_told_once_the_next_reading_confirms_it() {
    let mut clock = Clock::of("5:00");
    clock.runs([300, 300], 3).shows(4.0, [237, 300], Some(White));
    assert_eq!(clock.alerts(), NOTHING);
    clock.shows(5.0, [236, 300], Some(White));
    assert_eq!(clock.alerts(), [("clock-jump", Certainty::Medium)]);
}

#[test]
fn a_single_odd_reading_is_no_jump() {
    let mut clock = Clock::of("5:00");
    clock.runs([300, 300], 3).shows(4.0, [237, 300], Some(White));
    clock.shows(5.0, [296, 300], Some(White)).shows(6.0, [295, 300], Some(White));
    assert_eq!(clock.alerts(), NOTHING);
}

#[test]
fn three_presses_between_two_readings_are_no_jump() {
    let mut clock = Clock::of("90+30");
    clock.runs([5_430, 5_430], 3).shows(3.6, [5_487, 5_460], Some(Black));
    clock.shows(4.6, [5_487, 5_459], Some(Black)).shows(5.6, [5_487, 5_458], Some(Black));
    assert_eq!(clock.alerts(), NOTHING);
}

#[test]
fn doubtful_readings_and_those_after_a_lost_link_never_count() {
    let mut clock = Clock::of("5:00");
    clock.runs([300, 300], 3);
    clock.reads(4.0, [37, 300], Some(White), true).reads(5.0, [36, 300], Some(White), true);
    clock.shows(6.0, [295, 300], Some(White));
    clock.loses_link(6.5);
    clock.shows(7.0, [200, 250], Some(White)).shows(8.0, [199, 250], Some(White));
    assert_eq!(clock.alerts(), NOTHING);
}

#[test]
fn a_clock_set_while_it_stands_is_told_with_low_certainty() {
    let mut clock = Clock::of("5:00");
    clock.runs([300, 300], 3).shows(4.0, [298, 300], None);
    clock.shows(30.0, [258, 300], None).shows(40.0, [258, 300], Some(White));
    clock.shows(41.0, [257, 300], Some(White));
    assert_eq!(clock.alerts(), [("clock-jump", Certainty::Low)]);
}

#[test]
fn a_clock_set_before_the_start_is_nothing_to_tell() {
    let mut clock = Clock::of("5:00");
    clock.shows(0.0, [5_400, 5_400], None).shows(9.0, [300, 300], None).runs([300, 300], 5);
    assert_eq!(clock.alerts(), NOTHING);
}

#[test]
fn a_wrong_setting_is_told_when_the_clock_runs() {
    let mut clock = Clock::of("90+30");
    clock.runs([5_430, 3_600], 1);
    assert_eq!(clock.alerts(), NOTHING);
    clock.shows(2.0, [5_429, 3_600], Some(White));
    assert_eq!(clock.alerts(), [("clock-setting-wrong", Certainty::Medium)]);
}

#[test]
fn a_correction_on_the_clock_fulfils_its_instruction_and_is_no_jump() {
    let mut clock = Clock::of("5:00");
    clock.runs([300, 300], 3).expects(3.5, 7, Black, ClockChange::Add(secs(120)));
    clock.shows(4.0, [297, 300], None).shows(20.0, [297, 421], None);
    assert_eq!(clock.notices, [ClockNotice::Fulfilled(7)]);
    clock.shows(25.0, [297, 421], Some(White)).shows(26.0, [296, 421], Some(White));
    assert_eq!(clock.notices.len(), 1);
}

#[test]
fn several_corrections_made_at_once_are_all_fulfilled() {
    let mut clock = Clock::of("60:00");
    clock.runs([3_600, 3_600], 3);
    for (id, side, change) in [
        (1, Black, ClockChange::Add(secs(120))),
        (2, Black, ClockChange::Add(secs(120))),
        (3, White, ClockChange::Take(secs(300))),
        (4, White, ClockChange::Set(secs(1_000))),
    ] {
        clock.expects(3.5, id, side, change);
    }
    clock.shows(4.0, [3_597, 3_600], None).shows(20.0, [3_297, 3_840], None);
    assert_eq!(clock.notices, [3, 1, 2].map(ClockNotice::Fulfilled));
    clock.shows(30.0, [1_000, 3_840], None);
    assert_eq!(clock.notices.last(), Some(&ClockNotice::Fulfilled(4)));
}

#[test]
fn a_correction_made_in_steps_or_before_the_instruction_counts() {
    let mut clock = Clock::of("5:00");
    clock.runs([300, 300], 3).shows(4.0, [297, 300], None);
    clock.shows(9.0, [297, 480], None).expects(10.0, 1, Black, ClockChange::Add(secs(120)));
    assert_eq!(clock.notices, []);
    clock.shows(11.0, [297, 420], None);
    assert_eq!(clock.notices, [ClockNotice::Fulfilled(1)]);
    clock.shows(12.0, [357, 420], None).expects(13.0, 2, White, ClockChange::Add(secs(60)));
    assert_eq!(clock.notices.last(), Some(&ClockNotice::Fulfilled(2)));
}

#[test]
fn an_instruction_is_reminded_of_once_after_two_minutes() {
    let mut clock = Clock::of("60:00");
    clock.runs([3_600, 3_600], 3).expects(10.0, 5, White, ClockChange::Add(secs(120)));
    assert_eq!(clock.watchdog.deadline(), Some(seconds(130.0)));
    assert_eq!(clock.watchdog.advance(seconds(129.9)), []);
    assert_eq!(clock.watchdog.advance(seconds(130.0)), [ClockNotice::Overdue(5)]);
    assert_eq!(clock.watchdog.advance(seconds(300.0)), []);
    assert_eq!(clock.watchdog.deadline(), None);
}

#[test]
fn what_a_clock_that_was_never_read_should_show_is_not_reminded_of() {
    let mut clock = Clock::of("60:00");
    clock.expects(10.0, 5, White, ClockChange::Add(secs(120)));
    clock.reads(20.0, [3_600, 3_600], None, true);
    assert_eq!(clock.watchdog.advance(seconds(130.0)), []);
    assert_eq!(clock.watchdog.deadline(), None);
    clock.shows(140.0, [3_600, 3_600], None);
    assert_eq!(clock.watchdog.advance(seconds(300.0)), []);
    assert_eq!(clock.notices, []);
}

#[test]
fn a_waived_instruction_is_not_reminded_of() {
    let mut clock = Clock::of("60:00");
    clock.runs([3_600, 3_600], 3).expects(10.0, 5, White, ClockChange::Add(secs(120)));
    clock.watchdog.waive(5);
    assert_eq!(clock.watchdog.advance(seconds(300.0)), []);
}

#[test]
fn two_presses_without_the_increment_are_told() {
    let mut clock = Clock::of("90+30");
    clock.runs([5_400, 5_400], 3).shows(3.5, [5_398, 5_400], Some(Black));
    clock.shows(13.5, [5_398, 5_390], Some(White)).shows(14.5, [5_397, 5_390], Some(Black));
    assert_eq!(clock.alerts(), [("increment-missing", Certainty::High)]);
}

#[test]
fn a_time_that_stands_while_it_should_run_is_a_fault() {
    let mut clock = Clock::of("5:00");
    for second in 0..60 {
        clock.shows(f64::from(second), [300, 300], Some(White));
    }
    assert_eq!(clock.alerts(), [("clock-fault", Certainty::Medium)]);
}

#[test]
fn a_clock_nobody_knows_the_control_of_is_not_told_to_rise_too_much() {
    let mut clock = Clock::of("?");
    clock.runs([300, 300], 3).shows(4.0, [900, 300], Some(White));
    clock.shows(5.0, [899, 300], Some(White));
    assert_eq!(clock.alerts(), NOTHING);
}

#[test]
fn a_clock_that_is_taken_for_standing_the_other_way_round_is_not_swapped() {
    let mut clock = Clock::of("5:00");
    clock.runs([300, 200], 0).shows(1.0, [300, 200], Some(White));
    clock.shows(2.0, [200, 299], Some(Black)).shows(3.0, [200, 298], Some(Black));
    let told: Vec<_> = clock.alerts().into_iter().map(|(kind, _)| kind).collect();
    assert!(!told.contains(&"times-swapped") && !told.contains(&"clock-jump"), "{told:?}");
}

#[test]
fn every_alert_has_its_article_in_every_edition() {
    let side = White;
    let (due, shown) = (secs(1), secs(1));
    let alerts = [
        Alert::IncrementMissing { side, due },
        Alert::WrongSideRunning { side },
        Alert::ClockNotStarted,
        Alert::ClockNotStopped { side },
        Alert::TimesSwapped,
        Alert::ClockJump { side, by: 1 },
        Alert::PeriodAndMovesDisagree { side, made: 1, due: 1 },
        Alert::PressesAndMovesDisagree { side, presses: 1, moves: 1 },
        Alert::ClockSettingWrong { side: Some(side), setting: ExpectedSetting::Main, shown, due },
        Alert::ClockFault { side, passed: due, fallen: due },
    ];
    for edition in Edition::ALL {
        assert!(alerts.iter().all(|alert| !alert.article(edition).is_empty()));
    }
    assert_eq!(alerts[8].article(Edition::Fide2023), "6.10.2");
}
