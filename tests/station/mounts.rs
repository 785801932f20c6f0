//! Real file systems that are full or may only be read: mounted for the daemon alone, in a namespace of its own.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use shakmaty::Chess;

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::{self, Daemon, TOUCHMOVE};
use crate::support::process::Process;
use crate::support::table::Table;

const BOARD: &str = "dgt_12345";
const SECOND: &str = "dgt_54321";
const OPENING: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];
const REPLY: [&str; 3] = ["f1b5", "g8f6", "e1g1"];

/// A namespace in which whoever runs the tests may mount, and stays who he is.
const APART: [&str; 4] = ["--map-current-user", "--keep-caps", "--mount", "--"];

/// What is mounted at the folder `$0` before the rest is run: a small file system,
const TINY: &str = r#"mount -t tmpfs -o size=512k,mode=755 tiny "$0" && exec "$@""#;

/// one with nothing in it whose only page is taken,
const FULL: &str =
    r#"mount -t tmpfs -o size=4k,mode=755 tiny "$0" && echo > "$0/ballast" && exec "$@""#;

/// what is in the folder, only to be read,
const READ_ONLY: &str = r#"mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@""#;

/// and the same until somebody writes a line into the pipe `$0.gate`, or forgets to.
const READ_ONLY_AT_FIRST: &str = r#"mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" || exit
    timeout 300 sh -c 'read -r _ < "$0.gate" && mount -o remount,bind,rw "$0"' "$0" > /dev/null 2>&1 &
    exec "$@""#;

/// The folder of the live journals apart: only to be read from the first line in the pipe `$0.gate` to the second. What
/// came of it is in the pipe `$0.turned`.
const TURNING: &str = r#"mkdir -p "$0/boards" && mount --bind "$0/boards" "$0/boards" || exit
    timeout 300 sh -c 'for way in ro rw; do read -r _ < "$0.gate" || exit
        mount -o remount,bind,$way "$0/boards"; echo $? > "$0.turned"; done' "$0" > /dev/null 2>&1 &
    exec "$@""#;

#[tokio::test(flavor = "multi_thread")]
async fn a_board_first_plugged_in_while_the_disk_is_full_is_served_and_none_of_its_play_is_missing()
{
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let state = folder.path().join("state");
    let Some(()) = can_mount(TINY, &state) else { return };
    let (mut table, port) = late_table(folder.path());
    let daemon = Daemon::of(&mut apart(TINY, &state, &daemon::command(&bus, &state, &[port])));
    let mut client = Client::on(&bus).await;
    let seen = inside(&daemon, &state);
    let ballast = seen.join("ballast");
    fill(&ballast);

    table.plug_in();
    client.until_moves(BOARD, &[""; 0]).await;
    table.play(&OPENING);
    let game = client.until_moves(BOARD, &OPENING).await;
    let said = daemon.logs("evidence is not being kept");
    let has = |word: &str| assert!(said.contains(word), "{said}");
    ["its journal has not begun", "no space left", "wait in memory"].into_iter().for_each(has);
    let status = status(&bus);
    assert!(status.contains("its evidence is not being kept: "), "{status}");
    let journal = seen.join(format!("boards/{BOARD}.journal"));
    assert_eq!(journal.metadata().map_or(0, |journal| journal.len()), 0);

    fs::remove_file(ballast).unwrap();
    let said = daemon.logs("evidence is kept again");
    assert!(said.contains("none is missing"), "{said}");
    table.play(&REPLY);
    client.until_moves(BOARD, &[&OPENING[..], &REPLY].concat()).await;
    let all = client.game_on(BOARD).await.unwrap();
    assert_eq!(all.path, game.path);
    let events = client.events(&game.path).await;

    // What is mounted goes with the daemon, so what a kill leaves is taken before.
    let left = folder.path().join("left");
    let copied = Command::new("cp").arg("-a").arg(&seen).arg(&left).status().unwrap();
    assert!(copied.success());
    daemon.kill();
    table.free();
    let daemon = Daemon::start(&bus, &left, &[table.port()]);
    client.until_link(BOARD, "up").await;
    assert_eq!(client.game_on(BOARD).await.unwrap(), all);
    assert_eq!(client.events(&game.path).await[..events.len()], events);
    assert!(!daemon.log().contains("torn end"), "{}", daemon.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_became_read_only_before_the_start_stops_no_game_and_catches_up_once_it_is_not()
{
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let state = folder.path().join("state");
    let Some(()) = can_mount(READ_ONLY, &state) else { return };
    let (mut first, port) = late_table(folder.path());
    let mut second = Table::unplugged("54321", Chess::default());
    let second_port = folder.path().join("second");
    let ports = [port, format!("dgt:{}", second_port.display())];
    let daemon = Daemon::start(&bus, &state, &ports);
    let mut client = Client::on(&bus).await;
    first.plug_in();
    client.until_moves(BOARD, &[""; 0]).await;
    first.play(&OPENING);
    let game = client.until_moves(BOARD, &OPENING).await;
    daemon.kill();
    first.free();

    let gate = pipe(&folder.path().join("state.gate"));
    let command = daemon::command(&bus, &state, &ports);
    let daemon = Daemon::of(&mut apart(READ_ONLY_AT_FIRST, &state, &command));
    client.until_link(BOARD, "up").await;
    second.plug_into(&second_port);
    client.until_moves(SECOND, &[""; 0]).await;
    second.play(&REPLY_ALONE);
    client.until_moves(SECOND, &REPLY_ALONE).await;
    first.play(&REPLY);
    let all = client.until_moves(BOARD, &[&OPENING[..], &REPLY].concat()).await;
    assert_eq!(all.path, game.path);
    for board in [BOARD, SECOND] {
        let said = daemon.logs(&format!("{board}: evidence is not being kept"));
        assert!(said.contains("read-only") && said.contains("mount -o remount,rw"), "{said}");
    }

    fs::write(&gate, "open\n").unwrap();
    for board in [BOARD, SECOND] {
        let said = daemon.logs(&format!("{board}: evidence is kept again"));
        assert!(said.contains("none is missing"), "{said}");
    }
    let events = client.events(&game.path).await;
    daemon.kill();
    [&first, &second].into_iter().for_each(Table::free);
    let _daemon = Daemon::start(&bus, &state, &ports);
    for board in [BOARD, SECOND] {
        client.until_link(board, "up").await;
    }
    assert_eq!(client.game_on(BOARD).await.unwrap(), all);
    assert_eq!(client.events(&game.path).await[..events.len()], events);
    client.until_moves(SECOND, &REPLY_ALONE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_first_plugged_in_after_the_disk_became_read_only_is_served_and_kept_afterwards() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let state = folder.path().join("state");
    let Some(()) = can_mount(READ_ONLY, &state) else { return };
    let [gate, turned] = ["state.gate", "state.turned"].map(|name| pipe(&folder.path().join(name)));
    let turn = || {
        fs::write(&gate, "turn\n").unwrap();
        assert_eq!(fs::read_to_string(&turned).unwrap(), "0\n", "it cannot be mounted so");
    };
    let (mut table, port) = late_table(folder.path());
    let daemon = Daemon::of(&mut apart(TURNING, &state, &daemon::command(&bus, &state, &[port])));
    let mut client = Client::on(&bus).await;
    turn();
    table.plug_in();
    client.until_moves(BOARD, &[""; 0]).await;
    table.play(&REPLY_ALONE);
    let game = client.until_moves(BOARD, &REPLY_ALONE).await;
    let said = daemon.logs("evidence is not being kept");
    assert!(said.contains("its journal has not begun") && said.contains("read-only"), "{said}");

    turn();
    let said = daemon.logs("evidence is kept again");
    assert!(said.contains("none is missing"), "{said}");
    daemon.kill();
    table.free();
    let _daemon = Daemon::start(&bus, &state, &[table.port()]);
    client.until_link(BOARD, "up").await;
    assert_eq!(client.game_on(BOARD).await.unwrap(), game);
}

/// What is played on a board alone.
const REPLY_ALONE: [&str; 2] = ["d2d4", "d7d5"];

#[test]
fn where_nothing_can_be_kept_from_the_start_the_daemon_says_what_to_do() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let state = folder.path().join("state");
    let Some(()) = can_mount(READ_ONLY, &state) else { return };
    let mut command = apart(READ_ONLY, &state, &daemon::command(&bus, &state, &[]));
    let (status, said) = Process::start(&mut command).ended();
    assert!(!status.success());
    let has = |word: &str| assert!(said.contains(word), "{said}");
    ["state/boards: ", "read-only", "mount -o remount,rw", "--state"].into_iter().for_each(has);

    let Some(()) = can_mount(FULL, &state) else { return };
    let mut command = apart(FULL, &state, &daemon::command(&bus, &state, &[]));
    let (status, said) = Process::start(&mut command).ended();
    assert!(!status.success());
    assert!(said.contains("station.journal: no space left"), "{said}");
}

/// Whether this can be mounted here; where it cannot, it is said aloud that a test is skipped.
/// Nothing that waits at a pipe may be tried: it would take a line that is meant for another.
fn can_mount(script: &str, folder: &Path) -> Option<()> {
    fs::create_dir_all(folder).unwrap();
    let tried = within(script, folder).arg("true").output();
    match tried {
        Ok(output) if output.status.success() => Some(()),
        Ok(output) => {
            skipped(&String::from_utf8_lossy(&output.stderr));
            None
        }
        Err(error) => {
            skipped(&format!("unshare: {error}"));
            None
        }
    }
}

/// Past the capture of what tests print.
fn skipped(why: &str) {
    touchmove_needs::skip(&format!("the right to mount: {}", why.trim()));
}

/// The same command, with this mounted at the folder of its evidence.
fn apart(script: &str, state: &Path, command: &Command) -> Command {
    let mut apart = within(script, state);
    apart.arg(command.get_program()).args(command.get_args());
    apart
}

fn within(script: &str, folder: &Path) -> Command {
    let mut command = Command::new("unshare");
    command.args(APART).args(["sh", "-c", script]).arg(folder);
    command
}

/// A folder as the daemon sees it.
fn inside(daemon: &Daemon, folder: &Path) -> PathBuf {
    let root = PathBuf::from(format!("/proc/{}/root", daemon.id()));
    root.join(folder.strip_prefix("/").unwrap())
}

/// A pipe with a name.
fn pipe(path: &Path) -> PathBuf {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    path.to_owned()
}

/// Writes a file until there is no space left.
fn fill(ballast: &Path) {
    let mut ballast = File::create(ballast).unwrap();
    while ballast.write_all(&[7; 512]).is_ok() {}
}

/// A table whose board is not plugged in yet, and the port at which it will be.
fn late_table(folder: &Path) -> (Table, String) {
    let mut table = Table::new(folder);
    table.unplug();
    let port = table.port();
    (table, port)
}

fn status(bus: &PrivateBus) -> String {
    let output = Command::new(TOUCHMOVE).args(["status", "--bus", bus.address()]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
