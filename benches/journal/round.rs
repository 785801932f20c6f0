//! How long the daemon takes to be ready after a whole round on a hundred boards: the real daemon, on a bus of its own.

use std::path::Path;
use std::time::{Duration, Instant};

use touchmove_core::game::json::{self, LinePlace};
use touchmove_core::game::setup::Terms;
use touchmove_core::game::sitting::Sitting;
use touchmove_drivers::observation::{ClockReading, ClockTime, Hand, Side, Times};
use touchmove_drivers::recording::BoardName;
use touchmove_drivers::{Instant as BoardTime, Observation};
use touchmove_station::journal::Journal;

use crate::evidence::{ObservedRecording, long_games};
use crate::print;
use crate::station::{Bus, Daemon};

/// Boards of the round.
const BOARDS: usize = 100;

/// So many different games are played on them.
const GAMES: usize = 10;

/// Every start is measured so often.
const STARTS: usize = 10;

const SECOND: Duration = Duration::from_secs(1);

/// How much longer than simulated ones players think before each move.
const THOUGHT: Duration = Duration::from_secs(80);

/// Whether a clock reports every second that it runs, as real ones do, or only with moves.
#[derive(Clone, Copy)]
enum Clocks {
    WithMoves,
    EverySecond,
}

/// Measures it.
pub(crate) fn ready() {
    let games: Vec<_> = long_games(super::PLIES).take(GAMES).collect();
    for (clocks, what) in [
        (Clocks::WithMoves, "clocks report with moves"),
        (Clocks::EverySecond, "clocks report every second"),
    ] {
        let state = tempfile::tempdir().expect("a temporary folder");
        let boards = state.path().join("boards");
        std::fs::create_dir(&boards).expect("a folder");
        let (mut bytes, mut records) = (0, 0);
        for (number, game) in (0..BOARDS).zip(games.iter().cycle()) {
            let path = boards.join(format!("dgt_{number:05}.journal"));
            records += write(game, clocks, number, &path);
            bytes += path.metadata().expect("a journal").len();
        }
        let what =
            format!("ready with {BOARDS} boards, {records} records, {} KiB, {what}", bytes / 1024);
        print(&what, (0..STARTS).map(|_| start(state.path())).collect());
    }
}

/// Writes the journal of a board on which a game was played; returns its records.
fn write(game: &ObservedRecording, clocks: Clocks, number: usize, path: &Path) -> u64 {
    let mut headers = game.headers.clone();
    let (family, serial) = ("dgt".to_owned(), Some(format!("{number:05}")));
    headers.board = Some(BoardName { family, serial });
    let (mut journal, _) = Journal::open(path, &headers).expect("a journal");
    let terms = Terms { board: game.setup.clone(), rulebook: game.rulebook.clone() };
    let mut sitting = Sitting::new(terms);
    let station = format!("{{\"game\":1,\"station\":{}}}", number + 1);
    journal.append_told(&station).expect("told");
    let mut seq = 0;
    let mut observe = |at, observation: &Observation| {
        let record = journal.append_record(at, None, observation).expect("a record");
        sitting.observe(at, record, observation);
        while let Some(told) = sitting.poll() {
            if told.seq.is_some() {
                seq += 1;
                journal
                    .append_told(&json::line(&told, LinePlace { seq, recording: 0 }))
                    .expect("told");
            }
        }
    };
    match clocks {
        Clocks::WithMoves => {
            game.steps.iter().for_each(|step| observe(step.at, &step.observation));
        }
        Clocks::EverySecond => thought_over(game, observe),
    }
    journal.sync().expect("a sync");
    journal.records()
}

/// A game whose players think [`THOUGHT`] longer before each move, under a clock that reports every second.
fn thought_over(game: &ObservedRecording, mut observe: impl FnMut(BoardTime, &Observation)) {
    let (mut later, mut less) = (Duration::ZERO, [0; 2]);
    let mut shown: Option<(BoardTime, Times<Hand>)> = None;
    for step in &game.steps {
        while let Some((at, times)) = shown.filter(|(at, _)| *at + SECOND < step.at + later) {
            shown = Some(tick(at, times, &mut observe));
        }
        let Observation::Clock(ClockReading::Hands(mut times)) = step.observation else {
            observe(step.at + later, &step.observation);
            continue;
        };
        times.times = [0, 1].map(|side| earlier(times.times[side], less[side]));
        observe(step.at + later, &Observation::Clock(ClockReading::Hands(times)));
        let ran = shown.and_then(|(_, times)| times.run);
        shown = Some((step.at + later, times));
        if let Some(side) = times.run.filter(|side| ran != Some(*side)) {
            for _ in 0..THOUGHT.as_secs() {
                shown = shown.map(|(at, times)| tick(at, times, &mut observe));
            }
            later += THOUGHT;
            less[side.index()] += u32::try_from(THOUGHT.as_millis()).unwrap_or(u32::MAX);
        }
    }
}

/// A second later the clock reports again.
fn tick(
    at: BoardTime,
    mut times: Times<Hand>,
    observe: &mut impl FnMut(BoardTime, &Observation),
) -> (BoardTime, Times<Hand>) {
    if let Some(side) = times.run {
        times.times[side.index()] = earlier(times.times[side.index()], 1_000);
        observe(at + SECOND, &Observation::Clock(ClockReading::Hands(times)));
    }
    (at + SECOND, times)
}

fn earlier(time: ClockTime, millis: u32) -> ClockTime {
    ClockTime::from_millis(time.as_millis().saturating_sub(millis)).unwrap_or_default()
}

/// Starts the daemon and returns how long it took until it was ready.
fn start(state: &Path) -> Duration {
    let bus = Bus::start();
    let began = Instant::now();
    let _daemon = Daemon::start(&bus, state, &["--no-discovery"]);
    began.elapsed()
}
