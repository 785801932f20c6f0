//! What comes from outside may hold signs that steer a terminal, turn writing round or cannot be seen: whatever a program
//! is given, none of them reaches its output.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::TempDir;
use touchmove_core::text::is_hostile;
use touchmove_drivers::Instant;
use touchmove_drivers::recording::Headers;
use touchmove_station::journal::Journal;

use crate::support::daemon::{TOUCHMOVE, TOUCHMOVED};
use crate::support::venue::Venue;

/// A bus where nobody is.
const NOBODY: &str = "unix:path=/nonexistent/bus";

/// Signs that attackers have used: a title of the window, colours, a bell, overrides, isolates, and what cannot be seen.
const TRICKS: [&str; 16] = [
    "\u{1b}]0;owned\u{7}",
    "\u{1b}[2J",
    "\u{9b}31m",
    "\u{8}\u{8}",
    "\u{7f}",
    "\u{202e}gnp.exe",
    "\u{202a}\u{202c}",
    "\u{2066}x\u{2069}",
    "\u{2068}x",
    "\u{200b}",
    "\u{200f}",
    "\u{2028}",
    "\u{2029}",
    "\u{61c}",
    "\u{feff}",
    "\u{e0041}",
];

/// Words with tricks among harmless ones; no file name has a slash, and no word is an option.
fn hostile() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => proptest::sample::select(TRICKS.to_vec()).prop_map(str::to_owned),
        1 => "[a-zA-Z0-9 çİ=+@'\"-]{1,6}",
    ];
    proptest::collection::vec(part, 1..5).prop_map(|parts| format!("a{}\u{202e}", parts.concat()))
}

/// Holds what a program said to be harmless. A line break within an argument is one.
fn holds(said: &Output, what: &str) {
    for stream in [&said.stdout, &said.stderr] {
        let text = std::str::from_utf8(stream).unwrap_or_else(|_| panic!("{what}: no text"));
        let found = text.chars().find(|sign| is_hostile(*sign) && !matches!(sign, '\n' | '\t'));
        assert_eq!(found, None, "{what} said {text:?}");
    }
}

/// Runs a program that is to end by itself.
fn run(program: &str, words: &[&OsStr]) -> Output {
    let output = Command::new(program).args(words).output().unwrap();
    holds(&output, &format!("{program} {words:?}"));
    output
}

fn touchmove(words: &[&str]) -> Output {
    run(TOUCHMOVE, &words.iter().map(OsStr::new).collect::<Vec<_>>())
}

fn touchmoved(words: &[&str]) -> Output {
    run(TOUCHMOVED, &words.iter().map(OsStr::new).collect::<Vec<_>>())
}

/// A journal in which a board says these words of itself.
fn keep_journal(path: &Path, words: &str) {
    let _ = fs::remove_file(path);
    let (mut journal, _) = Journal::open(path, &Headers::default()).unwrap();
    for (seconds, fact) in (1..).zip(["serial", "version", "hardware"]) {
        let fact = format!("device {fact}=\"{}\"", words.replace('"', ""));
        let at = Instant::from_millis(seconds * 1_000);
        journal.append_record(at, None, &fact.parse().unwrap()).unwrap();
    }
}

/// Evidence goes to files and pipes as it is; a terminal is shown what it may be.
fn export_to_a_terminal(journal: &str) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let screen =
        fs::OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut command = Command::new(TOUCHMOVE);
    let mut child = command.args(["export", journal]).stdout(screen).spawn().unwrap();
    drop(command);
    let mut shown = Vec::new();
    // A terminal that nobody has open any more is an error to its reader.
    let _ = File::from(master).read_to_end(&mut shown);
    assert!(child.wait().unwrap().success());
    let shown = String::from_utf8(shown).unwrap().replace("\r\n", "\n");
    assert!(shown.contains("device serial=") && shown.contains('\u{fffd}'), "{shown:?}");
    assert!(!shown.contains(|sign| is_hostile(sign) && sign != '\n'), "{shown:?}");
}

/// Every command that reads a file: of that name and with these words in it, and of no such file.
fn every_reader_of_files(folder: &TempDir, word: &str) {
    let missing = folder.path().join(format!("missing-{word}"));
    let file = folder.path().join(word);
    let journal = folder.path().join(format!("{word}.journal"));
    let [missing, path, journal_path] =
        [&missing, &file, &journal].map(|path| path.to_str().unwrap());
    keep_journal(&journal, word);
    let recording = "touchmove-recording 1\nboard dgt 12345\n";
    let pgn = "[White \"W\"]\n[Black \"B\"]\n\n1. e4 W e5 *\n".replace('W', word);
    let contents = [
        word.to_owned(),
        format!("{recording}0.000 button {word}\n"),
        format!("{recording}0.000 device serial=\"{}\"\n", word.replace('"', "")),
        format!("{recording}white \"{}\"\n0.000 link up\n", word.replace('"', "")),
        format!("{{\"id\": \"{word}\"}}\n"),
        pgn,
    ];
    for verb in
        ["adjudicate", "verify", "conformance", "score", "export", "readjudicate", "history"]
    {
        touchmove(&[verb, missing]);
        for content in &contents {
            fs::write(&file, content).unwrap();
            touchmove(&[verb, path]);
        }
        if verb == "export" {
            export_to_a_terminal(journal_path);
        } else {
            touchmove(&[verb, journal_path]);
        }
    }
    for format in ["jsonl", "pgn", "uci", "text"] {
        for content in &contents {
            fs::write(&file, content).unwrap();
            touchmove(&["adjudicate", path, "--format", format]);
        }
    }
    for content in &contents {
        fs::write(&file, content).unwrap();
        touchmove(&["round", "load", path, "--bus", NOBODY]);
        touchmove(&["simulate", path, "--record", missing]);
        fs::remove_file(missing).ok();
    }
    for setting in ["W = 1", "state = \"W\"", "bus = \"W\"", "discovery = \"W\"", "[W]", "W"] {
        let quoted = word.replace(['"', '\\'], "");
        fs::write(&file, setting.replace('W', &quoted)).unwrap();
        touchmoved(&["--check-config", "--config", path]);
    }
}

/// Every command with a word where it expects another one.
fn every_refused_argument(word: &str) {
    let option = format!("--{word}");
    touchmove(&[word]);
    touchmove(&[&option]);
    for verb in [
        "adjudicate",
        "conformance",
        "doctor",
        "export",
        "game",
        "history",
        "notify",
        "readjudicate",
        "record",
        "rehearse",
        "round",
        "score",
        "section",
        "simulate",
        "status",
        "verify",
        "watch",
    ] {
        touchmove(&[verb, &option]);
        touchmove(&[verb, word, word, word, word]);
    }
    for verb in ["load", "status", "results", "enter", "settle", "end", "begin", "assign"] {
        touchmove(&["round", verb, word, word, "--bus", NOBODY]);
        touchmove(&["round", verb, "--bus", word]);
    }
    for verb in ["show", "result", "replace", "delete", "undo", "answer", "confirm", "dismiss"] {
        touchmove(&["game", verb, word, word, "--bus", NOBODY]);
        touchmove(&["game", verb, "1", word, "--bus", word]);
    }
    for verb in ["status", "watch", "doctor"] {
        touchmove(&[verb, "--bus", word]);
    }
    touchmoved(&[&option]);
    touchmoved(&["--port", word]);
    touchmoved(&["--bus", word, "--check-config"]);
    touchmoved(&["--state", word, "--check-config"]);
    touchmoved(&["--config", word, "--check-config"]);
}

#[test]
fn whatever_a_file_is_called_and_says_no_command_hands_hostile_signs_on() {
    let config = Config { cases: 6, failure_persistence: None, ..Config::default() };
    let folder = tempfile::tempdir().unwrap();
    let all = TRICKS.concat();
    every_reader_of_files(&folder, &all);
    TestRunner::new(config)
        .run(&hostile(), |word| {
            every_reader_of_files(&folder, &word);
            Ok(())
        })
        .unwrap();
}

#[test]
fn whatever_the_arguments_are_no_refusal_hands_hostile_signs_on() {
    let config = Config { cases: 6, failure_persistence: None, ..Config::default() };
    every_refused_argument(&TRICKS.concat());
    TestRunner::new(config)
        .run(&hostile(), |word| {
            every_refused_argument(&word);
            Ok(())
        })
        .unwrap();
    let no_text = OsStr::from_bytes(b"\xff\x1b[2J\xe2\x80");
    run(TOUCHMOVE, &[OsStr::new("verify"), no_text]);
    run(TOUCHMOVED, &[OsStr::new("--state"), no_text, OsStr::new("--check-config")]);
}

#[test]
fn hostile_pairings_are_harmless_wherever_they_are_shown_and_come_back_from_a_csv() {
    let venue = Venue::open(Vec::new());
    let named = |name: &str| format!("{name}\u{202e}\u{200b}\u{2066}\u{feff}");
    let (white, black, event) = (named("=HYPERLINK(\"x\")"), named("@Ben"), named("+Open"));
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let pairings = format!(
        "round,table,section,white,black,event\n3,1,-A,{},{},{}\n",
        quoted(&white),
        quoted(&black),
        quoted(&event)
    );
    venue.load(&pairings);
    venue.done(&["enter", "1", "1-0"]);
    let mut csv = String::new();
    for words in [
        &["status"][..],
        &["status", "--json"],
        &["results"],
        &["results", "--json"],
        &["results", "--pgn"],
        &["results", "--csv"],
        &["enter", "1", "0-1"],
    ] {
        let output = venue.round(words);
        holds(&output, &format!("{words:?}"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        csv = if words.contains(&"--csv") { said } else { csv };
    }
    for cell in ["\"'=HYPERLINK(\"\"x\"\")\"", "'@Ben", "'+Open", "'-A"] {
        assert!(csv.contains(&format!(",{cell}")), "{cell} in {csv}");
    }
    let list = touchmove_core::pairing::read(csv.as_bytes(), None).unwrap();
    let [pairing] = list.pairings.as_slice() else { panic!("{list:?}") };
    assert_eq!(pairing.white.name, "=HYPERLINK(\"x\")");
    assert_eq!(pairing.black.name, "@Ben");
    assert_eq!(pairing.section.as_deref(), Some("-A"));
    assert_eq!(list.event.name.as_deref(), Some("+Open"));
    let file = venue.folder.path().join("round-3/game-1.pgn");
    let broadcast = fs::read_to_string(&file).unwrap_or_default();
    assert!(!broadcast.contains(|sign| is_hostile(sign) && sign != '\n'), "{broadcast:?}");
    let refused = venue.section_refused(&["set", "A\u{1b}[2J", "--delay", "x\u{202e}"]);
    assert!(!refused.contains(|sign| is_hostile(sign) && sign != '\n'), "{refused:?}");
}
