//! A line with boards on it and its driver, under a virtual clock that jumps from deadline to deadline.
//! Every byte takes its time, and what is sent at one moment collides.

use std::collections::BTreeMap;
use std::time::Duration;

use touchmove_drivers::device::line::{Plug, SharedLine};
use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::observation::{
    ClockTime, Hand, LinkState, Observation, Placement, Reading, Square,
};
use touchmove_drivers::{Approach, Device, Driver, Instant, Output, Packet, Request, Unit, dgt};

/// An observation, with when it was heard and after when it happened.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    pub(crate) at: Instant,
    pub(crate) unit: String,
    pub(crate) since: Option<Instant>,
    pub(crate) what: Observation,
}

/// Bytes of a board, as they are kept with what was heard.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) at: Instant,
    pub(crate) unit: String,
    pub(crate) since: Option<Instant>,
    pub(crate) bytes: Vec<u8>,
}

/// What happens to bytes on their way, in their order.
pub(crate) type Mishap = Box<dyn FnMut(&mut Vec<u8>)>;

pub(crate) struct Bench {
    pub(crate) line: SharedLine<Box<dyn Device>>,
    pub(crate) driver: Box<dyn Driver>,
    pub(crate) now: Instant,
    pub(crate) heard: Vec<Heard>,
    pub(crate) answers: Vec<Answer>,
    /// How many commands of each kind were sent.
    pub(crate) sent: BTreeMap<u8, usize>,
    pub(crate) to_boards: Option<Mishap>,
    pub(crate) to_host: Option<Mishap>,
}

fn board(serial: u32, chance: u64) -> Box<dyn Device> {
    let base = ClockTime::from_hms(0, 30, 0).unwrap();
    let clock = Some(ClockSetting { base: [base; 2], increment: Duration::from_secs(5) });
    let mut board = dgt::FAMILY.device(&Make { serial, chance, scan: None, clock }).unwrap();
    let pieces: Placement = START.parse().unwrap();
    for square in Square::all() {
        board.set(Instant::ZERO, square, pieces.get(square));
    }
    board
}

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Serial numbers that tests give to boards; other seeds, other answers to pings.
pub(crate) fn serials(count: u32, seed: u32) -> Vec<u32> {
    (0..count).map(|index| 1_000 + seed * 211 + index * 7).collect()
}

impl Bench {
    /// A line with these boards, not yet opened; they have been on for a while.
    pub(crate) fn new(serials: &[u32]) -> Self {
        Self {
            line: SharedLine::new(
                (0..).zip(serials).map(|(chance, &serial)| board(serial, chance)),
            ),
            driver: dgt::LINE.driver(Approach::Known),
            now: Instant::from_millis(10_000),
            heard: Vec::new(),
            answers: Vec::new(),
            sent: BTreeMap::new(),
            to_boards: None,
            to_host: None,
        }
    }

    /// The same, opened.
    pub(crate) fn open(serials: &[u32]) -> Self {
        let mut bench = Self::new(serials);
        bench.start();
        bench
    }

    /// The same, until every board has been read out.
    pub(crate) fn settled(serials: &[u32]) -> Self {
        let mut bench = Self::open(serials);
        bench.until_read(serials.len(), Duration::from_secs(60));
        bench
    }

    pub(crate) fn start(&mut self) {
        self.line.timeout(self.now);
        self.driver.start(self.now);
        self.exchange();
    }

    /// Runs until so many boards are read out; how long that took.
    pub(crate) fn until_read(&mut self, boards: usize, most: Duration) -> Duration {
        let began = self.now;
        while self.read_out().len() < boards {
            let passed = self.now.since(began);
            assert!(passed < most, "after {passed:?} only {:?} are read out", self.read_out());
            self.step(self.now + most);
        }
        self.now.since(began)
    }

    /// The boards that have been read out.
    pub(crate) fn read_out(&self) -> Vec<String> {
        let is_board = |heard: &&Heard| matches!(heard.what, Observation::Board(_));
        let mut units: Vec<_> =
            self.heard.iter().filter(is_board).map(|heard| heard.unit.clone()).collect();
        units.sort();
        units.dedup();
        units
    }

    pub(crate) fn run(&mut self, span: Duration) {
        let end = self.now + span;
        while self.now < end {
            self.step(end);
        }
    }

    pub(crate) fn set(&mut self, index: usize, square: &str, letter: char) {
        let reading = Reading::from_letter(letter).unwrap();
        self.line.device(self.now, index).unwrap().set(self.now, square.parse().unwrap(), reading);
        self.exchange();
    }

    pub(crate) fn press(&mut self, index: usize, side: Hand) {
        self.line.device(self.now, index).unwrap().press(self.now, side);
    }

    pub(crate) fn start_stop(&mut self, index: usize) {
        self.line.device(self.now, index).unwrap().start_stop(self.now);
    }

    pub(crate) fn plug(&mut self, index: usize, plug: Plug) {
        self.line.plug(self.now, index, plug);
    }

    pub(crate) fn request(&mut self, serial: u32, request: Request) {
        let unit = Unit(format!("{serial:05}").into());
        self.driver.request(self.now, Some(&unit), request).unwrap();
        self.exchange();
    }

    /// What was heard of a board, as lines of a recording, but for the clock's ticking.
    pub(crate) fn told(&self, serial: u32) -> Vec<String> {
        self.of(serial).map(|heard| heard.what.to_string()).collect()
    }

    pub(crate) fn of(&self, serial: u32) -> impl Iterator<Item = &Heard> {
        let unit = format!("{serial:05}");
        self.heard.iter().filter(move |heard| heard.unit == unit)
    }

    /// The changes of squares that were told of a board, in order.
    pub(crate) fn changes(&self, serial: u32) -> Vec<String> {
        let squares = self.told(serial);
        squares.into_iter().filter(|line| line.starts_with("square")).collect()
    }

    pub(crate) fn links(&self, serial: u32) -> Vec<LinkState> {
        let link = |heard: &Heard| match heard.what {
            Observation::Link(state) => Some(state),
            _ => None,
        };
        self.of(serial).filter_map(link).collect()
    }

    pub(crate) fn forget(&mut self) {
        self.heard.clear();
        self.sent.clear();
    }

    /// Goes on to the next moment at which something is due, but not beyond `end`.
    fn step(&mut self, end: Instant) {
        let due = [self.line.deadline(), self.driver.deadline()];
        let next = due.into_iter().flatten().min().unwrap_or(end);
        assert!(next + Duration::from_millis(1) > self.now, "a deadline has passed long ago");
        self.now = self.now.max(next.min(end));
        self.line.timeout(self.now);
        self.exchange();
        if self.driver.deadline().is_some_and(|due| due <= self.now) {
            self.driver.timeout(self.now);
            self.exchange();
        }
    }

    fn exchange(&mut self) {
        loop {
            if let Some(mut bytes) = self.line.poll() {
                self.to_host.iter_mut().for_each(|mishap| mishap(&mut bytes));
                self.driver.receive(self.now, Packet::stream(&bytes));
                continue;
            }
            match self.driver.poll() {
                Some(Output::Send(Packet { mut bytes, .. })) => {
                    *self.sent.entry(bytes[0]).or_default() += 1;
                    self.to_boards.iter_mut().for_each(|mishap| mishap(&mut bytes));
                    self.line.receive(self.now, &bytes);
                }
                Some(Output::Observed { unit, since, observation }) => {
                    let unit = unit.expect("a board of the line").to_string();
                    let (at, what) = (self.now, observation);
                    self.heard.push(Heard { at, unit, since, what });
                }
                Some(Output::Answer { unit, since, packet }) => {
                    let (at, unit) = (self.now, unit.to_string());
                    self.answers.push(Answer { at, unit, since, bytes: packet.bytes });
                }
                Some(Output::Lost) => panic!("a line is never lost"),
                None => break,
            }
        }
    }
}
