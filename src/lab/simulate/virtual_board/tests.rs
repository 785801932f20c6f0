use std::fs::{File, OpenOptions};
use std::num::NonZeroUsize;

use rustix::fs::FlockOperation;
use touchmove_drivers::device::Make;
use touchmove_drivers::observation::{ClockReading, Placement};
use touchmove_drivers::{Approach, Driver, Observation, Output, Packet, families};

use super::*;
use crate::simulate::{BoardTurn, Control, Cue, PgnGame, PlayStyle, RepeatedGames, Sins, Style};

const GAME: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
const LAST: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR";
/// Longer than anything here takes.
const TOO_LONG: Duration = Duration::from_secs(30);

fn virtual_board(orientation: BoardTurn) -> VirtualBoard {
    let family = families::by_name("dgt").unwrap();
    let game = PgnGame::read(GAME.as_bytes(), NonZeroUsize::MIN).unwrap();
    let clock = Some(Control::USUAL);
    let make = Make { serial: 12_345, chance: 0, scan: None, clock: clock.map(Control::setting) };
    let player = PlayedTable::new(
        family.device(&make).unwrap(),
        family.line(),
        orientation,
        Cue::Host(Duration::from_secs(2)),
        RepeatedGames::new(
            game,
            PlayStyle { rates: Style::Mixed.rates(), sins: Sins::Usual, clock },
            1,
        )
        .take(1),
    );
    VirtualBoard::start(player, Speed::new(200.0).unwrap()).unwrap()
}

async fn over(board: &mut VirtualBoard) {
    tokio::time::timeout(TOO_LONG, board.over()).await.expect("the play ends").unwrap();
}

/// The family's own driver on a port, in real time.
struct Host {
    port: File,
    driver: Box<dyn Driver>,
    start: RealInstant,
    board: Placement,
    clock: Option<ClockReading>,
}

impl Host {
    fn connect(path: &Path) -> Self {
        let port = OpenOptions::new().read(true).write(true).open(path).unwrap();
        // As the daemon does: others that look for a board of an earlier port of this name keep off.
        rustix::fs::flock(&port, FlockOperation::NonBlockingLockExclusive).unwrap();
        let driver = families::by_name("dgt").unwrap().driver(Approach::Known);
        let start = RealInstant::now();
        let mut host = Self { port, driver, start, board: Placement::EMPTY, clock: None };
        host.driver.start(host.now());
        host
    }

    fn now(&self) -> Instant {
        Instant::ZERO + self.start.elapsed()
    }

    /// Talks to the board until `reached`.
    fn talk_until(&mut self, mut reached: impl FnMut(&Self) -> bool) {
        loop {
            self.take_outputs();
            if reached(self) {
                return;
            }
            assert!(self.start.elapsed() < TOO_LONG, "stuck at {}", self.board);
            if self.wait_for_bytes() {
                let mut buffer = [0; 512];
                let count = self.port.read(&mut buffer).unwrap();
                self.driver.receive(self.now(), Packet::stream(&buffer[..count]));
            }
            if self.driver.deadline().is_some_and(|deadline| deadline <= self.now()) {
                self.driver.timeout(self.now());
            }
        }
    }

    fn wait_for_bytes(&self) -> bool {
        let left = self.driver.deadline().map_or(TOO_LONG, |at| at.since(self.now()));
        let timeout = Timespec::try_from(left.min(Duration::from_millis(100))).unwrap();
        let mut fds = [PollFd::new(&self.port, PollFlags::IN)];
        rustix::event::poll(&mut fds, Some(&timeout)).unwrap() > 0
    }

    fn take_outputs(&mut self) {
        while let Some(output) = self.driver.poll() {
            match output {
                Output::Send(packet) => self.port.write_all(&packet.bytes).unwrap(),
                Output::Observed { observation, .. } => self.note(observation),
                Output::Lost | Output::Answer { .. } => panic!("the board is lost, or on a line"),
            }
        }
    }

    fn note(&mut self, observation: Observation) {
        match observation {
            Observation::Square { square, reading } => self.board.set(square, reading),
            Observation::Board(board) => self.board = *board,
            Observation::Clock(clock) => self.clock = Some(clock),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_driver_on_the_port_sees_the_game_to_its_end() {
    let mut board = virtual_board(BoardTurn::Usual);
    let mut host = Host::connect(board.port());
    let progress = board.progress();
    host.talk_until(|_| progress.borrow().over);
    over(&mut board).await;
    assert_eq!(host.board.to_string(), LAST);
    assert_eq!(board.progress().borrow().plies, 7);
    assert!(!host.clock.unwrap().is_running());
}

#[tokio::test]
async fn a_turned_board_shows_the_game_turned() {
    let board = virtual_board(BoardTurn::Turned);
    let mut host = Host::connect(board.port());
    let progress = board.progress();
    host.talk_until(|_| progress.borrow().over);
    assert_eq!(host.board.turned().to_string(), LAST);
}

#[tokio::test]
async fn a_host_that_comes_back_finds_the_game_gone_on() {
    let mut board = virtual_board(BoardTurn::Usual);
    let mut host = Host::connect(board.port());
    let progress = board.progress();
    host.talk_until(|_| progress.borrow().plies >= 2);
    drop(host);
    over(&mut board).await;
    let mut host = Host::connect(board.port());
    host.talk_until(|host| host.board.to_string() == LAST);
}

#[tokio::test]
async fn a_pulled_cable_ends_the_port_but_not_the_game() {
    let mut board = virtual_board(BoardTurn::Usual);
    let mut host = Host::connect(board.port());
    let progress = board.progress();
    host.talk_until(|_| progress.borrow().plies >= 2);
    board.unplug().unwrap();
    // The port hangs up: a read ends at once.
    let mut left = Vec::new();
    let _ = host.port.read_to_end(&mut left);
    over(&mut board).await;
    board.plug_in().unwrap();
    let mut host = Host::connect(board.port());
    host.talk_until(|host| host.board.to_string() == LAST);
}

#[tokio::test]
async fn many_boards_play_at_once() {
    let boards: Vec<_> = (0..8).map(|_| virtual_board(BoardTurn::Usual)).collect();
    let hosts: Vec<_> = boards
        .iter()
        .map(|board| {
            let (mut host, progress) = (Host::connect(board.port()), board.progress());
            thread::spawn(move || {
                host.talk_until(|_| progress.borrow().over);
                host.board.to_string()
            })
        })
        .collect();
    for host in hosts {
        assert_eq!(host.join().unwrap(), LAST);
    }
}
