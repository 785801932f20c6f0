//! A round of blitz on 100 virtual boards, 40 of them on two lines, by `touchmove rehearse`: real ports, a real bus, real
//! time. First nobody plays for a minute.

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::figures::{Figure, Goal};
use crate::say;

/// Tables of the round.
const TABLES: usize = 100;

/// Plays it twice: before one client, and before twenty, one of whom has stopped reading.
pub(crate) fn measure() -> Vec<Figure> {
    let one = rehearse(&["--quiet", "60"]);
    let many = rehearse(&["--subscribers", "20", "--stalled", "1"]);
    let tables = TABLES as f64;
    let micros = |report: &Value, name| report["presses"][name].as_f64().map(|us| us / 1_000.0);
    let mut figures = Vec::new();
    let mut add = |what: &str, goal, measured, unit| {
        figures.push(Figure { what: what.to_owned(), goal, measured, unit });
    };
    let games = "games";
    add("told as they were played", Goal::AtLeast(tables), one["right"].as_f64(), games);
    let adjudicated = one["as_adjudicated"].as_f64();
    add("told as adjudicated from what was sent", Goal::AtLeast(tables), adjudicated, games);
    add("frame to signal, half", Goal::AtMost(1.0), micros(&one, "median_us"), "ms");
    add("frame to signal, 99 %", Goal::AtMost(5.0), micros(&one, "p99_us"), "ms");
    let late = micros(&many, "p99_us");
    add("frame to signal, 99 %, 20 clients, 1 stalled", Goal::AtMost(10.0), late, "ms");
    add("of a core, 100 boards play", Goal::AtMost(15.0), one["core_percent"].as_f64(), "%");
    add("of a core, 100 boards are quiet", Goal::AtMost(5.0), one["quiet_percent"].as_f64(), "%");
    let megabytes = one["memory_kib"].as_f64().map(|kib| kib * 1_024.0 / 1e6);
    add("memory, 100 boards play", Goal::AtMost(100.0), megabytes, "MB");
    figures
}

/// Plays it; the report.
fn rehearse(words: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pairings = folder.path().join("round.csv");
    std::fs::write(&pairings, csv(TABLES)).expect("a file");
    say(&format!("a round on {TABLES} boards, {}; load: {}", words.join(" "), load()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove"));
    command.arg("rehearse").arg(&pairings).args(["--shared", "40", "--json"]).args(words);
    let output = command.stderr(Stdio::inherit()).output().expect("touchmove");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    for table in report["tables"].as_array().into_iter().flatten() {
        for what in ["wrong", "otherwise"] {
            if let Some(how) = table[what].as_str() {
                say(&format!("  {} {what}: {how}", table["board"].as_str().unwrap_or_default()));
            }
        }
    }
    say(&format!("  load afterwards: {}", load()));
    report
}

/// The pairings of a round.
pub(crate) fn csv(tables: usize) -> String {
    let mut csv = "round,board,white,black,timecontrol\n".to_owned();
    for table in 1..=tables {
        let _ = writeln!(csv, "1,{table},White {table},Black {table},3:00+0:02");
    }
    csv
}

/// How busy the machine is with everything that runs on it.
fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}
