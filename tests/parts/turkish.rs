//! What the commands that need no daemon tell people is told in Turkish where they read that, and to programs in English.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use touchmove_drivers::Instant;
use touchmove_drivers::observation::Observation;
use touchmove_drivers::recording::Headers;
use touchmove_station::journal::{Journal, archive};

/// The command in a folder, for a reader of this language.
fn touchmove(folder: &Path, locale: &str, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove"));
    command.current_dir(folder).args(words).env_remove("COLUMNS").env("LC_ALL", locale);
    command.output().unwrap()
}

/// What each of these command lines tells a Turkish reader; seals and speeds differ from run to run.
fn told(folder: &Path, lines: &[&[&str]]) -> String {
    let mut told = String::new();
    for words in lines {
        let Output { stdout, stderr, .. } = touchmove(folder, "tr_TR.UTF-8", words);
        let said = String::from_utf8([stdout, stderr].concat()).unwrap();
        let masked = said.split_inclusive([' ', '\n', ';', ',']).map(masked);
        let _ = writeln!(told, "$ {}\n{}", words.join(" "), masked.collect::<String>());
    }
    told
}

fn masked(word: &str) -> String {
    let seal = word.trim_end_matches([' ', '\n', ';', ',']);
    let is_seal = seal.len() == 32 && seal.bytes().all(|sign| sign.is_ascii_hexdigit());
    if is_seal { word.replace(seal, "SEAL") } else { word.to_owned() }
}

fn journal(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let (mut journal, _) = Journal::open(path, &Headers::default()).unwrap();
    for (at, charge) in [(0, 90), (1_000, 80)] {
        let observation = Observation::Battery(charge);
        journal.append_record(Instant::from_millis(at), None, &observation).unwrap();
    }
    journal.sync().unwrap();
}

#[test]
fn whether_evidence_is_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    journal(&folder.join("whole.journal"));
    let whole = fs::read(folder.join("whole.journal")).unwrap();
    let mut altered = whole.clone();
    let at = whole.len() / 2;
    altered[at] ^= 1;
    fs::write(folder.join("altered.journal"), altered).unwrap();
    fs::write(folder.join("torn.journal"), [&whole[..], b"00"].concat()).unwrap();
    fs::write(folder.join("empty.journal"), "").unwrap();
    fs::write(folder.join("notes.txt"), "e2e4").unwrap();
    journal(&archive::station(&folder.join("state")));
    journal(&archive::live(&folder.join("state"), "dgt_7"));
    let other = "0123456789abcdef0123456789abcdef";
    insta::assert_snapshot!(told(
        folder,
        &[
            &["verify", "whole.journal"],
            &["verify", "whole.journal", "--seal", other],
            &["verify", "altered.journal"],
            &["verify", "torn.journal"],
            &["verify", "empty.journal"],
            &["verify", "notes.txt"],
            &["verify", "--station", "state"],
            &["verify", "--station", "."],
        ]
    ));
    for words in [&["verify", "--json", "whole.journal"][..], &["verify", "--json", "torn.journal"]]
    {
        let [turkish, english] =
            ["tr_TR.UTF-8", "C"].map(|locale| touchmove(folder, locale, words));
        assert_eq!(turkish.stdout, english.stdout);
    }
}

#[test]
fn how_well_is_concluded_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let moves = "0.000 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n\
        1.000 square e2 .\n1.500 square e4 P\n3.000 square e7 .\n3.500 square e5 p\n";
    let told_rightly = format!("touchmove-recording 1\n# truth: e2e4 e7e5\n{moves}");
    let told_wrongly = format!("touchmove-recording 1\n# truth: d2d4\n{moves}");
    let silent = format!("touchmove-recording 1\n{moves}");
    fs::write(folder.join("some.rec"), told_rightly + &told_wrongly + &silent).unwrap();
    fs::write(folder.join("silent.rec"), silent).unwrap();
    fs::write(folder.join("broken.rec"), "touchmove-recording 1\n0.0 square e2\n").unwrap();
    let said = told(
        folder,
        &[
            &["score", "some.rec", "--wrong", "1"],
            &["score", "silent.rec"],
            &["score", "broken.rec"],
        ],
    );
    // How many observations a second depends on the machine.
    let speed = said.lines().find_map(|line| line.strip_prefix("other")).unwrap();
    let speed = speed.split_whitespace().nth(13).unwrap();
    insta::assert_snapshot!(said.replace(&format!("  {speed}  "), "  SPEED  "));
}

#[test]
fn what_is_simulated_and_why_something_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games =
        "[Result \"*\"]\n\n1. e4 e5 *\n\n[Result \"*\"]\n\n1. e4 e4 *\n\n[Result \"*\"]\n\n*\n";
    fs::write(folder.join("two.pgn"), games).unwrap();
    fs::write(folder.join("taken"), "").unwrap();
    insta::assert_snapshot!(told(
        folder,
        &[
            &["simulate", "two.pgn", "--game", "all", "--record", "all.rec"],
            &["simulate", "two.pgn", "--game", "9", "--record", "nine.rec"],
            &["simulate", "two.pgn", "--game", "1..2"],
            &["simulate", "two.pgn", "--hands", "worn"],
            &["simulate", "two.pgn", "--link", "taken"],
            &["simulate", "two.pgn", "--from", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
            &["simulate", "two.pgn", "--family", "chessnut", "--boards", "2"],
        ]
    ));
}

#[test]
fn what_cannot_be_rehearsed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("round.csv"), "round,board,white,black\n1,1,A,B\n").unwrap();
    fs::write(folder.join("no.pgn"), "").unwrap();
    insta::assert_snapshot!(told(
        folder,
        &[
            &["rehearse", "round.csv", "--boards", "2"],
            &["rehearse", "round.csv", "--shared", "2"],
            &["rehearse", "round.csv", "--stalled", "1"],
            &["rehearse", "round.csv", "--round", "0"],
            &["rehearse", "round.csv", "--round", "2"],
            &["rehearse", "round.csv", "--games", "no.pgn"],
        ]
    ));
}

#[test]
fn what_the_laws_say_otherwise_than_cases() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let case = |id: &str, fen: &str, expect: &str| {
        format!(
            "{{\"id\": \"{id}\", \"title\": \"\", \"editions\": [\"fide-2023\"], \"articles\": [], \"class\": \"D\", \
             \"setup\": {{\"fen\": \"{fen}\"}}, \"events\": [], \"expect\": [{expect}], \"forbid\": [], \
             \"final\": {{}}, \"notes\": \"\"}}\n"
        )
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let cases =
        case("T-1", start, "") + &case("T-2", start, "{\"out\": \"x\"}") + &case("T-3", "x", "");
    fs::write(folder.join("cases.jsonl"), cases).unwrap();
    fs::write(folder.join("broken.jsonl"), "{}\n").unwrap();
    insta::assert_snapshot!(told(
        folder,
        &[&["conformance", "cases.jsonl"], &["conformance", "broken.jsonl"]]
    ));
}
