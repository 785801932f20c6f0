//! What a board remembers of the time in which nobody listened.

use std::sync::Arc;
use std::time::Duration;

use super::bench::{E2_LIFTED, SERIAL, fact, read_out, square, up};
use crate::device::{ClockSetting, Device, Make};
use crate::dgt::device::Board;
use crate::dgt::driver::SingleBoard;
use crate::driver::{Approach, Before, Driver, Known, Output, Request};
use crate::observation::{ClockTime, DeviceFact, Hand, LinkState, Memory, Observation, Reading};
use crate::packet::Packet;
use crate::time::Instant;

/// A board at which people play, and a host that comes and goes.
struct Club {
    board: Board,
    now: Instant,
    known: Known,
}

/// A host's driver, what it sent and what it told, with the milliseconds since it started.
struct Host {
    driver: SingleBoard,
    started: Instant,
    sent: Vec<(u64, u8)>,
    told: Vec<(u64, Observation)>,
    /// What is on its way to it.
    wire: Vec<u8>,
    next_piece: Option<Instant>,
}

const EMPTY: &str = "8/8/8/8/8/8/8/8";
/// Bytes of a second at 9600 baud.
const BAUD: usize = 960;

impl Club {
    /// Pawns on e2 and e7, a king on e8, and what a host knows of them.
    fn new() -> Self {
        let base = ClockTime::from_hms(0, 3, 0).unwrap();
        let clock = ClockSetting { base: [base; 2], increment: Duration::ZERO };
        let make = Make { serial: 12_345, chance: 0, scan: None, clock: Some(clock) };
        let known = Known::of(EMPTY.parse().unwrap());
        let mut club = Self { board: Board::new(&make), now: Instant::ZERO, known };
        for (name, letter) in [("e2", 'P'), ("e7", 'p'), ("e8", 'k')] {
            club.put(name, letter);
            club.known.note(&square(name, letter));
        }
        club.board.start_stop(club.now);
        club.known.note(&"clock left=0:03:00 right=0:03:00 run=left lever=left".parse().unwrap());
        club
    }

    fn put(&mut self, name: &str, letter: char) {
        self.now = self.now + Duration::from_millis(400);
        self.set(name, letter);
    }

    fn set(&mut self, name: &str, letter: char) {
        let reading = Reading::from_letter(letter).unwrap();
        self.board.set(self.now, name.parse().unwrap(), reading);
    }

    fn press(&mut self, side: Hand) {
        self.now = self.now + Duration::from_millis(400);
        self.board.press(self.now, side);
    }

    /// Both make a move while nobody listens.
    fn play(&mut self) {
        for (name, letter) in [("e2", '.'), ("e4", 'P')] {
            self.put(name, letter);
        }
        self.press(Hand::Left);
        for (name, letter) in [("e7", '.'), ("e5", 'p')] {
            self.put(name, letter);
        }
        self.press(Hand::Right);
    }

    /// A host opens the board and is told what was known when the board has said who it is.
    fn opened(&mut self, before: Before) -> Host {
        let mut host = Host::new(self.now);
        host.driver.start(self.now);
        host.driver.request(self.now, None, Request::AwaitWord).unwrap();
        self.run(&mut host, 1_000);
        assert_eq!(host.told.last().unwrap().1, fact(DeviceFact::BusAddress(12_345)), "it waits");
        host.driver.request(self.now, None, Request::GoOn(before)).unwrap();
        host
    }

    /// A host opens the port while the cable carries nothing, and the cable carries everything after so many milliseconds.
    fn opened_mute(&mut self, millis: u64) -> Host {
        let mut host = Host::new(self.now);
        host.driver.start(self.now);
        host.driver.request(self.now, None, Request::AwaitWord).unwrap();
        let end = self.now + Duration::from_millis(millis);
        while let Some(due) = host.driver.deadline().filter(|&due| due <= end) {
            self.now = due;
            host.driver.timeout(due);
            while host.driver.poll().is_some() {}
        }
        self.now = end;
        host
    }

    /// Lets so many milliseconds pass, at the pace of a line of 9600 baud.
    fn run(&mut self, host: &mut Host, millis: u64) {
        let end = self.now + Duration::from_millis(millis);
        loop {
            self.exchange(host);
            if host.wire.is_empty() {
                host.next_piece = None;
            } else {
                let piece = host.wire.len().min(BAUD / 10);
                let takes = Duration::from_micros(piece as u64 * 1_000_000 / BAUD as u64);
                host.next_piece.get_or_insert(self.now + takes);
            }
            let dues = [host.driver.deadline(), self.board.deadline(), host.next_piece];
            let Some(at) = dues.into_iter().flatten().min().filter(|&at| at <= end) else { break };
            self.now = self.now.max(at);
            self.board.timeout(self.now);
            if host.next_piece.is_some_and(|at| at <= self.now) {
                let rest = host.wire.split_off(host.wire.len().min(BAUD / 10));
                host.driver
                    .receive(self.now, Packet::stream(&std::mem::replace(&mut host.wire, rest)));
                host.next_piece = None;
            }
            if host.driver.deadline().is_some_and(|at| at <= self.now) {
                host.driver.timeout(self.now);
            }
        }
        self.now = end;
    }

    fn exchange(&mut self, host: &mut Host) {
        let since = self.now.since(host.started).as_millis() as u64;
        while let Some(output) = host.driver.poll() {
            match output {
                Output::Send(packet) => {
                    host.sent.extend(packet.bytes.iter().map(|&code| (since, code)));
                    self.board.receive(self.now, packet.as_slice());
                }
                Output::Observed { observation, .. } => host.told.push((since, observation)),
                Output::Lost | Output::Answer { .. } => panic!("lost, or on a line"),
            }
        }
        let sent = std::iter::from_fn(|| self.board.poll());
        host.wire.extend(sent.flat_map(|packet| packet.bytes));
    }
}

impl Host {
    fn new(started: Instant) -> Self {
        Self {
            driver: SingleBoard::new(Approach::Known),
            started,
            sent: Vec::new(),
            told: Vec::new(),
            wire: Vec::new(),
            next_piece: None,
        }
    }

    fn told(&self) -> Vec<String> {
        let facts = |told: &&(u64, Observation)| match &told.1 {
            Observation::Device(fact) => matches!(fact, DeviceFact::Memory(_)),
            Observation::Link(state) => *state != LinkState::Up,
            _ => true,
        };
        self.told.iter().filter(facts).map(|(_, told)| told.to_string()).collect()
    }

    fn codes(&self) -> Vec<u8> {
        self.sent.iter().map(|&(_, code)| code).filter(|&code| code != 0x45).collect()
    }
}

/// So much was known, so many seconds ago.
fn since(known: Known, seconds: u64) -> Before {
    Before::Known(Arc::new(known), Duration::from_secs(seconds))
}

const LATER: &str = "clock left=0:02:50 right=0:02:59 run=left lever=left";
const AFTER: &str = "4k3/8/8/4p3/4P3/8/8/8";

#[test]
fn a_driver_tells_first_what_the_board_wrote_down_and_then_what_it_shows() {
    let mut club = Club::new();
    club.play();
    let known = club.known.clone();
    let mut host = club.opened(since(known, 1));
    club.run(&mut host, 10_000);
    assert_eq!(host.codes(), [0x40, 0x4D, 0x46, 0x42, 0x40, 0x49, 0x4B, 0x42, 0x4B, 0x42]);
    assert_eq!(
        host.told()[..9],
        [
            "device memory=begins",
            "square e2 .",
            "square e4 P",
            "clock left=0:02:59 right=0:03:00 run=right lever=right",
            "square e7 .",
            "square e5 p",
            "clock left=0:02:59 right=0:02:59 run=left lever=left",
            "device memory=ends",
            LATER,
        ]
    );
    let (at, _) = host.told.iter().find(|(_, told)| told == &read_out(AFTER)).unwrap();
    assert!((9_200..9_800).contains(at), "the log alone takes 8.27 s: {at}");
    club.put("e5", '.');
    club.run(&mut host, 500);
    assert!(host.told().contains(&"square e5 .".to_owned()), "it goes on");
}

#[test]
fn moves_that_the_wire_has_swallowed_are_in_the_log() {
    let mut club = Club::new();
    let known = club.known.clone();
    let mut host = club.opened(since(known, 0));
    club.run(&mut host, 2_000);
    club.play();
    while club.board.poll().is_some() {}
    // A check of the board comes after half a minute.
    club.run(&mut host, 45_000);
    let told = host.told();
    let begins = told.iter().position(|line| line == "device memory=begins").unwrap();
    let order = ["square e2 .", "square e4 P", "square e7 .", "square e5 p", "device memory=ends"];
    let squares = told[begins..].iter().filter(|line| !line.starts_with("clock"));
    assert_eq!(squares.skip(1).take(5).collect::<Vec<_>>(), order, "{told:#?}");
    assert_eq!(host.codes().iter().filter(|&&code| code == 0x49).count(), 1);
}

#[test]
fn a_board_that_was_mute_at_first_is_waited_for_with_word_of_what_was_known() {
    let mut club = Club::new();
    club.play();
    let known = club.known.clone();
    let mut host = club.opened_mute(2_900);
    // A clock is heard before the board has said who it is.
    club.board.press(club.now, Hand::Left);
    club.run(&mut host, 3_000);
    assert!(!host.codes().contains(&0x42), "nothing is read before word is given");
    host.driver.request(club.now, None, Request::GoOn(since(known, 9))).unwrap();
    club.run(&mut host, 10_000);
    assert!(host.told().contains(&"device memory=ends".to_owned()), "{:#?}", host.told());
}

#[test]
fn a_board_that_was_heard_by_nobody_for_long_is_asked_for_its_log_when_it_is_heard_again() {
    let mut club = Club::new();
    let known = club.known.clone();
    let mut host = Host::new(club.now);
    host.driver.start(club.now);
    host.driver.request(club.now, None, Request::AwaitWord).unwrap();
    // Another board has its number for so long that nobody waits for word any more.
    club.run(&mut host, 40_000);
    club.play();
    club.run(&mut host, 5_000);
    let unheard = host.told().len();
    host.driver.request(club.now, None, Request::GoOn(since(known, 45))).unwrap();
    club.run(&mut host, 10_000);
    let told = &host.told()[unheard..];
    let begins = told.iter().position(|line| line == "device memory=begins").unwrap();
    let order = ["square e2 .", "square e4 P", "square e7 .", "square e5 p", "device memory=ends"];
    let squares = told[begins..].iter().filter(|line| !line.starts_with("clock"));
    assert_eq!(squares.skip(1).take(5).collect::<Vec<_>>(), order, "{told:#?}");
}

#[test]
fn what_is_played_while_the_log_is_on_its_way_follows_it() {
    let mut club = Club::new();
    club.play();
    let known = club.known.clone();
    let mut host = club.opened(since(known, 1));
    club.run(&mut host, 1_500);
    for (name, letter) in [("e8", '.'), ("e7", 'k'), ("e7", '.'), ("d6", 'k')] {
        club.set(name, letter);
        club.run(&mut host, 800);
    }
    club.board.press(club.now, Hand::Left);
    club.run(&mut host, 6_000);
    let told = host.told();
    let order = [
        "clock left=0:02:59 right=0:02:59",
        "square e8 .",
        "square e7 k",
        "square e7 .",
        "square d6 k",
        "clock left=0:02:54 right=0:02:59 run=right",
        "device memory=ends",
        "board 8/8/3k4/4p3/4P3/8/8/8",
    ];
    let mut rest = told.iter();
    for line in order {
        assert!(rest.any(|told| told.starts_with(line)), "{line}: {told:#?}");
    }
}

#[test]
fn after_a_flicker_a_log_is_not_worth_its_time_where_one_piece_may_have_moved() {
    let mut club = Club::new();
    club.put("e2", '.');
    club.put("e4", 'P');
    let known = club.known.clone();
    let mut host = club.opened(since(known, 1));
    club.run(&mut host, 2_000);
    assert!(!host.codes().contains(&0x49));
    assert_eq!(host.told()[0], "board 4k3/4p3/8/8/4P3/8/8/8");
}

#[test]
fn after_a_while_moves_that_cancel_each_other_out_and_their_times_are_told() {
    let mut club = Club::new();
    for (piece, there, back) in [('P', "e2", "e3"), ('P', "e3", "e2")] {
        club.put(there, '.');
        club.put(back, piece);
        club.press(Hand::Left);
        club.press(Hand::Right);
    }
    let known = club.known.clone();
    let mut host = club.opened(since(known, 60));
    club.run(&mut host, 10_000);
    let told = host.told();
    assert_eq!(told.iter().filter(|line| line.starts_with("square")).count(), 4, "{told:#?}");
    let end = told.iter().position(|line| line == "device memory=ends").unwrap();
    let clocks = told[..end].iter().filter(|line| line.starts_with("clock")).count();
    assert_eq!(clocks, 4, "{told:#?}");
    assert!(told[end..].contains(&"board 4k3/4p3/8/8/8/8/4P3/8".to_owned()), "{told:#?}");
}

#[test]
fn a_board_of_which_nothing_was_known_tells_its_game_from_the_first_move() {
    let mut club = Club::new();
    for reading in crate::observation::Square::all() {
        club.board.set(club.now, reading, crate::dgt::wire::start().get(reading));
    }
    club.play();
    let mut host = club.opened(Before::Nothing);
    club.run(&mut host, 10_000);
    assert_eq!(
        host.told()[..7],
        [
            "device memory=begins",
            "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "square e2 .",
            "square e4 P",
            "square e7 .",
            "square e5 p",
            "clock left=0:02:59 right=0:02:59 run=left lever=left",
        ]
    );
}

#[test]
fn a_board_that_was_last_heard_long_ago_is_read_out_at_once() {
    let mut club = Club::new();
    club.play();
    let mut host = club.opened(Before::LongAgo(None));
    club.run(&mut host, 2_000);
    assert_eq!(host.codes(), [0x40, 0x4D, 0x46, 0x42, 0x4B, 0x42]);
}

#[test]
fn what_a_log_cannot_tell_is_said_and_the_board_is_read_out_all_the_same() {
    let mut club = Club::new();
    club.play();
    let mut host = club.opened(since(Known::of("8/8/8/8/8/8/8/K6k".parse().unwrap()), 1));
    club.run(&mut host, 10_000);
    assert_eq!(host.told()[..2], ["device memory=apart", LATER]);
    assert_eq!(host.told()[2], format!("board {AFTER}"));
}

#[test]
fn a_board_that_has_no_log_is_asked_twice_and_read_out() {
    let mut driver = SingleBoard::new(Approach::Known);
    driver.start(Instant::ZERO);
    driver.request(Instant::ZERO, None, Request::AwaitWord).unwrap();
    let known = Known::of("8/8/8/8/8/8/8/K6k".parse().unwrap());
    driver.request(Instant::ZERO, None, Request::GoOn(since(known, 1))).unwrap();
    let (mut asked, mut told) = (0, Vec::new());
    while let Some(at) = driver.deadline().filter(|&at| at <= Instant::from_millis(4_000)) {
        driver.timeout(at);
        while let Some(output) = driver.poll() {
            match output {
                Output::Send(Packet { bytes, .. }) if bytes == [0x49] => asked += 1,
                Output::Send(Packet { bytes, .. }) => {
                    let answer = super::bench::usb_board(bytes[0]);
                    driver.receive(at, Packet::stream(&answer));
                }
                Output::Observed { observation, .. } => told.push((at, observation)),
                Output::Lost | Output::Answer { .. } => panic!("lost, or on a line"),
            }
        }
    }
    assert_eq!(asked, 2);
    let silent = fact(DeviceFact::Memory(Memory::Silent));
    let at = told.iter().position(|(_, told)| *told == silent).unwrap();
    assert!(matches!(told[at + 1].1, Observation::Board(_)), "{told:?}");
    assert!(told[at].0 < Instant::from_millis(3_500), "{told:?}");
}

#[test]
fn nobody_waits_for_ever_for_what_was_known() {
    let mut driver = SingleBoard::new(Approach::Known);
    driver.start(Instant::ZERO);
    driver.request(Instant::ZERO, None, Request::AwaitWord).unwrap();
    let (mut asked, mut told) = (None, Vec::new());
    while let Some(at) = driver.deadline().filter(|_| asked.is_none()) {
        driver.timeout(at);
        while let Some(output) = driver.poll() {
            match output {
                Output::Send(Packet { bytes, .. }) if bytes == [0x42] => asked = Some(at),
                Output::Send(Packet { bytes, .. }) if bytes == [0x45] => {
                    driver.receive(at, Packet::stream(SERIAL))
                }
                Output::Send(_) => {}
                Output::Observed { observation, .. } => told.push(observation),
                Output::Lost | Output::Answer { .. } => panic!("lost, or on a line"),
            }
        }
    }
    assert_eq!(asked, Some(Instant::from_millis(30_600)));
    assert_eq!(told[..2], [up(), fact(DeviceFact::Serial("12345".into()))]);
    let at = Instant::from_millis(30_700);
    driver.receive(at, Packet::stream(E2_LIFTED));
    driver.receive(at, Packet::stream(&super::bench::board(EMPTY)));
    let told: Vec<_> = std::iter::from_fn(|| driver.poll()).collect();
    let expected = [square("e2", '.'), read_out(EMPTY)].map(Output::observed);
    assert!(told.starts_with(&expected), "what changed meanwhile has waited: {told:?}");
}

#[test]
fn what_happens_while_a_log_is_sent_that_says_nothing_is_told_all_the_same() {
    let mut club = Club::new();
    club.play();
    let mut host = club.opened(since(Known::of("8/8/8/8/8/8/8/K6k".parse().unwrap()), 1));
    club.run(&mut host, 1_500);
    for (name, letter) in [("e8", '.'), ("e7", 'k')] {
        club.set(name, letter);
        club.run(&mut host, 800);
    }
    club.run(&mut host, 8_000);
    let before = format!("board {AFTER}");
    assert_eq!(
        host.told()[..8],
        [
            "device memory=begins",
            &before,
            "clock left=0:02:58 right=0:02:59 run=left lever=left",
            "square e8 .",
            "square e7 k",
            "device memory=apart",
            LATER,
            "board 8/4k3/8/4p3/4P3/8/8/8",
        ]
    );
}
