//! `touchmove setup`: a newcomer is led to a first move, and whoever cannot answer reads what is left.

use std::process::Command;
use std::time::Duration;

use touchmove_drivers::device::Make;
use touchmove_drivers::dgt;
use touchmove_lab::simulate::{BoardTurn, Cue, Gong, PlayedTable, Speed, VirtualBoard};

use crate::support::PrivateBus;
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::played::played;
use crate::support::terminal::Terminal;

/// So long each move takes: no test waits for a second one.
const LONG: Duration = Duration::from_secs(600);

fn setup(bus: &PrivateBus) -> Command {
    let mut command = Command::new(TOUCHMOVE);
    command.args(["setup", "--bus", bus.address()]);
    // There is no bluetoothd on it.
    command.env("DBUS_SYSTEM_BUS_ADDRESS", bus.address());
    command
}

/// A board at which somebody plays a move when the gong is struck.
fn board(gong: &Gong) -> VirtualBoard {
    let make = Make { serial: 41_001, chance: 0, scan: None, clock: None };
    let device = dgt::FAMILY.device(&make).unwrap();
    let (line, cue) = (dgt::FAMILY.line(), Cue::Gong(gong.clone()));
    let game = played(LONG, &["e2e4", "e7e5"]);
    let table = PlayedTable::new(device, line, BoardTurn::Usual, cue, [game]);
    VirtualBoard::start(table, Speed::REAL).unwrap()
}

#[test]
fn a_newcomer_is_led_to_a_first_move_that_is_seen() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let gong = Gong::default();
    let board = board(&gong);
    let port = format!("dgt:{}", board.port().display());
    let daemon = Daemon::start(&bus, folder.path(), &[port]);
    let mut terminal = Terminal::run(&mut setup(&bus));
    terminal.shows("dgt_41001, DGT e-Board, is heard at");
    terminal.shows("8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜");
    terminal.shows("Play a move");
    gong.strike();
    let (status, text) = terminal.ended();
    assert!(status.success(), "{text}");
    for said in ["1 of 6  The service", "Seen: 1. e4", "4 · · · · ♙ · · ·", "All is well."]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    daemon.stop();
}

#[test]
fn whoever_has_no_board_may_go_on_and_is_told_what_is_left() {
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let daemon = Daemon::start(&bus, folder.path(), &[]);
    let mut terminal = Terminal::run(&mut setup(&bus));
    terminal.shows("Plug a board in");
    terminal.types("\n");
    let (status, text) = terminal.ended();
    assert_eq!(status.code(), Some(1), "{text}");
    assert!(text.contains("Left for later.") && text.contains("2 steps are left"), "{text}");
    daemon.stop();
}

#[test]
fn where_nobody_answers_it_looks_alone_and_says_how_each_step_is_done_by_hand() {
    let bus = PrivateBus::open_to_all();
    let looked = setup(&bus).output().unwrap();
    let [out, err] = [looked.stdout, looked.stderr].map(|said| String::from_utf8(said).unwrap());
    assert_eq!(looked.status.code(), Some(1));
    assert!(out.contains("touchmoved is not running on") && out.contains("--bus"), "{out}");
    assert!(err.contains("one step is left"), "{err}");
}
