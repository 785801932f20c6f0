//! Lights: a board whose squares can be lit, over a real port, as its section says.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use shakmaty::{Chess, Position, Role, Square};
use tokio::sync::watch;
use touchmove_client::path;
use touchmove_core::names::BoardId;
use touchmove_drivers::device::Make;
use touchmove_drivers::driver::Squares;
use touchmove_drivers::{FAMILIES, Instant};
use touchmove_lab::simulate::BoardTurn::Usual;
use touchmove_lab::simulate::{
    Action, Cue, Deed, PlayedTable, Speed, Timeline, Truth, VirtualBoard,
};
use touchmove_station::link::address::Address;
use touchmove_station::link::identity;

use crate::support::PrivateBus;
use crate::support::between::Between;
use crate::support::client::Client;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::patience::PATIENCE;

const MAKE: Make = Make { serial: 12_345, chance: 7, scan: None, clock: None };

/// A ChessLink on which 1. e3 is played, and what it lights.
fn chesslink() -> (VirtualBoard, watch::Receiver<Squares>) {
    let family = FAMILIES.iter().find(|family| family.name == "chesslink").unwrap();
    let (lit, seen) = watch::channel(Squares::NONE);
    let device = Between::new(family.device(&MAKE).unwrap(), move |device, now, packet| {
        device.receive(now, packet);
        let now_lit = device.lit();
        lit.send_if_modified(|before| std::mem::replace(before, now_lit) != now_lit);
        None
    });
    let start = Chess::default().board().clone();
    let pawn = Role::Pawn.of(shakmaty::Color::White);
    let (lifted, put) = (Instant::ZERO, Instant::from_millis(500));
    let deeds = vec![
        Deed { at: lifted, action: Action::Lift(Square::E2) },
        Deed { at: put, action: Action::Place(Square::E3, pawn) },
    ];
    let game = Timeline { start, deeds, landings: vec![put], truth: Truth::default() };
    let cue = Cue::Host(Duration::from_secs(3));
    let player = PlayedTable::new(Box::new(device), family.line(), Usual, cue, [game]);
    (VirtualBoard::start(player, Speed::REAL).unwrap(), seen)
}

fn name(board: &VirtualBoard) -> String {
    let link = identity::of_link(&Address::Serial(board.port().to_owned())).unwrap();
    let path = path::board(&BoardId::of("chesslink", &format!("unnamed-{link}")));
    path.rsplit('/').next().unwrap().to_owned()
}

fn touchmove(bus: &PrivateBus, words: &[&str]) -> String {
    let mut command = Command::new(TOUCHMOVE);
    let Output { status, stdout, stderr } =
        command.args(words).args(["--bus", bus.address()]).output().unwrap();
    assert!(status.success(), "{words:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// Waits until the board lights these squares and no others.
async fn until_lit(lit: &mut watch::Receiver<Squares>, names: &[&str]) {
    let squares: Squares = names.iter().map(|name| name.parse().unwrap()).collect();
    let waited = tokio::time::timeout(PATIENCE, lit.wait_for(|lit| *lit == squares)).await;
    assert!(waited.is_ok(), "not {names:?}");
}

fn start(bus: &PrivateBus, state: &Path, board: &VirtualBoard) -> Daemon {
    Daemon::start(bus, state, &[format!("chesslink:{}", board.port().display())])
}

#[tokio::test(flavor = "multi_thread")]
async fn squares_are_lit_as_the_section_says_dark_once_the_daemon_has_ended_and_lit_by_the_next_one()
 {
    const DECIDED: [&str; 4] = ["a2", "a3", "e2", "e3"];
    let (board, mut lit) = chesslink();
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let daemon = start(&bus, folder.path(), &board);
    let (mut client, name) = (Client::on(&bus).await, name(&board));
    client.until_moves(&name, &["e2e3"]).await;
    touchmove(&bus, &["game", "replace", "1", "1", "a3", "--yes"]);
    client.until_moves(&name, &["a2a3"]).await;
    assert!(lit.borrow().is_empty(), "nobody wants light");
    let said = touchmove(&bus, &["section", "set", "--lights", "differs"]);
    assert_eq!(said, "the board here has lights\n");
    until_lit(&mut lit, &DECIDED).await;
    assert_eq!(touchmove(&bus, &["section", "set", "--lights", "off"]), "");
    until_lit(&mut lit, &[]).await;
    touchmove(&bus, &["section", "set", "--lights", "moves"]);
    until_lit(&mut lit, &DECIDED).await;
    assert!(touchmove(&bus, &["section", "status"]).contains(" moves "));
    daemon.stop();
    until_lit(&mut lit, &[]).await;

    let daemon = start(&bus, folder.path(), &board);
    until_lit(&mut lit, &DECIDED).await;
    assert!(touchmove(&bus, &["section", "status"]).contains(" moves "));
    daemon.stop();
    until_lit(&mut lit, &[]).await;
}
