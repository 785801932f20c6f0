//! A board that says more than can happen on it.

use std::fs;
use std::path::Path;
use std::thread;

use shakmaty::Chess;

use crate::support::PrivateBus;
use crate::support::client::Client;
use crate::support::daemon::Daemon;
use crate::support::table::Table;

const OPENING: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];

/// A minute and a half of them at 9600 baud.
const CHANGES: u32 = 100_000;

/// No more is written of them, in bytes.
const MAX_WRITTEN_BYTES: u64 = 400_000;

/// No more memory does the daemon take with two boards, in KiB.
const MAX_MEMORY_KIB: u64 = 100 << 10;

/// How much memory a process has taken at most, in KiB.
fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

fn daemon_at(bus: &PrivateBus, folder: &Path) -> Daemon {
    let ports = ["left", "right"].map(|name| format!("dgt:{}", folder.join(name).display()));
    Daemon::start(bus, &folder.join("state"), &ports)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_floods_is_faulty_until_it_is_quiet_and_read_out_and_others_go_on() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let daemon = daemon_at(&bus, folder.path());
    let table = |serial, port| {
        let mut table = Table::unplugged(serial, Chess::default());
        table.plug_into(&folder.path().join(port));
        table
    };
    let (mut faulty, mut other) = (table("12345", "left"), table("54321", "right"));
    let mut client = Client::on(&bus).await;
    for board in ["dgt_12345", "dgt_54321"] {
        client.until_state(board, "in-step", "").await;
    }
    faulty.play(&OPENING[..2]);
    client.until_moves("dgt_12345", &OPENING[..2]).await;

    thread::scope(|scope| {
        scope.spawn(|| faulty.flood(CHANGES));
        other.play(&OPENING);
    });
    client.until_moves("dgt_54321", &OPENING).await;
    client.until_state("dgt_12345", "faulty", "flood").await;
    client.until_state("dgt_12345", "in-step", "").await;
    faulty.play(&OPENING[2..]);
    client.until_moves("dgt_12345", &OPENING).await;
    let peak = peak_of(daemon.id());
    assert!(peak < MAX_MEMORY_KIB, "{peak} KiB");
    let log = daemon.stop();
    assert!(log.contains("more changes than hands can make"), "{log}");
    let journal = folder.path().join("state/boards/dgt_12345.journal");
    let written = fs::metadata(journal).unwrap().len();
    println!("{CHANGES} changes: {written} bytes written, {peak} KiB of memory at most");
    assert!(written < MAX_WRITTEN_BYTES, "{written} bytes");

    faulty.free();
    other.free();
    let daemon = daemon_at(&bus, folder.path());
    let mut client = Client::on(&bus).await;
    for board in ["dgt_12345", "dgt_54321"] {
        client.until_moves(board, &OPENING).await;
    }
    daemon.stop();
}
