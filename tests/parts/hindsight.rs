//! What the whole of a recording tells that the moment did not: `tests/hindsight/NAME.rec` is a game of which moves are
//! found otherwise, `NAME.expect` what `touchmove adjudicate --hindsight` prints of it as text and, behind a line `---`,
//! as UCI.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::kept::keep_told;

/// What hindsight changes in the recording, in words, after the game that it is about.
const CHANGES: [&str; 3] = [
    "ply 84: f6g5 instead of f6h4 (0.800)",
    "ply 91: g2f4 g5f4 g3f4 instead of g3h4 (0.800)",
    "ply 101: f4f5 instead of g2e1 (0.900)",
];

/// The last of them, as JSON has it.
fn last_change() -> Value {
    json!({ "ply": 101, "told": ["g2e1"], "instead": ["f4f5"], "confidence": 0.9 })
}

fn recording() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hindsight");
    folder.join("men_that_are_often_not_read.rec")
}

/// How a command has ended, and what it has said.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    said: String,
    complaint: String,
}

impl Ended {
    fn lines(&self) -> Vec<Value> {
        self.said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn touchmove(words: &[&str], path: &Path) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove"));
    let output = command.args(words).arg(path).env("LC_ALL", "C").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended { code: output.status.code(), said: text(output.stdout), complaint: text(output.stderr) }
}

/// What is printed of the recording as it was told then, whatever hindsight says.
fn told_then() -> Vec<String> {
    let told = touchmove(&["adjudicate"], &recording()).said;
    told.lines().map(str::to_owned).collect()
}

/// The moves of a PGN without numbers and comments.
fn moves(pgn: &str) -> String {
    let outside = pgn.split('{').map(|text| text.split_once('}').map_or(text, |(_, rest)| rest));
    let words: Vec<_> = outside.flat_map(str::split_whitespace).collect();
    let moves: Vec<_> = words.into_iter().filter(|word| !word.ends_with('.')).collect();
    moves.join(" ")
}

/// A folder of evidence with a board that has said what the recording has, of which the same was told.
fn kept() -> TempDir {
    keep_told(&fs::read(recording()).unwrap(), "simulated_12345", &told_then())
}

/// All is printed of the recording that is expected, and hindsight finds what was played. Answers what is printed as UCI.
fn assert_as_expected(recording: &Path) -> Ended {
    let expected = fs::read_to_string(recording.with_extension("expect")).unwrap();
    let [text, uci] = ["text", "uci"]
        .map(|format| touchmove(&["adjudicate", "--hindsight", "--format", format], recording));
    assert_eq!(format!("{}---\n{}", text.said, uci.said), expected);
    let truth = fs::read_to_string(recording).unwrap();
    let truth = truth.lines().find_map(|line| line.strip_prefix("# truth: ")).unwrap();
    assert_eq!(uci.said.trim_end(), truth, "hindsight finds what was played");
    uci
}

#[test]
fn a_piece_that_was_told_on_another_square_is_found_where_it_went() {
    let uci = assert_as_expected(&recording().with_file_name("a_square_that_nobody_read.rec"));
    let change = "ply 91: f6h6 e8d7 h6a6 instead of f6e6 e8d7 e6a6 (0.800)";
    assert!(uci.complaint.contains(&format!("hindsight: game 1, {change}")), "{uci:?}");
}

#[test]
fn a_doubtful_move_is_denied_where_all_fits_better_without_it() {
    let name = "a_doubtful_move_without_which_all_fits_better.rec";
    assert_as_expected(&recording().with_file_name(name));
}

#[test]
fn a_castling_is_found_that_makes_a_later_move_legal() {
    let name = "a_castling_without_which_a_later_move_is_illegal.rec";
    assert_as_expected(&recording().with_file_name(name));
}

#[test]
fn hindsight_finds_nothing_else_where_the_moment_was_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let is_true = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "rec")
            && fs::read_to_string(path).unwrap().contains("\n# truth: ")
    };
    let line = |words: &[&str], path: &Path| touchmove(words, path).said;
    let differs = |path: &PathBuf| {
        let then = line(&["adjudicate", "--format", "uci"], path);
        let later = line(&["adjudicate", "--hindsight", "--format", "uci"], path);
        (then != later).then(|| format!("{}\n{then}{later}", path.display()))
    };
    let differing: Vec<_> = files.filter(is_true).filter_map(|path| differs(&path)).collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn what_was_told_stands_and_what_hindsight_changes_in_it_follows_with_how_sure_it_is() {
    let uci = assert_as_expected(&recording());
    for change in CHANGES {
        assert!(uci.complaint.contains(&format!("hindsight: game 1, {change}")), "{uci:?}");
    }

    let then = told_then();
    let lines = touchmove(&["adjudicate", "--hindsight"], &recording()).said;
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines[..then.len()], then, "as without it");
    let found: Value = serde_json::from_str(lines[lines.len() - 1]).unwrap();
    let mut expected = json!({
        "v": 1, "seq": lines.len(), "recording": 0, "game": 1, "type": "hindsight",
    });
    for (name, value) in last_change().as_object().unwrap() {
        expected[name] = value.clone();
    }
    assert_eq!((found, lines.len()), (expected, then.len() + CHANGES.len()));
}

#[test]
fn a_journal_is_judged_again_with_hindsight_where_that_is_asked_and_nothing_is_written() {
    let state = kept();
    let journal = state.path().join("boards/simulated_12345.journal");
    let before = fs::read(&journal).unwrap();
    let without = touchmove(&["readjudicate", "--state"], state.path());
    assert_eq!((without.code, without.complaint.as_str()), (Some(0), ""), "{}", without.said);

    let with = touchmove(&["readjudicate", "--hindsight", "--state"], state.path());
    assert_eq!(with.code, Some(1), "{with:?}");
    assert!(with.said.contains("1 game(s), 1 concluded differently\n"), "{with:?}");
    assert!(with.complaint.contains("nothing was changed"), "{with:?}");
    let changes = CHANGES.map(|change| format!("    hindsight, {change}\n")).concat();
    assert!(with.said.ends_with(&changes), "{with:?}");

    let games = touchmove(&["readjudicate", "--hindsight", "--json", "--state"], state.path());
    let [game] = &games.lines()[..] else { panic!("one game: {games:?}") };
    assert_eq!((&game["is_same"], &game["differs"]), (&json!(false), &json!([])));
    let [first, .., last] = &game["hindsight"].as_array().unwrap()[..] else { panic!("{game}") };
    assert_eq!((&first["confidence"], last), (&json!(0.8), &last_change()));
    let games = touchmove(&["readjudicate", "--json", "--state"], state.path());
    assert_eq!(games.lines()[0].get("hindsight"), None, "nobody asked: {games:?}");
    assert_eq!(fs::read(&journal).unwrap(), before);
}

#[test]
fn games_are_exported_as_hindsight_has_them_where_that_is_asked_and_never_silently() {
    let state = kept();
    let export = ["export", "simulated_12345", "--pgn", "--state"];
    let without = touchmove(&export, state.path());
    assert!(moves(&without.said).contains("Be2 Bh4 Rf1 Ng7 Ng2"), "{without:?}");
    assert_eq!(without.complaint, "");

    let export = ["export", "simulated_12345", "--pgn", "--hindsight", "--state"];
    let with = touchmove(&export, state.path());
    assert_eq!(with.code, Some(0), "{with:?}");
    assert!(moves(&with.said).contains("Be2 Bg5 Rf1 Ng7 Ng2"), "{with:?}");
    for change in CHANGES {
        let said = format!("simulated_12345: hindsight: game 1, {change}\n");
        assert!(with.complaint.contains(&said), "{with:?}");
    }
    let recording = ["export", "simulated_12345", "--recording", "--hindsight", "--state"];
    let refused = touchmove(&recording, state.path());
    assert_eq!((refused.code, refused.said.as_str()), (Some(2), ""), "{refused:?}");
}
