//! A board whose pieces have chips, over a real port: a person is led through teaching it, and it stays taught.

use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use shakmaty::Board;
use touchmove_client::path;
use touchmove_core::names::BoardId;
use touchmove_drivers::device::Make;
use touchmove_drivers::observation::{Hand, Placement, Reading, Square};
use touchmove_drivers::{Ability, Device, FAMILIES, Family, Instant, Packet};
use touchmove_lab::simulate::BoardTurn::Usual;
use touchmove_lab::simulate::{Cue, PlayedTable, Speed, Timeline, Truth, VirtualBoard};
use touchmove_station::link::address::Address;
use touchmove_station::link::identity;

use crate::support::PrivateBus;
use crate::support::client::{Client, START};
use crate::support::daemon::{Daemon, TOUCHMOVE};
use crate::support::process::Process;

const MAKE: Make = Make { serial: 12_345, chance: 7, scan: None, clock: None };

const WITHOUT_A_PAWN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR";

/// Longer than any test: nobody plays but by hand.
const NEVER: Duration = Duration::from_secs(24 * 3_600);

/// A board whose pieces are put by hand.
#[derive(Clone)]
struct ByHand(Arc<Mutex<Hands>>);

struct Hands {
    device: Box<dyn Device>,
    now: Instant,
}

impl ByHand {
    fn at<T>(&self, now: Instant, then: impl FnOnce(&mut dyn Device) -> T) -> T {
        let mut hands = self.0.lock().unwrap();
        hands.now = now;
        then(&mut *hands.device)
    }

    fn put(&self, square: &str, letter: char) {
        let mut hands = self.0.lock().unwrap();
        let (now, reading) = (hands.now, Reading::from_letter(letter).unwrap());
        hands.device.set(now, square.parse().unwrap(), reading);
    }

    /// All are lifted first, so that each piece is at hand.
    fn set_up(&self, placement: &str) {
        let placement: Placement = placement.parse().unwrap();
        let mut hands = self.0.lock().unwrap();
        let now = hands.now;
        for square in Square::all() {
            hands.device.set(now, square, Reading::Empty);
        }
        for square in Square::all() {
            hands.device.set(now, square, placement.get(square));
        }
    }
}

impl Device for ByHand {
    fn receive(&mut self, now: Instant, packet: Packet<&[u8]>) {
        self.at(now, |device| device.receive(now, packet));
    }

    fn timeout(&mut self, now: Instant) {
        self.at(now, |device| device.timeout(now));
    }

    fn poll(&mut self) -> Option<Packet> {
        self.0.lock().unwrap().device.poll()
    }

    fn deadline(&self) -> Option<Instant> {
        self.0.lock().unwrap().device.deadline()
    }

    fn set(&mut self, now: Instant, square: Square, reading: Reading) {
        self.at(now, |device| device.set(now, square, reading));
    }

    fn press(&mut self, _: Instant, _: Hand) {}

    fn start_stop(&mut self, _: Instant) {}
}

/// An empty board, its name, and the hands over it.
fn board(family: &'static Family) -> (VirtualBoard, BoardId, ByHand) {
    let device = family.device(&MAKE).unwrap();
    let hands = ByHand(Arc::new(Mutex::new(Hands { device, now: Instant::ZERO })));
    let start = Board::empty();
    let nothing = Timeline { start, deeds: vec![], landings: vec![], truth: Truth::default() };
    let device = Box::new(hands.clone());
    let table = PlayedTable::new(device, family.line(), Usual, Cue::Host(NEVER), [nothing]);
    let board = VirtualBoard::start(table, Speed::REAL).unwrap();
    let link = identity::of_link(&Address::Serial(board.port().to_owned())).unwrap();
    (board, BoardId::of(family.name, &format!("unnamed-{link}")), hands)
}

/// How the object of a board is called.
fn object(board: &BoardId) -> String {
    path::board(board).rsplit('/').next().unwrap().to_owned()
}

fn calibrate(bus: &PrivateBus, words: &[&str]) -> Process {
    let words = [&["calibrate", "--bus", bus.address()], words].concat();
    Process::start(Command::new(TOUCHMOVE).args(words))
}

/// How a call of `calibrate` that fails ends.
fn refusal(bus: &PrivateBus, words: &[&str]) -> String {
    let (status, said) = calibrate(bus, words).ended();
    assert_eq!(status.code(), Some(1), "{said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_with_chips_is_taught_step_by_step_and_stays_taught_in_mid_game() {
    let learns = |family: &&&Family| family.may(Ability::Calibration);
    let family = FAMILIES.iter().find(learns).unwrap();
    let (board, id, hands) = board(family);
    let (name, id) = (object(&id), id.to_string());
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let ports = [format!("{}:{}", family.name, board.port().display())];
    let daemon = Daemon::start(&bus, folder.path(), &ports);
    let mut client = Client::on(&bus).await;
    client.until_state(&name, "starting", "chips-unknown").await;

    hands.set_up(WITHOUT_A_PAWN);
    let late = refusal(&bus, &[&id, "--within", "6"]);
    assert!(late.contains("White’s on ranks 1 and 2") && late.contains("read on e2:"), "{late}");
    let mut led = calibrate(&bus, &[&id, "--json"]);
    let unread = led.says(r#""calibration":"unread""#);
    assert!(unread.ends_with(r#""pieces":"","squares":["e2"],"v":1}"#), "{unread}");
    hands.put("e2", 'P');
    led.says(r#""calibration":"settling""#);
    led.says(r#""calibration":"known""#);
    hands.put("d3", 'Q');
    hands.put("d6", 'q');
    let (status, said) = led.ended();
    assert!(status.success(), "{said}");
    hands.set_up(START);
    client.until_shown(&name, START).await;

    hands.put("e2", '.');
    hands.put("e4", 'P');
    client.until_moves(&name, &["e2e4"]).await;
    let refused = refusal(&bus, &[&id]);
    assert!(refused.contains("a game is being played on the board"), "{refused}");
    hands.put("e7", '.');
    hands.put("e5", 'p');
    client.until_moves(&name, &["e2e4", "e7e5"]).await;
    daemon.stop();

    let daemon = Daemon::start(&bus, folder.path(), &ports);
    hands.put("g1", '.');
    hands.put("f3", 'N');
    client.until_moves(&name, &["e2e4", "e7e5", "g1f3"]).await;
    daemon.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_cannot_be_taught_is_told_why() {
    let knows = |family: &&&Family| family.line().is_some() && !family.may(Ability::Calibration);
    let is_simulated = |family: &&&Family| family.device.is_some() && family.name != "dgt";
    let family = FAMILIES.iter().filter(is_simulated).find(knows).unwrap();
    let (board, id, hands) = board(family);
    let (name, id) = (object(&id), id.to_string());
    hands.set_up(START);
    let (bus, folder) = (PrivateBus::open_to_all(), tempfile::tempdir().unwrap());
    let ports = [format!("{}:{}", family.name, board.port().display())];
    let _daemon = Daemon::start(&bus, folder.path(), &ports);
    let mut client = Client::on(&bus).await;
    client.until_link(&name, "up").await;
    let refused = refusal(&bus, &[&id]);
    assert!(refused.contains("there is nothing to calibrate"), "{refused}");
    let refused = refusal(&bus, &["dgt_99999"]);
    assert!(refused.contains("there is no board dgt_99999"), "{refused}");
}
