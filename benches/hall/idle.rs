//! What the daemon costs while no board is attached: it only looks for some.

use std::time::Duration;

use crate::figures::{Figure, Goal};
use crate::say;
use crate::station::{Bus, Daemon};

/// So long it is watched.
const WATCHED: Duration = Duration::from_secs(60);

/// By then it has nothing more to do than to wait.
const STARTED: Duration = Duration::from_secs(5);

/// Starts the daemon as an operator does, and does nothing.
pub(crate) fn measure() -> Vec<Figure> {
    say("no board, for 60 s");
    let (bus, state) = (Bus::start(), tempfile::tempdir().expect("a temporary folder"));
    let daemon = Daemon::start(&bus, state.path(), &[]);
    std::thread::sleep(STARTED);
    let before = spent(daemon.id());
    std::thread::sleep(WATCHED);
    let spent = spent(daemon.id()).saturating_sub(before);
    let percent = 100.0 * spent.as_secs_f64() / WATCHED.as_secs_f64();
    let what = "of a core, no board".to_owned();
    vec![Figure { what, goal: Goal::AtMost(0.1), measured: Some(percent), unit: "%" }]
}

/// Time of a core that all threads of a process have had.
fn spent(process: u32) -> Duration {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("a process");
    let nanos = tasks.filter_map(|task| {
        let schedule = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        schedule.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanos.sum())
}
