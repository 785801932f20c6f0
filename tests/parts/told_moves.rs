//! Boards that follow the game by rules of their own, and tell moves: they are taken at their word, and nobody is accused
//! on it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Moves that such a board has to understand by itself: castling, a capture in passing, a promotion.
const RULES: &str = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 d6c7 g7g6 c7b8n f8g7 g1f3 e8g8 f1e2 d8b6 e1g1";

/// So many recordings of boards that sense raise something.
const MIN_RAISING: usize = 50;

#[test]
fn the_moves_of_a_game_come_out_as_the_board_tells_them() {
    for family in ["chessup", "cpp"] {
        let recording = format!("drivers/{family}/recordings/rules-gatt.rec");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(recording);
        assert_eq!(adjudicate(&path, "uci").trim_end(), RULES, "{family}");
        assert_eq!(incidents(&path), 0, "{family}");
    }
}

#[test]
fn nobody_is_accused_on_the_word_of_a_board_that_tells_moves() {
    let folder = tempfile::tempdir().unwrap();
    let [sensed, told] = ["sensed.rec", "told.rec"].map(|name| folder.path().join(name));
    let texts = undecided_recordings();
    fs::write(&sensed, texts.concat()).unwrap();
    let of_moves: String = texts.iter().map(|text| as_of_board_that_tells_moves(text)).collect();
    fs::write(&told, of_moves).unwrap();
    assert!(incidents(&sensed) >= MIN_RAISING);
    assert_eq!(incidents(&told), 0);
    let illegal =
        adjudicate(&told, "uci").split_whitespace().filter(|mv| mv.ends_with('!')).count();
    assert_eq!(illegal, 0, "an illegal move is told of a board that takes none");
}

/// What happens on boards in `tests/recordings`, where no person has a say.
fn undecided_recordings() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let recordings = paths.iter().filter(|path| path.extension().is_some_and(|it| it == "rec"));
    let texts = recordings.map(|path| fs::read_to_string(path).unwrap());
    texts.filter(|text| !text.contains(" decision ")).collect()
}

/// The same of a board that tells moves.
fn as_of_board_that_tells_moves(recording: &str) -> String {
    let (first, rest) = recording.split_once('\n').unwrap();
    let lines = rest.lines().filter(|line| !line.starts_with("sensing "));
    let rest: String = lines.map(|line| format!("{line}\n")).collect();
    format!("{first}\nsensing moves\n{rest}")
}

/// So many incidents are told, however sure.
fn incidents(recording: &Path) -> usize {
    let told = adjudicate(recording, "jsonl");
    let told = told.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    told.filter(|what| what["type"] == "incident").count()
}

fn adjudicate(recording: &Path, format: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_touchmove"))
        .args(["adjudicate", "--format", format])
        .arg(recording)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", recording.display());
    String::from_utf8(output.stdout).unwrap()
}
