//! The clock against the figures of the conformance cases, and its laws.

use Color::{Black, White};
use proptest::prelude::*;

use super::set::FirstMove;
use super::*;
use crate::laws::control::TimeControl;

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn rest(bonus: Option<Bonus>) -> Vec<ClockPeriod> {
    vec![ClockPeriod { moves: None, added: Duration::ZERO, bonus }]
}

fn with(left: [u64; 2], mode: Mode, seconds: u64) -> ChessClock {
    let mut clock = ChessClock::set(left.map(secs), rest(Some(bonus(mode, seconds))));
    clock.run(White);
    clock
}

const fn bonus(mode: Mode, seconds: u64) -> Bonus {
    Bonus { mode, time: secs(seconds) }
}

/// 40 moves, then half an hour, as in the cases.
fn forty(left: [u64; 2], completed: u16) -> ChessClock {
    let moves = NonZeroU16::new(40);
    let first = ClockPeriod { moves, added: Duration::ZERO, bonus: None };
    let last = ClockPeriod { moves: None, added: secs(1_800), bonus: None };
    let mut clock = ChessClock::set(left.map(secs), vec![first, last]);
    clock.set_completed(White, completed);
    clock.set_completed(Black, completed);
    clock.run(White);
    clock
}

/// White's time after a first move that took so long.
fn after_a_move(mut clock: ChessClock, thought: Duration) -> Duration {
    assert_eq!(clock.pass(thought), None);
    assert!(matches!(clock.press(White, PressFor::Move), Pressed::Went { .. }));
    assert_eq!((clock.running(), clock.completed(White)), (Some(Black), 1));
    clock.left(White)
}

#[test]
fn cl_001_an_increment_is_added_after_each_move() {
    assert_eq!(after_a_move(with([5_400; 2], Mode::Increment, 30), secs(60)), secs(5_370));
}

#[test]
fn cl_002_003_bronstein_gives_back_what_was_used_up_to_the_bonus() {
    assert_eq!(after_a_move(with([300; 2], Mode::Bronstein, 5), secs(3)), secs(300));
    assert_eq!(after_a_move(with([300; 2], Mode::Bronstein, 5), secs(8)), secs(297));
}

#[test]
fn cl_004_005_under_a_delay_the_main_time_waits() {
    let within = Duration::from_millis(4_999);
    assert_eq!(after_a_move(with([300; 2], Mode::Delay, 5), within), secs(300));
    assert_eq!(after_a_move(with([300; 2], Mode::Delay, 5), secs(8)), secs(297));
}

#[test]
fn cl_007_with_little_time_bronstein_falls_where_a_delay_does_not() {
    let mut bronstein = with([3, 300], Mode::Bronstein, 5);
    assert_eq!(bronstein.pass(secs(7)), Some(Zero { side: White, beyond: secs(4) }));
    assert_eq!(bronstein.flag_fell(White), Fall::TimeUsedUp);
    let mut delay = with([3, 300], Mode::Delay, 5);
    assert_eq!(delay.pass(secs(7)), None);
    assert_eq!(delay.left(White), secs(1));
}

#[test]
fn cl_008_012_with_the_moves_completed_the_next_period_is_added() {
    let mut clock = forty([0, 600], 40);
    let next = NewPeriod { index: 1, added: secs(1_800) };
    assert_eq!(clock.flag_fell(White), Fall::NextPeriod(next));
    assert_eq!(clock.next_period(White), Some(next));
    assert_eq!((clock.left(White), clock.period(White)), (secs(1_800), 1));
    assert_eq!((clock.next_period(White), clock.flag_fell(White)), (None, Fall::TimeUsedUp));
}

#[test]
fn cl_009_a_move_short_of_the_control_the_time_is_used_up() {
    assert_eq!(forty([0, 600], 39).flag_fell(White), Fall::TimeUsedUp);
}

#[test]
fn adding_at_zero_and_adding_at_the_move_come_to_the_same() {
    let mut at_zero = forty([10, 600], 39);
    let mut at_move = forty([10, 600], 39).with_rollover(Rollover::AtMove);
    for clock in [&mut at_zero, &mut at_move] {
        clock.pass(secs(4));
        clock.press(White, PressFor::Move);
        clock.press(Black, PressFor::Move);
    }
    assert_eq!((at_zero.left(White), at_move.left(White)), (secs(6), secs(1_806)));
    let zero = at_zero.pass(secs(20)).unwrap();
    at_zero.next_period(zero.side).unwrap();
    at_zero.pass(zero.beyond);
    at_move.pass(secs(20));
    assert_eq!((at_zero.left(White), at_move.left(White)), (secs(1_786), secs(1_786)));
}

#[test]
fn a_repeated_period_comes_again_after_as_many_moves() {
    let control: TimeControl = "40/90:00 20/30:00".parse().unwrap();
    let mut clock = ChessClock::of(&control, FirstMove::Plain).unwrap();
    for (index, completed) in [(1, 40), (2, 60), (3, 80)] {
        clock.set_completed(Black, completed - 1);
        assert_eq!(clock.flag_fell(Black), Fall::TimeUsedUp);
        clock.set_completed(Black, completed);
        let fall = clock.flag_fell(Black);
        assert_eq!(fall, Fall::NextPeriod(NewPeriod { index, added: secs(1_800) }));
        clock.next_period(Black);
    }
    assert!(!clock.is_last_period(Black));
}

#[test]
fn a_clock_is_set_by_the_control_with_or_without_the_first_increment() {
    let control: TimeControl = "90+30".parse().unwrap();
    let left = |first| ChessClock::of(&control, first).map(|clock| clock.left(White));
    assert_eq!(left(FirstMove::Plain), Some(secs(5_400)));
    assert_eq!(left(FirstMove::WithIncrement), Some(secs(5_430)));
    assert_eq!(ChessClock::of(&TimeControl::Untimed, FirstMove::Plain), None);
}

#[test]
fn a_press_on_the_side_that_does_not_run_does_nothing() {
    let mut clock = with([300; 2], Mode::Increment, 5);
    let before = clock.clone();
    assert_eq!(clock.press(Black, PressFor::Move), Pressed::NotRunning);
    assert_eq!(clock, before);
    clock.pause();
    assert_eq!(clock.press(White, PressFor::Move), Pressed::NotRunning);
}

#[test]
fn a_pause_neither_ends_nor_renews_the_delay() {
    let mut clock = with([300; 2], Mode::Delay, 5);
    clock.pass(secs(4));
    clock.pause();
    clock.pass(secs(100));
    clock.run(White);
    clock.pass(secs(3));
    assert_eq!(clock.left(White), secs(298));
    clock.run(Black);
    clock.run(White);
    clock.pass(secs(3));
    assert_eq!(clock.left(White), secs(298));
}

#[test]
fn iii_4_from_then_on_each_move_has_an_increment() {
    let mut clock = ChessClock::set([secs(100), secs(100)], Vec::new());
    clock.set_bonus(Some(bonus(Mode::Increment, 5)));
    clock.run(White);
    clock.press(White, PressFor::Move);
    assert_eq!(clock.left(White), secs(105));
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Pass(u64),
    Press(Color),
    Add(Color, u64),
    Take(Color, u64),
    Run(Color),
    Pause,
}

fn side() -> impl Strategy<Value = Color> {
    any::<bool>().prop_map(Color::from_white)
}

fn step() -> impl Strategy<Value = Step> {
    let ms = 0..120_000_u64;
    prop_oneof![
        4 => ms.clone().prop_map(Step::Pass),
        4 => side().prop_map(Step::Press),
        1 => (side(), ms.clone()).prop_map(|(side, ms)| Step::Add(side, ms)),
        1 => (side(), ms).prop_map(|(side, ms)| Step::Take(side, ms)),
        1 => side().prop_map(Step::Run),
        1 => Just(Step::Pause),
    ]
}

fn any_clock() -> impl Strategy<Value = ChessClock> {
    let mode = prop_oneof![Just(Mode::Increment), Just(Mode::Bronstein), Just(Mode::Delay)];
    let bonus = proptest::option::of((mode, 1..40_u64).prop_map(|(mode, s)| bonus(mode, s)));
    let rollover = prop_oneof![Just(Rollover::AtZero), Just(Rollover::AtMove)];
    (bonus, rollover, 1..6_u16, [0..600_u64, 0..600]).prop_map(|(bonus, rollover, moves, left)| {
        let first = ClockPeriod { moves: NonZeroU16::new(moves), added: Duration::ZERO, bonus };
        let last = ClockPeriod { moves: None, added: secs(300), bonus };
        ChessClock::set(left.map(secs), vec![first, last]).with_rollover(rollover)
    })
}

/// Does it, and says what the times together may have risen by and how much time was used up.
fn take_step(clock: &mut ChessClock, step: Step) -> (Duration, Duration) {
    let ms = Duration::from_millis;
    let none = Duration::ZERO;
    match step {
        Step::Pass(time) => {
            let Some(side) = clock.running() else {
                clock.pass(ms(time));
                return (none, none);
            };
            let waits = clock.of_mode(side, Mode::Delay).saturating_sub(clock.thought);
            let due = ms(time).saturating_sub(waits).min(clock.left(side));
            let beyond = ms(time).saturating_sub(waits).checked_sub(clock.left(side));
            let beyond = beyond.filter(|_| !clock.left(side).is_zero());
            assert_eq!(clock.pass(ms(time)), beyond.map(|beyond| Zero { side, beyond }));
            (none, due)
        }
        Step::Press(side) => match clock.press(side, PressFor::Move) {
            Pressed::Went { given, period } => {
                (given + period.map_or(none, |period| period.added), none)
            }
            Pressed::NotRunning => (none, none),
        },
        Step::Add(side, time) => {
            clock.add(side, ms(time));
            (ms(time), none)
        }
        Step::Take(side, time) => {
            let due = ms(time).min(clock.left(side));
            clock.take(side, ms(time));
            (none, due)
        }
        Step::Run(side) => {
            clock.run(side);
            (none, none)
        }
        Step::Pause => {
            clock.pause();
            (none, none)
        }
    }
}

proptest! {
    #[test]
    fn times_rise_by_what_is_given_and_fall_by_what_passes(
        mut clock in any_clock(),
        steps in proptest::collection::vec(step(), 0..60),
    ) {
        for step in steps {
            let before = clock.left(White) + clock.left(Black);
            let (risen, used) = take_step(&mut clock, step);
            prop_assert_eq!(clock.left(White) + clock.left(Black), before + risen - used);
        }
    }

    #[test]
    fn bronstein_and_delay_leave_the_same_while_the_main_time_covers_the_bonus(
        extra in 1..20_u64,
        moves in proptest::collection::vec(0..30_000_u64, 1..40),
    ) {
        let mut bronstein = with([100; 2], Mode::Bronstein, extra);
        let mut delay = with([100; 2], Mode::Delay, extra);
        let mut side = White;
        for thought in moves {
            if bronstein.left(side) <= Duration::from_millis(thought).max(secs(extra)) {
                break;
            }
            for clock in [&mut bronstein, &mut delay] {
                clock.pass(Duration::from_millis(thought));
                clock.press(side, PressFor::Move);
            }
            prop_assert_eq!(bronstein.left(side), delay.left(side));
            side = side.other();
        }
    }
}
