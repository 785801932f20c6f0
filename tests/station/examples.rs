//! The examples for programs of others, run as processes against the real daemon, which is killed under them.

use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::Signal;
use serde_json::Value;
use touchmove_needs::{python, skip};

use crate::support::begun::Begun;
use crate::support::daemon::TOUCHMOVE;
use crate::support::looking::until;
use crate::support::process::Process;
use crate::support::receiver::Receiver;
use crate::support::table::Table;

/// The example in Python.
const FOLLOW_IN_PYTHON: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/src/client/examples/follow_a_game.py");

/// An example that runs, and is killed with the value.
struct Example(Process);

impl Example {
    fn start(command: &mut Command, words: &[&str]) -> Self {
        Self(Process::start(command.args(words)))
    }

    /// The lines that it has printed, once they are what is waited for.
    fn once(&self, is_there: impl Fn(&[String]) -> bool) -> Vec<String> {
        until(|| {
            let said = self.0.said();
            let lines: Vec<_> = said.lines().map(ToOwned::to_owned).collect();
            if is_there(&lines) { Ok(lines) } else { Err(said) }
        })
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        self.0.signal(Signal::KILL);
        self.0.ended();
    }
}

/// An example in Rust: `cargo test --workspace` builds it beside the programs. `None` where a single test was built alone.
fn built(name: &str) -> Option<PathBuf> {
    let path = Path::new(TOUCHMOVE).with_file_name("examples").join(name);
    if !path.exists() {
        skip("the examples: cargo build --package touchmove-client --examples");
        return None;
    }
    Some(path)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_in_python_prints_each_event_once_while_the_daemon_is_killed_and_started() {
    let is_there = Command::new(python()).args(["-c", "import jeepney"]).output();
    if !is_there.is_ok_and(|done| done.status.success()) {
        return skip("python3 with the package `jeepney`");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut table, &["e2e4", "e7e5"]).await;
    let mut command = Command::new(python());
    let example = Example::start(command.arg(FOLLOW_IN_PYTHON), &[venue.bus.address(), "1"]);
    let has = |san: &'static str| {
        move |lines: &[String]| {
            lines.iter().any(|line| line.contains(&format!("\"san\": \"{san}\"")))
        }
    };
    example.once(has("e5"));
    table.play(&["g1f3"]);
    example.once(has("Nf3"));
    let _venue = venue.kill_and(|| table.free());
    table.play(&["b8c6", "f1b5"]);
    let lines = example.once(has("Bb5"));
    let events: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<_> = events.iter().map(|event| event["number"].as_u64().unwrap()).collect();
    let last = u64::try_from(numbers.len()).unwrap();
    assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
    let moves: Vec<_> = events.iter().filter_map(|event| event["san"].as_str()).collect();
    assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_in_rust_miss_no_move_and_no_result_while_the_daemon_is_killed_and_started() {
    let (Some(follow), Some(post)) = (built("follow_a_game"), built("post_results")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let Begun { venue, .. } = Begun::at(&mut table, &["e2e4", "e7e5"]).await;
    let (receiver, bus) = (Receiver::open(), venue.bus.address());
    let follower = Example::start(&mut Command::new(follow), &[bus, "1"]);
    let printer = Example::start(&mut Command::new(&post), &[bus]);
    let url = format!("http://{}/results", receiver.at);
    let _poster = Example::start(&mut Command::new(&post), &[bus, &url]);
    follower.once(|lines| lines.last().is_some_and(|line| line == "e4 e5 *"));
    venue.done(&["enter", "2", "0-1"]);
    receiver.once(|posted| posted.len() == 1);

    let venue = venue.kill_and(|| table.free());
    table.play(&["g1f3"]);
    follower.once(|lines| lines.last().is_some_and(|line| line == "e4 e5 Nf3 *"));
    venue.done(&["enter", "1", "1-0"]);
    venue.done(&["enter", "2", "1/2-1/2"]);
    printer.once(|lines| lines.iter().any(|line| line.contains("1/2-1/2")));
    receiver.once(|posted| posted.iter().any(|it| it.body.contains("1/2-1/2")));
    venue.done(&["enter", "2", "*"]);
    let results = [(2, "0-1"), (1, "1-0"), (2, "1/2-1/2"), (2, "*")];
    let read = |line: &str| {
        let told: Value = serde_json::from_str(line).ok()?;
        let result = results.iter().map(|(_, result)| *result).find(|it| told["result"] == **it)?;
        Some((told["table"].as_u64()?, result))
    };
    let is_withdrawn = |line: &str| line.contains(r#""result":"*""#);
    let lines = printer.once(|lines| lines.iter().any(|line| is_withdrawn(line)));
    assert_eq!(lines.iter().filter_map(|line| read(line)).collect::<Vec<_>>(), results);
    let posted = receiver.once(|posted| posted.iter().any(|it| is_withdrawn(&it.body)));
    assert_eq!(posted.iter().filter_map(|it| read(&it.body)).collect::<Vec<_>>(), results);
}
