//! The disk takes nothing for a while, or soon will not: play goes on, it is said, and nothing is missing afterwards.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::{self, Daemon, TOUCHMOVE};
use crate::support::table::Table;

const BOARD: &str = "dgt_12345";
const OPENING: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];
const REPLY: [&str; 3] = ["f1b5", "g8f6", "e1g1"];

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_no_game_and_what_was_played_meanwhile_is_kept_afterwards() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let (state, mut table) = (folder.path().join("state"), Table::new(folder.path()));
    let daemon = Daemon::of(&mut outliving_limits(&bus, &state, &[table.port()]));
    let mut client = Client::on(&bus).await;
    client.until_moves(BOARD, &[""; 0]).await;
    table.play(&OPENING);
    client.until_moves(BOARD, &OPENING).await;

    let journal = state.join(format!("boards/{BOARD}.journal"));
    let size = journal.metadata().unwrap().size();
    limit_files(daemon.id(), Some(size + 10));
    table.play(&REPLY);
    let all = [&OPENING[..], &REPLY].concat();
    let game = client.until_moves(BOARD, &all).await;
    let said = daemon.logs("evidence is not being kept");
    assert!(said.contains("wait in memory"), "{said}");
    let status = status(&bus);
    assert!(status.contains("its evidence is not being kept: "), "{status}");
    assert!(journal.metadata().unwrap().size() <= size + 10);

    limit_files(daemon.id(), None);
    let said = daemon.logs("evidence is kept again");
    assert!(said.contains("none is missing"), "{said}");
    let events = client.events(&game.path).await;
    daemon.kill();
    table.free();
    let _daemon = Daemon::start(&bus, &state, &[table.port()]);
    client.until_link(BOARD, "up").await;
    assert_eq!(client.game_on(BOARD).await.unwrap(), game);
    assert_eq!(client.events(&game.path).await[..events.len()], events);
}

#[test]
fn a_disk_that_is_nearly_full_is_told_before_it_is() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let config = folder.path().join("touchmove.toml");
    fs::write(&config, format!("least_free_mib = {}\n", u32::MAX)).unwrap();
    let mut command = daemon::command(&bus, &folder.path().join("state"), &[]);
    let daemon = Daemon::of(command.arg("--config").arg(&config));
    let said = daemon.logs("MiB are left for evidence");
    assert!(said.contains("state/boards") && said.contains("make room"), "{said}");
    let told = said.split(" MiB are left").next().unwrap().rsplit(' ').next().unwrap();
    let (told, df): (u64, u64) = (told.parse().unwrap(), free_mib_by_df(folder.path()));
    // Others write meanwhile.
    assert!(told.abs_diff(df) <= df / 10 + 1_000, "{told}, {df}");
    let status = status(&bus);
    assert!(status.contains("MiB are left for evidence"), "{status}");
}

/// How many MiB `df` says are free there.
fn free_mib_by_df(folder: &Path) -> u64 {
    let output = Command::new("df").args(["--output=avail", "-m"]).arg(folder).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().nth(1).unwrap().trim().parse().unwrap()
}

/// A daemon that is told, not ended, when a file would become too large.
fn outliving_limits(bus: &PrivateBus, state: &Path, ports: &[String]) -> Command {
    let daemon = daemon::command(bus, state, ports);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(daemon.get_program());
    command.args(daemon.get_args());
    command
}

/// No file of a process may become larger than this.
fn limit_files(process: u32, bytes: Option<u64>) {
    let process = Pid::from_raw(i32::try_from(process).unwrap());
    let limit = Rlimit { current: bytes, maximum: None };
    prlimit(process, Resource::Fsize, limit).unwrap();
}

fn status(bus: &PrivateBus) -> String {
    let output = Command::new(TOUCHMOVE).args(["status", "--bus", bus.address()]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}
