//! Games with a clock, simulated: thinking, ticking, late readings, forgotten presses, pauses; and with
//! something planted that is wrong.

mod table;

use proptest::prelude::*;

use self::table::{Fault, Habits, Played, play};
use super::*;

/// Controls of all kinds, and the seconds that a player of them thinks at most.
const CONTROLS: &[(&str, u64)] = &[
    ("90+30", 240),
    ("40/90:00+0:30 30:00+0:30", 200),
    ("40/90:00 30:00", 180),
    ("20/15:00 10/5:00", 40),
    ("3+2", 8),
    ("5:00", 8),
    ("1+1", 3),
    ("15+10", 40),
    ("25:00b0:10", 60),
    ("G/25;d5", 60),
    ("G/5;d3", 12),
    ("60:00", 100),
];

fn control(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// The kinds of what was told with medium certainty or more.
fn told(played: &Played) -> Vec<&'static str> {
    played.alerts().filter(|told| told.certainty > Certainty::Low).map(|t| t.alert.kind()).collect()
}

fn finds(text: &str, think: u64, fault: Fault, kind: &str) {
    for seed in 0..40 {
        let played = play(&control(text), think, seed, fault, Habits::undisturbed(seed));
        assert!(told(&played).contains(&kind), "{text} seed {seed}: {:?}", told(&played));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn a_right_clock_is_never_told_of(seed in any::<u64>(), which in 0..CONTROLS.len()) {
        let (text, think) = CONTROLS[which];
        let played = play(&control(text), think, seed, Fault::None, Habits::of(seed));
        let told: Vec<_> = played.alerts().filter(|told| told.certainty > Certainty::Low).collect();
        prop_assert!(told.is_empty(), "{}: {:?}", text, told);
        prop_assert_eq!(played.overdue(), 0, "{}", text);
        prop_assert_eq!(played.fulfilled(), played.corrections);
    }
}

#[test]
fn a_missing_increment_is_found() {
    for (text, think) in [("90+30", 120), ("15+10", 30), ("3+2", 6)] {
        finds(text, think, Fault::NoBonus, "increment-missing");
    }
    finds("25:00b0:10", 40, Fault::NoBonus, "increment-missing");
    finds("G/25;d5", 30, Fault::NoBonus, "increment-missing");
}

#[test]
fn a_clock_set_for_another_control_is_found() {
    for (text, think) in [("90+30", 120), ("3+2", 6), ("5:00", 8)] {
        finds(text, think, Fault::WrongMain, "clock-setting-wrong");
    }
}

#[test]
fn a_clock_that_runs_for_the_wrong_player_is_found() {
    finds("90+30", 120, Fault::Mirrored, "wrong-side-running");
    finds("15+10", 40, Fault::Mirrored, "wrong-side-running");
}

#[test]
fn a_clock_that_is_not_started_is_found() {
    finds("90+30", 120, Fault::NotStarted, "clock-not-started");
}

#[test]
fn a_clock_that_runs_on_after_the_end_is_found() {
    finds("60:00", 100, Fault::NotStopped, "clock-not-stopped");
}

#[test]
fn swapped_times_are_found() {
    finds("90+30", 120, Fault::Swapped, "times-swapped");
}

#[test]
fn a_time_that_jumps_is_found() {
    for (text, think) in [("90+30", 120), ("40/90:00 30:00", 100), ("15+10", 40)] {
        finds(text, think, Fault::Jump(-300), "clock-jump");
        finds(text, think, Fault::Jump(300), "clock-jump");
    }
}

#[test]
fn a_period_that_comes_too_early_is_found() {
    finds("20/15:00 10:00", 30, Fault::CountsAhead, "clock-and-moves-disagree");
}

#[test]
fn a_period_that_is_added_without_the_moves_is_found() {
    finds("40/5:00 60:00", 60, Fault::AddsAnyway, "clock-and-moves-disagree");
}

#[test]
fn presses_without_moves_that_mislead_the_counter_are_found() {
    finds("90+30", 120, Fault::ExtraPresses, "clock-and-moves-disagree");
}

#[test]
fn a_clock_that_goes_too_fast_is_found() {
    finds("90+30", 240, Fault::Fast, "clock-fault");
}
