//! `touchmove doctor` in a hall with a real daemon.

use std::fs;
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::Value;
use touchmove_drivers::toy;
use touchmove_station::link::address::BluetoothAddress;

use crate::support::PrivateBus;
use crate::support::bluez::{Bluez, Peer};
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::looking::until;
use crate::support::played::played;

fn doctor(bus: &PrivateBus) -> (Option<i32>, Value) {
    let mut command = Command::new(TOUCHMOVE);
    command.args(["doctor", "--json", "--bus", bus.address()]);
    let Output { status, stdout, .. } = command.output().unwrap();
    (status.code(), serde_json::from_slice(&stdout).unwrap())
}

/// The kinds of what was found about `about`.
fn kinds(report: &Value, about: &str) -> Vec<String> {
    let findings = report["findings"].as_array().unwrap().iter();
    let of = findings.filter(|finding| finding["about"] == about);
    of.map(|finding| finding["kind"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn without_a_daemon_that_is_the_fault() {
    let bus = PrivateBus::open_to_all();
    let (code, report) = doctor(&bus);
    assert_eq!(code, Some(1));
    assert!(kinds(&report, "this machine").contains(&"daemon".to_owned()), "{report}");
}

#[test]
fn findings_are_told_in_the_language_of_the_reader_and_to_a_program_in_english() {
    let bus = PrivateBus::open_to_all();
    let doctor = |locale: &str, more: &[&str]| {
        let mut command = Command::new(TOUCHMOVE);
        command.args(["doctor", "--bus", bus.address()]).args(more).env("LC_ALL", locale);
        command.output().unwrap()
    };
    let Output { stdout, stderr, .. } = doctor("tr_TR.UTF-8", &[]);
    let (told, failed) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(told.starts_with("0 tahtaya bakıldı.\n\nsorun "), "{told}");
    assert!(told.contains("bu bilgisayar: touchmoved çalışmıyor: "), "{told}");
    assert!(told.contains("adresindeki veri yolu\n      `touchmoved` programını"), "{told}");
    assert!(failed.contains("giderilmesi gereken "), "{failed}");
    assert_eq!(doctor("tr_TR.UTF-8", &["--json"]).stdout, doctor("C", &["--json"]).stdout);
}

#[test]
fn a_piece_that_is_missing_before_the_game_is_found_with_its_square() {
    let bus = PrivateBus::open_to_all();
    let state = tempfile::tempdir().unwrap();
    let recording = state.path().join("board.rec");
    let text = "touchmove-recording 1\nboard dgt 77\n0.0 link up\n0.1 device clock=present\n\
        0.2 clock left=0:05:00 right=0:05:00 run=none lever=left\n\
        0.3 board rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR\n9999.0 end cut\n";
    fs::write(&recording, text).unwrap();
    let port = format!("replay:{}", recording.display());
    let _daemon = Daemon::start(&bus, state.path(), &[port]);
    let (code, report) = until(|| match doctor(&bus) {
        (code, report) if kinds(&report, "replay_77") == ["start-position"] => Ok((code, report)),
        (_, report) => Err(report.to_string()),
    });
    assert_eq!(code, Some(1));
    assert!(report.to_string().contains("d2 shows nothing for P"), "{report}");
}

#[test]
fn evidence_that_lies_beside_a_journal_is_named_from_the_start_on() {
    let bus = PrivateBus::open_to_all();
    let state = tempfile::tempdir().unwrap();
    let boards = state.path().join("boards");
    fs::create_dir(&boards).unwrap();
    fs::write(boards.join("dgt_77.journal.kept-1"), "touchmove-journal 2\n").unwrap();
    let _daemon = Daemon::start(&bus, state.path(), &[]);
    let report = until(|| match doctor(&bus) {
        (_, report) if kinds(&report, "this machine").contains(&"disk".to_owned()) => Ok(report),
        (_, report) => Err(report.to_string()),
    });
    assert!(report.to_string().contains("dgt_77.journal.kept-1; no start reads it"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_board_that_is_not_heard_is_named_with_its_address() {
    let bus = PrivateBus::open_to_all();
    let address = BluetoothAddress([0xE0, 0x12, 0x34, 0x56, 0x78, 0x01]);
    let peer = Peer::new(&toy::FAMILY, address, "Toy 7", 7, played(Duration::from_secs(1), &[]));
    let bluez = Bluez::start(&bus, vec![peer]).await;
    let found = async || {
        let mut command = Command::new(TOUCHMOVE);
        command.args(["doctor", "--json", "--bus", bus.address()]);
        command.env("DBUS_SYSTEM_BUS_ADDRESS", bus.address());
        let Output { stdout, .. } =
            tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        serde_json::from_slice::<Value>(&stdout).unwrap()
    };
    let report = found().await;
    assert_eq!(kinds(&report, "Toy 7 E0:12:34:56:78:01"), ["board-not-heard"], "{report}");
    assert!(report.to_string().contains("bluetooth forget E0:12:34:56:78:01"), "{report}");
    bluez.pull_adapter().await;
    let report = found().await;
    assert!(kinds(&report, "Toy 7 E0:12:34:56:78:01").is_empty(), "{report}");
}
