//! The slowest single observation, and what is due until the next one: each by itself, as the daemon does them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use touchmove_core::game::sitting::Sitting;

use crate::evidence::ObservedRecording;

/// Every game is played so often. The shortest time of an observation over all runs is its own; what a
/// run takes longer is the system's doing.
const RUNS: usize = 5;

/// Prints the slowest observation of all games, which are `what`.
pub(crate) fn print(what: &str, games: &[ObservedRecording]) {
    let slowest = games.iter().enumerate().filter_map(|(number, game)| {
        let times = shortest_times(game);
        let (at, time) = times.into_iter().enumerate().max_by_key(|(_, time)| *time)?;
        Some((time, number, at))
    });
    let Some((time, number, at)) = slowest.max() else { return };
    let step = &games[number].steps[at];
    let observations: usize = games.iter().map(|game| game.steps.len()).sum();
    println!(
        "worst single observation of {observations}, {what}: {:.1} µs",
        time.as_secs_f64() * 1e6
    );
    println!("    game {number}, record {}: {}", step.record, step.observation);
}

fn shortest_times(game: &ObservedRecording) -> Vec<Duration> {
    let mut shortest = vec![Duration::MAX; game.steps.len()];
    for _ in 0..RUNS {
        let mut sitting = Sitting::new(game.setup.clone());
        for (step, shortest) in game.steps.iter().zip(&mut shortest) {
            let mut longest = Duration::ZERO;
            while let Some(due) = sitting.deadline().filter(|due| *due <= step.at) {
                longest = longest.max(time(&mut sitting, |sitting| sitting.advance(due)));
            }
            let observe =
                |sitting: &mut Sitting| sitting.observe(step.at, step.record, &step.observation);
            longest = longest.max(time(&mut sitting, observe));
            *shortest = longest.min(*shortest);
        }
    }
    shortest
}

/// How long it takes to do this, and to tell what comes of it.
fn time(sitting: &mut Sitting, act: impl FnOnce(&mut Sitting)) -> Duration {
    let begun = Instant::now();
    act(sitting);
    while let Some(told) = sitting.poll() {
        black_box(told);
    }
    begun.elapsed()
}
