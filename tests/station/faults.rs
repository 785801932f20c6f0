//! Boards with something wrong, on real ports: it is found, with its square, by everybody who asks.

use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use touchmove_client::mirror::Mirror;
use touchmove_client::shown::ShownBoard;
use touchmove_core::laws::json::Fields;

use crate::support::PrivateBus;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::far_end::{FarEnd, opening};
use crate::support::games::Scored;
use crate::support::simulation::Simulation;

/// Players who move every five seconds, as in life.
const CALM: [&str; 6] =
    ["--rate", "think-recorded=0", "--rate", "think-least=3600", "--rate", "think-most=4400"];
/// The same, four times as fast.
const SWIFT: [&str; 2] = ["--speed", "4"];

/// What is found about a board: kind, squares, advice.
type Found = (String, Vec<String>, String);

/// A slow machine lets a board that plays in real time take its time.
const LONG: Duration = Duration::from_secs(240);

/// Waits until `look` finds what it is to find about the only board; it looks again after signals.
async fn until<T>(bus: &PrivateBus, look: impl Fn(&ShownBoard) -> Option<T>) -> T {
    let mut mirror = Mirror::connect(&bus.bus()).await.unwrap();
    let waiting = async {
        loop {
            if let Some(found) = mirror.boards().first().and_then(&look) {
                return found;
            }
            let signal = mirror.signal().await.unwrap();
            mirror.take(signal).await.unwrap();
        }
    };
    tokio::time::timeout(LONG, waiting).await.unwrap()
}

fn findings(board: &ShownBoard) -> Vec<Found> {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let squares = |value: Option<&Value>| {
        let squares = value.and_then(Value::as_array).into_iter().flatten();
        squares.map(|square| text(Some(square))).collect()
    };
    let of =
        |it: &Fields| (text(it.get("kind")), squares(it.get("squares")), text(it.get("advice")));
    board.health.findings.iter().map(of).collect()
}

/// Waits until something is found about the only board; what.
async fn found(bus: &PrivateBus) -> Vec<Found> {
    let found = |board: &ShownBoard| Some(findings(board)).filter(|findings| !findings.is_empty());
    until(bus, found).await
}

/// What a command says.
fn said(bus: &PrivateBus, command: &[&str]) -> String {
    let said = Command::new(TOUCHMOVE).args(command).args(["--bus", bus.address()]).output();
    String::from_utf8(said.unwrap().stdout).unwrap()
}

/// Plays a game on a board with this fault; what is found, and what `touchmove` says of it.
async fn found_of(fault: &str, options: &[&str]) -> (Vec<Found>, String) {
    let game = Scored::demo("oro-brkic.pgn");
    let board = Simulation::start(&game, &[&CALM, options, &["--fault", fault]].concat());
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let _daemon = Daemon::start(&bus, state.path(), &[board.port()]);
    let found = found(&bus).await;
    let told = [said(&bus, &["status"]), said(&bus, &["doctor"])].concat();
    (found, told)
}

fn a_finding(kind: &str, squares: &[&str], advice: &str) -> Vec<Found> {
    let squares = squares.iter().map(|&square| square.to_owned()).collect();
    vec![(kind.to_owned(), squares, advice.to_owned())]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flickering_square_is_named_by_status_and_doctor() {
    let (found, told) = found_of("flicker=a2", &[]).await;
    assert_eq!(found, a_finding("square-flickers", &["a2"], "swap-board"));
    let status = "dgt_12345: Flickering square: a2. Swap this board at the next round.";
    assert!(told.contains(status), "{told}");
    assert!(told.contains("fault dgt_12345: Flickering square: a2."), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_that_is_read_as_one_and_another_is_named() {
    let (found, _) = found_of("alternate=a1:N", &[]).await;
    assert_eq!(found, a_finding("man-alternates", &["a1"], "swap-board"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_square_that_reads_no_piece_is_named() {
    let (found, _) = found_of("dead=d5", &SWIFT).await;
    assert_eq!(found, a_finding("man-not-read", &["d5"], "look-at-squares"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_that_is_read_as_another_is_named() {
    let (found, _) = found_of("misread=d5:B", &SWIFT).await;
    assert_eq!(found, a_finding("man-misread", &["d5"], "look-at-squares"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_line_is_found() {
    let (found, _) = found_of("line", &[]).await;
    assert_eq!(found, a_finding("line-errors", &[], "check-cable"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_falls_silent_again_and_again_is_found() {
    let (found, _) = found_of("silences", &[]).await;
    assert_eq!(found, a_finding("board-silences", &[], "check-cable"));
}

/// A board of a firmware that tells its battery.
#[tokio::test(flavor = "multi_thread")]
async fn a_low_battery_is_found() {
    let board = FarEnd::new(|command| match command {
        0x4D => vec![0x93, 0x00, 0x05, 0x02, 0x00],
        0x4C => vec![0xA0, 0x00, 0x0C, 12, 0x7F, 0x7F, 0, 0, 0, 0, 0, 0],
        _ => opening(command),
    });
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let port = format!("dgt:{}", board.path().display());
    let _daemon = Daemon::start(&bus, state.path(), &[port]);
    assert_eq!(found(&bus).await, a_finding("battery-low", &[], "charge"));
}

/// Nothing is found of a sound board on which the whole game is played, and the numbers are shown.
#[tokio::test(flavor = "multi_thread")]
async fn a_sound_board_is_accused_of_nothing() {
    let game = Scored::demo("oro-brkic.pgn");
    let board = Simulation::start(&game, &super::support::simulation::HASTY);
    let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let _daemon = Daemon::start(&bus, state.path(), &[board.port()]);
    let half = game.moves.len() / 2;
    until(&bus, |board| {
        assert_eq!(findings(board), [], "{board:?}");
        board.game.as_ref().filter(|game| game.moves.len() >= half).map(drop)
    })
    .await;
    let said = said(&bus, &["status", "--health"]);
    assert!(said.contains("ASKED AGAIN"), "{said}");
}
