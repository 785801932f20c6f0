//! What boards have said, judged again: whether anything would be concluded differently from what was told.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;
use touchmove_drivers::recording::{BoardName, Body, Headers, Record};
use touchmove_station::journal::Journal;

const TOUCHMOVE: &str = env!("CARGO_BIN_EXE_touchmove");

/// A game of a mate in two, and pieces that are set up for the next one.
const RECORDS: &str = "\
0.000 link up
0.200 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
8.000 square f2 .
8.600 square f3 P
18.000 square e7 .
18.600 square e5 p
28.000 square g2 .
28.600 square g4 P
38.000 square d8 .
38.600 square h4 q
90.000 board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
";

fn readjudicate(words: &[&str], state: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(TOUCHMOVE);
    let output = command.arg("readjudicate").args(words).arg("--state").arg(state).output();
    let output = output.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// What this program concludes from records.
fn adjudicated(records: &str) -> Vec<String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), format!("touchmove-recording 1\nboard dgt 1\n{records}")).unwrap();
    let output = Command::new(TOUCHMOVE).arg("adjudicate").arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A folder of evidence for boards to be kept in.
fn state() -> TempDir {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(state.path().join("boards")).unwrap();
    state
}

/// Keeps what a board said, with what was told.
fn keep(state: &TempDir, name: &str, records: &str, told: impl IntoIterator<Item = String>) {
    let mut headers = Headers::default();
    headers.board = Some(BoardName { family: "dgt".to_owned(), serial: Some("1".to_owned()) });
    headers.began = Some("2026-01-22T13:05:00Z".to_owned());
    let path = state.path().join(name);
    let (mut journal, _) = Journal::open(&path, &headers).unwrap();
    for line in records.lines() {
        if line == BOUND {
            journal.append_told(line).unwrap();
            continue;
        }
        let record: Record = line.parse().unwrap();
        match record.body {
            Body::Observed(observation) => {
                journal.append_record(record.at.unwrap(), None, &observation).unwrap();
            }
            _ => drop(journal.append_wire(record.at.unwrap(), &record).unwrap()),
        }
    }
    journal.append_told(r#"{"game":1,"station":17}"#).unwrap();
    told.into_iter().for_each(|line| journal.append_told(&line).unwrap());
}

#[test]
fn what_is_concluded_as_it_was_told_is_said_to_be_so_and_nothing_is_written() {
    let state = state();
    keep(&state, "boards/dgt_1.journal", RECORDS, adjudicated(RECORDS));
    let before = fs::read(state.path().join("boards/dgt_1.journal")).unwrap();
    let (code, said, complaint) = readjudicate(&[], state.path());
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(
        said.starts_with("dgt_1: ") && said.contains("all concluded as they were told"),
        "{said}"
    );
    // what was not told yet when the daemon ended is no difference
    let told = adjudicated(RECORDS).into_iter().take(5);
    keep(&state, "boards/dgt_2.journal", RECORDS, told);
    assert_eq!(readjudicate(&["dgt_2"], state.path()).0, Some(0));
    assert_eq!(fs::read(state.path().join("boards/dgt_1.journal")).unwrap(), before);
}

#[test]
fn moves_results_and_incidents_that_would_be_concluded_differently_are_told_apart() {
    let state = state();
    let another = |line: String| {
        let line = line.replace(r#""uci":"g2g4","san":"g4""#, r#""uci":"h2h4","san":"h4""#);
        line.replace(r#""value":"0-1""#, r#""value":"1/2-1/2""#)
    };
    let sin = r#"{"v":1,"seq":99,"recording":0,"game":1,"at_ms":38600,"type":"incident","id":1,"state":"raised","kind":"touch-move-violation","article":"4.3.1","side":"black","certainty":"medium","ply":4,"from":7,"to":10}"#;
    let told = adjudicated(RECORDS).into_iter().map(another).chain([sin.to_owned()]);
    keep(&state, "boards/dgt_1.journal", RECORDS, told);
    keep(&state, "boards/dgt_2.journal", RECORDS, adjudicated(RECORDS));
    let (code, said, complaint) = readjudicate(&[], state.path());
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("  g000017, game 1 on this board\n    2.: told h4, "), "{said}");
    assert!(said.contains("; now g4, "), "{said}");
    assert!(
        said.contains("    result: told 1/2-1/2, checkmate, 5.1.1; now 0-1, checkmate"),
        "{said}"
    );
    let incident = "    incident touch-move-violation by black at 2...: told raised, 4.3.1, medium; now nothing\n";
    assert!(said.contains(incident), "{said}");
    assert!(said.contains("dgt_2: ") && complaint.contains("nothing was changed"), "{complaint}");

    let (code, lines, _) = readjudicate(&["dgt_1", "--json"], state.path());
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (code, &games[0]["is_same"], &games[0]["station"]),
        (Some(1), &false.into(), &17.into())
    );
    let differs = games[0]["differs"].as_array().unwrap();
    let whats: Vec<_> = differs.iter().map(|one| one["what"].as_str().unwrap()).collect();
    assert_eq!(whats, ["move", "incident", "result"]);
    assert_eq!(differs[0]["told"]["uci"], "h2h4");
    assert_eq!(differs[0]["now"]["uci"], "g2g4");
    assert_eq!(differs[1]["now"], Value::Null);
}

#[test]
fn a_game_that_was_moved_to_another_board_is_followed_there() {
    let state = state();
    let (first, second) = RECORDS.split_at(RECORDS.find("28.000").unwrap());
    keep(&state, "boards/dgt_1.journal", first, []);
    let stands = "0.000 link up\n0.200 board rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR\n";
    let mate = second.replace("28.", "128.").replace("38.", "138.").replace("90.", "190.");
    keep(&state, "boards/dgt_2.journal", &format!("{stands}{mate}"), []);
    let moved = "0.000 decision by=root move game=17 from=dgt_1 left=6 left-at=25000000 board=dgt_2 after=2 at=1000000\n";
    keep(&state, "station.journal", moved, []);
    let words = ["export", "dgt_2", "--pgn", "--state"];
    let output = Command::new(TOUCHMOVE).args(words).arg(state.path()).output().unwrap();
    let pgn = String::from_utf8(output.stdout).unwrap();
    assert!(pgn.contains("1. f3 ") && pgn.contains("Qh4#"), "{pgn}");
    assert_eq!(pgn.matches("[Event ").count(), 2, "and one that has just been set up: {pgn}");
    let output = Command::new(TOUCHMOVE)
        .args(["export", "dgt_1", "--pgn", "--state"])
        .arg(state.path())
        .output();
    let pgn = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(pgn.contains("1. f3 ") && !pgn.contains("Qh4#"), "{pgn}");
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_judged_all_the_same() {
    let state = state();
    fs::write(state.path().join("boards/dgt_0.journal"), "[Event \"?\"]\n").unwrap();
    keep(&state, "boards/dgt_1.journal", RECORDS, adjudicated(RECORDS));
    let (code, said, complaint) = readjudicate(&[], state.path());
    assert_eq!(code, Some(2), "{complaint}");
    assert!(
        said.starts_with("dgt_1: ") && complaint.contains("dgt_0.journal: "),
        "{said}{complaint}"
    );
    let (code, _, complaint) = readjudicate(&["dgt_9"], state.path());
    assert!(code == Some(1) && complaint.contains("there are: dgt_0 dgt_1"), "{complaint}");
}

#[test]
fn what_was_said_not_to_hold_any_more_is_not_held_against_what_is_concluded() {
    let state = state();
    let lines = adjudicated(RECORDS);
    let wrong = lines
        .iter()
        .map(|line| line.replace(r#""uci":"g2g4","san":"g4""#, r#""uci":"h2h4","san":"h4""#));
    let last = lines.len();
    let renewed = format!(r#"{{"v":1,"seq":{},"game":1,"type":"renewed","renewed":1}}"#, last + 1);
    let moved = |line: &String| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["seq"] = (line["seq"].as_u64().unwrap() + last as u64 + 1).into();
        line.to_string()
    };
    let told = wrong.chain([renewed]).chain(lines.iter().map(moved));
    keep(&state, "boards/dgt_1.journal", RECORDS, told);
    let (code, said, complaint) = readjudicate(&[], state.path());
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{said}");
}

/// A line of the journal behind which no bytes were kept.
const BOUND: &str = r#"{"wire":"no more bytes of the wire are kept"}"#;

/// The bytes of the game, each before what was made of it.
fn with_wire(records: &str) -> String {
    let bytes = |line: &str| -> Option<String> {
        let (time, said) = line.split_once(' ')?;
        let code_of = |letter: &str| ".PRNBKQprnbkq".find(letter).unwrap();
        let words: Vec<_> = said.split(' ').collect();
        match words[..] {
            ["square", square, letter] => {
                let square: shakmaty::Square = square.parse().unwrap();
                let field = usize::from(square.flip_vertical());
                Some(format!("{time} < 8e 00 05 {field:02x} {:02x}", code_of(letter)))
            }
            ["board", placement] => {
                let board: shakmaty::Board = placement.parse().unwrap();
                let fields = (0..64).map(|field| {
                    let piece = board.piece_at(shakmaty::Square::new(field).flip_vertical());
                    let code = piece.map_or(0, |piece| code_of(&piece.char().to_string()));
                    format!(" {code:02x}")
                });
                Some(format!("{time} < 86 00 43{}", fields.collect::<String>()))
            }
            _ => None,
        }
    };
    let lines = records.lines().flat_map(|line| bytes(line).into_iter().chain([line.to_owned()]));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_a_driver_made_of_the_bytes_is_made_anew_where_they_were_kept() {
    const MISTAKEN: (&str, &str) = ("18.600 square e5 p", "18.600 square e6 p");
    let state = state();
    let wrong = RECORDS.replace(MISTAKEN.0, MISTAKEN.1);
    let kept = with_wire(RECORDS).replace(MISTAKEN.0, MISTAKEN.1);
    keep(&state, "boards/dgt_1.journal", &kept, adjudicated(&wrong));
    let before = fs::read(state.path().join("boards/dgt_1.journal")).unwrap();
    assert_eq!(readjudicate(&[], state.path()).0, Some(0), "that is what was observed");
    let (code, said, complaint) = readjudicate(&["--from", "wire"], state.path());
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("    1...: told e6, ") && said.contains("; now e5, "), "{said}");
    assert!(said.contains("  9 observation(s) made anew from the wire, 1 as"), "{said}");
    assert!(complaint.contains("nothing was changed"), "{complaint}");
    assert_eq!(fs::read(state.path().join("boards/dgt_1.journal")).unwrap(), before);

    let bound = kept.replace("18.600 <", &format!("{BOUND}\n18.600 <"));
    let bound: Vec<_> = bound.lines().collect();
    let (wire, rest) = bound.split_at(bound.iter().position(|line| *line == BOUND).unwrap());
    let rest = rest.iter().filter(|line| !line.contains('<'));
    let bound: String = wire.iter().chain(rest).map(|line| format!("{line}\n")).collect();
    keep(&state, "boards/dgt_2.journal", &bound, adjudicated(&wrong));
    let (code, said, _) = readjudicate(&["dgt_2", "--from", "wire"], state.path());
    assert_eq!(code, Some(0), "what was observed stands in for what is not kept: {said}");
    assert!(said.contains("  3 observation(s) made anew from the wire, 7 as"), "{said}");
}

#[test]
fn what_a_driver_kept_back_until_the_log_came_is_not_told_before_it() {
    const MATE: &str = "board rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR";
    let moves = RECORDS.lines().skip(4).take(6);
    let logged = moves.map(|line| line.split_once(' ').unwrap().1);
    let logged: String = logged.map(|move_| format!("43.000 {move_} since=8.600\n")).collect();
    // The daemon was killed before the log had come; the next one had it.
    let killed = with_wire(&format!("41.100 {MATE}\n"));
    let killed = killed.lines().next().unwrap();
    let told = format!(
        "40.000 wall 2026-01-22T13:05:40Z\n41.000 link up\n{killed}\n42.000 wall 2026-01-22T13:05:42Z\n\
         42.500 link up\n43.000 device memory=begins\n{logged}43.000 device memory=ends\n"
    );
    let records = with_wire(RECORDS);
    let (before, _) = records.split_once("18.000 <").unwrap();
    let kept = format!("{before}{told}{}", with_wire(&format!("43.000 {MATE}\n")));
    let heard: String =
        kept.lines().filter(|line| !line.contains('<')).map(|line| format!("{line}\n")).collect();
    let state = state();
    keep(&state, "boards/dgt_1.journal", &kept, adjudicated(&heard));
    let (code, said, _) = readjudicate(&["--from", "wire"], state.path());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("  3 observation(s) made anew from the wire, 9 as"), "{said}");
}

#[test]
fn where_no_bytes_were_kept_what_was_observed_counts() {
    let state = state();
    keep(&state, "boards/dgt_1.journal", RECORDS, adjudicated(RECORDS));
    let (code, said, _) = readjudicate(&["--from", "wire"], state.path());
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("  0 observation(s) made anew from the wire, 10 as"), "{said}");
}
