//! The station's journal has grown long: at a start the real daemon archives it, and all that was decided still holds.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;
use touchmove_drivers::recording::Headers;
use touchmove_station::journal::{Journal, Look, archive, look};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::{self, Daemon, TOUCHMOVE};
use crate::support::looking::until;
use crate::support::patience::PATIENCE;
use crate::support::table::Table;
use crate::support::venue::Venue;

const BOARD: &str = "dgt_12345";

/// The game as it was played, and as it was corrected.
const PLAYED: [&str; 3] = ["e2e4", "e7e5", "g1f3"];
const CORRECTED: [&str; 3] = ["e2e4", "e7e5", "g1h3"];

const PAIRINGS: &str = "round,board,white,black\n3,1,Anna,Ben\n";

/// So many lines of what was released make a journal longer than the daemon lets it grow.
const LINES: u64 = 20_000;

/// Lets the station's journal grow by what was released of a game on a board that was archived after so many records.
fn lengthen(state: &Path, game: u64, after: u64) {
    fs::create_dir_all(state.join("archive")).unwrap();
    fs::write(state.join(format!("archive/dgt_9.{after}.journal")), "over").unwrap();
    let (mut journal, _) = Journal::open(&archive::station(state), &Headers::default()).unwrap();
    let seal = "00".repeat(16);
    let sealed = format!(
        r#"{{"sealed":"dgt_9","after":{after},"records":{},"seal":"{seal}","at":"2026-11-22T18:00:00Z","games":[[1,{game}]]}}"#,
        after + 9
    );
    journal.append_told(&sealed).unwrap();
    for seq in 1..=LINES {
        let released = format!(
            r#"{{"output":"bus","game":{game},"public":{game},"at":"2026-11-22T17:00:00.123456789Z","released":[{{"item":{seq},"seq":{seq},"what":"move {seq} g8f6"}},{{"item":{seq},"seq":{seq},"what":"time {seq}"}}]}}"#
        );
        journal.append_told(&released).unwrap();
    }
    journal.sync().unwrap();
}

fn read(path: &Path) -> Look {
    look(&archive::read(path).unwrap(), path).unwrap()
}

/// Exit code and words of `touchmove` with these words.
fn touchmove(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(TOUCHMOVE).args(words).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

fn of_state(verb: &str, words: &[&str], state: &Path) -> String {
    let (code, said) = touchmove(&[&[verb], words, &["--state", state.to_str().unwrap()]].concat());
    assert_eq!(code, Some(0), "{said}");
    said
}

/// The archived journals of the station, once so many are compressed.
fn compressed(state: &Path, count: usize) -> Vec<PathBuf> {
    until(|| {
        let mut all = archive::archived(&state.join("archive")).unwrap();
        all.retain(|one| one.is_of_station() && one.is_compressed());
        let is_all = all.len() == count;
        if is_all {
            Ok(all.into_iter().map(|one| one.path).collect())
        } else {
            Err(format!("{all:?}"))
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn over_two_successions_decisions_hold_can_be_undone_and_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut table = Table::new(folder.path());
    let venue = Venue::open(vec![table.port()]);
    let (state, live) = (venue.state.path().to_owned(), archive::station(venue.state.path()));
    let mut client = Client::on(&venue.bus).await;
    client.until(async |client| client.game_on(BOARD).await).await;
    venue.load(PAIRINGS);
    venue.done(&["assign", "1", BOARD]);
    venue.done(&["begin", "--anyway"]);
    table.play(&PLAYED);
    client.until_moves(BOARD, &PLAYED).await;
    let decided = venue.game(&["replace", "1", "3", "Nh3", "--yes", "--reason", "seen by both"]);
    let number = decided.lines().next().unwrap().to_owned();
    venue.done(&["enter", "1", "0-1"]);
    let game = client.until_moves(BOARD, &CORRECTED).await;
    let is_timed = |shown: &str| shown.contains("Nh3          0:04:58\n");
    let shown = venue.game_once(&["show", "1"], is_timed);
    let results = venue.done(&["results"]);
    let events = client.events(&game.path).await;

    let mut venue = venue;
    for (count, after) in [(1, 0), (2, 9)] {
        let long = fs::metadata(&live).unwrap().len();
        venue = venue.kill_and(|| {
            table.free();
            lengthen(&state, 5_000 + after, after);
        });
        assert!(venue.log().contains("station.journal: archived up to record"), "{}", venue.log());
        assert!(fs::metadata(&live).unwrap().len() < 2 * long + 2_000, "few of it goes on");
        client = Client::on(&venue.bus).await;
        client.until_link(BOARD, "up").await;
        assert_eq!(client.until_moves(BOARD, &CORRECTED).await.path, game.path);
        assert_eq!(client.events(&game.path).await[..events.len()], events);
        assert_eq!(venue.game(&["show", "1"]), shown);
        assert_eq!(venue.done(&["results"]), results);
        compressed(&state, count);
    }

    let history = of_state("history", &[BOARD], &state);
    assert!(history.contains("decided: ") && history.contains("seen by both"), "{history}");
    assert!(of_state("export", &[BOARD], &state).contains("replace ply=3 uci=g1h3"));
    for after in [0, 9] {
        fs::remove_file(state.join(format!("archive/dgt_9.{after}.journal.gz"))).unwrap();
    }
    assert_eq!(of_state("readjudicate", &[], &state).lines().count(), 1, "of the board alone");

    assert!(venue.game(&["show", "1"]).contains(&format!("{number} ")), "{number}");
    assert!(venue.game(&["undo", "1", "--yes"]).contains("2. Nf3"));
    client.until_moves(BOARD, &PLAYED).await;
    venue.game(&["result", "1", "0-1"]);
    table.set_up_again();
    let path = client.until_moves(BOARD, &[""; 0]).await.path;
    assert!(path.as_str().ends_with("g005010"), "behind all that are archived: {path:?}");
    is_verified_across(&state, &live);
}

/// The chain goes on over all three journals, and what is altered in the first one is noticed.
fn is_verified_across(state: &Path, live: &Path) {
    let [first, second] = compressed(state, 2).try_into().unwrap();
    let continues = [second.as_path(), live].map(|path| read(path).headers.continues.unwrap().seal);
    assert_eq!(continues, [&first, &second].map(|path| read(path).seal.to_string()));
    let verify = |more: &[&str]| touchmove(&[&["verify", live.to_str().unwrap()], more].concat());
    let (code, said) = verify(&["--seal", &continues[0]]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("that one and 1 before it are consistent, too"), "{said}");
    fs::rename(&first, state.join("elsewhere")).unwrap();
    let (code, said) = verify(&[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("the one before, with the seal {}, is not in", continues[0])));
    fs::rename(state.join("elsewhere"), &first).unwrap();
    let mut altered = archive::read(&first).unwrap();
    let middle = altered.len() / 2;
    altered[middle] ^= 1;
    fs::write(first.with_extension(""), altered).unwrap();
    fs::remove_file(first).unwrap();
    let (code, said) = verify(&[]);
    assert!(code == Some(1) && said.contains("damaged or altered"), "{said}");
}

/// A station at which a result was entered, and what its rounds are.
fn with_a_result() -> (Venue, Value) {
    let venue = Venue::open(Vec::new());
    venue.load(PAIRINGS);
    venue.done(&["begin", "--anyway"]);
    venue.done(&["enter", "1", "1-0"]);
    let status = venue.status();
    let venue = venue.kill();
    assert_eq!(venue.status(), status);
    (venue, status)
}

fn status_on(bus: &PrivateBus) -> Value {
    let (code, said) = touchmove(&["round", "status", "--json", "--bus", bus.address()]);
    assert_eq!(code, Some(0), "{said}");
    serde_json::from_str(&said).unwrap()
}

/// Whether a succession has got so far, or beyond: who looks may be late.
fn has_got(state: &Path, step: usize, inode: u64) -> bool {
    let is_there = |name: &str| state.join("archive").join(name).exists();
    let is_succeeded = || fs::metadata(archive::station(state)).unwrap().ino() != inode;
    let steps = [
        state.join("station.journal.next").exists(),
        is_there("station.0.journal"),
        is_succeeded(),
        is_there(".station.0.journal.gz.part") || is_there("station.0.journal.gz"),
    ];
    steps[step..].contains(&true)
}

#[test]
fn killed_while_its_journal_is_archived_the_daemon_starts_again_and_has_lost_nothing() {
    let (venue, status) = with_a_result();
    let state = venue.state.path().to_owned();
    for step in 0..4 {
        let bus = PrivateBus::open_to_all();
        let copy = tempfile::tempdir().unwrap();
        fs::create_dir(copy.path().join("boards")).unwrap();
        fs::copy(archive::station(&state), archive::station(copy.path())).unwrap();
        lengthen(copy.path(), 5_000, 0);
        let long = fs::metadata(archive::station(copy.path())).unwrap();
        let killed = Daemon::launch(&bus, copy.path(), &[]);
        let since = Instant::now();
        while !has_got(copy.path(), step, long.ino()) {
            assert!(since.elapsed() < PATIENCE, "step {step}: {}", killed.log());
            std::hint::spin_loop();
        }
        killed.kill();
        let daemon = Daemon::start(&bus, copy.path(), &[]);
        assert_eq!(status_on(&bus), status, "step {step}");
        let over = compressed(copy.path(), 1).remove(0);
        daemon.kill();
        let live = archive::station(copy.path());
        assert!(fs::metadata(&live).unwrap().len() < long.len() / 2, "step {step}");
        assert_eq!(read(&live).headers.continues.unwrap().seal, read(&over).seal.to_string());
        assert!(!copy.path().join("station.journal.next").exists(), "step {step}");
    }
}

/// A file system with what is in `$0.from` and no room for more, mounted for one command alone.
const FULL: &str = r#"mount -t tmpfs -o size=6m,mode=755 tiny "$0" && cp -a "$0.from/." "$0" || exit 7
    cat /dev/zero > "$0/ballast" 2> /dev/null
    exec "$@""#;

#[test]
fn where_the_disk_has_no_room_for_another_one_the_journal_goes_on() {
    let (venue, status) = with_a_result();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let [state, from] = ["state", "state.from"].map(|name| folder.path().join(name));
    fs::create_dir_all(from.join("boards")).unwrap();
    fs::create_dir(&state).unwrap();
    fs::copy(archive::station(venue.state.path()), archive::station(&from)).unwrap();
    lengthen(&from, 5_000, 0);
    let apart = |program: &Command| {
        let mut command = Command::new("unshare");
        command.args(["--map-current-user", "--keep-caps", "--mount", "--", "sh", "-c", FULL]);
        command.arg(&state).arg(program.get_program()).args(program.get_args());
        command
    };
    if !apart(&Command::new("true")).output().is_ok_and(|tried| tried.status.success()) {
        touchmove_needs::skip("the right to mount");
        return;
    }
    let daemon = Daemon::of(&mut apart(&daemon::command(&bus, &state, &[])));
    let said = daemon.logs("the station's journal is not archived, and goes on: ");
    assert!(said.contains("no space left"), "{said}");
    assert_eq!(status_on(&bus), status);
    let root = PathBuf::from(format!("/proc/{}/root", daemon.id()));
    let seen = root.join(state.strip_prefix("/").unwrap());
    assert!(!seen.join("station.journal.next").exists(), "it takes no space");
    let [is, was] = [&seen, &from].map(|state| fs::read(archive::station(state)).unwrap());
    assert!(is == was, "{} bytes of {}", is.len(), was.len());
}
