//! A driver and a device of its family, joined by a wire without delay, under a virtual clock that
//! jumps from deadline to deadline.

use std::time::Duration;

use touchmove_drivers::device::{ClockSetting, Make};
use touchmove_drivers::family::Transport;
use touchmove_drivers::observation::{
    ClockTime, Hand, Observation, Placement, Reading, Sensing, Square,
};
use touchmove_drivers::recording::Body;
use touchmove_drivers::{
    Ability, Approach, Device, Driver, FAMILIES, Family, Instant, Output, Packet, Request,
};

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A way to boards of a family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) family: &'static Family,
    pub(crate) transport: Transport,
}

impl Way {
    /// All ways to boards; recordings are one.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        FAMILIES.iter().flat_map(|&family| {
            let played = family.transports.is_empty().then_some(Transport::Recording);
            let transports = family.transports.iter().copied().chain(played);
            transports.map(move |transport| Self { family, transport })
        })
    }
}

/// Both ends of a link, what was put into the one and what came out of the other.
pub(crate) struct Pair {
    way: Way,
    pub(crate) driver: Box<dyn Driver>,
    pub(crate) device: Box<dyn Device>,
    pub(crate) now: Instant,
    pub(crate) observed: Vec<Observation>,
    pub(crate) placement: Placement,
    /// All that went by, and when.
    pub(crate) passed: Vec<(Instant, Body)>,
    pub(crate) is_lost: bool,
}

/// A device with a clock of 30 minutes and 5 seconds a move.
pub(crate) fn make() -> Make {
    let base = ClockTime::from_hms(0, 30, 0).unwrap();
    Make {
        serial: 12_345,
        chance: 0,
        scan: None,
        clock: Some(ClockSetting { base: [base; 2], increment: Duration::from_secs(5) }),
    }
}

impl Pair {
    /// Both ends, the driver not yet started; `None` where the family has no device's end.
    pub(crate) fn new(way: Way, make: &Make) -> Option<Self> {
        let Way { family, transport } = way;
        let now = Instant::from_millis(1_000);
        let mut device = family.device?(make, transport);
        // It is switched on: some talk from then on without being asked.
        device.timeout(now);
        Some(Self {
            way,
            driver: (family.driver)(Approach::Known, transport),
            device,
            now,
            observed: Vec::new(),
            placement: Placement::EMPTY,
            passed: Vec::new(),
            is_lost: false,
        })
    }

    /// Both ends, the driver started.
    pub(crate) fn connect(way: Way, make: &Make) -> Option<Self> {
        let mut pair = Self::new(way, make)?;
        pair.start();
        Some(pair)
    }

    pub(crate) fn start(&mut self) {
        self.driver.start(self.now);
        self.exchange();
    }

    pub(crate) fn set(&mut self, square: Square, reading: Reading) {
        self.placement.set(square, reading);
        self.device.set(self.now, square, reading);
        self.exchange();
    }

    /// Where the board has to learn its pieces, its driver is started and they are put into the start position until it
    /// has: whether it has to.
    pub(crate) fn start_to_be_taught(&mut self) -> bool {
        let mut driver = (self.way.family.driver)(Approach::Known, self.way.transport);
        driver.start(self.now);
        if !driver.has(Ability::Calibration) {
            return false;
        }
        self.start();
        let start: Placement = START.parse().unwrap();
        for square in Square::all() {
            self.set(square, start.get(square));
        }
        self.run(Duration::from_secs(8));
        for square in Square::all() {
            self.set(square, Reading::Empty);
        }
        true
    }

    /// What can be put down: a board that knows its pieces one by one has no more of a kind than the set has.
    pub(crate) fn of_the_set(&self, square: Square, reading: Reading) -> Reading {
        let count = |placement: &Placement| {
            let others = Square::all().filter(|other| *other != square);
            others.filter(|other| placement.get(*other) == reading).count()
        };
        let start: Placement = START.parse().unwrap();
        let set = Square::all().filter(|square| start.get(*square) == reading).count();
        let is_one_by_one = self.driver.has(Ability::Calibration);
        let is_missing = is_one_by_one && count(&self.placement) >= set;
        if is_missing { Reading::Empty } else { reading }
    }

    pub(crate) fn press(&mut self, side: Hand) {
        self.device.press(self.now, side);
        self.exchange();
    }

    pub(crate) fn request(&mut self, request: Request) {
        self.driver.request(self.now, None, request).unwrap();
        self.exchange();
    }

    pub(crate) fn start_stop(&mut self) {
        self.device.start_stop(self.now);
        self.exchange();
    }

    /// Lets time pass.
    pub(crate) fn run(&mut self, span: Duration) {
        let end = self.now + span;
        loop {
            let (driver, device) = (self.driver.deadline(), self.device.deadline());
            let Some(next) = driver.into_iter().chain(device).min().filter(|&at| at <= end) else {
                break;
            };
            assert!(next >= self.now, "a deadline has passed: {next:?}");
            self.now = next;
            if device.is_some_and(|at| at <= next) {
                self.device.timeout(next);
            }
            if driver.is_some_and(|at| at <= next) {
                self.driver.timeout(next);
            }
            self.exchange();
        }
        self.now = end;
    }

    /// A board that tells moves tells by itself nothing else: it is asked once it has taken what was set up.
    pub(crate) fn read_what_is_no_move(&mut self, family: &Family) {
        if family.sensing == Sensing::Moves {
            self.run(Duration::from_secs(3));
            self.driver.request(self.now, None, Request::ReadBoard).unwrap();
            self.exchange();
            self.run(family.reading_lag);
        }
    }

    /// What the device has sent.
    pub(crate) fn into_received(self) -> Vec<Packet> {
        let received = self.passed.into_iter().filter_map(|(_, body)| match body {
            Body::Received(packet) => Some(packet),
            _ => None,
        });
        received.collect()
    }

    /// What stands on the board after all that was observed.
    pub(crate) fn observed_placement(&self) -> Placement {
        let mut placement = Placement::EMPTY;
        for observation in &self.observed {
            match observation {
                Observation::Board(whole) => placement = (**whole).clone(),
                Observation::Square { square, reading } => placement.set(*square, *reading),
                _ => {}
            }
        }
        placement
    }

    fn exchange(&mut self) {
        loop {
            if let Some(packet) = self.device.poll() {
                self.driver.receive(self.now, packet.as_slice());
                self.passed.push((self.now, Body::Received(packet)));
                continue;
            }
            match self.driver.poll() {
                Some(Output::Send(packet)) => {
                    self.device.receive(self.now, packet.as_slice());
                    self.passed.push((self.now, Body::Sent(packet)));
                }
                Some(Output::Observed { observation, .. }) => self.observed.push(observation),
                Some(Output::Lost) => self.is_lost = true,
                Some(Output::Answer { .. }) => {}
                None => break,
            }
        }
    }
}
