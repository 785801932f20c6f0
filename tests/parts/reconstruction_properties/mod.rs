//! What must hold of reconstruction whatever is observed.
//!
//! A few cases, the same each time; `PROPTEST_CASES=N` plays so many others. What fails is shown as a
//! recording, for `touchmove adjudicate`.

mod fold;
mod noise;
mod scanner;
mod table;

use fold::{Fold, account, line, recording, setup, shifted};
use noise::{any_steps, battered_game};
use proptest::prelude::*;
use proptest::sample::Index;
use scanner::{SCAN, Steps, read_out, scan};
use table::{Manner, STARTS, play};
use touchmove_core::account::{LineMove, LineState, What};
use touchmove_core::game::conclusion::Told;
use touchmove_core::game::sitting::Sitting;
use touchmove_core::reconstruct::{Orientation, Setup, Timing, WhiteSide};
use touchmove_drivers::observation::{Hand, Sensing};
use touchmove_drivers::{Instant, Observation};

use crate::cases::cases;

/// The most entries of the account that one observation, or the time before it, may bring: each piece
/// touched, and a line taken back and found again.
const MAX_ENTRIES: usize = 256;

/// The most deadlines that may be due between two observations.
const MAX_DEADLINES: usize = 64;

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn whatever_is_observed_ends_in_bounds(setup in any_setup(), steps in any_steps()) {
        stays_in_bounds(&setup, &steps)?;
    }

    #[test]
    fn a_battered_game_ends_in_bounds((start, steps) in battered_game(), way in any_way()) {
        stays_in_bounds(&way.setup(start), &steps)?;
    }

    #[test]
    fn looking_at_any_moment_changes_nothing(
        (start, steps) in battered_game(),
        way in any_way(),
        looks in prop::collection::vec((any::<Index>(), 0..2_000_u64), 0..30),
    ) {
        looked_at(&way.setup(start), &steps, &looks)?;
    }

    #[test]
    fn looking_at_noise_changes_nothing(
        setup in any_setup(),
        steps in any_steps(),
        looks in prop::collection::vec((any::<Index>(), 0..2_000_u64), 0..30),
    ) {
        looked_at(&setup, &steps, &looks)?;
    }

    #[test]
    fn a_restart_at_any_record_changes_nothing(
        (start, steps) in battered_game(),
        way in any_way(),
        cut in any::<Index>(),
    ) {
        let setup = way.setup(start);
        let cut = cut.index(steps.len() + 1);
        let mut folded = Fold::new(setup.clone());
        steps[..cut].iter().for_each(|step| folded.observe(step));
        // The journal holds no more than the steps: what was in between is found again from them.
        let mut again = Fold::new(setup.clone());
        steps[..cut].iter().for_each(|step| again.observe(step));
        prop_assert_eq!(&folded.entries, &again.entries);
        steps[cut..].iter().for_each(|step| again.observe(step));
        again.end();
        prop_assert_eq!(again.entries, account(&setup, &steps), "{}", recording(&setup, &steps));
    }

    #[test]
    fn a_sitting_tells_the_same_however_it_is_looked_at(
        (start, steps) in battered_game(),
        way in any_way(),
        looks in prop::collection::vec((any::<Index>(), 0..2_000_u64), 0..30),
    ) {
        let setup = way.setup(start);
        let told = sitting(&setup, &steps, &[]);
        prop_assert_eq!(
            &sitting(&setup, &steps, &looks), &told, "{}", recording(&setup, &steps)
        );
        prop_assert!(is_without_gaps(&told), "{told:#?}\n{}", recording(&setup, &steps));
    }

    #[test]
    fn only_what_was_settled_is_taken_back_and_only_once(
        (start, steps) in battered_game(),
        way in any_way(),
    ) {
        let setup = way.setup(start);
        let mut settled = Vec::new();
        for entry in account(&setup, &steps) {
            match &entry.what {
                What::Begin(_) => settled.clear(),
                What::Move(LineMove { state: LineState::Settled, id, .. }) => {
                    prop_assert!(id.is_some() && !settled.contains(id), "{entry:?}");
                    settled.push(*id);
                }
                What::Move(LineMove { state: LineState::Superseded, id: id @ Some(_), .. }) => {
                    let known = settled.iter().position(|settled| settled == id);
                    prop_assert!(known.is_some(), "{entry:?}\n{}", recording(&setup, &steps));
                    known.map(|at| settled.remove(at));
                }
                _ => {}
            }
        }
    }

    #[test]
    fn the_hour_changes_nothing(
        (start, steps) in battered_game(),
        way in any_way(),
        later in prop_oneof![Just(SCAN), 0..100_000_000_000_u64],
    ) {
        let setup = way.setup(start);
        let mut entries = account(&setup, &steps);
        entries.iter_mut().for_each(|entry| shifted(entry, later));
        let moved = |(at, what): &(Instant, Observation)| {
            (Instant::from_micros(at.as_micros() + later), what.clone())
        };
        let moved: Steps = steps.iter().map(moved).collect();
        prop_assert_eq!(account(&setup, &moved), entries, "{}", recording(&setup, &steps));
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn hands_that_do_not_hurry_are_understood(
        start in 0..STARTS.len(), manner in any_manner(), plies in 1..60_usize, seed: u64,
    ) {
        let game = play(start, manner, plies, seed);
        let setup = setup(start);
        let steps = scan(&game, Sensing::Identity, 0);
        prop_assert_eq!(line(&setup, &steps), game.moves, "{}", recording(&setup, &steps));
    }

    #[test]
    fn the_moment_of_the_first_scan_changes_no_line(
        start in 0..STARTS.len(), manner in any_manner(), plies in 1..60_usize, seed: u64,
        phase in 0..SCAN,
    ) {
        let game = play(start, manner, plies, seed);
        let setup = setup(start);
        let steps = scan(&game, Sensing::Identity, phase);
        let others = scan(&game, Sensing::Identity, 0);
        prop_assert_eq!(
            line(&setup, &steps), line(&setup, &others), "{}", recording(&setup, &steps)
        );
    }

    #[test]
    fn an_update_lost_before_a_read_out_changes_no_line(
        start in 0..STARTS.len(), manner in any_manner(), plies in 1..40_usize, seed: u64,
        lost in any::<Index>(),
        until_read_out in 200..1_500_u64,
    ) {
        let game = play(start, manner, plies, seed);
        let setup = setup(start);
        let whole = scan(&game, Sensing::Identity, 0);
        let steps = without(&whole, lost, until_read_out);
        prop_assert_eq!(
            line(&setup, &steps), line(&setup, &whole), "{}", recording(&setup, &steps)
        );
    }
}

/// Every observation, and the time before it, brings no more than so many entries, and time never
/// stands still.
fn stays_in_bounds(setup: &Setup, steps: &Steps) -> Result<(), TestCaseError> {
    let mut fold = Fold::new(setup.clone());
    for step in steps {
        let before = fold.entries.len();
        let deadlines = fold.pass(step.0, MAX_DEADLINES);
        prop_assert!(deadlines < MAX_DEADLINES, "{}", recording(setup, steps));
        fold.observe(step);
        let new = fold.entries.len() - before;
        prop_assert!(new <= MAX_ENTRIES, "{new} entries\n{}", recording(setup, steps));
    }
    let deadlines = fold.pass(Instant::from_micros(u64::MAX), MAX_DEADLINES);
    prop_assert!(deadlines < MAX_DEADLINES, "{}", recording(setup, steps));
    prop_assert_eq!(fold.reconstruct.deadline(), None, "{}", recording(setup, steps));
    Ok(())
}

/// Time that passes in several parts is as time that passes at once.
fn looked_at(setup: &Setup, steps: &Steps, looks: &[(Index, u64)]) -> Result<(), TestCaseError> {
    if steps.is_empty() {
        return Ok(());
    }
    let mut fold = Fold::new(setup.clone());
    for (number, step) in steps.iter().enumerate() {
        fold.observe(step);
        moments(steps, number, looks).into_iter().for_each(|at| fold.advance(at));
    }
    fold.end();
    prop_assert_eq!(fold.entries, account(setup, steps), "{}", recording(setup, steps));
    Ok(())
}

/// When the board is looked at after step `number`.
fn moments(steps: &Steps, number: usize, looks: &[(Index, u64)]) -> Vec<Instant> {
    let next = steps.get(number + 1).map_or(Instant::from_micros(u64::MAX), |next| next.0);
    let here = looks.iter().filter(|(at, _)| at.index(steps.len()) == number);
    let after = |millis: u64| Instant::from_micros(steps[number].0.as_micros() + millis * 1_000);
    let mut moments: Vec<_> = here.map(|(_, millis)| after(*millis).min(next)).collect();
    moments.sort();
    moments
}

/// What is told of a sitting that is looked at now and then.
fn sitting(setup: &Setup, steps: &Steps, looks: &[(Index, u64)]) -> Vec<Told> {
    let mut sitting = Sitting::new(setup.clone());
    let mut told = Vec::new();
    for (number, (at, observation)) in steps.iter().enumerate() {
        sitting.observe(*at, number as u64 + 1, observation);
        moments(steps, number, looks).into_iter().for_each(|at| sitting.advance(at));
        told.extend(std::iter::from_fn(|| sitting.poll()));
    }
    sitting.advance(Instant::from_micros(u64::MAX));
    told.extend(std::iter::from_fn(|| sitting.poll()));
    told
}

/// Whether each game counts what it tells from 1.
fn is_without_gaps(told: &[Told]) -> bool {
    let mut last = (0, 0);
    told.iter().all(|told| {
        let Some(seq) = told.seq else { return true };
        let expected = if told.game == last.0 { last.1 + 1 } else { 1 };
        last = (told.game, seq);
        seq == expected
    })
}

/// The steps without one update of a square, and with a read-out so many milliseconds later.
fn without(whole: &Steps, lost: Index, until_read_out: u64) -> Steps {
    let is_update = |step: &(Instant, Observation)| matches!(step.1, Observation::Square { .. });
    let updates: Vec<_> = (0..whole.len()).filter(|&at| is_update(&whole[at])).collect();
    if updates.is_empty() {
        return whole.clone();
    }
    let at = updates[lost.index(updates.len())];
    let read = Instant::from_micros(whole[at].0.as_micros() + until_read_out * 1_000);
    let after = whole.partition_point(|(at, _)| *at <= read);
    let mut steps = whole.clone();
    steps.insert(after, (read, read_out(whole, after)));
    steps.remove(at);
    steps
}

fn any_manner() -> impl Strategy<Value = Manner> {
    prop::sample::select(vec![Manner::Clean, Manner::Free])
}

/// What may be known before the first reading.
#[derive(Clone, Debug)]
struct Way {
    orientation: Option<Orientation>,
    white_side: WhiteSide,
    lag: u64,
}

impl Way {
    fn setup(&self, start: usize) -> Setup {
        let Self { orientation, white_side, lag } = *self;
        let timing = Timing::of_lag(std::time::Duration::from_millis(lag));
        Setup { orientation, white_side, timing, ..setup(start) }
    }
}

fn any_way() -> impl Strategy<Value = Way> {
    let orientation =
        prop::sample::select(vec![None, Some(Orientation::Straight), Some(Orientation::Turned)]);
    let white_side = prop::sample::select(vec![
        WhiteSide::Auto,
        WhiteSide::At(Hand::Left),
        WhiteSide::At(Hand::Right),
    ]);
    (orientation, white_side, 0..2_000_u64).prop_map(|(orientation, white_side, lag)| Way {
        orientation,
        white_side,
        lag,
    })
}

fn any_setup() -> impl Strategy<Value = Setup> {
    (any_way(), 0..STARTS.len()).prop_map(|(way, start)| way.setup(start))
}
