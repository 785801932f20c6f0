//! Small recordings and what is concluded of them: `tests/recordings/NAME.rec`, and in
//! `NAME.expect` what `touchmove adjudicate` prints as text and, behind a line `---`, as UCI.
//!
//! `UPDATE=1 cargo test --test parts recordings` writes the expectations anew; the comment at the head of
//! each recording says what must hold, and its marks (`tests/recordings/README.md`) are checked.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

#[test]
fn every_recording_is_concluded_as_expected() {
    let mut wrong = String::new();
    for recording in recordings() {
        let concluded =
            format!("{}---\n{}", adjudicate(&recording, "text"), adjudicate(&recording, "uci"));
        let expectation = recording.with_extension("expect");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&expectation, &concluded).unwrap();
        }
        let expected = fs::read_to_string(&expectation).unwrap_or_default();
        if concluded != expected {
            let _ = writeln!(wrong, "{}:\n{}", recording.display(), diff(&expected, &concluded));
        }
    }
    assert!(wrong.is_empty(), "concluded otherwise than expected (-: expected, +: now)\n{wrong}");
}

#[test]
fn every_recording_comes_out_as_played() {
    let mut wrong = String::new();
    for recording in recordings() {
        let head = Head::of(&recording);
        let Some(played) = head.one("told").or_else(|| head.one("truth")) else { continue };
        let told = adjudicate(&recording, "uci");
        if !is_line(told.trim_end(), played) {
            let name = recording.display();
            let _ = writeln!(wrong, "{name}\n  played {played}\n  told   {}", told.trim_end());
        }
    }
    assert!(wrong.is_empty(), "told otherwise than played:\n{wrong}");
}

#[test]
fn every_recording_tells_what_its_head_says() {
    let mut wrong = String::new();
    for recording in recordings() {
        let head = Head::of(&recording);
        let told = adjudicate(&recording, "jsonl");
        let told: Vec<Value> =
            told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for broken in head.broken_by(&told) {
            let _ = writeln!(wrong, "{}: {broken}", recording.display());
        }
    }
    assert!(wrong.is_empty(), "told otherwise than the head of the recording says:\n{wrong}");
}

#[test]
fn every_expectation_has_its_recording() {
    for expectation in files("expect") {
        assert!(expectation.with_extension("rec").exists(), "{}", expectation.display());
    }
}

#[test]
fn every_recording_is_listed_where_people_look() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let list = fs::read_to_string(folder.join("README.md")).unwrap();
    for recording in recordings() {
        let file = recording.file_name().unwrap().to_str().unwrap();
        assert!(list.contains(&format!("({file})")), "{file} is missing in README.md");
    }
}

#[test]
fn every_line_of_json_has_its_place() {
    for recording in recordings() {
        let mut last_at = 0;
        for (number, line) in (1_u64..).zip(adjudicate(&recording, "jsonl").lines()) {
            let whole: Value = serde_json::from_str(line).unwrap();
            let at = whole["at_ms"].as_u64().unwrap_or_else(|| panic!("at_ms: {line}"));
            assert_eq!(whole["v"], 1, "{line}");
            assert_eq!(whole["seq"], number, "{line}");
            assert_eq!(whole["recording"], 0, "{line}");
            assert!(whole["game"].as_u64().is_some_and(|game| game > 0), "game: {line}");
            assert!(whole["type"].is_string(), "type: {line}");
            last_at = at.max(last_at);
        }
        let last = last_time(&recording);
        assert!(last_at <= last + 180_000, "{}: {last_at} of {last}", recording.display());
    }
}

#[test]
fn recordings_in_one_file_are_concluded_as_each_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.rec");
    let recordings = recordings();
    let texts: Vec<_> = recordings.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    fs::write(&file, texts.concat()).unwrap();
    let alone: Vec<_> = recordings.iter().map(|path| adjudicate(path, "uci")).collect();
    assert_eq!(adjudicate(&file, "uci"), alone.concat());
    let places: Vec<u64> = adjudicate(&file, "jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["recording"].as_u64().unwrap())
        .collect();
    assert!(places.is_sorted());
    assert_eq!(places.last(), Some(&(recordings.len() as u64 - 1)));
}

#[test]
fn how_many_are_adjudicated_at_a_time_changes_nothing_of_what_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.rec");
    let read = |path: &PathBuf| fs::read_to_string(path).unwrap();
    let mut texts: Vec<_> = recordings().iter().map(read).collect();
    // One that is malformed ends it, however many after it were begun.
    texts.insert(texts.len() - 5, "touchmove-recording 1\n0.000 square e9 P\n".to_owned());
    fs::write(&file, texts.concat()).unwrap();
    let adjudicate = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove"));
        let output = command.arg("adjudicate").args(words).arg(&file).env("LC_ALL", "C").output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
        output
    };
    for words in [&["--format", "jsonl"][..], &["--format", "pgn", "--hindsight"]] {
        let one = adjudicate(&[words, &["--jobs", "1"]].concat());
        assert!(!one.stdout.is_empty());
        for jobs in ["2", "7"] {
            let several = adjudicate(&[words, &["--jobs", jobs]].concat());
            assert!(several == one, "{jobs} jobs, {words:?}");
        }
        assert!(adjudicate(words) == one, "as many as there are cores, {words:?}");
    }
}

/// What the comments at the head of a recording demand: `# MARK: WORDS`.
struct Head(String);

impl Head {
    fn of(recording: &Path) -> Self {
        Self(fs::read_to_string(recording).unwrap())
    }

    fn one(&self, mark: &str) -> Option<&str> {
        let mut lines = self.0.lines();
        let said =
            lines.find_map(|line| line.strip_prefix("# ")?.strip_prefix(mark)?.strip_prefix(':'));
        said.map(str::trim)
    }

    fn words(&self, mark: &str) -> impl Iterator<Item = &str> {
        self.one(mark).unwrap_or_default().split(' ').filter(|word| !word.is_empty())
    }

    /// What of it does not hold of what was told.
    fn broken_by(&self, told: &[Value]) -> Vec<String> {
        let made = |uci: &str| {
            let moves = told.iter().filter(|what| what["type"] == "move");
            moves.filter(|what| what["uci"] == uci && what["state"] == "made").collect::<Vec<_>>()
        };
        let is_superseded = |made: &&Value| {
            let same = |what: &&Value| what["id"] == made["id"] && what["game"] == made["game"];
            told.iter().filter(same).any(|what| what["state"] == "superseded")
        };
        let asked: Vec<_> = told.iter().filter(|what| what["type"] == "question").collect();
        let untold = self.words("untold").filter(|uci| !made(uci).is_empty());
        let kept = self.words("superseded").filter(|uci| !made(uci).iter().any(is_superseded));
        let unasked = self.words("asks").filter(|&kind| match kind {
            "nothing" => !asked.is_empty(),
            kind => !asked.iter().any(|question| question["kind"] == kind),
        });
        let unraised = self.one("raises").filter(|raised| *raised != raises(told));
        let unraised = unraised.map(|_| format!("raises {}", raises(told)));
        let untold = untold.map(|uci| format!("{uci} was told"));
        let kept = kept.map(|uci| format!("{uci} was not superseded"));
        let unasked = unasked.map(|kind| format!("must ask: {kind}"));
        untold.chain(kept).chain(unasked).chain(unraised).collect()
    }
}

/// The incidents that an arbiter is called for, in the order raised: `KIND/ARTICLE`.
fn raises(told: &[Value]) -> String {
    let is_called_for = |what: &&Value| {
        what["type"] == "incident" && what["state"] == "raised" && what["certainty"] != "low"
    };
    let word = |what: &Value| {
        format!("{}/{}", what["kind"].as_str().unwrap(), what["article"].as_str().unwrap())
    };
    let raised: Vec<_> = told.iter().filter(is_called_for).map(word).collect();
    if raised.is_empty() { "nothing".to_owned() } else { raised.join(" ") }
}

/// Whether the line `told` is the one `played`. Of a position after a gap, `played` may give only
/// the first fields: the board and whose turn it is.
fn is_line(told: &str, played: &str) -> bool {
    let is_word = |(told, played): (&str, &str)| match played.strip_prefix('@') {
        Some(_) => told.starts_with(played),
        None => told == played,
    };
    told.split(' ').count() == played.split(' ').count()
        && told.split(' ').zip(played.split(' ')).all(is_word)
}

fn recordings() -> Vec<PathBuf> {
    let recordings = files("rec");
    assert!(!recordings.is_empty());
    recordings
}

fn files(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension() == Some(OsStr::new(extension))).collect();
    files.sort();
    files
}

fn adjudicate(recording: &Path, format: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_touchmove"))
        .args(["adjudicate", "--format", format])
        .arg(recording)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{}: {said}", recording.display());
    String::from_utf8(output.stdout).unwrap()
}

/// The time of the last record in milliseconds; 0 where there are no times.
fn last_time(recording: &Path) -> u64 {
    let text = fs::read_to_string(recording).unwrap();
    let mut seconds = text.lines().filter_map(|line| line.split(' ').next()?.parse::<f64>().ok());
    seconds.next_back().map_or(0, |seconds| (seconds * 1_000.0) as u64)
}

/// Both texts, with what they do not have in common marked.
fn diff(expected: &str, concluded: &str) -> String {
    let mut text = String::new();
    let mut mark = |sign, line| writeln!(text, "  {sign} {line}").unwrap();
    let mut rest = concluded.lines();
    for line in expected.lines() {
        let ahead = rest.clone().position(|other| other == line);
        match ahead {
            Some(ahead) => {
                rest.by_ref().take(ahead).for_each(|new| mark('+', new));
                rest.next();
                mark(' ', line);
            }
            None => mark('-', line),
        }
    }
    rest.for_each(|new| mark('+', new));
    text
}
