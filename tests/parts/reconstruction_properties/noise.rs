//! Whatever a board, a clock or a person may say, in any order.

use proptest::prelude::*;
use proptest::sample::Index;
use shakmaty::Position;
use touchmove_drivers::observation::{
    ClockReading, ClockSide, ClockTime, Decision, GameMark, Hand, LinkState, Placement, Reading,
    Sensing, Side, Square, Times,
};
use touchmove_drivers::{Instant, Observation, observation};

use super::scanner::{Steps, placement, scan};
use super::table::{self, Manner, STARTS};

/// Any observations, most of them shortly after each other.
pub(crate) fn any_steps() -> impl Strategy<Value = Steps> {
    let step = (pause(), any_observation());
    prop::collection::vec(step, 0..60).prop_map(|steps| {
        let mut now = 0;
        let mut add = |(pause, observation)| {
            now += pause;
            (Instant::from_millis(now), observation)
        };
        steps.into_iter().map(&mut add).collect()
    })
}

/// What may happen to the steps of a game.
#[derive(Clone, Debug)]
pub(crate) enum Blow {
    /// A step is lost.
    Lose,
    /// A step comes twice.
    Repeat,
    /// A step comes when the one after it does, and after it.
    Delay,
    /// Something comes in between.
    Insert(Observation),
}

/// The steps of a game, battered.
pub(crate) fn battered_game() -> impl Strategy<Value = (usize, Steps)> {
    let blow = prop_oneof![
        Just(Blow::Lose),
        Just(Blow::Repeat),
        Just(Blow::Delay),
        any_observation().prop_map(Blow::Insert),
    ];
    let blows = prop::collection::vec((any::<Index>(), blow), 0..12);
    let game = (0..STARTS.len(), 0..40_usize, any::<u64>(), sensing());
    (game, blows).prop_map(|((start, plies, seed, sensing), blows)| {
        let mut steps = scan(&table::play(start, Manner::Free, plies, seed), sensing, 0);
        blows.into_iter().for_each(|(at, blow)| batter(&mut steps, at, blow));
        (start, steps)
    })
}

fn batter(steps: &mut Steps, at: Index, blow: Blow) {
    if steps.is_empty() {
        return;
    }
    let at = at.index(steps.len());
    let (when, what) = steps[at].clone();
    match blow {
        Blow::Lose => drop(steps.remove(at)),
        Blow::Repeat => steps.insert(at, (when, what)),
        Blow::Insert(other) => steps.insert(at, (when, other)),
        Blow::Delay if at + 1 < steps.len() => {
            let later = steps[at + 1].1.clone();
            steps[at].1 = later;
            steps[at + 1].1 = what;
        }
        Blow::Delay => {}
    }
}

/// What a board may sense.
pub(crate) fn sensing() -> impl Strategy<Value = Sensing> {
    prop::sample::select(vec![Sensing::Identity, Sensing::Occupancy, Sensing::Colour])
}

/// Milliseconds between two observations.
fn pause() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..200_u64, 2 => 0..5_000_u64, 1 => 0..10_000_000_u64]
}

fn any_observation() -> impl Strategy<Value = Observation> {
    prop_oneof![
        16 => (square(), reading())
            .prop_map(|(square, reading)| Observation::Square { square, reading }),
        3 => placements().prop_map(|board| Observation::Board(Box::new(board))),
        3 => clock().prop_map(Observation::Clock),
        3 => side().prop_map(Observation::Press),
        1 => prop::sample::select(vec![LinkState::Up, LinkState::Lost, LinkState::Stale])
            .prop_map(Observation::Link),
        1 => prop::sample::select(vec![GameMark::Begin, GameMark::End]).prop_map(Observation::Game),
        3 => decision().prop_map(Observation::Decision),
    ]
}

fn square() -> impl Strategy<Value = Square> {
    (0..64_u8).prop_map(|index| Square::new(index).unwrap())
}

fn reading() -> impl Strategy<Value = Reading> {
    prop_oneof![
        2 => Just(Reading::Empty),
        3 => prop::sample::select("PNBRQKpnbrqk*+-?".chars().collect::<Vec<_>>())
            .prop_map(|letter| Reading::from_letter(letter).unwrap()),
    ]
}

/// A start with some squares changed, or any pieces anywhere.
fn placements() -> impl Strategy<Value = Placement> {
    let changes = prop::collection::vec((square(), reading()), 0..6);
    let near = (0..STARTS.len(), sensing(), any::<bool>(), changes).prop_map(
        |(start, sensing, turned, changes)| {
            let mut board = placement(table::start(start).0.board(), sensing);
            if turned {
                board = board.turned();
            }
            changes.into_iter().for_each(|(square, reading)| board.set(square, reading));
            board
        },
    );
    let any = prop::collection::vec(reading(), 64).prop_map(|readings| {
        let mut board = Placement::EMPTY;
        Square::all().zip(readings).for_each(|(square, reading)| board.set(square, reading));
        board
    });
    prop_oneof![3 => near, 1 => any]
}

fn side() -> impl Strategy<Value = ClockSide> {
    prop::sample::select(vec![
        ClockSide::Hand(Hand::Left),
        ClockSide::Hand(Hand::Right),
        ClockSide::Color(observation::Color::White),
        ClockSide::Color(observation::Color::Black),
    ])
}

fn clock() -> impl Strategy<Value = ClockReading> {
    prop_oneof![
        3 => times::<Hand>().prop_map(ClockReading::Hands),
        1 => times::<observation::Color>().prop_map(ClockReading::Colors),
    ]
}

fn times<S: Side + std::fmt::Debug + 'static>() -> impl Strategy<Value = Times<S>> {
    let side = || prop::option::of((0..2_usize).prop_map(|index| S::BOTH[index]));
    let time = || (0..ClockTime::MAX_MS).prop_map(|ms| ClockTime::from_millis(ms).unwrap());
    let flags = any::<[bool; 2]>();
    ((time(), time()), side(), flags, side(), any::<bool>()).prop_map(
        |(times, run, flags, lever, doubtful)| Times {
            times: times.into(),
            run,
            flags,
            lever,
            doubtful,
        },
    )
}

/// Decisions as the format knows them, and others.
fn decision() -> impl Strategy<Value = Decision> {
    let words = [
        "undo record=3",
        "undo record=12",
        "orientation turned=yes",
        "orientation turned=no",
        "position fen=8/8/8/8/8/8/8/4K2k_w_-_-_0_1",
        "position fen=4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_30",
        "position fen=nonsense",
        "insert ply=1 uci=e2e4",
        "insert ply=3 uci=g1h3",
        "replace ply=4 uci=b8c6",
        "replace ply=9 uci=e1g1",
        "delete ply=3",
        "delete ply=6",
        "replace ply=2 uci=e7e5",
        "delete ply=1",
        "delete ply=0",
        "turn side=black",
        "turn side=white",
        "result value=1-0",
        "result value=*",
        "clock white=0:01:00",
        "start",
        "start fen=rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R_w_HAha_-_0_1 variant=chess960",
        "answer question=1 choice=yes",
        "players white=A black=B",
        "sing",
    ];
    prop::sample::select(words.to_vec()).prop_map(|text| {
        let mut words = text.split(' ');
        let verb = words.next().unwrap().to_owned();
        let pair = |word: &str| {
            let (key, value) = word.split_once('=').unwrap();
            (key.to_owned(), value.replace('_', " "))
        };
        Decision { by: "arbiter".to_owned(), verb, particulars: words.map(pair).collect() }
    })
}
