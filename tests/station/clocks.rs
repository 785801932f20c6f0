//! Clocks at a real port: one is pulled out, another takes its place, and the players sit the other way round.

use std::time::Duration;

use tempfile::TempDir;
use touchmove_client::mirror::Mirror;
use touchmove_client::shown::ShownBoard;
use touchmove_drivers::observation::ClockPresence;

use crate::support::PrivateBus;
use crate::support::daemon::Daemon;
use crate::support::far_end::{FarEnd, opening};
use crate::support::patience::PATIENCE;

/// What a board says of a clock with these minutes on its left and its right, the left lever up, none running.
fn clock([left, right]: [u8; 2]) -> Vec<u8> {
    let digits = |minutes: u8| minutes / 10 * 16 + minutes % 10;
    vec![0x8D, 0x00, 0x0A, 0x20, digits(right), 0x00, 0x20, digits(left), 0x00, 0x08]
}

/// What it says where none is connected.
const NO_CLOCK: [u8; 10] = [0x8D, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20];

/// A board with all pieces set up, from the side of its own first square or of its last.
fn set_up(turned: Turned) -> impl FnMut(u8) -> Vec<u8> + Send + 'static {
    const BACK: [u8; 8] = [2, 3, 4, 6, 5, 4, 3, 2];
    let black = BACK.map(|piece| piece + 6);
    let mut pieces = [&black[..], &[7; 8], &[0; 32], &[1; 8], &BACK].concat();
    if turned == Turned::Over {
        pieces.reverse();
    }
    move |command| match command {
        0x42 => [&[0x86, 0x00, 0x43][..], &pieces].concat(),
        _ => opening(command),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turned {
    Usual,
    Over,
}

/// Waits until the only board shows a clock, or none, and these minutes of White's and Black's.
async fn shows(bus: &PrivateBus, presence: ClockPresence, minutes: [u64; 2]) {
    let mut mirror = Mirror::connect(&bus.bus()).await.unwrap();
    let is_shown = |board: &ShownBoard| {
        let times = board.clock.as_ref().map(|clock| clock.times);
        board.clock_presence == Some(presence)
            && times == Some(minutes.map(|minutes| Duration::from_secs(minutes * 60)))
    };
    let waiting = async {
        while !mirror.boards().first().is_some_and(is_shown) {
            let signal = mirror.signal().await.unwrap();
            mirror.take(signal).await.unwrap();
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    assert!(waited.is_ok(), "{presence:?} {minutes:?}: {:?}", mirror.boards());
}

/// A board at a port of its own, the daemon that hears it, and the bus on which it tells. Its clock was just heard.
struct Table {
    bus: PrivateBus,
    board: FarEnd,
    _daemon: Daemon,
    _state: TempDir,
}

impl Table {
    fn with(turned: Turned, minutes: [u8; 2]) -> Self {
        let (bus, state) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
        let board = FarEnd::new(set_up(turned));
        let port = format!("dgt:{}", board.path().display());
        let daemon = Daemon::start(&bus, state.path(), &[port]);
        board.is_asked(0x4B);
        board.send(&clock(minutes));
        Self { bus, board, _daemon: daemon, _state: state }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_pulled_out_is_said_to_be_away_and_another_is_read_in_its_place() {
    let Table { bus, board, .. } = &Table::with(Turned::Usual, [30, 25]);
    shows(bus, ClockPresence::Present, [30, 25]).await;
    board.send(&NO_CLOCK);
    shows(bus, ClockPresence::Absent, [30, 25]).await;
    board.send(&clock([15, 10]));
    shows(bus, ClockPresence::Present, [15, 10]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_board_that_lies_the_other_way_round_the_clock_is_read_the_other_way_round() {
    let table = Table::with(Turned::Over, [30, 25]);
    shows(&table.bus, ClockPresence::Present, [25, 30]).await;
}
